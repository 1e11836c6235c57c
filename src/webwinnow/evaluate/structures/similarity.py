"""How alike two parts of Markdown are: tree edit distance, and the best pairs of two sequences of parts.

Paper: zhong2020, section V (TEDS): 1 - distance / number of nodes of the larger tree, where inserting and deleting a
node costs 1, and two cells cost the edit distance of their texts, by the longer of them.
Ours: Selkow's distance, in which only whole subtrees are inserted and deleted; of a table these are rows and cells. A
general distance may also dissolve a row into its cells, which no reader would call a small change. For lists the same.
Cost: the product of both numbers of nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from webwinnow.errors import MissingExtraError
from webwinnow.evaluate.structures.markdown import Part

_MOST_NODES: Final = 4_000_000
"""Pairs of nodes that are compared; beyond, parts are alike only if they are equal. A table of 500 rows and 4 columns
against itself has six million."""


def similarity(first: Part, second: Part) -> float:
    """Return how alike two trees are, from 0 to 1."""
    if first == second:
        return 1.0
    sizes = [sum(1 for _ in part.walk()) for part in (first, second)]
    if sizes[0] * sizes[1] > _MOST_NODES:
        return 0.0
    return max(0.0, 1 - _distance(first, second) / max(sizes))


def _distance(first: Part, second: Part) -> float:
    """Return the distance of two trees; as deep as Markdown is nested, which its reader bounds."""
    if first.kind is not second.kind or first.label != second.label:
        renamed = 1.0
    else:
        renamed = text_distance(first.text, second.text)
    mine, theirs = first.parts, second.parts
    if mine == theirs:
        return renamed
    deleted, inserted = [_size(part) for part in mine], [_size(part) for part in theirs]
    row = np.concatenate([[0.0], np.cumsum(inserted)]).tolist()
    for part, cost in zip(mine, deleted, strict=True):
        before, row = row, [row[0] + cost]
        for at, other in enumerate(theirs):
            row.append(min(before[at + 1] + cost, row[at] + inserted[at], before[at] + _distance(part, other)))
    return renamed + float(row[-1])


def _size(part: Part) -> int:
    return sum(1 for _ in part.walk())


def text_distance(first: str, second: str) -> float:
    """Return the edit distance of two texts by the length of the longer one."""
    if first == second:
        return 0.0
    try:
        from rapidfuzz.distance import Levenshtein
    except ImportError:
        raise MissingExtraError("rapidfuzz", "evaluate") from None
    return float(Levenshtein.normalized_distance(first, second))


def paired(gold: Sequence[Part], found: Sequence[Part], alike: Callable[[Part, Part], float]) -> float | None:
    """Pair parts in their order so that they are most alike, and score them: 1 if all are equal and none is left.

    None if there are none at all.
    """
    if not gold and not found:
        return None
    row = [0.0] * (len(found) + 1)
    for mine in gold:
        before, row = row, [0.0]
        for at, theirs in enumerate(found):
            row.append(max(before[at + 1], row[at], before[at] + alike(mine, theirs)))
    return 2 * row[-1] / (len(gold) + len(found))
