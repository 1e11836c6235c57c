"""Spans against a naive reference: the set of the characters that they cover."""

from __future__ import annotations

import pickle
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.spans import Spans

SIZE = 24
PAIRS = st.lists(st.tuples(st.integers(-4, SIZE + 4), st.integers(-4, SIZE + 4)), max_size=8)
SPANS = PAIRS.map(lambda pairs: Spans(pairs, size=SIZE))


def covered_by(pairs: Iterable[tuple[int, int]]) -> set[int]:
    return {place for start, end in pairs for place in range(max(start, 0), min(end, SIZE))}


def is_sound(spans: Spans) -> bool:
    """Sorted, disjoint, not touching, not empty, inside the page."""
    edges = [edge for pair in spans for edge in pair]
    return edges == sorted(set(edges)) and all(0 <= edge <= spans.size for edge in edges)


@given(PAIRS)
def test_any_pairs_are_sorted_merged_and_clipped(pairs: list[tuple[int, int]]) -> None:
    spans = Spans(pairs, size=SIZE)
    assert is_sound(spans)
    assert covered_by(spans) == covered_by(pairs)
    assert spans == Spans(np.array(pairs, dtype=np.int64).reshape(-1, 2), size=SIZE)
    assert spans == Spans(iter(pairs), size=SIZE) == Spans(spans, size=SIZE)


@given(PAIRS, st.integers(0, SIZE))
def test_spans_of_a_larger_page_are_clipped(pairs: list[tuple[int, int]], size: int) -> None:
    assert Spans(Spans(pairs, size=SIZE), size=size) == Spans(pairs, size=size)


@given(SPANS, SPANS)
def test_operators_are_those_of_sets(left: Spans, right: Spans) -> None:
    page, one, other = set(range(SIZE)), covered_by(left), covered_by(right)
    for found, expected in [
        (left | right, one | other),
        (left & right, one & other),
        (left - right, one - other),
        (~left, page - one),
    ]:
        assert is_sound(found)
        assert covered_by(found) == expected


@given(st.lists(SPANS, min_size=1, max_size=5), st.integers(0, 6))
def test_covered_counts_members(members: list[Spans], quorum: int) -> None:
    sets = [covered_by(member) for member in members]
    expected = {place for place in range(SIZE) if sum(place in each for each in sets) >= quorum}
    found = Spans.covered(members, at_least=quorum)
    assert is_sound(found)
    assert covered_by(found) == expected


@given(st.lists(st.tuples(SPANS, st.integers(0, 10)), min_size=1, max_size=5), st.integers(1, 20))
def test_covered_adds_weights(members: list[tuple[Spans, int]], tenths: int) -> None:
    """Tenths, so that sums such as 0.1 + 0.2 would miss their mark without slack."""
    found = Spans.covered(
        [member for member, _ in members], at_least=tenths / 10, weights=[weight / 10 for _, weight in members]
    )
    sets = [(covered_by(member), weight) for member, weight in members]
    expected = {p for p in range(SIZE) if sum(weight for each, weight in sets if p in each) >= tenths}
    assert covered_by(found) == expected


@given(SPANS, st.lists(st.integers(-3, SIZE + 3)))
def test_contains_and_characters_before(spans: Spans, offsets: list[int]) -> None:
    places = covered_by(spans)
    assert spans.contains(offsets).tolist() == [offset in places for offset in offsets]
    before = [sum(place < offset for place in places) for offset in offsets]
    assert spans.characters_before(offsets).tolist() == before


@given(SPANS, SPANS)
def test_characters_and_share(left: Spans, right: Spans) -> None:
    one, other = covered_by(left), covered_by(right)
    assert left.characters == len(one)
    assert left.share_of(right) == (len(one & other) / len(other) if other else 1.0)
    some = Spans(list(right)[::2], size=SIZE)  # of which each is one of the other's
    assert some.share_of(right) == (some.characters / len(other) if other else 1.0)
    assert list(left.part(1, 3)) == list(left)[1:3] and not left.part(1, 3).starts.flags.writeable
    moved = left.moved(left.starts + 1, left.ends + 1, SIZE + 1)
    assert list(moved) == [(start + 1, end + 1) for start, end in left]


@given(SPANS, SPANS)
def test_equality_hash_and_pickle(left: Spans, right: Spans) -> None:
    assert (left == right) == (covered_by(left) == covered_by(right))
    assert hash(left) == hash(Spans(list(left), size=SIZE))
    again = pickle.loads(pickle.dumps(left))
    assert again == left
    assert not again.starts.flags.writeable


def test_spans_of_other_pages_and_other_things_are_not_equal() -> None:
    assert Spans([(0, 1)], size=2) != Spans([(0, 1)], size=3)
    assert Spans([(0, 1)], size=2) != [(0, 1)]


def test_spans_never_change() -> None:
    spans = Spans([(0, 1)], size=2)
    with pytest.raises(AttributeError, match="immutable"):
        spans.size = 3
    with pytest.raises(ValueError, match="read-only"):
        spans.starts[0] = 1
    columns = np.array([0]), np.array([1])
    taken = Spans.from_sorted(*columns, size=2)
    columns[0][0] = 1
    assert list(taken) == [(0, 1)]


def test_pages_of_different_sizes_do_not_mix() -> None:
    with pytest.raises(ValueError, match=r"different sizes.*\[2, 3\]"):
        Spans([(0, 1)], size=2) | Spans([(0, 1)], size=3)
    with pytest.raises(ValueError, match="at least one"):
        Spans.covered([], at_least=1)


def test_weights_must_be_as_many_as_members() -> None:
    members = [Spans([(0, 1)], size=2), Spans([(0, 2)], size=2)]
    with pytest.raises(ValueError, match="broadcast"):
        Spans.covered(members, at_least=1, weights=[1, 1, 1])


def test_empty_page_and_printing() -> None:
    nothing = Spans(size=0)
    assert nothing == ~nothing == Spans.whole(0)
    assert nothing.contains([0]).tolist() == [False]
    assert repr(Spans([(1, 3), (5, 6)], size=9)) == "Spans(1:3, 5:6; 3 of 9)"
    assert repr(Spans([(n, n + 1) for n in range(0, 16, 2)], size=16)).endswith("10:11, ...; 8 of 16)")


@given(PAIRS, PAIRS)
def test_columns_that_touch_or_are_empty_are_merged(left: list[tuple[int, int]], right: list[tuple[int, int]]) -> None:
    edges = np.array(sorted(min(max(edge, 0), SIZE) for pair in left for edge in pair), dtype=np.int64)
    loose = Spans.from_sorted(edges[:-1], edges[1:], SIZE)
    other = Spans(right, size=SIZE)
    assert is_sound(loose & other)
    assert loose & other == other & loose == Spans(loose, size=SIZE) & other
