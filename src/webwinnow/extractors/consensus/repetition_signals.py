"""Signals of repeated structure: blocks on the same path, and elements with many siblings of their kind.

Teasers, menus, comments and posts are all written by a loop in the site's template; so are the paragraphs of a text.
How much each of them holds tells which is which.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.extractors.consensus.class_names import ClassNames
from webwinnow.extractors.consensus.ground import Ground, Named, Numbers, share, sums

_SEVERAL: Final = 3
"""Siblings of one kind from which they count as repeated."""


def path_signals(ground: Ground, kind: Numbers) -> Named:
    """The blocks with the same elements around them, and those whose elements also have the same classes."""
    number, up = ground.page.elements.tag.astype(np.int64), ground.up
    around = [ground.element, up[ground.element], up[up[ground.element]], up[up[up[ground.element]]]]
    path = np.zeros(len(ground), dtype=np.int64)
    for element in around:
        path = path * 4099 + number[element]
    classes = path
    for element in around[:3]:
        classes = classes * 65537 + kind[element]
    yield from _group_signals(ground, "path", path)
    yield from _group_signals(ground, "class path", classes)


def sibling_signals(ground: Ground, holding: Numbers, names: ClassNames) -> Named:
    """The nearest element around that has siblings like it, and what these hold."""
    elements = ground.page.elements
    key = elements.parent[holding].astype(np.int64) * 4099 + elements.tag[holding]
    _, group, sizes = np.unique(key * 65537 + names.kind[names.number], return_inverse=True, return_counts=True)
    words = ground.element_words[holding]
    mean = np.bincount(group, words) / sizes
    variation = np.sqrt(np.maximum(np.bincount(group, words**2) / sizes - mean**2, 0)) / np.maximum(mean, 1)
    count = len(ground.up)
    siblings, words_each, differ = (np.zeros(count) for _ in range(3))
    siblings[holding], words_each[holding], differ[holding] = sizes[group], mean[group], variation[group]
    blocks = sums(np.diff(ground.block, prepend=-1) > 0, ground.low, ground.high)
    yield "page repeated", np.full(len(ground), np.log1p(siblings.max()))
    for name, wanted in (("repeated", siblings >= _SEVERAL), ("repeated group", (siblings >= _SEVERAL) & (blocks > 1))):
        item = ground.page.nearest(wanted)[ground.element]
        found = wanted[item].astype(np.float64)
        yield name, found * np.log1p(siblings[item])
        yield f"{name} words", found * np.log1p(words_each[item])
        yield f"{name} link", found * share(ground.element_linked[item], ground.element_words[item])
        yield f"{name} variation", found * np.minimum(differ[item], 3)
        yield f"{name} distance", np.where(found, ground.depth[ground.element] - ground.depth[item], 20) / 10
        yield f"{name} share", found * ground.element_words[item] / ground.total
        yield f"{name} all", found * siblings[item] * words_each[item] / ground.total


def _group_signals(ground: Ground, name: str, key: Numbers) -> Named:
    _, first, group, sizes = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    last = np.zeros(len(sizes), dtype=np.intp)
    last[group] = np.arange(len(ground))  # of equal places the later one is written last
    words = np.bincount(group, ground.words)
    yield f"{name} count", np.log1p(sizes)[group]
    yield f"{name} words", np.log1p(words / sizes)[group]
    yield f"{name} share", (words / ground.total)[group]
    yield f"{name} link", share(np.bincount(group, ground.linked), words)[group]
    yield f"{name} closes", (np.bincount(group, ground.letters.closes[ground.last]) / sizes)[group]
    yield f"{name} spread", ((last - first) / len(ground))[group]
