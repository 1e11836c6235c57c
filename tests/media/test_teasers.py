"""Pictures that lead elsewhere, repeat or decorate are not main; the one that the page declares is."""

from __future__ import annotations

from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.media import main_media, teasers
from webwinnow.media.teasers import _name, is_icon, lead_element

TEXT = "The miller waits for the wind and sweeps the floor until it comes. " * 8
BIG = "width=640 height=480"
URL = "https://example.org/mill"


def names(inside: str, head: str = "", above: str = "") -> list[str | None]:
    page = Document(f"{head}<body>{above}<article><p>{TEXT}</p>{inside}<p>{TEXT}</p></article>", url=URL)
    start = page.source.index("<article>")
    kept = page.select([(start, len(page.source))])
    return [medium.url and medium.url.rpartition("/")[2] for medium in main_media(page, kept)]


@pytest.mark.parametrize(
    "inside",
    [
        f"<a href=/other><img src=t.jpg {BIG}></a>",
        f"<a href=https://shop.example.com/><img src=banner.gif {BIG}></a>",
        f"<figure><a href=/other><img src=t.jpg {BIG}><figcaption>Another story to read</figcaption></a></figure>",
        f"<div><img src=t.jpg {BIG}><h3><a href=/other>Another story to read today</a></h3></div>",
        f"<img src=spacer.gif {BIG}>",
        f"<img src='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' {BIG}>",
        "<figure><img src=site-logo.svg></figure>",
        "<figure><pre><a href=/help><img src=sign.svg></a></pre><figcaption>Listing 9: grinding</figcaption></figure>",
    ],
    ids=["teaser", "banner", "teaser with caption", "beside a link", "spacer", "late", "logo", "sign"],
)  # fmt: skip
def test_what_is_not_main(inside: str) -> None:
    assert names(inside) == []


@pytest.mark.parametrize(
    "inside",
    [
        f"<img src=a.jpg {BIG}>",
        f"<a href=/files/a-large.jpg><img src=a.jpg {BIG}></a>",
        f"<a href=#zoom><img src=a.jpg {BIG}></a>",
        f"<a href={URL}><img src=a.jpg {BIG}></a>",
        f"<figure><a href=/photos/7><img src=a.jpg {BIG}></a><figcaption>The wheel in spring</figcaption></figure>",
        f"<figure><img src=a.jpg {BIG}><img src=open.svg></figure>",
        f"<div><img src=a.jpg {BIG}><p>The wheel, <a href=/people/ada>seen by Ada</a> from the bridge in May</p></div>",
        f"<img src=a.jpg {BIG}><img src=a.jpg?size=2 {BIG}><img src=a-300x200.jpg {BIG}><img src=a@2x.jpg {BIG}>",
        f"<img src=/blank.gif data-src=a.jpg {BIG}>",
    ],
    ids=["alone", "to its file", "zoom", "to this page", "caption", "figure", "credit", "repeats", "late"],
)  # fmt: skip
def test_what_is_main_and_once(inside: str) -> None:
    assert names(inside) == ["a.jpg"]


def test_the_copy_with_a_caption_is_taken() -> None:
    figure = f"<figure><img src=a-scaled.jpg {BIG}><figcaption>The wheel in spring</figcaption></figure>"
    assert names(f"<img src=a.jpg {BIG}>{figure}") == ["a-scaled.jpg"]


def test_pages_that_name_pictures_by_a_query_have_several() -> None:
    assert len(names(f"<img src=show.php?id=1 {BIG}><img src=show.php?id=2 {BIG}>")) == 2


@pytest.mark.parametrize("size", [BIG, ""], ids=["large", "unknown"])
def test_the_declared_picture_is_main_wherever_it_stands(size: str) -> None:
    head = "<head><meta property=og:image content=https://cdn.example.org/2024/tide-mill-wheel-1200x630.jpg></head>"
    menu = f"<nav>{'<a href=/>Menu item</a> ' * 60}</nav>"
    above = f"<header>{menu}<div><img src=/2024/tide-mill-wheel.jpg {size}></div></header>"
    assert names("", head, above) == ["tide-mill-wheel.jpg"]
    assert names("", head) == names("", "", above) == []
    in_picture = above.replace(
        "<img src=/2024/tide-mill-wheel.jpg", "<picture><source srcset=/tide-mill-wheel.webp><img src=/x.jpg"
    )
    assert names("", head, in_picture) == ["x.jpg"]


def test_the_declared_picture_may_be_linked_but_not_to_the_home_page() -> None:
    head = "<head><meta property=og:image content=/tide-mill-wheel.jpg></head>"
    picture = f"<a href=%s><img src=/tide-mill-wheel.jpg {BIG}></a>"
    assert names(picture % "/gallery/7", head) == ["tide-mill-wheel.jpg"]
    assert names(picture % "/", head) == names(picture % "https://example.org/", head) == []


def test_short_names_declare_nothing() -> None:
    page = Document("<meta property=og:image content=/a.jpg><img src=/a.jpg>")
    assert lead_element(page) is None


def test_icons_by_name() -> None:
    assert is_icon("/img/site-logo.svg") and is_icon("https://x.org/icons/icon_24.png?v=2")
    assert not is_icon("/silicon-valley.jpg") and not is_icon("/biologos.png") and not is_icon("http://[bad")


PART = st.text('aZ0.-_/?#;:@[]é %\t"', max_size=12)


SCHEMES = st.sampled_from(["https://", "http://", "//", "HTTP://", ""])


@given(SCHEMES, PART, PART, st.sampled_from(["", "/", "/a/b.jpg", "x" * 3000, "?" + "x" * 3000]))
def test_names_of_files_are_those_of_the_path(scheme: str, host: str, path: str, end: str) -> None:
    address = f"{scheme}{host}/{path}{end}"
    try:
        wanted = urlsplit(address[:2000]).path.rpartition("/")[2]
    except ValueError:
        wanted = ""
    assert _name(address) == wanted


LEADS = st.sampled_from(
    [
        "<img src=tide-mill-wheel.jpg>", "<img src=x>", "<picture>", "</picture>",
        "<source srcset='/a/tide-mill-wheel-9.webp'>",
        "<img alt='old-water-tower'>", "<p>tide-mill-wheel</p>", "<source>", "<video>", "<p title=tide-mill-wheel>",
        "<img tide-mill-wheeé tide-mill-wheel", "\u4e2d",
    ]
)  # fmt: skip


@given(st.lists(LEADS, max_size=12), st.booleans())
def test_both_find_the_same_declared_picture(pieces: list[str], two: bool) -> None:
    names = ["/old-water-tower.png", "https://e.org/tide-mill-wheel.jpg"] if two else ["tide-mill-wheel"]
    source = "".join([*(f"<meta property=og:image content={name}>" for name in names), "<body>", *pieces])
    found = lead_element(Document(source))
    with patch.object(teasers, "LIBRARY", None):
        assert lead_element(Document(source)) == found
