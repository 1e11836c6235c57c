"""Which post stands in which, and what belongs to each without the posts further inside."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.posts.sections import PostSection

Column = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Nesting:
    """All posts of a page in the order of the source, as intervals of gaps that lie in each other or apart."""

    first: Column
    last: Column
    section: Column
    """Per post: the index of its section."""
    parent: Column
    """Per post: the post around it, -1 if there is none."""
    owner: Column
    """Per gap: the innermost post around it, -1 if there is none."""

    def __len__(self) -> int:
        """Count the posts."""
        return len(self.first)


def nest(sections: tuple[PostSection, ...], gaps: int) -> Nesting:
    """Order the posts of all sections; of two that start and end alike, and of two that overlap, the first stays."""
    first = np.concatenate([each.posts.first for each in sections] or [np.empty(0, np.int64)])
    last = np.concatenate([each.posts.last for each in sections] or [np.empty(0, np.int64)])
    section = np.repeat(np.arange(len(sections)), [len(each.posts) for each in sections])
    order = np.lexsort([section, -last, first])
    kept, parents = _parents(first[order].tolist(), last[order].tolist())
    order = order[kept]
    parent = np.array(parents, dtype=np.int64)
    return Nesting(first[order], last[order], section[order], parent, _owners(first[order], last[order], parent, gaps))


def _parents(first: list[int], last: list[int]) -> tuple[list[int], list[int]]:
    """Walk over the intervals with those that are open; give the ones to keep, and for each the one around it."""
    kept, parents, ends = list[int](), list[int](), list[int]()
    open_posts = list[int]()
    for at, (start, end) in enumerate(zip(first, last, strict=True)):
        while open_posts and ends[open_posts[-1]] < start:
            open_posts.pop()
        if open_posts and (end > ends[open_posts[-1]] or (start, end) == (first[kept[-1]], ends[-1])):
            continue
        parents.append(open_posts[-1] if open_posts else -1)
        open_posts.append(len(kept))
        kept.append(at)
        ends.append(end)
    return kept, parents


def _owners(first: Column, last: Column, parent: Column, gaps: int) -> Column:
    """Write where the owner changes and carry that on: of ends the outermost counts, and starts outdo ends."""
    change = np.full(gaps + 1, -2, dtype=np.int64)
    inner_first = np.arange(len(first))[::-1]
    change[last[inner_first] + 1] = parent[inner_first]
    change[first] = np.arange(len(first))
    change[0] = max(change[0], -1)
    latest = np.maximum.accumulate(np.where(change > -2, np.arange(gaps + 1), 0))
    owners: Column = change[latest][:gaps]
    return owners


def own_amounts(page: Document, nesting: Nesting, owner: Column, weights: Column) -> Column:
    """Add up in each element what belongs to the post that the element stands in, without posts further inside."""
    gaps = len(weights)
    key = nesting.owner * gaps + np.arange(gaps)
    order = np.argsort(key, kind="stable")
    before = np.concatenate([[0], np.cumsum(weights[order])])
    start = np.searchsorted(key[order], owner * gaps + page.elements.first + 1)
    end = np.searchsorted(key[order], owner * gaps + page.elements.close, side="right")
    amounts: Column = np.where(owner >= 0, before[end] - before[start], 0)
    return amounts
