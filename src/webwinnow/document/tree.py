"""The element tree of a page: tolerant as browsers are, flat columns in preorder, one step per tag.

Ours: HTML's tree construction without moving nodes, since every element must stay an interval of the source. Two rules
of the standard move nodes; here instead (1) text between the parts of a table stays inside that table, (2) formatting
that a block inside it outlives ends with that block. Elements deeper than `DEPTH` are kept flat, as browsers do.
The look-ups are bounded by that depth and by counts of open elements, so time grows linearly with the page.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import tree_rules as rules
from webwinnow.document.regions import Regions, find_regions
from webwinnow.document.tokens import Cut
from webwinnow.document.tree_builder import Builder
from webwinnow.document.tree_loop import read_tags
from webwinnow.document.tree_rules import START, Start, Step

_EMPTY: Final = np.array([start == Start.VOID for start in START])  # what stands behind such a tag is not inside it
_END: Final = int(Step.END)


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
        """Give for each of the page's tags the element that it opens, -1 where it opens none."""
        opens = np.ones(len(self), dtype=np.bool_)
        opens[list(self.owner)] = False
        elements = np.full(tags, -1, dtype=np.int32)
        elements[self.first[opens]] = np.flatnonzero(opens)
        return elements

    def start_tag(self, element: int) -> int:
        """Give the tag that holds the element's attributes, -1 if there is none."""
        return self.owner.get(element, int(self.first[element]))

    def inside(self, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Tell for each element whether it is marked or stands inside one that is."""
        chosen = np.flatnonzero(marked)
        size = len(marked) + 1
        depth = np.bincount(chosen, minlength=size) - np.bincount(self.last[chosen], minlength=size)
        covered: npt.NDArray[np.bool_] = np.cumsum(depth)[:-1] > 0
        return covered

    def nearest(self, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
        """Give for each element the nearest marked one: itself or the closest around it (the root if none is).

        Each round doubles the distance looked at, so there are as many rounds as the depth has binary digits.
        """
        up = np.where(marked, np.arange(len(marked)), np.maximum(self.parent, 0)).astype(np.int32)
        while not np.array_equal(further := up[up], up):
            up = further
        return up


def build(pieces: Cut, gaps: npt.NDArray[np.int8], *, quirks: bool) -> tuple[Elements, npt.NDArray[np.int32]]:
    """Build the tree of a page that was cut at its tags; also give the element around each gap of text.

    `gaps` tells for each gap whether it is empty (0), blank (1) or has something to see (2).
    """
    code = pieces.tokens.code
    steps = rules.STEPS.take(code, mode="wrap")
    closed_next = np.zeros(len(code), dtype=np.bool_)  # the next tag is the end tag
    closed_next[:-1] = (code[:-1] > 0) & (code[1:] == -code[:-1]) & ~_EMPTY[code[:-1]]
    steps |= closed_next
    regions = find_regions(code, closed_next, pieces.rests) if len(code) else None
    builder = Builder(pieces.rests, quirks)
    home = _numbers(read_tags(builder, np.abs(code).tolist(), steps, gaps.tobytes(), regions))
    return _elements(builder, code, steps, home, regions), home


def _numbers(listed: Collection[int]) -> npt.NDArray[np.int32]:
    """Make a column; numpy's own way looks at each number twice."""
    return np.fromiter(listed, np.int32, len(listed))


def _elements(
    builder: Builder,
    code: npt.NDArray[np.int16],
    steps: npt.NDArray[np.uint8],
    home: npt.NDArray[np.int32],
    regions: Regions | None,
) -> Elements:
    """Make the columns; where subtrees end follows from where elements start and close.

    What stands around the gaps of regions that were stepped over is noted in `home`.
    """
    told = steps > _END
    told[builder.untold] = False
    tags, made = np.flatnonzero(told), np.array(builder.made)
    end = (steps & 1).astype(np.int32)
    end[builder.alone] = 0
    end += np.arange(len(code), dtype=np.int32)
    by_tag = np.ones(builder.count, dtype=np.bool_)
    by_tag[made] = False
    if regions and builder.stepped_over:
        inside, node = _inside_regions(builder.stepped_over, regions, len(home)), np.empty(len(code), dtype=np.int32)
        node[tags] = np.flatnonzero(by_tag)
        home[inside] = node[regions.around[inside]]
        inside[builder.stepped_over] = True
        nested = np.flatnonzero(inside[:-1] & (regions.end > 0))
        end[nested] = regions.end[nested]

    def column(of_tags: npt.NDArray[Any], of_made: list[int], kind: type[Any] = np.int32) -> npt.NDArray[Any]:
        values = np.empty(builder.count, dtype=kind)
        values[by_tag], values[made] = of_tags, of_made
        return values

    first, close = column(tags, builder.first), column(end[tags], builder.first)
    close[_numbers(builder.close)] = _numbers(builder.close.values())
    opened_before = np.cumsum(np.bincount(first + 1, minlength=len(code) + 2))
    last = np.maximum(opened_before[close], np.arange(1, builder.count + 1)).astype(np.int32)
    last[builder.before_body] = max(builder.body, 0)  # text closes these, with the tag before it still inside them
    tag, parent = column(code[tags], builder.tag, np.int16), column(home[tags], builder.parent)
    return Elements(tag, parent, first, close, last, builder.owner)


def _inside_regions(stepped_over: list[int], regions: Regions, gaps: int) -> npt.NDArray[np.bool_]:
    """Tell which gaps stand in regions that were stepped over."""
    change = np.zeros(gaps + 1, dtype=np.int8)
    starts = np.array(stepped_over)
    change[starts + 1] = 1
    change[regions.end[starts] + 1] -= 1
    return np.cumsum(change[:-1], dtype=np.int8).view(np.bool_)
