from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate import anchors as module
from webwinnow.evaluate.anchors import Run, anchors


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
    assert anchors(text, f"NAVIGATION {text} FOOTER", 8) == [Run(0, 11, len(text))]


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
    assert anchors("ad", "ad", 2) == [Run(0, 0, 2)]


def _weight_by_trying_all(runs: list[Run], width: int) -> int:
    """The heaviest of all subsets that follow each other, as the chain's rule says it."""

    def follows(before: Run, after: Run) -> bool:
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
    runs = [Run(gold, found, width + more) for gold, found, more in places]
    chain = module._heaviest_chain(runs, width)
    assert set(chain) <= set(runs)
    assert sum(run.length for run in chain) == _weight_by_trying_all(runs, width)
