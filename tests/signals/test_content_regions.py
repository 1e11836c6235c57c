"""Regions of content, against the thesis' steps written as loops."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.content_regions import content_regions

LINES = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=40)


def naive_regions(lines: list[tuple[int, int]], gap: int, smoothing: int) -> list[tuple[int, int]]:
    """Formula 4.2 (or 4.6), regions above the axis, the largest one, and Algorithm 1."""
    half = smoothing // 2
    difference = [
        sum(content - code for content, code in lines[max(line - half, 0) : line + half + 1])
        for line in range(len(lines))
    ]
    regions: list[list[int]] = []
    for line, each in enumerate(difference):
        if each > 0 and regions and regions[-1][-1] == line - 1:
            regions[-1].append(line)
        elif each > 0:
            regions.append([line])
    if not regions:
        return []
    sizes = [sum(lines[line][0] for line in region) for region in regions]
    left = right = sizes.index(max(sizes))
    while left > 0 and regions[left][0] - regions[left - 1][-1] + 1 <= gap:
        left -= 1
    while right < len(regions) - 1 and regions[right + 1][0] - regions[right][-1] + 1 <= gap:
        right += 1
    return [(region[0], region[-1]) for region in regions[left : right + 1]]


@given(LINES, st.integers(0, 12), st.sampled_from([1, 3, 5]))
def test_regions_are_those_of_the_loops(lines: list[tuple[int, int]], gap: int, smoothing: int) -> None:
    content, code = (np.array([line[side] for line in lines], dtype=np.int32) for side in (0, 1))
    found = content_regions(content, code, gap, smoothing)
    chosen = list(zip(found.first.tolist(), found.last.tolist(), strict=True))
    assert chosen == naive_regions(lines, gap, smoothing)
    assert len(found.difference) == len(lines)


def test_the_region_with_most_content_is_the_seed_not_the_longest() -> None:
    content = np.array([9, 9, 9, 9, 0, 0, 0, 0, 900])
    code = np.array([0, 0, 0, 0, 50, 50, 50, 50, 0])
    found = content_regions(content, code, 0, 1)
    assert (found.first.tolist(), found.last.tolist()) == ([8], [8])
