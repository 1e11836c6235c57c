"""The element tree of a page: tolerant as browsers are, one step per tag.

Ours: HTML's tree construction without moving nodes, since every element must stay an interval of the source. Two rules
of the standard move nodes; here instead (1) text between the parts of a table stays inside that table, (2) formatting
that a block inside it outlives ends with that block. Elements deeper than the limit are kept flat, as browsers do.
The look-ups are bounded by that depth and by counts of open elements, so time grows linearly with the page.

In the loop over the tags stand the frequent cases; the rules (`tags.py`) read all others.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import NUMBER
from webwinnow.document.tokens import Cut
from webwinnow.document.tree import rules
from webwinnow.document.tree.builder import DEPTH, Builder
from webwinnow.document.tree.elements import Elements, owners_of
from webwinnow.document.tree.regions import HEIGHT, NestedRegions, find_regions
from webwinnow.document.tree.rules import START, Start, TagStep
from webwinnow.document.tree.tags import end_another, read_end_tag, read_start_tag, settle

_HTML, _P, _SELECT, _A, _NOBR, _BUTTON = (NUMBER[name] for name in ("html", "p", "select", "a", "nobr", "button"))
_END, _OPEN, _FORMAT, _LINK, _LEAF = (
    int(step) for step in (TagStep.END, TagStep.OPEN, TagStep.FORMAT, TagStep.LINK, TagStep.LEAF)
)
_BLOCK, _HEADING, _ITEM, _OTHER = (int(step) for step in (TagStep.BLOCK, TagStep.HEADING, TagStep.ITEM, TagStep.OTHER))
_REGION: Final = 32  # added to the step of a tag that starts a region
_LEAVES: Final = [start == Start.LEAF for start in START]
_HEAD_LEAVES: Final = [leaf and in_head for leaf, in_head in zip(_LEAVES, rules.IN_HEAD, strict=True)]
_EMPTY: Final = np.array([start == Start.VOID for start in START])  # what stands behind such a tag is not inside it


def build(
    pieces: Cut, gaps: npt.NDArray[np.int8], *, quirks: bool, depth: int = DEPTH
) -> tuple[Elements, npt.NDArray[np.int32]]:
    """Build the tree of a page that was cut at its tags; also return the element around each gap of text.

    `gaps` tells for each gap whether it is empty (0), blank (1) or has something to see (2).
    """
    code = pieces.tokens.code
    steps = rules.STEPS.take(code, mode="wrap")
    closed_next = np.zeros(len(code), dtype=np.bool_)  # the next tag is the end tag
    closed_next[:-1] = (code[:-1] > 0) & (code[1:] == -code[:-1]) & ~_EMPTY[code[:-1]]
    steps |= closed_next
    regions = find_regions(code, closed_next, pieces.closes_itself) if len(code) else None
    builder = Builder(pieces.closes_itself, quirks, depth)
    home = np.asarray(read_tags(builder, np.abs(code).tolist(), steps, gaps.tobytes(), regions))
    return _elements(builder, code, steps, home, regions), home


def _elements(
    builder: Builder,
    code: npt.NDArray[np.int16],
    steps: npt.NDArray[np.uint8],
    home: npt.NDArray[np.int32],
    regions: NestedRegions | None,
) -> Elements:
    """Make the columns; where subtrees end follows from where elements start and close.

    What stands around the gaps of regions that were stepped over is noted in `home`.
    """
    opens = steps > _END
    opens[builder.untold] = False
    tags, made = np.flatnonzero(opens), np.array(builder.made)
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

    def column(of_tags: npt.NDArray[Any], of_made: array[int], kind: type[Any] = np.int32) -> npt.NDArray[Any]:
        values = np.empty(builder.count, dtype=kind)
        values[by_tag], values[made] = of_tags, of_made
        return values

    first, close = column(tags, builder.first), column(end[tags], builder.first)
    close[np.asarray(builder.closed)] = builder.closed_at
    opened_before = np.cumsum(np.bincount(first + 1, minlength=len(code) + 2))
    last = np.maximum(opened_before[close], np.arange(1, builder.count + 1)).astype(np.int32)
    last[builder.before_body] = max(builder.body, 0)  # text closes these, with the tag before it still inside them
    tag, parent = column(code[tags], builder.tag, np.int16), column(home[tags], builder.parent)
    owners = np.fromiter(chain.from_iterable(builder.owner.items()), np.int32, 2 * len(builder.owner))
    return Elements(tag, parent, first, close, last, owners_of(owners))


def _inside_regions(stepped_over: list[int], regions: NestedRegions, gaps: int) -> npt.NDArray[np.bool_]:
    """Tell which gaps stand in regions that were stepped over."""
    change = np.zeros(gaps + 1, dtype=np.int8)
    starts = np.array(stepped_over)
    change[starts + 1] = 1
    change[regions.end[starts] + 1] -= 1
    return np.cumsum(change[:-1], dtype=np.int8).view(np.bool_)


def read_tags(
    builder: Builder, numbers: list[int], tag_steps: npt.NDArray[np.uint8], gaps: bytes, regions: NestedRegions | None
) -> array[int]:
    """Read all tags and give the element around each gap, except inside of regions that were stepped over.

    The frequent cases stand here in the loop because it decides the speed of the whole. They do little more than
    count the element. Only the other rules change whether care is needed: before the body, where formatting must be
    opened again, and inside drawings.
    """
    home = array("i", bytes(4 * len(numbers) + 4))
    tags, nodes, opened, formats, outlived = (
        builder.tags, builder.nodes, builder.opened, builder.formats, builder.outlived
    )  # fmt: skip
    closed, closed_at = builder.closed.append, builder.closed_at.append
    ends_simply, ends_another, heading, holds_items = (
        rules.ENDS_SIMPLY, rules.ENDS_ANOTHER, rules.HEADING, rules.HOLDS_ITEMS
    )  # fmt: skip
    steps, region_end, elements_before = _with_regions(tag_steps, regions)
    builder.imply(_HTML, -1)
    depth = builder.depth
    care, count = True, builder.count
    node, tag = nodes[-1], tags[-1]  # the innermost open element
    following = 0
    while following < len(steps):
        k = following
        following += 1
        step, number = steps[k], numbers[k]
        if care:
            if builder.unsettled and gaps[k]:
                builder.count = count
                settle(builder, k - 1, gaps[k])
                count, node, tag = builder.count, nodes[-1], tags[-1]
            care = builder.unsettled or builder.start is not START
            if care and step > _END:
                step = _careful_step(builder, k, step & ~_REGION, number)
        home[k] = node
        if step == _END:
            if tag == number and (ends_simply[number] or (formats and formats[-1][1] == node)):
                if not ends_simply[number]:
                    formats.pop()
                tags.pop()
                nodes.pop()
                closed(node)
                closed_at(k)
                opened[number] -= 1
                if outlived:
                    builder.end_outlived(k)
                node, tag = nodes[-1], tags[-1]
            elif opened[number]:
                read_end_tag(builder, k, number)
                care, node, tag = True, nodes[-1], tags[-1]
            elif ends_another[number]:
                end_another(builder, k, number)
                care, node, tag = True, nodes[-1], tags[-1]
            continue
        if step >= _REGION:
            step &= ~_REGION
            closes = step >= _HEADING and (not holds_items[tag] if step >= _ITEM else heading[tag])
            if not closes and step < _OTHER and _may_hold_regions(builder):
                following = region_end[k] + 1
                count += elements_before[following] - elements_before[k]
                builder.stepped_over.append(k)
                if outlived:
                    builder.end_outlived(following - 1)
                    node, tag = nodes[-1], tags[-1]
                continue
        if step >= _BLOCK:
            closes = not holds_items[tag] if step >= _ITEM else step >= _HEADING and heading[tag]
            if closes or opened[_P] or opened[_SELECT]:
                step = _OTHER
        elif step >= _FORMAT and step < _LEAF:
            if opened[number] and step >= _LINK:
                step = _OTHER
            elif not step & 1:
                if len(formats) > 2 or len(nodes) >= depth:
                    step = _OTHER
                else:
                    formats.append((number, count))
                    builder.began[count] = k
        if step >= _OTHER:
            builder.untold.append(k)
            builder.count = count
            read_start_tag(builder, k, number)
            count, care, node, tag = builder.count, True, nodes[-1], tags[-1]
        elif step & 1:  # nothing but text inside: its end tag is the next, so it need not be opened
            home[following] = count
            count += 1
            following += 1
        elif step:
            if step != _LEAF and len(nodes) < depth:
                nodes.append(count)
                tags.append(number)
                opened[number] += 1
                node, tag = count, number
            count += 1
    builder.count = count
    if builder.unsettled and gaps[-1]:
        settle(builder, len(steps) - 1, gaps[-1])
    home[-1] = nodes[-1]
    builder.pop_to(0, len(steps))
    return home


def _may_hold_regions(builder: Builder) -> bool:
    """Tell whether no open element makes a rule apply to what stands inside a region."""
    opened, formats = builder.opened, builder.formats
    return not (
        opened[_P] or opened[_SELECT] or opened[_A] or opened[_NOBR] or opened[_BUTTON]
        or (formats and formats[-1][0]) or len(builder.nodes) + HEIGHT >= builder.depth
    )  # fmt: skip


def _careful_step(builder: Builder, k: int, step: int, number: int) -> int:
    """Tell what a start tag does before the body and inside drawings: the frequent cases need no rule either."""
    if builder.body < 0:
        leaf = builder.head >= 0 and _HEAD_LEAVES[number]
    elif builder.unsettled or rules.BREAKS_OUT[number]:
        return _OTHER
    else:
        leaf = _LEAVES[number] or builder.closes_itself(k)
    if leaf:
        builder.alone.append(k)
        return _LEAF
    return _OPEN | 1 if step & 1 and builder.body >= 0 and rules.ENDS_SIMPLY[number] else _OTHER


def _with_regions(
    steps: npt.NDArray[np.uint8], regions: NestedRegions | None
) -> tuple[bytes, Sequence[int], Sequence[int]]:
    """Mark the steps at which regions start; also return where they end and how many elements start before each tag."""
    if regions is None:
        return steps.tobytes(), (), ()
    marked = steps.copy()
    marked[regions.starts] |= _REGION
    elements_before = np.zeros(len(steps) + 1, dtype=np.int32)
    np.cumsum(steps > _END, out=elements_before[1:])
    return marked.tobytes(), regions.end.data, elements_before.data
