"""The way through what is kept: which elements are entered one after another, and the stretches of text between them.

Most elements are not entered. Some change nothing for what is inside of them; links, emphasis and code in a line change
only how their text is set, which is looked up where there is such text. A stretch of text is part of one line; most are
all of it, and are read at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.render.structure.kept import Column, Flags, Kept

Places = npt.NDArray[np.integer]
Stretch: TypeAlias = tuple[int, int, int, int, bool]
"""How many of the elements are entered before it, the innermost of them that is around it, its first piece and one past
its last, and whether it is all of its line."""


class Way(NamedTuple):
    """The way through a page."""

    elements: Sequence[int]
    """Those that are entered, in their order."""
    around: Sequence[int]
    """The innermost element around each of them that was entered; -1 around the first."""
    stretches: Iterator[Stretch]
    """To be gone through once."""
    inner: Sequence[int]
    """Per piece: the innermost element around it that means anything, entered or not."""
    outer: Sequence[int]
    """Per element: the innermost such element around it; -1 around the first."""


class Meant(NamedTuple):
    """Which elements mean what for the way."""

    silent: Flags
    """Those that change nothing for what is inside of them."""
    setting: Flags
    """Those that change only how their text is set."""
    atoms: list[int]
    """Those that stand in a line, among its text."""


def find_way(page: Document, kept: Kept, closed: Collection[int], meant: Meant) -> Way:
    """Find the way; what is inside `closed` elements, of which none may be inside another, is passed over."""
    speaking, shown = kept.needed & ~meant.silent, np.arange(len(kept.start))
    if closed:
        roots = np.zeros(len(speaking), dtype=np.bool_)
        roots[list(closed)] = True
        inside = page.inside(roots)
        speaking &= ~inside | roots
        shown = np.flatnonzero(~inside[kept.home])
    entered = speaking & ~meant.setting
    nearest, around, parent = page.nearest(speaking), page.nearest(entered), page.elements.parent
    elements, outer = np.flatnonzero(entered), nearest[parent]
    outer[parent < 0] = -1
    innermost = around[parent[elements]]
    innermost[parent[elements] < 0] = -1
    stretches = _stretches(kept, page.elements.first, elements, shown, around[kept.home[shown]], meant.atoms)
    return Way(elements.data, innermost.data, stretches, nearest[kept.home].data, outer.data)


def _stretches(
    kept: Kept, first: Column, elements: Places, pieces: Places, around: Column, atoms: list[int]
) -> Iterator[Stretch]:
    """Join the pieces between which nothing is entered or left, and no line ends."""
    gap = kept.gap[pieces]
    passed, line = np.searchsorted(first[elements], gap), kept.breaks[gap]
    opens = np.zeros(len(pieces), dtype=np.bool_)
    opens[:1] = True
    for column in (passed, around, line, pieces - np.arange(len(pieces))):
        opens[1:] |= column[1:] != column[:-1]
    starts = np.flatnonzero(opens)
    ends = np.append(starts[1:], len(pieces)) - 1
    whole = _are_whole(line[starts], kept.breaks[first[atoms]])
    columns = (passed[starts], around[starts], pieces[starts], pieces[ends] + 1 if len(starts) else starts, whole)
    return zip(*(column.data for column in columns), strict=True)  # a list of them takes ten times the page


def _are_whole(line: Column, with_atoms: Column) -> Flags:
    """Tell which stretches are all of their line: no other is in the same line, and no picture or formula."""
    found = np.ones(len(line), dtype=np.bool_)
    apart = line[1:] != line[:-1]
    found[1:] &= apart
    found[:-1] &= apart
    if len(with_atoms) and len(line):
        at = np.minimum(np.searchsorted(line, with_atoms), len(line) - 1)
        found[at[line[at] == with_atoms]] = False
    return found
