"""The elements of a page as flat columns in preorder, and where each starts and ends in the source."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.document.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Elements:
    """Elements in preorder: the subtree of i is `i:last[i]`, its text lies in the gaps `first[i] + 1 ... close[i]`."""

    tag: npt.NDArray[np.int16]
    parent: npt.NDArray[np.int32]
    """The element around; -1 for the first."""
    first: npt.NDArray[np.int32]
    """The tag behind which the element's content starts."""
    close: npt.NDArray[np.int32]
    """The tag before which its content ends: its end tag, or whatever closed it."""
    last: npt.NDArray[np.int32]
    """One past the last element inside."""
    owner: dict[int, int]
    """Elements without a start tag of their own: -1 if implied, else the tag whose attributes they share."""

    def __len__(self) -> int:
        """Count the elements."""
        return len(self.tag)

    def by_start_tag(self, tags: int) -> npt.NDArray[np.int32]:
        """Return for each of the page's tags the element that it opens, -1 where it opens none."""
        opens = np.ones(len(self), dtype=np.bool_)
        opens[list(self.owner)] = False
        elements = np.full(tags, -1, dtype=np.int32)
        elements[self.first[opens]] = np.flatnonzero(opens)
        return elements

    def start_tag(self, element: int) -> int:
        """Return the tag that holds the element's attributes, -1 if there is none."""
        return self.owner.get(element, int(self.first[element]))

    def inside(self, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Tell for each element whether it is marked or stands inside one that is."""
        chosen = np.flatnonzero(marked)
        size = len(marked) + 1
        depth = np.bincount(chosen, minlength=size) - np.bincount(self.last[chosen], minlength=size)
        covered: npt.NDArray[np.bool_] = np.cumsum(depth)[:-1] > 0
        return covered

    def nearest(self, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
        """Return for each element the nearest marked one: itself or the closest around it (the root if none is).

        Each round doubles the distance looked at, so there are as many rounds as the depth has binary digits.
        """
        up = np.where(marked, np.arange(len(marked)), np.maximum(self.parent, 0)).astype(np.int32)
        while not np.array_equal(further := up[up], up):
            up = further
        return up


def extent(tokens: Tokens, elements: Elements, element: int) -> tuple[int, int]:
    """Where an element starts and ends, with its tags, as far as it has any of its own."""
    first, close = int(elements.first[element]), int(elements.close[element])
    if element in elements.owner:  # opened by no tag of its own, so it is only what it holds
        start = _first_place(tokens, elements, element)
        return start, max(start, int(tokens.gap_end[close]))
    closes = close < len(tokens.code) and tokens.code[close] == -elements.tag[element]
    end = tokens.tag_end[close] if closes else tokens.gap_end[close]
    return int(tokens.tag_start[first]), max(int(end), int(tokens.tag_end[first]))


def _first_place(tokens: Tokens, elements: Elements, element: int) -> int:
    """Where an element without a tag of its own starts: at the tag that implied it, else behind the one before."""
    first = int(elements.first[element])
    opened = int(np.searchsorted(elements.first, first, side="right")) - 1
    holds_tag = opened > element and opened not in elements.owner
    return int(tokens.tag_start[first] if holds_tag else tokens.gap_start[first + 1])
