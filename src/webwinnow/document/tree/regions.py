"""Regions: elements that hold only what is nested as it is written, so that no rule of the tree applies inside them.

Most of a page is such regions, even where its markup is broken elsewhere. They are found for the whole page at once,
and the tree builder steps over them. Whatever might make a rule apply counts as bad, so a region is never in doubt;
what the elements around it ask for (no open paragraph, ...) the builder knows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import NUMBER, NUMBERS
from webwinnow.document.tree import rules
from webwinnow.document.tree.rules import START, Start

HEIGHT: Final = 250
"""Regions are not higher than this, so they fit below the limit on nesting if it is not close."""

Codes: TypeAlias = npt.NDArray[np.intp]
"""Codes of tags, as numpy likes its indices best."""

_NUMBER: Final = np.arange(NUMBERS)
_KIND: Final = np.array(START)
_P, _SVG, _BUTTON, _SELECT = (NUMBER[name] for name in ("p", "svg", "button", "select"))
_FORMAT, _ENDS_SIMPLY = np.array(rules.FORMAT), np.array(rules.ENDS_SIMPLY)
_COMMENT: Final = _NUMBER == 0
_ENDS_PARAGRAPH: Final = np.isin(_KIND, [Start.BLOCK, Start.HEADING, Start.ITEM])
_NESTED: Final = (
    ((_KIND == Start.ORDINARY) | _ENDS_PARAGRAPH) & _ENDS_SIMPLY & ~_COMMENT & (_NUMBER != _SELECT)
    | _FORMAT
    | np.isin(_NUMBER, [_SVG, _BUTTON])
)
_STILL: Final = np.isin(_KIND, [Start.VOID, Start.LEAF]) | _COMMENT
"""Tags that open nothing, and comments."""
_IN_DRAWINGS: Final = (_KIND == Start.ORDINARY) & _ENDS_SIMPLY & ~np.array(rules.BREAKS_OUT) | _COMMENT


def _by_code(of_starts: npt.NDArray[Any], of_ends: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Make one entry for each code; end tags stand at the end, where negative numbers point."""
    return np.concatenate([of_starts, of_ends[:1], of_ends[:0:-1]])


_CHANGE: Final = _by_code(_NESTED.astype(np.int8), -_NESTED.astype(np.int8))
_BAD: Final = _by_code(~(_NESTED | _STILL), ~_NESTED)
_LEAF: Final = _by_code(_KIND == Start.LEAF, np.zeros(NUMBERS, dtype=np.bool_))

# Open paragraphs, links (with buttons, which do not nest either) and formatting are counted in one number.
_LIMIT: Final = 1 << 10
_LINK: Final = (_KIND == Start.ANCHOR) | (_NUMBER == _BUTTON)
_AMOUNT: Final = ((_NUMBER == _P) + _LINK * _LIMIT + _FORMAT * _LIMIT**2).astype(np.int32)
_AMOUNTS: Final = _by_code(_AMOUNT, -_AMOUNT)
_ANY, _TWO = _LIMIT - 1, _LIMIT - 2
_FORBIDDEN: Final = (_ENDS_PARAGRAPH * _ANY + _LINK * (_ANY * _LIMIT) + _FORMAT * (_TWO * _LIMIT**2)).astype(np.int32)
"""Per start tag: the counts that must be 0; of formatting there may be one around."""
_HEADING: Final = np.array(rules.HEADING)
_ENDED_BY: Final = (_HEADING + 2 * ~np.array(rules.HOLDS_ITEMS)).astype(np.uint8)
_ENDS: Final = (_HEADING + 2 * (_KIND == Start.ITEM)).astype(np.uint8)
"""What a start tag ends if it stands directly in it: 1 is a heading, 2 what may be a list item."""


@dataclass(frozen=True, slots=True)
class NestedRegions:
    """What is nested as it is written."""

    starts: npt.NDArray[np.intp]
    """The start tags of the regions; regions stand in regions."""
    end: npt.NDArray[np.int32]
    """Per tag: the end tag of the element that it opens, 0 where that is not sure."""
    around: npt.NDArray[np.intp]
    """Per gap in a region: the start tag of the element around it."""


