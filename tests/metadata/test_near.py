"""What is looked for around the headline: compiled code finds what Python does."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.twins import PAGES
from markup import markup
from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.metadata import near
from webwinnow.metadata.names import beginnings
from webwinnow.metadata.near import (
    BYLINE,
    DATE,
    ITEMPROP,
    MOST_RUNS,
    TYPEOF,
    Surroundings,
    byline_tags,
    find_surroundings,
    spoken_runs,
    telling_tags,
)

needs_kernels = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")
ALL = BYLINE | DATE | ITEMPROP | TYPEOF
PARTS = st.sampled_from(
    "<h1>Tides</h1>|<p class=Byline>|<time DATETIME=2024>|<div class='comment-list'>|<nav>|</nav>|</div>|</p>|text|"
    "<b itemprop=author>|<a href=/author/x>|<div id=footer>|<div class=é>|<p class=footer-link>|<span typeof=Person>|"
    "<section class='related posts'>|</section>|<script>author</script>|<div class=main>".split("|")
)


def asked(page: Document) -> tuple[object, ...]:
    around = find_surroundings(page, None)
    elsewhere = [around.is_elsewhere(element) for element in range(len(page.elements))]
    told = telling_tags(page, BYLINE), telling_tags(page, ALL, 1, 4), byline_tags(page, 3), byline_tags(page, 99)
    return [*around.near], told, elsewhere


def alike(source: str) -> None:
    page = Document(source)
    found = asked(page)
    with pytest.MonkeyPatch.context() as by_python:
        by_python.setattr(near, "LIBRARY", None)
        assert asked(page) == found


@needs_kernels
@given(st.lists(PARTS, max_size=30))
def test_any_parts(parts: list[str]) -> None:
    alike("".join(parts))


@needs_kernels
@given(markup())
def test_any_markup(source: str) -> None:
    alike(source)


@needs_kernels
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_pages(path: Path) -> None:
    alike(path.read_bytes().decode("utf-8", "replace"))


def test_bylines_have_text_but_not_much() -> None:
    texts = ("", "<img>", "Ada", "<b>Ada</b>", "x<br>" * MOST_RUNS, "x<br>" * (MOST_RUNS + 1))
    page = Document("".join(f"<p class=author>{text}</p>" for text in texts) + "<img class=author><p class=a>b")
    opened = [tag.tag for tag in telling_tags(page, BYLINE)]
    assert [tag.tag for tag in byline_tags(page, 9)] == opened[2:5]
    assert byline_tags(page, 2) == byline_tags(page, 9)[:2]


def test_tags_say_what_they_may_tell() -> None:
    page = Document("<p><b itemprop=author>a</b><time datetime=1>b</time><i typeof=Person>c</i><a rel=author>d")
    assert [(tag.tag, tag.bits) for tag in telling_tags(page, ALL)] == [
        (1, ITEMPROP | BYLINE), (3, DATE), (5, TYPEOF), (7, BYLINE),
    ]  # fmt: skip
    assert [tag.tag for tag in telling_tags(page, DATE)] == [3]


def test_what_holds_the_headline_is_about_the_page() -> None:
    page = Document("<div class=comments><h1>Tides</h1><p>a<div class=comments><p>b</div></div><footer><p>c")
    around = find_surroundings(page, None)
    home = page.runs.home.tolist()
    assert [around.is_elsewhere(element) for element in home] == [False, False, True, True]


def test_distances_are_counted_from_the_headline() -> None:
    page = Document("<p>a<p>b<h1>Tides</h1><p>c<p>d")
    around = find_surroundings(page, None)
    assert isinstance(around, Surroundings)
    assert [around.distance(start) for start in page.runs.start.tolist()] == [-3, -2, -1, 0, 1]


BEGINNINGS = st.sampled_from(
    [
        "by",
        "By:",
        "BY ",
        "von",
        "por",
        "written",
        "écrit",
        "Écrit",
        "Автор",
        "&nbsp;",
        "µ",
        "b",
        "x",
        "\xa0",
        "'",
        "²",
        "-",
    ]
)


@needs_kernels
@given(st.lists(st.lists(BEGINNINGS, max_size=3).map("".join), max_size=9), st.sampled_from(["", "中", "😀"]))
def test_compiled_code_knows_beginnings_of_bylines(texts: list[str], wide: str) -> None:
    page = Document("<p>".join(texts) + wide)
    found = spoken_runs(page, 0, len(page.runs), 99)
    with patch.object(near, "LIBRARY", None):
        assert spoken_runs(page, 0, len(page.runs), 99) == found


@needs_kernels
def test_all_beginnings_are_known() -> None:
    page = Document("".join(f"<p>{word} x<p>{word.upper()}: x" for word in beginnings()))
    assert spoken_runs(page, 0, len(page.runs), 99) == list(range(len(page.runs)))
