"""Separators between blocks: empty stripes across a group of them, each with a weight from 1 to 9.

Paper: cai2003, section 4.2: stripes that no block crosses, horizontal and vertical; those at the border do not count.
Weights by its five rules: distance, a rule (`hr`) in between, other backgrounds, other fonts, most of all if what
follows is larger, and less where both sides are text that looks the same.
UNSPECIFIED: how much each rule counts. Ours: one point for each 8 pixels of distance, up to 4; a rule 2; another
background 2; another size or weight 1, and 1 more where the text below is larger; 1 less where both sides look alike.
Ours: with a group sorted by one side, stripes are where the furthest end so far lies before the next start.
Cost: O(n log n) for a group of n blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
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
