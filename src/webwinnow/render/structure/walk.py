"""A walk over what is kept: elements are entered and left, pieces of text stand between them, in the page's order."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

import numpy as np

from webwinnow.document import Document
from webwinnow.render.structure.formulas import Formula
from webwinnow.render.structure.kept import Kept


class Step(Enum):
    """What happens on the walk."""

    ENTER = auto()
    LEAVE = auto()
    PIECE = auto()


def walk(page: Document, kept: Kept, formulas: dict[int, Formula]) -> Iterator[tuple[Step, int]]:
    """Walk; with each step comes the number of the element or piece. What is inside a formula is passed over."""
    needed, shown = kept.needed.copy(), np.ones(len(kept.start), dtype=np.bool_)
    if formulas:
        roots = np.zeros(len(needed), dtype=np.bool_)
        roots[list(formulas)] = True
        inside = page.inside(roots)
        needed &= ~inside | roots
        shown = ~inside[kept.home]
    elements, pieces = np.flatnonzero(needed), np.flatnonzero(shown)
    keys = np.concatenate([2 * page.elements.first[elements].astype(np.int64) + 1, 2 * kept.gap[pieces]])
    order = np.argsort(keys, kind="stable").tolist()
    numbers = np.concatenate([elements, pieces]).tolist()
    around = np.concatenate([page.elements.parent[elements], kept.home[pieces]]).tolist()
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