def find_regions(
    tags: npt.NDArray[np.int16], closed_next: npt.NDArray[np.bool_], closes_itself: Callable[[int], bool]
) -> NestedRegions | None:
    """Find the regions; `closed_next` tells which start tags their end tags follow. None if there are none.

    `closes_itself` tells of a tag whether it ends with `/>`.
    """
    code = tags.astype(np.intp)
    change, bad = _CHANGE[code], _BAD[code]
    leaves = np.flatnonzero(closed_next & _LEAF[code])
    change[leaves], change[leaves + 1], bad[leaves + 1] = 1, -1, False
    drawn = _read_drawings(code, closes_itself, change, bad)
    depth = _before(change)
    depth -= depth.min()
    highest = depth.max()
    if highest >= _LIMIT:
        return None
    around = _around(depth, change)
    end = _ends(code, change, bad, depth, around)
    starts = np.flatnonzero(end)
    bad[starts[_breaks_rules(code, bad, starts, around)]] = True
    bad_before = _before(bad)
    starts = starts[(bad_before[end[starts] + 1] == bad_before[starts]) & ~(drawn | closed_next)[starts]]
    if not len(starts) or (highest > HEIGHT and _height(starts, end) > HEIGHT):
        return None
    return NestedRegions(starts, end, around)


def _before(amounts: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """Add up the amounts before each place, and all of them."""
    sums = np.zeros(len(amounts) + 1, dtype=np.int32)
    np.cumsum(amounts, out=sums[1:])
    return sums


def _read_drawings(
    code: Codes, closes_itself: Callable[[int], bool], change: npt.NDArray[np.int8], bad: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """Note that `/>` closes inside svg, and what must not stand there; tell which tags stand inside one."""
    opens = np.flatnonzero(code == _SVG)
    if not len(opens):
        return np.zeros(len(code), dtype=np.bool_)
    inside = np.zeros(len(code) + 1, dtype=np.int32)
    inside[opens + 1] = 1
    inside[:-1] -= code == -_SVG
    inside = np.cumsum(inside[:-1], dtype=np.int32)
    bad[opens] = inside.min() < 0  # an end tag too many: the count cannot be trusted
    drawn: npt.NDArray[np.bool_] = inside > 0
    tags = np.flatnonzero(drawn)
    bad[tags] = ~_IN_DRAWINGS[np.abs(code[tags])]
    change[[k for k in tags[code[tags] > 0].tolist() if closes_itself(k)]] = 0
    bad[[k for k in opens.tolist() if closes_itself(k)]] = True
    return drawn


def _around(depth: npt.NDArray[np.int32], change: npt.NDArray[np.int8]) -> npt.NDArray[np.intp]:
    """Return for each gap the start tag of the element around it: of those at its depth, the last one before."""
    order = np.argsort(depth.astype(np.uint16), kind="stable")
    opened = np.zeros(len(depth), dtype=np.bool_)
    np.greater(change, 0, out=opened[1:])
    latest = np.maximum.accumulate(np.arange(len(depth)) * opened[order])
    around = np.empty(len(depth), dtype=np.intp)
    around[order] = order[latest] - 1
    return around


def _ends(
    code: Codes,
    change: npt.NDArray[np.int8],
    bad: npt.NDArray[np.bool_],
    depth: npt.NDArray[np.int32],
    around: npt.NDArray[np.intp],
) -> npt.NDArray[np.int32]:
    """Return for each start tag its end tag; where there is none, and where an end tag does not fit, that is bad."""
    ends = np.flatnonzero(change < 0)
    of_ends = around[ends]
    fit = (code[of_ends] == -code[ends]) & (of_ends >= 0) & (depth[of_ends] + 1 == depth[ends])
    end = np.zeros(len(code), dtype=np.int32)
    end[of_ends[fit]] = ends[fit]
    bad |= (change > 0) & (end == 0)
    bad[ends[~fit]] = True
    return end


def _breaks_rules(
    code: Codes, bad: npt.NDArray[np.bool_], starts: npt.NDArray[np.intp], around: npt.NDArray[np.intp]
) -> npt.NDArray[np.bool_]:
    """Tell at which start tags of nested elements another rule may apply."""
    opened = _before(_AMOUNTS[code] * ~bad)[starts]
    number, outer = code[starts], np.abs(code[around[starts]])
    breaks: npt.NDArray[np.bool_] = (opened & _FORBIDDEN[number]) + (_ENDS[number] & _ENDED_BY[outer]) > 0
    return breaks


def _height(starts: npt.NDArray[np.intp], end: npt.NDArray[np.int32]) -> int:
    """Count how many regions stand in each other."""
    change = np.zeros(len(end), dtype=np.int32)
    change[starts] += 1
    change[end[starts]] -= 1
    return int(np.cumsum(change).max())
