"""The way through what is kept: which elements are entered one after another, and the stretches of text between them.

Most elements are not entered. Some change nothing for what is inside of them; links, emphasis and code in a line change
only how their text is set, which is looked up where there is such text. A stretch of text is part of one line; most are
all of it, and are read at once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.render.structure.kept import Column, Flags, Kept

Places = npt.NDArray[np.integer]
Stop: TypeAlias = tuple[int, int, int, int, int]
"""A stop on the way, before which all is left that is not around it:

the innermost element around it that was entered (-1 around the first), the element to enter (-1 for a stretch of text),
the first piece of a stretch and one past its last, and 1 where the stretch is all of its line."""


class Way(NamedTuple):
    """The way through a page."""

    stops: list[Stop]
    """In the order of the page."""
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
    nearest, parent = page.nearest(speaking), page.elements.parent
    outer = np.where(parent < 0, -1, nearest[parent])
    stops = _stops(page, kept, np.flatnonzero(entered), shown, page.nearest(entered), meant.atoms)
    return Way(stops, nearest[kept.home].data, outer.data)


def _stops(
    page: Document, kept: Kept, elements: Places, pieces: Places, nearest: Column, atoms: list[int]
) -> list[Stop]:
    """Merge elements and stretches in the order of the page."""
    first, parent = page.elements.first[elements], page.elements.parent[elements]
    gap, home = kept.gap[pieces], nearest[kept.home[pieces]]
    passed, breaks = np.searchsorted(first, gap), kept.breaks[gap]
    opens = np.ones(len(pieces), dtype=np.bool_)
    opens[1:] = (np.diff(passed) > 0) | (np.diff(home) != 0) | (np.diff(breaks) > 0) | (np.diff(pieces) > 1)
    starts = np.flatnonzero(opens)
    passed = passed[starts]
    at_element = np.arange(len(elements)) + np.searchsorted(passed, np.arange(len(elements)), side="right")
    at_stretch = np.arange(len(starts)) + passed
    columns = np.zeros((5, len(elements) + len(starts)), dtype=np.int64)
    columns[0, at_element], columns[0, at_stretch] = np.where(parent < 0, -1, nearest[parent]), home[starts]
    columns[1], columns[1, at_element] = -1, elements
    columns[2, at_stretch] = pieces[starts]
    columns[3, at_stretch] = pieces[np.append(starts[1:], len(pieces)) - 1] + 1 if len(starts) else 0
    columns[4, at_stretch] = _are_whole(breaks[starts], kept.breaks[page.elements.first[atoms]])
    return list(zip(*columns.tolist(), strict=True))


def _are_whole(line: Column, with_atoms: Column) -> Flags:
    """Tell which stretches are all of their line: no other is in the same line, and no picture or formula."""
    found = np.ones(len(line), dtype=np.bool_)
    same = line[1:] == line[:-1]
    found[1:] &= ~same
    found[:-1] &= ~same
    return found & ~np.isin(line, with_atoms) if len(with_atoms) else found
