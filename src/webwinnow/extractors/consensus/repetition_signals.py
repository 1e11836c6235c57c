"""Signals of repeated structure: blocks on the same path, and elements with many siblings of their kind.

Teasers, menus, comments and posts are all written by a loop in the site's template; so are the paragraphs of a text.
How much each of them holds tells which is which.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document.subtrees import along_jumps
from webwinnow.extractors.consensus.ground import Ground, Named, Numbers, share
from webwinnow.signals.equal_values import equal_values

_SEVERAL: Final = 3
"""Siblings of one kind from which they count as repeated."""
_PATH: Final = np.array([[4099**3], [4099**2], [4099], [1]])
_CLASSES: Final = np.array([[65537**2], [65537], [1]])
"""Factors that make one number of the names of four elements, and of the classes of three; the numbers may wrap."""
_PATH_NAMES: Final = tuple(f"path {figure}" for figure in ("count", "words", "share", "link", "closes", "spread"))
_REPEATED_NAMES: Final = tuple(
    f"{name}{figure}"
    for name in ("repeated", "repeated group")
    for figure in ("", " words", " variation", " share", " all", " distance")
)
_CLASS_PATH_NAMES: Final = tuple(f"class {name}" for name in _PATH_NAMES)


def path_signals(ground: Ground, kind: Numbers) -> Named:
    """The blocks with the same elements around them, and those whose elements also have the same classes."""
    number = ground.page.elements.tag[ground.holders].astype(np.int64)[ground.around_at[:4]]
    path = (_PATH * number).sum(axis=0)
    classes = path * 65537**3 + (_CLASSES * kind[ground.around_at[:3]]).sum(axis=0)
    of_path, of_classes = equal_values(path), equal_values(classes)
    # Both groupings are looked at together, for it is the number of steps that costs time.
    sizes, spread = (
        np.concatenate([of_path.sizes, of_classes.sizes]),
        np.concatenate([of_path.spread, of_classes.spread]),
    )
    group = np.concatenate([of_path.group, of_classes.group + len(of_path.bound) - 1])
    found = _group_figures(ground, group, sizes, spread).take(group, axis=1)
    yield _PATH_NAMES, found[:, : len(ground)]
    yield _CLASS_PATH_NAMES, found[:, len(ground) :]


def sibling_signals(ground: Ground, kind: Numbers) -> Named:
    """The nearest element around that has siblings like it, and what these hold."""
    siblings, mean, variation = _siblings(ground, kind)
    words, blocks = ground.held[0], ground.held[3]
    several = siblings >= _SEVERAL
    wanted = np.array([several, several & (blocks > 1)])
    # Elements stand in the order of the page, so of those around a block the nearest is the last; where there is none
    # it is the root, which has no siblings.
    item = along_jumps(ground.lineage, wanted * np.arange(len(siblings)), np.maximum).take(ground.element, axis=1)
    count, held, words_each, differ = np.array([siblings, words, mean, variation])[:, item]
    found, below = item > 0, ground.depth[ground.element] - ground.depth[item]
    rows = np.empty((2, 6, len(ground)))
    np.log1p(count, out=rows[:, 0])
    np.log1p(words_each, out=rows[:, 1])
    np.minimum(differ, 3, out=rows[:, 2])
    np.divide(held, ground.total, out=rows[:, 3])
    rows[:, 4] = count * words_each / ground.total
    rows[:, :5] *= found[:, None]
    rows[:, 5] = np.where(found, below, 20) / 10
    yield ("page repeated",), np.log1p(siblings.max(keepdims=True))[None]
    yield _REPEATED_NAMES, rows.reshape(len(_REPEATED_NAMES), -1)


def _group_figures(ground: Ground, group: Numbers, sizes: Numbers, spread: Numbers) -> Numbers:
    """Give the signals of each group; each block is in two of them."""
    words, linked, closes = (
        np.bincount(group, np.concatenate([amounts, amounts]))
        for amounts in (ground.words, ground.linked, ground.closes)
    )
    figures = np.empty((len(_PATH_NAMES), len(sizes)))
    np.log1p(sizes, out=figures[0])
    np.log1p(words / sizes, out=figures[1])
    np.divide(words, ground.total, out=figures[2])
    figures[3] = share(linked, words)
    np.divide(closes, sizes, out=figures[4])
    np.divide(spread, len(ground), out=figures[5])
    return figures


def _siblings(ground: Ground, kind: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Give for each holder how many siblings are like it, itself among them, their mean words, and how these differ."""
    words = ground.held[0]
    key = (ground.up * 4099 + ground.page.elements.tag[ground.holders]) * 65537 + kind
    key[0] = -1  # the root is nobody's sibling
    same = equal_values(key)
    sizes = same.sizes
    mean = np.bincount(same.group, words) / sizes
    variation = np.sqrt(np.maximum(np.bincount(same.group, words**2) / sizes - mean**2, 0)) / np.maximum(mean, 1)
    return sizes[same.group], mean[same.group], variation[same.group]
