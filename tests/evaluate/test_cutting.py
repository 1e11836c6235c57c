from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate import cutting as module
from webwinnow.evaluate.cutting import SharedRun, anchors, cut


@given(
    gold=st.text("abcd", max_size=60),
    found=st.text("abcd", max_size=60),
    width=st.integers(1, 5),
)
def test_anchors_are_equal_stretches_in_order_without_overlap(gold: str, found: str, width: int) -> None:
    chosen = anchors(gold, found, width)
    for run in chosen:
        assert run.length > 0
        end = run.gold_start + run.length
        assert gold[run.gold_start : end] == found[run.found_start : run.found_start + run.length]
    for before, after in pairwise(chosen):
        assert before.gold_start + before.length <= after.gold_start
        assert before.found_start + before.length <= after.found_start


def test_what_is_rare_is_found_wherever_it_moved() -> None:
    text = "the quick brown fox jumps over a lazy dog"
    assert anchors(text, f"NAVIGATION {text} FOOTER", 8) == [SharedRun(0, 11, len(text))]


def test_a_page_that_holds_its_content_twice_has_anchors() -> None:
    text = "".join(map(chr, range(100, 200)))
    assert sum(run.length for run in anchors(text, f"{text}...{text}", 4)) == 100


def test_what_is_everywhere_is_no_anchor() -> None:
    assert anchors("ab" * 50, "ab" * 40, 2) == []


def test_short_sequences_have_no_anchors() -> None:
    assert anchors("", "abc", 4) == anchors("abc", "", 4) == anchors("abc", "abc", 4) == []


def test_equal_hashes_of_different_stretches_are_no_anchor(monkeypatch: pytest.MonkeyPatch) -> None:
    # With this multiplier the hash is the sum of the items: "ad" and "bc" collide.
    monkeypatch.setattr(module, "_MULTIPLIER", module._MULTIPLIER // module._MULTIPLIER)
    assert anchors("ad", "bc", 2) == []
    assert anchors("ad", "ad", 2) == [SharedRun(0, 0, 2)]


def _weight_by_trying_all(runs: list[SharedRun], width: int) -> int:
    """The heaviest of all subsets that follow each other, as the chain's rule says it."""

    def follows(before: SharedRun, after: SharedRun) -> bool:
        gold = before.gold_start + before.length - width < after.gold_start
        return gold and before.found_start + before.length - width < after.found_start

    ordered = sorted(runs)
    subsets = (subset for size in range(len(runs) + 1) for subset in combinations(ordered, size))
    return max(
        sum(run.length for run in subset)
        for subset in subsets
        if all(follows(before, after) for before, after in pairwise(subset))
    )


@given(
    width=st.integers(1, 3),
    places=st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(0, 6)), max_size=8),
)
def test_the_chain_is_the_heaviest(width: int, places: list[tuple[int, int, int]]) -> None:
    runs = [SharedRun(gold, found, width + more) for gold, found, more in places]
    chain = module._heaviest_chain(runs, width)
    assert set(chain) <= set(runs)
    assert sum(run.length for run in chain) == _weight_by_trying_all(runs, width)


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
