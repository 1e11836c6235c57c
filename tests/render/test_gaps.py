"""Pieces: spans cut at the edges of runs."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.document.word_search import WordSearch
from webwinnow.render.structure.gaps import read_pieces, tags_that_hold
from webwinnow.spans import Spans


@given(markup(), st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=6))
def test_each_piece_is_inside_of_one_run(source: str, pairs: list[tuple[int, int]]) -> None:
    page = Document(source)
    size = len(page.source)
    for spans in (page.visible, Spans.whole(size), Spans(pairs, size=size)):
        pieces = read_pieces(page, spans)
        written = spans & Spans.from_sorted(page.runs.start, page.runs.end, size)
        assert list(zip(pieces.starts.tolist(), pieces.ends.tolist(), strict=True)) == list(written)
        assert (page.runs.start[pieces.run] <= pieces.starts).all()
        assert (pieces.ends <= page.runs.end[pieces.run]).all()
        assert pieces.gap.tolist() == page.runs.gap[pieces.run].tolist()
        assert pieces.runs.tolist() == sorted(set(pieces.run.tolist()))


def test_found_once() -> None:
    page = Document("<p>one <b>two</b>")
    assert read_pieces(page, page.visible) is read_pieces(page, page.visible)


def test_tags_that_hold_words() -> None:
    page = Document("<body dir=rtl><p class=hint>a<div>hint</div><p title='x' class='alerting'>b<b>c</b><dir>d</dir>")
    words = WordSearch(("hint", "alert", "dir"))
    found = tags_that_hold(page, np.arange(len(page.elements)), words)
    assert [page.start_tag(each) for each in found] == [
        "<body dir=rtl>",
        "<p class=hint>",
        "<p title='x' class='alerting'>",
    ]
    assert tags_that_hold(Document("hint"), np.arange(1), words) == []
