"""Images are found with less work than all media take, and are those among the main media."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from media.media_pages import ADDRESSES, BIG, PAGES, TEXT, URLS, choices
from webwinnow.document import Document
from webwinnow.expression import parse
from webwinnow.kernels import LIBRARY
from webwinnow.media import main_media
from webwinnow.media.main_images import main_images

needs_kernels = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")
FILES = (
    *ADDRESSES,
    *"a.jpg a.JPG a.gif a.GIF a.jpg?x=1&amp;y=2 a.jpg?x&#46;gif a.jpg#b a.jpg?x#b a?b.jpg".split(),
    "a.jpg?x=spacer", "x/?a.jpg",
    *"a-640x480.jpg a-640x48.jpg a-64.jpg b-640w.png c_thumb.gif d@2x.png e-6400000x1.png f-large g.small.jpg".split(),
    *"../a.jpg a/../b.jpg http://h.org/a.jpg HTTP://h.org/a.jpg //h.org/a.jpg /a.jpg /icons/a.jpg icons/a.jpg".split(),
    *"logo.png my_icon.png iconic.png smileys/a.png avatar-7.jpg /theme/a.jpg http://feedburner.com/a.png".split(),
    *"spacer.gif blank.png blanks.png /1x1/a.png Placeholder.jpg data:image/gif;base64,R0lGODlhkAH0AQ 中.jpg".split(),
    f"{'a' * 250}.jpg", f"a.jpg?{'b' * 250}", f"spacer/{'a' * 195}.jpg?lazyload", f"{'a' * 1100}.jpg", " a.jpg ", "",
)  # fmt: skip
TAGS = (
    "<p><img src='{}'></p>",
    f"<p><img src='{{}}' {BIG}></p>",
    "<figure><img src='{}'></figure>",
    "<figure><img src='{}'><figcaption>c</figcaption></figure>",
    "<p><img src='{}' class='site-icon'></p>",
    "<p><img src='{}' class='aſmile'></p>",
    "<p><img src='{}' alt='A mill' class='a&#46;b'></p>",
    "<p><a href='b.jpg'><img src='{}'></a></p>",
    f"<p><a href='/x'><img src='{{}}' {BIG}></a></p>",
    "<div><a href='/x'><img src='{}'></a><p class=caption>c</p></div>",
    f"<div><a href='/x'><img src='{{}}' {BIG}></a><p class=caption>c</p></div>",
    "<p>beside <img src='{}'></p><p class=caption>c</p>",
    "<p><img data-src='{}' src=b.jpg></p>",
    "<p><img src='{}' srcset='b.jpg 900w'></p>",
    "<p><img src='{}'></p><noscript><img src='{}'></noscript>",
)
LINKS = (
    "#", "#a", " #", "&#35;a", "", " ", "javascript:go()", "JavaScript:go()", "data:x", "mailto:a", "/x?a&amp;b",
    "?a&amp;b", "/x?a&amp;b#c", "a.jpg?b&amp;c", "a.jpg#b?c&amp;d", "x#a.jpg?b&amp;c", "/x?a&#46;b", "/x?a=é",
    "/é?a&amp;b", "http://h.org?a&amp;b",
)  # fmt: skip
TWICE = {
    "in two sizes": ("a-640x480.jpg", "a-320x240.jpg"),
    "in two forms": ("/a.jpg", "//h.org/a.jpg", "http://h.org/a.jpg"),
    "by other names": ("a.jpg", "b.jpg"),
    "with other questions": ("a.jpg?w=1", "a.jpg?w=2"),
    "made when asked for": ("a?w=1", "a?w=2", "a?w=1#b"),
    "with a caption": ("a.jpg", "a.jpg' class='x'></p><p class=caption>c</p><p><i '"),
    "beside a large one": (f"a.jpg'></p><figure><img src=b.jpg {BIG}><img src='c.jpg'></figure><p><img src='d.jpg",),
    "beside a film": ("a.jpg'></p><figure><video width=900 height=800></video><img src='c.jpg'></figure><p><i '",),
    "beside a drawing": ("a.jpg'></p><figure><svg></svg><img src='c.jpg'></figure><p><i '",),
}


def images(page: Document, *given: object) -> frozenset[int]:
    return frozenset(medium.element for medium in main_media(page, *given) if medium.kind == "img")


def differing(source: str) -> list[object]:
    """Ask different pages, since what is known of one is not found again."""
    found = list[object]()
    for url in URLS:
        for spans in choices(Document(source, url=url)):
            if main_images(Document(source, url=url), spans) != images(Document(source, url=url), spans):
                found.append((url, spans, source))
    return found


def among_text(written: str) -> str:
    return f"<main><p>{TEXT}</p>{written}<p>{TEXT}</p></main>"


@pytest.mark.parametrize("name", PAGES)
def test_they_are_those_among_the_main_media(name: str) -> None:
    assert differing(PAGES[name]) + differing(among_text(PAGES[name])) == []


@pytest.mark.parametrize("at", range(len(TAGS)), ids=TAGS)
def test_whatever_their_tags_say(at: int) -> None:
    """The first tag asks for each file, and of the others a fourth."""
    files = FILES[at % 4 :: 4] if at else FILES
    assert [found for each in files for found in differing(among_text(TAGS[at].replace("{}", each)))] == []


@pytest.mark.parametrize("said", [BIG, "", "alt=c class=icon"])
def test_wherever_links_lead(said: str) -> None:
    leading = [f"<a href='{each}'>" for each in (*ADDRESSES, *FILES, *LINKS)]
    for link in ("<a>", *leading):
        source = among_text(f"<p>{link}<img src=c.jpg {said}></a></p>")
        assert differing(source) == []


@pytest.mark.parametrize("name", TWICE)
def test_each_picture_counts_once(name: str) -> None:
    assert differing(among_text("".join(f"<p><img src='{each}'></p>" for each in TWICE[name]))) == []


LENGTHS = (
    *"640 300 12 0 640px 40em 100% auto 65536 1234567 43.75 100. .5 12.1234567890123 640PX 300pt -5 5vw".split(),
    "", " 640 px ", "640px !important", "640px!x", "6&#52;0", "640\xa0", "calc(1px)",
)  # fmt: skip
LENGTH = st.sampled_from(LENGTHS)
ENTRIES = (
    *"100vw 30vw 640px 64em 64rem 1.5px 9999999px auto 640PX 640 640px/**/".split(), "64 vw",
    "(max-width: 767px) 100px", "(min-width:1280px)700px", "(MAX-WIDTH : 80em ) 9px",
    "(max-width: 2000px) 50vw", "(max-width 2px) 9px",
    "&#49;px", "(width: 9px) 8px", "(max-width: 50vw) 8px", "(min-width: 2px) calc(1px)",
)  # fmt: skip
FILES_OF_SETS = (
    *"b.jpg b.jpg, b?c&amp;d b&nbsp;640w b&#44;c b&comma;c".split(), "b.jpg 300w", "b.jpg 800w", "b.jpg 2x",
    "b.jpg 1.5x", "b.jpg 0w", "b.jpg 70000w", "b.jpg 800.5w", "b?c&amp;d 640w", "b?c&d 640w", "b&comma;c 700w",
    "data:x 800w", "b 8wx", " ", "é 800w",
)  # fmt: skip
LENGTH, ENTRY, SET = st.sampled_from(LENGTHS), st.sampled_from(LENGTHS + ENTRIES), st.sampled_from(FILES_OF_SETS)
STYLED = st.tuples(st.sampled_from(["width:", "height :", "max-width:", "WIDTH:", "color:"]), LENGTH).map("".join)
SAID = st.fixed_dictionaries(
    {},
    optional={
        "width": LENGTH,
        "height": LENGTH,
        "src": st.sampled_from(["a.jpg", "spacer.gif", "data:image/gif;base64,R0", " "]),
        "style": st.lists(STYLED, max_size=3).map(";".join),
        "sizes": st.lists(ENTRY, max_size=3).map(", ".join),
        "data-sizes": ENTRY,
        "srcset": st.lists(SET, max_size=3).map(", ".join),
        "data-srcset": SET,
        "data-src": st.sampled_from(["c.jpg", "true", "", "data:x/y", "c/d"]),
        "data-lazy-src": st.just("d.jpg"),
    },
)


@given(
    SAID,
    st.sampled_from(
        ["<p>{}</p>", "<p>beside {}</p>", "<figure>{}</figure>", "<picture><source srcset='e.jpg 900w'>{}</picture>"]
    ),
    st.booleans(),
)
def test_whatever_is_said_of_their_sizes(said: dict[str, str], around: str, captioned: bool) -> None:
    written = " ".join(f"{name}='{value}'" for name, value in said.items())
    assert differing(among_text(around.format(f"<img {written}>") + "<p class=caption>c</p>" * captioned)) == []


@given(source=markup())
def test_of_any_page(source: str) -> None:
    assert differing(source) == []


def test_the_declared_picture_counts_wherever_it_stands() -> None:
    source = f"<meta property=og:image content=http://h/milling-the-grain.jpg><p>{TEXT}</p>"
    source += f"<aside>{TEXT}<img src=milling-the-grain.jpg><img src=other.jpg></aside>"
    page = Document(source)
    spans = page.visible.first(len(TEXT) // 2)
    assert main_images(page, spans) == images(Document(source), spans)
    assert len(main_images(page, spans)) == 1


@needs_kernels
def test_all_media_are_looked_at_only_where_they_may_matter() -> None:
    plain = "<p><img src=a.jpg></p><p><img src='b.jpg?x=1&amp;y'></p><p><img data-src=c.jpg></p><video src=d></video>"
    with patch("webwinnow.media.main_images.main_media", side_effect=AssertionError):
        page = Document(among_text(plain))
        assert len(main_images(page, page.visible)) == 3
        captioned = Document(among_text("<a href=/x><img src=a.jpg width=900 height=800></a><p class=caption>c"))
        with pytest.raises(AssertionError):
            main_images(captioned, captioned.visible)


def test_an_extractor_may_have_a_rule_of_its_own() -> None:
    page = Document(f"<nav><img src=a.jpg {BIG}></nav><p>{TEXT}</p>")
    extractor = parse("wlr-media")
    assert main_images(page, page.visible, extractor) == images(page, page.visible, extractor)


def test_they_are_found_once() -> None:
    page = Document(among_text(PAGES["figures"]))
    assert main_images(page, page.visible) is main_images(page, page.visible)
