"""Counts of a page: compiled code and numpy count the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.twins import PAGES
from kind_pages import article_page, overview_page
from markup import markup
from webwinnow.document import Document
from webwinnow.kind import tally as counting
from webwinnow.kind.tally import tally

TEASER = "<li><a href=/>one two three</a> four five six seven</li>"
ROWS = f"<div><ul>{TEASER * 3}</ul><p><a>a b c d e f</a><a>a b c d e f</a></p><h1>x <a>y z</a></h1>{TEASER * 2}</div>"


TITLE = "one two three four five six seven eight x y a b c"


def checked(page: Document, title: str = TITLE, words: int = 6) -> None:
    counts, titles = tally(page, title, words)
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(counting, "LIBRARY", None)
        wanted, wanted_titles = tally(page, title, words)
    assert counts == wanted
    assert titles.block.tolist() == wanted_titles.block.tolist()
    assert titles.net.tolist() == wanted_titles.net.tolist()


@given(markup(), st.text(max_size=8), st.integers(0, len(TITLE)), st.integers(0, 8))
def test_on_any_page(source: str, begins: str, letters: int, words: int) -> None:
    title = (begins.casefold() + TITLE)[:letters]
    checked(Document(source + ROWS), title, words)
    page = Document(ROWS + source)
    checked(page.without(page.select([(0, len(page.source) // 2)])), title, words)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_on_whole_pages(path: Path) -> None:
    page = Document(path.read_text(encoding="utf-8"))
    checked(page, (page.title or "").casefold(), 12)


@pytest.mark.parametrize("source", [article_page(), overview_page(), overview_page("zh"), "", "text", "<p>"])
def test_on_made_pages(source: str) -> None:
    checked(Document(source))
