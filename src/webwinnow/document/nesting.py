"""Stretches of a page whose tags nest as they should: whole subtrees that the tree builder need not walk.

The builder takes one step per tag because any tag may close others by rule. Where every tag is closed by its own end
tag and no rule applies, the tree follows from the depth of the tags alone, for the whole page at once. `find_nesting`
finds these stretches; the builder passes over them, and `merging` puts their elements among those that it built.
Most pages are such stretches but for a few tags. Nothing else may change: the tree is the same as without them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import tree_rules as rules
from webwinnow.document.html_names import NUMBER, NUMBERS
from webwinnow.document.tree_rules import START, Start

Column = npt.NDArray[np.int32]

BLOCKS: Final = 1
"""The stretch holds blocks: it cannot be passed over inside a paragraph, which they would close."""
FORMATTING: Final = 2
"""The stretch holds links, formatting or buttons: not where others are open."""
IN_PLACE: Final = 4
"""The stretch is a heading or a list item, which may close the one before it."""
DEEP: Final = 8
"""The stretch has elements inside its element, so the limit of depth may be reached."""
SHIFT: Final = 4
"""Bits that the flags take."""

_OPENS, _CLOSES, _BAD, _LEAF, _HEADING, _ITEM, _LIST, _PARAGRAPH, _ONCE = (1 << bit for bit in range(9))
_CONTAINERS: Final = (Start.ORDINARY, Start.FORMAT, Start.ANCHOR, Start.BLOCK, Start.HEADING, Start.ITEM)
_BLOCKS: Final = (Start.BLOCK, Start.HEADING, Start.ITEM, Start.RULE)
_ONCE_OPEN: Final = (NUMBER["a"], NUMBER["button"])
_MOST_TAGS: Final = 1 << 20
# Three counts in one number, so that one running sum serves for all of them.
_ONE_BLOCK, _ONE_FORMATTING, _ONE_ONCE = 1, 1 << 21, 1 << 42
_MANY: Final = (1 << 21) - 1


def _traits_of(number: int) -> int:
    """Tell what matters of a start tag."""
    start = START[number]
    if start in (Start.VOID, Start.LEAF, Start.RULE):
        return _LEAF * (start == Start.LEAF)
    simple = start in _CONTAINERS and number not in (NUMBER["select"], NUMBER["nobr"])
    if number != NUMBER["button"] and not (simple and (rules.ENDS_SIMPLY[number] or rules.FORMAT[number])):
        return _BAD
    traits = _OPENS | _HEADING * (start == Start.HEADING) | _ITEM * (start == Start.ITEM)
    traits |= _LIST * rules.HOLDS_ITEMS[number] | _PARAGRAPH * (number == NUMBER["p"])
    return traits | _ONCE * (number in _ONCE_OPEN)


def _counts_of(number: int) -> int:
    once, formatting = number in _ONCE_OPEN, rules.FORMAT[number]
    return _ONE_BLOCK * (START[number] in _BLOCKS) + _ONE_FORMATTING * (formatting or once) + _ONE_ONCE * once


def _tables() -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int64]]:
    """Traits and counts of each tag by its code; end tags stand at the end, where negative numbers point."""
    traits, counts = np.zeros(2 * NUMBERS, dtype=np.uint16), np.zeros(2 * NUMBERS, dtype=np.int64)
    for number in range(1, NUMBERS):
        traits[number], counts[number] = _traits_of(number), _counts_of(number)
        traits[-number] = _CLOSES if traits[number] & _OPENS else traits[number] & _BAD
    return traits, counts


_TRAITS, _COUNTS = _tables()


@dataclass(frozen=True, slots=True)
class Nesting:
    """The tags of a page taken at their word."""

    jump: Column
    """Per tag: 0, or for the first tag of a stretch its last one, shifted by `SHIFT`, and flags."""
    around: Column
    """Per gap: the start tag around it. True inside stretches only, as are the others."""
    match: Column
    """Per start tag: its end tag; for elements without content the tag itself."""
    height: int
    """How deep the tags nest at most."""


def find_nesting(code: npt.NDArray[np.int16], paired: npt.NDArray[np.bool_], deepest: int) -> Nesting:
    """Find the stretches; `paired` marks start tags that the next tag closes."""
    traits = _TRAITS.take(code, mode="wrap")
    leaves = np.flatnonzero(paired & ((traits & _LEAF) > 0))
    traits[leaves], traits[leaves + 1] = _OPENS, _CLOSES
    steps = ((traits & _OPENS) > 0).astype(np.int8) - ((traits & _CLOSES) > 0)
    depth = np.zeros(len(code) + 1, dtype=np.int32)
    np.cumsum(steps, out=depth[1:])
    depth -= depth.min()
    height = int(depth.max())
    if height >= deepest or len(code) > _MOST_TAGS:
        none = np.zeros(len(code), dtype=np.int32)
        return Nesting(none, depth, none, height)
    around, match = _matches(steps, depth)
    jump = _jumps(code, traits, around, match)
    return Nesting(jump, around, np.where(steps > 0, match, np.arange(len(code), dtype=np.int32)), height)


def _matches(steps: npt.NDArray[np.int8], depth: Column) -> tuple[Column, Column]:
    """Give the start tag around each gap, and for each start tag the tag where the depth falls again.

    Gaps of one depth stand in order side by side once they are sorted by depth; all from one start tag to the next
    have that start tag around them, and the last of them ends with the tag that closes it.
    """
    order = np.argsort(depth.astype(np.int16), kind="stable").astype(np.int32)
    opened = np.zeros(len(depth), dtype=np.bool_)
    np.greater(steps, 0, out=opened[1:])
    group = np.maximum.accumulate(np.where(opened[order], np.arange(len(depth), dtype=np.int32), np.int32(0)))
    tags = order[group] - 1
    around, match = np.empty(len(depth), dtype=np.int32), np.zeros(len(depth), dtype=np.int32)
    around[order] = tags
    last = np.append(np.flatnonzero(group[1:] != group[:-1]), len(group) - 1)
    match[tags[last]] = order[last]
    return around, match[:-1]


def _jumps(code: npt.NDArray[np.int16], traits: npt.NDArray[np.uint16], around: Column, match: Column) -> Column:
    """Find the start tags of stretches in which nothing is out of order."""
    opens = (traits & _OPENS) > 0
    closed = opens & (np.append(code, np.int16(0))[match] == -code)
    counts = _before(_COUNTS.take(code, mode="wrap"))
    wrong = (traits & _BAD) > 0
    wrong |= opens ^ closed
    wrong[_nested(traits, match, counts)] = True
    wrongs, displaced = _before(wrong), _before(_misplaced(traits, around))
    first = np.flatnonzero(closed)
    last = match[first]
    # Where the stretch itself stands is for the builder to judge, so its own misplacement does not count.
    fine = (wrongs[last] == wrongs[first]) & (displaced[last] == displaced[first + 1])
    first, last = first[fine], last[fine]
    inside = counts[last] - counts[first]
    flags = BLOCKS * ((inside & _MANY) > 0) + FORMATTING * ((inside & (_MANY * _ONE_FORMATTING)) > 0)
    flags += IN_PLACE * ((traits[first] & (_HEADING | _ITEM)) > 0) + DEEP * (last > first + 1)
    jump = np.zeros(len(code), dtype=np.int32)
    jump[first] = (last << SHIFT) + flags
    return jump


def _nested(traits: npt.NDArray[np.uint16], match: Column, counts: npt.NDArray[np.int64]) -> npt.NDArray[np.intp]:
    """Find paragraphs with a block inside, and links and buttons with others inside."""
    first = np.flatnonzero(traits & (_PARAGRAPH | _ONCE))
    inside = counts[match[first]] - counts[first + 1]
    unwanted = np.where(traits[first] & _PARAGRAPH, inside & _MANY, inside >= _ONE_ONCE)
    return first[unwanted > 0]


def _misplaced(traits: npt.NDArray[np.uint16], around: Column) -> npt.NDArray[np.bool_]:
    """Mark headings directly inside headings, and list items outside of lists."""
    misplaced = np.zeros(len(traits), dtype=np.bool_)
    places = np.flatnonzero(traits & (_HEADING | _ITEM))
    parent = traits[around[places]]
    misplaced[places] = np.where(traits[places] & _HEADING, parent & _HEADING > 0, parent & _LIST == 0)
    return misplaced


def _before(amounts: npt.NDArray[np.int64] | npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Add up the amounts before each tag, and of all."""
    sums = np.zeros(len(amounts) + 1, dtype=np.int64)
    np.cumsum(amounts, out=sums[1:])
    return sums
