from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate.cutting import cut


@given(
    gold=st.text("abcd", max_size=80),
    found=st.text("abcd", max_size=80),
    limit=st.integers(1, 30),
    width=st.integers(1, 4),
)
def test_pieces_cover_both_sides_in_order(gold: str, found: str, limit: int, width: int) -> None:
    pieces = cut(gold, found, limit, width).pieces
    assert pieces[0].gold_start == pieces[0].found_start == 0
    assert (pieces[-1].gold_end, pieces[-1].found_end) == (len(gold), len(found))
    for before, after in pairwise(pieces):
        assert (before.gold_end, before.found_end) == (after.gold_start, after.found_start)
    for piece in pieces:
        if piece.same:
            assert gold[piece.gold_start : piece.gold_end] == found[piece.found_start : piece.found_end]


def test_up_to_the_limit_nothing_is_cut() -> None:
    pieces = cut("ab" * 50, "cd" * 50, limit=100, width=4)
    assert len(pieces.pieces) == 1
    assert not pieces.approximate
    assert cut("ab" * 50 + "a", "cd" * 50, limit=100, width=4).approximate


def test_shared_ends_are_matched_exactly() -> None:
    pieces = cut("x" * 5000 + "left" + "y" * 5000, "x" * 5000 + "right" + "y" * 5000, limit=100, width=4)
    assert not pieces.approximate
    assert sum(piece.gold_end - piece.gold_start for piece in pieces.pieces if piece.same) == 10_001  # the t too


@pytest.mark.parametrize("length", [10_000, 100_000])
def test_the_work_is_bounded_where_there_are_no_anchors(length: int) -> None:
    pieces = cut("ab" * length, "ba" * length, limit=500, width=4)
    assert sum(piece.cells for piece in pieces.pieces) <= 500**2 + 64 * 2 * 2 * 2 * length


@given(text=st.text(st.characters(), max_size=200))
def test_any_character_may_occur(text: str) -> None:
    assert not cut(text, text, limit=1, width=4).approximate
