"""The vision-based tree of a page: blocks that look like one, grouped by the separators between them.

Paper: mohammadzadeh2013, section 3.2.5; cai2003, section 4: blocks are taken from the element tree by rules 1 to 12 of
its Table 1, separators are found between them, and blocks are joined over the weakest separators first. A block whose
degree of coherence is below the permitted one goes through the same again.
Ours: joining over the weakest first, level by level, is cutting at the strongest first, so the tree grows from the top.
The rules are columns over all elements, computed once. Texts and inline elements in a row between blocks are one block.
UNSPECIFIED: the thresholds of rules 8 and 9, and the coherence by tag and size. Ours: 2 % of the page, and 8 for what
is smaller than that, 7 for cells and items, 6 for other blocks below a tenth of the page, else 5.
Deviations: rule 10, by which a cell is not divided after one that was not, is left out: it hangs on the order of cells.
Cost: O(n log n) with n elements and runs; groups are cut 24 times deep at most.

Separators between blocks: empty stripes across a group of them, each with a weight from 1 to 9.

Paper: cai2003, section 4.2: stripes that no block crosses, horizontal and vertical; those at the border do not count.
Weights by its five rules: distance, a rule (`hr`) in between, other backgrounds, other fonts, most of all if what
follows is larger, and less where both sides are text that looks the same.
UNSPECIFIED: how much each rule counts. Ours: one point for each 8 pixels of distance, up to 4; a rule 2; another
background 2; another size or weight 1, and 1 more where the text below is larger; 1 less where both sides look alike.
Ours: with a group sorted by one side, stripes are where the furthest end so far lies before the next start.
Cost: O(n log n) for a group of n blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.tree.elements import Marked, Places, body
from webwinnow.extractors.vips.layout import BOTTOM, LEFT, RIGHT, TOP, PageLayout, lay_out

Numbers = npt.NDArray[np.float64]
_STEP: Final = 8.0
_FURTHEST: Final = 4.0
_SLACK: Final = 0.5
"""Pixels by which blocks may overlap and still be apart: browsers round."""


@dataclass(frozen=True, slots=True)
class BlockPool:
    """Blocks of one group as columns: boxes in four rows (left, top, right, bottom), font, background, rule below."""

    boxes: Numbers
    size: Numbers
    weight: Numbers
    background: Numbers
    ruled: npt.NDArray[np.bool_]
    """Whether a rule stands between it and the block before it."""
    text: npt.NDArray[np.bool_]

    def take(self, places: Places) -> BlockPool:
        """Return some of the blocks."""
        size, weight, background = (each[places] for each in (self.size, self.weight, self.background))
        return BlockPool(self.boxes[:, places], size, weight, background, self.ruled[places], self.text[places])


@dataclass(frozen=True, slots=True)
class Stripes:
    """The separators of a group in one direction, and the blocks in that order."""

    order: Places
    behind: Places
    """For each separator: how many blocks of the order lie before it."""
    start: Numbers
    end: Numbers
    weight: npt.NDArray[np.int64]

    @property
    def strongest(self) -> int:
        """The greatest weight; 0 where nothing separates."""
        return int(self.weight.max(initial=0))

    def cut(self) -> list[Places]:
        """Part the group at its strongest separators."""
        at = self.behind[self.weight == self.strongest]
        return np.split(self.order, at)


def find_stripes(pool: BlockPool, *, vertical: bool) -> Stripes:
    """Find the separators of a group: stripes that lie side by side (vertical) or below each other."""
    low, high = pool.boxes[0 if vertical else 1], pool.boxes[2 if vertical else 3]
    order = np.lexsort([high, low]).astype(np.intp)
    reach = np.maximum.accumulate(high[order])[:-1]
    following = low[order][1:]
    behind = np.flatnonzero(following >= reach - _SLACK) + 1
    start, end = reach[behind - 1], following[behind - 1]
    return Stripes(order, behind, start, end, _weights(pool, order, behind, end - start, vertical=vertical))


def _weights(
    pool: BlockPool, order: Places, behind: Places, distance: Numbers, *, vertical: bool
) -> npt.NDArray[np.int64]:
    before, after = order[behind - 1], order[np.minimum(behind, len(order) - 1)]
    weight = 1 + np.minimum(np.maximum(distance, 0) / _STEP, _FURTHEST)
    weight += 2 * (pool.ruled[after] & (not vertical)) + 2 * (pool.background[before] != pool.background[after])
    other = (pool.size[before] != pool.size[after]) | (pool.weight[before] != pool.weight[after])
    if not vertical:
        weight += other
        weight += pool.size[before] < pool.size[after]
        weight -= pool.text[before] & pool.text[after] & ~other
    return np.clip(np.round(weight), 1, 9).astype(np.int64)


_SMALL: Final = 0.02
_TENTH: Final = 0.1
_DEEP: Final = 24
_TABLE, _CELL, _RULE = column("table tbody thead tfoot tr"), column("td th li dd dt"), column("hr")


@dataclass(frozen=True, slots=True)
class VisualBlock:
    """A block of the vision-based tree."""

    parent: int
    """The block around it, by its place in the tree; -1 for the whole page."""
    coherence: int
    """How much it looks like one thing, from 1 to 10."""
    box: tuple[float, float, float, float]
    """Left, top, right and bottom, in pixels."""
    element: int
    """The element that it is, or that holds it; -1 for a group."""
    runs: tuple[int, int]
    """The runs of text that it spans: the first, and one past the last. A group spans those of its parts."""
    leaf: bool


@dataclass(frozen=True, slots=True)
class Separator:
    """An empty stripe between parts of a group."""

    block: int
    vertical: bool
    start: float
    end: float
    weight: int


@dataclass(frozen=True, slots=True)
class VisionTree:
    """The blocks, each behind the one around it, and the separators."""

    layout: PageLayout
    blocks: tuple[VisualBlock, ...]
    separators: tuple[Separator, ...]

    @property
    def leaves(self) -> list[int]:
        """The blocks that hold no others."""
        return [place for place, block in enumerate(self.blocks) if block.leaf]


@dataclass(frozen=True, slots=True)
class _Item:
    """What may become a block: an element, or texts and inline elements in a row."""

    element: int
    runs: tuple[int, int]
    whole: bool
    """Whether it is the element itself, not a part of it."""


def vision_tree(page: Document, permitted: int) -> VisionTree:
    """Build the tree; blocks that are less coherent than permitted are divided as far as rules allow."""
    return _Grower(page, permitted).grown()


class _Grower:
    """Grows the tree of one page."""

    def __init__(self, page: Document, permitted: int) -> None:
        self.page, self.permitted = page, permitted
        self.layout = lay_out(page)
        self.rules = _Rules.of(page, self.layout)
        self.blocks: list[VisualBlock] = []
        self.separators: list[Separator] = []

    def grown(self) -> VisionTree:
        """Divide the page, then whatever is not coherent enough."""
        runs = self.page.runs
        waiting: list[tuple[_Item, int]] = [(_Item(body(self.page.elements), (0, len(runs)), True), -1)]
        while waiting:
            item, parent = waiting.pop()
            parts = self._pool(item) if item.whole else []
            if len(parts) < 2:
                self._add(item, parent, leaf=True)
                continue
            place = self._add(item, parent, leaf=False)
            waiting += self._grouped(parts, place)
        return VisionTree(self.layout, tuple(self.blocks), tuple(self.separators))

    def _pool(self, item: _Item) -> list[_Item]:
        """Take the blocks out of an element: rule 3 divides it, the other rules what it holds."""
        found: list[_Item] = []
        waiting = [item.element]
        while waiting:
            element = waiting.pop()
            if element != item.element and not self.rules.divided[element]:
                found.append(_Item(element, self.rules.span(element), True))
                continue
            for part in reversed(list(self._parts(element))):
                if part.whole:
                    waiting.append(part.element)
                else:
                    found.append(part)
        return found

    def _parts(self, element: int) -> Iterator[_Item]:
        """List what an element holds: blocks, and between them what flows in lines."""
        rules, start = self.rules, -1
        end = -1
        for child, first, last, flows in rules.children(element):
            if flows:
                start, end = (first if start < 0 else start), last
                continue
            if start >= 0:
                yield _Item(element, (start, end), False)
                start = -1
            yield _Item(child, (first, last), True)
        if start >= 0:
            yield _Item(element, (start, end), False)

    def _grouped(self, parts: list[_Item], place: int) -> list[tuple[_Item, int]]:
        """Group blocks by their separators; return those that are to be divided further, with their group."""
        pool = self._columns(parts)
        waiting, further = [(np.arange(len(parts)), place, 0)], []
        while waiting:
            members, group, depth = waiting.pop()
            stripes, vertical = _strongest(pool.take(members))
            pieces = [members[piece] for piece in stripes.cut()] if stripes.strongest and depth < _DEEP else []
            self._note(stripes, vertical, group)
            if len(pieces) < 2:
                pieces = [members[at : at + 1] for at in range(len(members))]
            for piece in pieces:
                if len(piece) > 1:
                    waiting.append((piece, self._add_group(pool, parts, piece, group, stripes.strongest), depth + 1))
                    continue
                item = parts[int(piece[0])]
                if item.whole and self._coherence(item) < self.permitted and not self.rules.text[item.element]:
                    further.append((item, group))
                else:
                    self._add(item, group, leaf=True)
        return further

    def _note(self, stripes: Stripes, vertical: bool, group: int) -> None:
        for at in np.flatnonzero(stripes.weight == stripes.strongest).tolist():
            start, end = float(stripes.start[at]), float(stripes.end[at])
            self.separators.append(Separator(group, vertical, start, end, stripes.strongest))

    def _columns(self, parts: list[_Item]) -> BlockPool:
        layout, runs = self.layout, np.array([part.runs for part in parts]).reshape(-1, 2)
        boxes = np.array([self._box(part) for part in parts], dtype=np.float64).reshape(-1, 4).T
        first = np.minimum(runs[:, 0], max(len(layout.size) - 1, 0))
        there = (runs[:, 1] > runs[:, 0]) & (len(layout.size) > 0)
        fonts = (layout.size, layout.weight)
        size, weight = (np.where(there, each[first] if len(each) else 0.0, 0.0) for each in fonts)
        elements = np.array([part.element for part in parts], dtype=np.intp)
        rules = self.rules.rules_before[self.page.elements.first[elements]]
        ruled = np.diff(rules, prepend=rules[:1]) > 0
        return BlockPool(boxes, size, weight, layout.background[elements], ruled, there)

    def _box(self, item: _Item) -> tuple[float, float, float, float]:
        first, last = item.runs
        boxes = self.layout.elements[:, [item.element]] if item.whole else self.layout.runs[:, first:last]
        sides = (*boxes[:RIGHT].min(axis=1, initial=np.inf), *boxes[RIGHT:].max(axis=1, initial=-np.inf))
        left, top, right, bottom = (float(side) if np.isfinite(side) else 0.0 for side in sides)
        return left, top, right, bottom

    def _add(self, item: _Item, parent: int, *, leaf: bool) -> int:
        self.blocks.append(VisualBlock(parent, self._coherence(item), self._box(item), item.element, item.runs, leaf))
        return len(self.blocks) - 1

    def _add_group(self, pool: BlockPool, parts: list[_Item], members: Places, parent: int, weight: int) -> int:
        boxes = pool.boxes[:, members]
        (left, top), (right, bottom) = boxes[:RIGHT].min(axis=1).tolist(), boxes[RIGHT:].max(axis=1).tolist()
        first = min(parts[each].runs[0] for each in members.tolist())
        last = max(parts[each].runs[1] for each in members.tolist())
        self.blocks.append(VisualBlock(parent, 10 - weight, (left, top, right, bottom), -1, (first, last), False))
        return len(self.blocks) - 1

    def _coherence(self, item: _Item) -> int:
        return int(self.rules.coherence[item.element]) if item.whole else 10


def _strongest(pool: BlockPool) -> tuple[Stripes, bool]:
    """Find the separators in the direction in which they are stronger; of equal ones columns come before rows."""
    across, along = find_stripes(pool, vertical=False), find_stripes(pool, vertical=True)
    return (along, True) if 0 < along.strongest >= across.strongest else (across, False)


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of Table 1, for every element."""

    divided: Marked
    coherence: npt.NDArray[np.int64]
    text: Marked
    """Elements that hold text and inline elements only (rule 4)."""
    rules_before: npt.NDArray[np.int64]
    """Per tag: how many rules (`hr`) stand before it."""
    _first: Places
    _last: Places
    _of: Places
    _child: Places
    _run: Places
    _flows: Marked

    @classmethod
    def of(cls, page: Document, layout: PageLayout) -> _Rules:
        """Compute them."""
        elements, runs = page.elements, page.runs
        boxes = layout.elements
        valid = (boxes[RIGHT] > boxes[LEFT]) & (boxes[BOTTOM] > boxes[TOP])
        valid &= page.present
        first = np.searchsorted(runs.gap, elements.first + 1)
        last = np.searchsorted(runs.gap, elements.close, side="right")
        child = np.flatnonzero(valid & (elements.parent >= 0))
        run = np.flatnonzero(layout.seen)
        count = len(elements)
        flows = layout.inline[child]
        blocks_in = np.bincount(elements.parent[child[~flows]], minlength=count)
        children = np.bincount(elements.parent[child], minlength=count)
        own = np.bincount(runs.home[run], minlength=count)
        area = np.where(valid, (boxes[RIGHT] - boxes[LEFT]) * (boxes[BOTTOM] - boxes[TOP]), 0.0)
        area /= layout.extent[0] * layout.extent[1]
        largest = np.zeros(count)
        np.maximum.at(largest, elements.parent[child], area[child])
        coherence = np.select(
            [blocks_in == 0, area < _SMALL, _CELL[elements.tag], area < _TENTH], [10, 8, 7, 6], default=5
        )
        coherence[(blocks_in == 0) & _mixed(page, layout, first, last, run)] = 9
        stays = (blocks_in == 0) | (_TABLE[elements.tag] & (area < _TENTH))
        stays |= (own > 0) & (area < _SMALL)  # rule 8
        stays |= largest < _SMALL  # rule 9
        divided = ~stays | ((children == 1) & (own == 0) & (blocks_in == 1))  # rules 2 and 11
        rules_before = np.concatenate([[0], np.cumsum(_RULE[np.abs(page.tokens.code)])]).astype(np.int64)
        # What each element holds: its children and its own runs, in the order of the source.
        homes = np.concatenate([elements.parent[child], runs.home[run]])
        places = np.concatenate([2 * elements.first[child] + 1, 2 * runs.gap[run]])
        order = np.lexsort([places, homes])
        bound = np.searchsorted(homes[order], np.arange(count + 1))
        child_of = np.concatenate([child, np.full(len(run), -1)])[order]
        run_of = np.concatenate([np.full(len(child), -1), run])[order]
        return cls(
            divided, coherence.astype(np.int64), blocks_in == 0, rules_before, first, last, bound, child_of, run_of,
            np.concatenate([flows, np.ones(len(run), dtype=np.bool_)])[order],
        )  # fmt: skip

    def span(self, element: int) -> tuple[int, int]:
        """Return the runs inside an element."""
        return int(self._first[element]), int(self._last[element])

    def children(self, element: int) -> Iterator[tuple[int, int, int, bool]]:
        """List what an element holds: the child or -1, its runs, and whether it flows within a line."""
        start, end = int(self._of[element]), int(self._of[element + 1])
        for at in range(start, end):
            child, run = int(self._child[at]), int(self._run[at])
            first, last = self.span(child) if child >= 0 else (run, run + 1)
            yield child, first, last, bool(self._flows[at])


def _mixed(page: Document, layout: PageLayout, first: Places, last: Places, run: Places) -> Marked:
    """Tell of each element whether its text comes in several fonts (rule 4)."""
    changes = np.zeros(len(page.runs) + 1, dtype=np.int64)
    differs = (np.diff(layout.size[run]) != 0) | (np.diff(layout.weight[run]) != 0)
    changes[run[1:][differs] + 1] = 1
    before = np.cumsum(changes)
    mixed: Marked = (last > first) & (before[last] > before[np.minimum(first + 1, len(page.runs))])
    return mixed
