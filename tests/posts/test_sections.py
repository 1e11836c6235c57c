"""Posts in posts, against a naive reference."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.posts.template import nest

GAPS = 30


@dataclass
class Intervals:
    """As much of a list of posts as nesting needs."""

    first: np.ndarray
    last: np.ndarray

    def __len__(self) -> int:
        return len(self.first)


@dataclass
class One:
    posts: Intervals


@st.composite
def nested(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Intervals that lie in each other or apart, each with a start of its own, as those of elements do."""
    found: list[tuple[int, int]] = []
    for start, length in draw(st.lists(st.tuples(st.integers(0, GAPS - 1), st.integers(0, 12)), max_size=12)):
        end = min(start + length, GAPS - 1)
        apart = all(end < a or b < start or (a < start and end <= b) or (start < a and b <= end) for a, b in found)
        if apart:
            found.append((start, end))
    return sorted(found)


def sections(intervals: list[tuple[int, int]]) -> tuple[One, ...]:
    first, last = (np.array(column, dtype=np.int64) for column in zip(*intervals, strict=True))
    return (One(Intervals(first, last)),)


@given(nested())
def test_parents_and_owners_are_the_innermost_around(intervals: list[tuple[int, int]]) -> None:
    if not intervals:
        return
    found = nest(sections(intervals), GAPS)
    assert list(zip(found.first.tolist(), found.last.tolist(), strict=True)) == intervals
    for at, (start, end) in enumerate(intervals):
        around = [k for k, (a, b) in enumerate(intervals) if k != at and a <= start and end <= b]
        assert found.parent[at] == max(around, default=-1)
    for gap in range(GAPS):
        inside = [k for k, (a, b) in enumerate(intervals) if a <= gap <= b]
        assert found.owner[gap] == max(inside, default=-1)


def test_nothing_at_all() -> None:
    found = nest((), 5)
    assert len(found) == 0
    assert found.owner.tolist() == [-1] * 5


def test_of_two_alike_and_of_two_that_overlap_the_first_stays() -> None:
    alike = nest((*sections([(2, 8)]), *sections([(2, 8), (5, 12)])), GAPS)
    assert (alike.first.tolist(), alike.last.tolist(), alike.section.tolist()) == ([2], [8], [0])
