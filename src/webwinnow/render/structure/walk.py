"""A walk over what is kept: elements are entered and left, pieces of text stand between them, in the page's order."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import Enum, auto

import numpy as np

from webwinnow.document import Document
from webwinnow.render.structure.kept import Flags, Kept


class Step(Enum):
    """What happens on the walk."""

    ENTER = auto()
    LEAVE = auto()
    PIECE = auto()


def walk(
    page: Document, kept: Kept, closed: Collection[int], silent: Flags | None = None
) -> Iterator[tuple[Step, int]]:
    """Walk; with each step comes the number of the element or piece. What is inside `closed` elements is passed over.

    None of them may be inside another. `silent` elements are neither entered nor left.
    """
    needed, shown = kept.needed.copy(), np.ones(len(kept.start), dtype=np.bool_)
    if closed:
        roots = np.zeros(len(needed), dtype=np.bool_)
        roots[list(closed)] = True
        inside = page.inside(roots)
        needed &= ~inside | roots
        shown = ~inside[kept.home]
    parent, home = page.elements.parent, kept.home
    if silent is not None:
        needed &= ~silent
        nearest = page.nearest(needed)
        parent, home = np.where(parent < 0, -1, nearest[parent]), nearest[home]
    elements, pieces = np.flatnonzero(needed), np.flatnonzero(shown)
    keys = np.concatenate([2 * page.elements.first[elements].astype(np.int64) + 1, 2 * kept.gap[pieces]])
    order = np.argsort(keys, kind="stable").tolist()
    numbers = np.concatenate([elements, pieces]).tolist()
    around = np.concatenate([parent[elements], home[pieces]]).tolist()
    return _steps(order, numbers, around, len(elements))


def _steps(order: list[int], numbers: list[int], around: list[int], elements: int) -> Iterator[tuple[Step, int]]:
    """Leave all that is not around what comes next, however deep it is."""
    enter, leave, piece = Step.ENTER, Step.LEAVE, Step.PIECE
    opened: list[int] = [-1]
    for at in order:
        home = around[at]
        while opened[-1] != home:
            yield leave, opened.pop()
        if at < elements:
            opened.append(numbers[at])
            yield enter, numbers[at]
        else:
            yield piece, numbers[at]
    while len(opened) > 1:
        yield leave, opened.pop()
