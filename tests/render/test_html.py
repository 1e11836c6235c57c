"""The page with its main content outlined, in four ways."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import drawn_spans, markup, well_formed
from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.extractors.lqf import LQF
from webwinnow.media import large_media
from webwinnow.render.formats import OUTLINES
from webwinnow.render.html import additional, render_html
from webwinnow.spans import Spans

SOURCE = "<body>\n<nav><a href=/>Menu</a></nav>\n<p>Main <b>content</b></p>\n<p><a>more</a></p></body>"


def outlined(source: str, outline: str) -> str:
    page = Document(source)
    return render_html(page, LQF()(page), outline)


def text(source: str) -> list[str]:
    page = Document(source)
    return [page.source[start:end] for start, end in page.visible]


def test_remove() -> None:
    assert outlined(SOURCE, "remove") == "<body>\n\n<p>Main <b>content</b></p>\n</body>"


def test_comment() -> None:
    assert outlined(SOURCE, "comment") == (
        "<body>\n<!-- <nav><a href=/>Menu</a></nav> -->\n<p>Main <b>content</b></p>\n<!-- <p><a>more</a></p> --></body>"
    )


def test_blank() -> None:
    found = outlined(SOURCE, "blank")
    assert len(found) == len(SOURCE)
    assert found.split() == "<body> <p>Main <b>content</b></p> </body>".split()
    assert found.index("Main") == SOURCE.index("Main")
    assert found.count("\n") == SOURCE.count("\n")


def test_mark() -> None:
    assert outlined(SOURCE, "mark") == SOURCE.replace("Main", "<mark>Main</mark>").replace(
        "content", "<mark>content</mark>"
    )


def test_an_unknown_outline_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown outline 'frame': one of remove, comment, blank, mark"):
        outlined(SOURCE, "frame")


@pytest.mark.parametrize("dropped", ["a -- b", "--> <p>out", "---!> out", "--!> out", "-", "----", "<!-- x -->", "->"])
def test_nothing_ends_the_comment_early(dropped: str) -> None:
    page = Document(f"<div><b title='{dropped}'>menu</b>.</div><p>content")
    found = render_html(page, page.select([(page.source.index("content"), len(page.source))]), "comment")
    assert text(found) == ["content"]


def test_formatting_that_was_opened_again_takes_nothing_else_along() -> None:
    source = "<p><b>keep</p><p>drop</b> keep</p>"
    page = Document(source)
    kept = page.visible - Spans([(source.index("drop"), source.index("drop") + 4)], size=len(source))
    assert text(render_html(page, kept, "remove")) == ["keep", "keep"]


def test_parts_that_no_tag_opened_are_removed_with_their_tags() -> None:
    source = "<table><tr><td><a>menu</a></table><p>text"
    assert outlined(source, "remove") == "<p>text"
    page = Document("<table><tr><td>a<tr><td>b</table>")
    first = page.visible & Spans([(0, 17)], size=len(page.source))
    assert render_html(page, first, "remove") == "<table><tr><td>a</table>"


def test_images_and_scripts_stay_with_what_is_around_them() -> None:
    source = "<p>text<img src=x><br></p><script>1</script><div><img><a>menu</a></div>"
    assert outlined(source, "remove") == "<p>text<img src=x><br></p><script>1</script>"


@given(well_formed(), st.data())
def test_the_text_of_an_outlined_page_is_the_main_content(source: str, data: st.DataObject) -> None:
    page = Document(source)
    spans = drawn_spans(page, data)
    kept = [source[start:end] for start, end in spans]
    for outline in ("remove", "comment", "blank"):
        assert "".join("".join(text(render_html(page, spans, outline))).split()) == "".join("".join(kept).split())
    marked = render_html(page, spans, "mark")
    assert re.findall(r"(?s)<mark>(.*?)</mark>", marked) == kept
    assert marked.replace("<mark>", "").replace("</mark>", "") == source


@given(markup(), st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=4))
def test_any_page_can_be_outlined(source: str, pairs: list[tuple[int, int]]) -> None:
    page = Document(source)
    spans = page.select(pairs)
    found = additional(page, spans)
    assert not found & spans  # nothing of the main content is taken away
    assert (found | spans) & page.visible == page.visible  # and nothing else of the text stays
    blank = render_html(page, spans, "blank")
    assert len(blank) == len(page.source)
    assert [blank[start:end] for start, end in spans] == [page.source[start:end] for start, end in spans]
    for outline in OUTLINES:
        assert isinstance(render_html(page, spans, outline), str)


BIG = "<img src=x width=800 height=600>"


def with_media(source: str, outline: str = "remove", kept: str = "text") -> str:
    page = Document(source)
    at = source.find(kept)
    return render_html(page, page.select([(at, at + len(kept))] if at >= 0 else []), outline, large_media(page))


def test_media_stay_with_what_is_around_them_and_without_what_is_beside_them() -> None:
    beside = f"<div><h2>drop</h2><ul><li>drop</li><li>{BIG}<br>drop</li></ul><img src=small></div><p>text</p>"
    assert with_media(beside) == f"<div><ul><li>{BIG}</li></ul></div><p>text</p>"


def test_media_among_kept_text_change_nothing() -> None:
    source = f"<p>text {BIG}<br></p><figure>{BIG}<figcaption>drop</figcaption></figure><div><img>drop</div>"
    assert with_media(source, kept="text") == f"<p>text {BIG}<br></p><figure>{BIG}</figure>"


def test_what_a_medium_holds_stays_but_for_its_text() -> None:
    source = "<div><p>drop</p><video width=800 height=600><source src=a>drop<track></video></div>"
    assert with_media(source) == "<div><video width=800 height=600><source src=a><track></video></div>"


def test_media_in_the_other_outlines() -> None:
    source = f"<div>drop{BIG}</div><p>text</p>"
    assert with_media(source, "comment") == f"<div><!-- drop -->{BIG}</div><p>text</p>"
    assert with_media(source, "blank") == f"<div>    {BIG}</div><p>text</p>"
    assert with_media(source, "mark") == f"<div>drop{BIG}</div><p><mark>text</mark></p>"


@pytest.mark.parametrize(
    "other",
    [
        "<iframe src=//ads.example.net/1 width=728 height=90></iframe>",
        "<div class=ad><script>1</script><ins><iframe src=//ads.example.net/1></iframe></ins></div>",
        "<a href=//shop.example.com><img src=banner.gif></a>",
        "<header><a href=/><img src=logo.png><svg width=9></svg></a></header>",
        "<form><input name=q><button><svg width=9></svg></button></form>",
        "<video src=ad.mp4 autoplay></video>",
        "<noscript><img src=//count.example.net/pixel></noscript>",
    ],
)
@pytest.mark.parametrize("place", ["<body>{}<p>text</p>", "<div><p>text</p>{}</div>", "<p>text</p><hr>{}"])
def test_no_other_media_stay_nor_what_holds_nothing_else(place: str, other: str) -> None:
    assert with_media(place.format(other)) == place.format("")


def test_small_pictures_in_a_line_of_kept_text_are_part_of_it() -> None:
    source = "<p>text <img src=smile.gif><svg width=9></svg></p>"
    assert with_media(source) == source
    assert with_media(source, kept="nothing") == ""


def test_a_main_picture_stays_for_those_without_scripts() -> None:
    source = f"<p>text</p><figure>{BIG}<noscript><img src=y></noscript></figure>"
    assert with_media(source) == source


def test_where_nobody_said_which_media_are_main_or_no_text_is_kept_none_go() -> None:
    source = "<p>text</p><div><img src=x></div>"
    page = Document(source)
    assert render_html(page, page.visible, "remove") == source
    assert with_media("<center><img src=comic.png></center>") == "<center><img src=comic.png></center>"


@given(well_formed(), st.data())
def test_media_stay_wherever_they_stand(source: str, data: st.DataObject) -> None:
    places = [match.start() for match in re.finditer("<img src=x>", source)]
    big = data.draw(st.sets(st.sampled_from(places))) if places else set()
    for place in sorted(big, reverse=True):
        source = f"{source[:place]}{BIG}{source[place + len('<img src=x>') :]}"
    page = Document(source)
    spans = LQF()(page)
    media = large_media(page)
    shown = render_html(page, spans, "remove", media)
    assert shown.count(BIG) == len(media) == len(big)
    assert "".join(text(shown)).split() == "".join(page.source[start:end] for start, end in spans).split()
