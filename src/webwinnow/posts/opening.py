"""The prose that the posts of a page belong to: the article above its comments, the question above its answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.posts.nesting import Nesting
from webwinnow.posts.sections import Sections

_LEAST: Final = 150
"""Characters of prose that an article has at least."""
_MOST: Final = 0.7
"""Share of the prose that its element holds."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What the posts belong to."""

    first: int
    """Its first gap."""
    runs: npt.NDArray[np.intp]
    share: float
    """Share of the prose outside the posts that it holds."""


def find_opening(page: Document, sections: Sections, nesting: Nesting) -> Opening | None:
    """Find the innermost element with most of the prose outside all posts; above a thread only what precedes it."""
    prose = sections.prose.copy()
    starts = [int(each.posts.first[0]) for each in sections.sections if each.role == "thread"]
    if starts:
        prose[min(starts) :] = 0
    if any(each.role == "weblog" for each in sections.sections) or int(prose.sum()) < _LEAST:
        return None
    inside = page.in_subtrees(np.concatenate([[0], np.cumsum(prose)]).astype(np.int32))
    element = int(np.flatnonzero(inside >= _MOST * int(prose.sum()))[-1])
    if any(page.elements.first[element] < start <= page.elements.close[element] for start in starts):
        return None  # scattered over the page
    gap = page.runs.gap
    chosen = (gap > page.elements.first[element]) & (gap <= page.elements.close[element]) & (nesting.owner[gap] < 0)
    runs = np.flatnonzero(chosen & page.visible.contains(page.runs.start))
    return Opening(int(gap[runs[0]]), runs, int(inside[element]) / int(prose.sum())) if len(runs) else None
