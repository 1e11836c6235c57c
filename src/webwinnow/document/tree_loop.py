"""The loop over a page's tags that builds its tree: the frequent cases stand in it, the rules read all others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import tree_rules as rules
from webwinnow.document.end_tags import end_another, read_end_tag
from webwinnow.document.head_and_body import settle
from webwinnow.document.html_names import NUMBER
from webwinnow.document.regions import HEIGHT, Regions
from webwinnow.document.start_tags import read_start_tag
from webwinnow.document.tree_builder import DEPTH, Builder
from webwinnow.document.tree_rules import START, Start, Step

_HTML, _P, _SELECT, _A, _NOBR, _BUTTON = (NUMBER[name] for name in ("html", "p", "select", "a", "nobr", "button"))
_END, _OPEN, _FORMAT, _LINK, _LEAF = (int(step) for step in (Step.END, Step.OPEN, Step.FORMAT, Step.LINK, Step.LEAF))
_BLOCK, _HEADING, _ITEM, _OTHER = (int(step) for step in (Step.BLOCK, Step.HEADING, Step.ITEM, Step.OTHER))
_REGION: Final = 32  # added to the step of a tag that starts a region
_LEAVES: Final = [start == Start.LEAF for start in START]
_HEAD_LEAVES: Final = [leaf and in_head for leaf, in_head in zip(_LEAVES, rules.IN_HEAD, strict=True)]


def read_tags(
    builder: Builder, numbers: list[int], tag_steps: npt.NDArray[np.uint8], gaps: bytes, regions: Regions | None
) -> list[int]:
    """Read all tags and give the element around each gap, except inside of regions that were stepped over.

    The frequent cases stand here in the loop because it decides the speed of the whole. They do little more than
    count the element. Only the other rules change whether care is needed: before the body, where formatting must be
    opened again, and inside drawings.
    """
    home = [0] * (len(numbers) + 1)
    tags, nodes, opened, formats, close, outlived = (
        builder.tags, builder.nodes, builder.opened, builder.formats, builder.close, builder.outlived
    )  # fmt: skip
    ends_simply, ends_another, heading, holds_items = (
        rules.ENDS_SIMPLY, rules.ENDS_ANOTHER, rules.HEADING, rules.HOLDS_ITEMS
    )  # fmt: skip
    steps, region_end, elements_before = _with_regions(tag_steps, regions)
    builder.imply(_HTML, -1)
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
                close[node] = k
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
                if len(formats) > 2 or len(nodes) >= DEPTH:
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
            if step != _LEAF and len(nodes) < DEPTH:
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
        or (formats and formats[-1][0]) or len(builder.nodes) + HEIGHT >= DEPTH
    )  # fmt: skip


def _careful_step(builder: Builder, k: int, step: int, number: int) -> int:
    """Tell what a start tag does before the body and inside drawings: the frequent cases need no rule either."""
    if builder.body < 0:
        leaf = builder.head >= 0 and _HEAD_LEAVES[number]
    elif builder.unsettled or rules.BREAKS_OUT[number]:
        return _OTHER
    else:
        leaf = _LEAVES[number] or builder.written[k].endswith("/>")
    if leaf:
        builder.alone.append(k)
        return _LEAF
    return _OPEN | 1 if step & 1 and builder.body >= 0 and rules.ENDS_SIMPLY[number] else _OTHER


def _with_regions(steps: npt.NDArray[np.uint8], regions: Regions | None) -> tuple[bytes, Sequence[int], Sequence[int]]:
    """Mark the steps at which regions start; also give where they end and how many elements start before each tag."""
    if regions is None:
        return steps.tobytes(), (), ()
    marked = steps.copy()
    marked[regions.starts] |= _REGION
    elements_before = np.zeros(len(steps) + 1, dtype=np.int32)
    np.cumsum(steps > _END, out=elements_before[1:])
    return marked.tobytes(), regions.end.data, elements_before.data
