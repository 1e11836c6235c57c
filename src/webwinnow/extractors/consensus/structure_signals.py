"""Signals of the element tree: what stands around a block, near and far, landmarks, and what is repeated.

Containers, candidates and densities tell where most of the text is. Teasers, menus, comments and posts are all written
by a loop in the site's template; so are the paragraphs of a text. How much each of them holds tells which is which.

Pages also hold text again (`find_copies`) for small screens, in dialogs and carousels; posts quote what they answer.
Readers see it once, and most gold has it once. Where one line comes back, or like paragraphs stand side by side, it is
the text that repeats itself; where all around a block is a copy, too, it is the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

import numpy as np

from webwinnow.document.html_names import NUMBER
from webwinnow.document.tree.elements import along_jumps
from webwinnow.extractors.consensus.ground import Family, Ground, Named, Numbers, equal_values, share
from webwinnow.language.words import places_of

_CONTAINERS: Final = {"container": 0.6, "narrow container": 0.3}
"""The share of the running text that a container holds at least."""
_UP: Final = (1, 2, 3, 4, 8)
"""How many steps up the tree is looked."""
_UP_NAMES: Final = tuple(
    f"{name} {steps} up" for steps in _UP for name in ("words", "link", "long", "share", "blocks", "of long")
)
_NONE: Final = -1.0
"""The value of signals about an article where there is none."""
_ARTICLE_NAMES: Final = (
    "article words",
    "article share",
    "in largest article",
    "outside article",
    "largest article share",
)
_SEVERAL: Final = 3
"""Siblings of one kind from which they count as repeated."""
_PATH: Final = (4099**3, 4099**2, 4099, 1)
_CLASSES: Final = (65537**2, 65537, 1)
"""Factors that make one number of the names of four elements, and of the classes of three; the numbers may wrap."""
_PATH_NAMES: Final = tuple(f"path {figure}" for figure in ("count", "words", "share", "link", "closes", "spread"))
_REPEATED_NAMES: Final = tuple(
    f"{name}{figure}"
    for name in ("repeated", "repeated group")
    for figure in ("", " words", " variation", " share", " all", " distance")
)
COPIED_WORDS: Final = 8
"""Words of a block that is a copy; shorter ones come back by chance."""
AROUND_WORDS: Final = 3
"""Words of a block that counts as one around others."""
REACH: Final = 3
"""Blocks on each side that are looked at,"""
MOSTLY: Final = 0.5
"""and the share of their words that is more than this in copies."""
_CLASS_PATH_NAMES: Final = tuple(f"class {name}" for name in _PATH_NAMES)


def container_signals(ground: Ground) -> Family:
    """Measure the distance from the deepest elements that hold most of the running text."""
    holds = {
        name: np.flatnonzero(ground.element_long_twice / 2 >= least * ground.total_long)
        for name, least in _CONTAINERS.items()
    }
    parts = [_distance_signals(ground, name, int(each[-1]) if len(each) else 0) for name, each in holds.items()]
    return lambda at: chain.from_iterable(part(at) for part in parts)


def candidate_signals(ground: Ground) -> Family:
    """Score in the manner of readability: paragraphs pay into their parents, and half of it into grandparents."""
    score = candidate_scores(ground)
    top = int(np.argmax(score))
    peak = max(float(score[top]), 1e-9)
    best = (along_jumps(ground.lineage, score, np.maximum)[ground.element] / peak).astype(np.float32)
    distance = _distance_signals(ground, "candidate", int(ground.holders[top]))
    score, held = (score / peak).astype(np.float32), ground.held_by(np.array([top]))[0, 0]

    def of_blocks(at: slice) -> Named:
        yield from distance(at)
        yield ("candidate share",), (best[at],)
        yield ("parent score", "grandparent score"), score[ground.around_at(at, 2)[1:]]
        yield ("peak", "page candidate"), np.array([[np.log1p(peak)], [held / ground.total]])

    return of_blocks


def density_signals(ground: Ground) -> Family:
    """Count words that are not linked per element inside (after CETD)."""
    words = ground.held("words")
    words -= ground.held("linked")
    words /= ground.page.elements.last[ground.holders] - ground.holders
    density = np.log1p(words, out=words).astype(np.float32)

    def of_blocks(at: slice) -> Named:
        yield ("density", "parent density"), density[ground.around_at(at, 1)]
        yield ("page density",), density[:1, None]

    return of_blocks


def ancestor_signals(ground: Ground) -> Family:
    """Describe what the elements around hold, near and far."""

    def of_blocks(at: slice) -> Named:
        words, linked, long, blocks = ground.held_by(ground.around_at(at)[list(_UP)])
        some = np.maximum(words, 1e-9)
        found = np.empty((len(_UP), 6, words.shape[1]))
        np.log1p(words, out=found[:, 0])
        np.divide(linked, some, out=found[:, 1])
        np.divide(long, some, out=found[:, 2])
        np.divide(words, ground.total, out=found[:, 3])
        np.log1p(blocks, out=found[:, 4])
        np.divide(long, ground.total_long, out=found[:, 5])
        yield _UP_NAMES, found.reshape(len(_UP_NAMES), -1)

    return of_blocks


def candidate_scores(ground: Ground) -> Numbers:
    """Score every holder by the running text right inside it."""
    pay = np.where(ground.words >= 8, 1 + ground.pauses + np.minimum(ground.characters / 100, 3), 0) * (1 - ground.link)
    _, parent, grandparent = ground.around_at(ground.all, 2)
    count = len(ground.holders)
    score = np.bincount(parent, pay, minlength=count) + 0.5 * np.bincount(grandparent, pay, minlength=count)
    link = ground.linked_share()
    score *= np.subtract(1, np.minimum(link, 1, out=link), out=link)  # in place: of elements there are many
    return score


def _distance_signals(ground: Ground, name: str, chosen: int) -> Family:
    """Tell whether a block is inside the chosen element, the steps from it through the tree, and how deep below."""
    ends = ground.page.elements.last
    chosen_and_around = np.flatnonzero(ends[: chosen + 1] > chosen)
    outer_ends, length = ends[chosen_and_around[::-1]], len(chosen_and_around)

    def of_blocks(at: slice) -> Named:
        element = ground.element[at]
        places = ground.holders[element]
        # A place lies in the outer elements only: in none that starts behind it, in none that ends before it.
        started = np.searchsorted(chosen_and_around, places, side="right")
        met = np.minimum(started, length - np.searchsorted(outer_ends, places, side="right"))
        inside, missed, above = met == length, length - met, ground.depth[element] - met + 1
        yield (f"in {name}", f"from {name}", f"above {name}"), (inside, missed / 10, above / 10)

    return of_blocks


def landmark_signals(ground: Ground) -> Family:
    """Tell whether a block is outside of what the page marks as its content, and how much that holds."""
    tag = ground.page.elements.tag[ground.holders]
    words, long = ground.held("words"), ground.held("long")
    mains, articles = (np.flatnonzero((tag == NUMBER[name]) & (words > 0)) for name in ("main", "article"))
    largest = mains[np.argmax(words[mains])] if len(mains) else -1
    held = words[largest] if len(mains) else 0.0
    of_articles = _article_signals(ground, articles, articles[np.argmax(long[articles])]) if len(articles) else None

    def of_blocks(at: slice) -> Named:
        yield ("outside main",), (~_inside(ground, largest, at) if largest >= 0 else np.zeros(1),)
        yield ("main share", "articles"), np.array([[held / ground.total], [np.log1p(len(articles))]])
        if of_articles:
            yield from of_articles(at)
        else:
            yield _ARTICLE_NAMES, np.array([[_NONE], [_NONE], [_NONE], [0.0], [_NONE]])

    return of_blocks


def _article_signals(ground: Ground, articles: Numbers, largest: int) -> Family:
    """Describe what the nearest article around a block holds, and whether it is the one with most running text."""
    marked = np.zeros(len(ground.holders), dtype=np.int32)
    marked[articles] = articles
    nearest = along_jumps(ground.lineage, marked, np.maximum)
    words_of_largest = ground.held_by(np.array([largest]))[0, 0]

    def of_blocks(at: slice) -> Named:
        around = nearest[ground.element[at]]
        found, held = around > 0, ground.held_by(around)[0]
        words, share = np.where(found, (np.log1p(held), held / ground.total), _NONE)
        yield _ARTICLE_NAMES[:4], (words, share, _inside(ground, largest, at), ~found)
        yield _ARTICLE_NAMES[4:], np.array([[words_of_largest / ground.total]])

    return of_blocks


def _inside(ground: Ground, holder: int, at: slice) -> Numbers:
    """Tell which of some blocks are inside of a holder."""
    element, places = ground.holders[holder], ground.holders[ground.element[at]]
    inside: Numbers = (places >= element) & (places < ground.page.elements.last[element])
    return inside


def path_signals(ground: Ground, kind: Numbers) -> Family:
    """Describe the blocks with the same elements around them, and those whose elements also have the same classes."""
    around = ground.around_at(ground.all, 3)
    tag = ground.page.elements.tag[ground.holders]
    path = _one_number(_PATH, (tag[each] for each in around))
    classes = path * 65537**3
    classes += _one_number(_CLASSES, (kind[each] for each in around[:3]))
    del around
    of_path, of_classes = equal_values(path), equal_values(classes)
    # Both groupings are looked at together, for it is the number of steps that costs time.
    sizes, spread = (
        np.concatenate([of_path.sizes, of_classes.sizes]),
        np.concatenate([of_path.spread, of_classes.spread]),
    )
    group = np.concatenate([of_path.group, of_classes.group + np.int32(len(of_path.bound) - 1)])
    figures, groups = _group_figures(ground, group, sizes, spread), group.reshape(2, -1)

    def of_blocks(at: slice) -> Named:
        yield _PATH_NAMES, figures.take(groups[0, at], axis=1)
        yield _CLASS_PATH_NAMES, figures.take(groups[1, at], axis=1)

    return of_blocks


def _one_number(factors: tuple[int, ...], names: Iterable[Numbers]) -> Numbers:
    """Make one number of some names; it may wrap."""
    terms = (each.astype(np.int64) * factor for factor, each in zip(factors, names, strict=True))
    found = next(terms)
    for term in terms:
        found += term
    return found


def sibling_signals(ground: Ground, kind: Numbers) -> Family:
    """Describe the nearest element around that has siblings like it, and what these hold."""
    sizes, mean, variation, group = _siblings(ground, kind)
    repeated = sizes >= _SEVERAL
    several = repeated[group]
    wanted = np.array([several, several & (ground.held("blocks") > 1)])
    number = several.cumsum(dtype=np.int32)
    kept = np.append(np.int32(0), places_of(several))  # the root, which is none, has number 0
    # Of most pages most groups are single elements: of these nothing is kept, and the root's figures are no one's.
    figures, own = np.array([each[repeated] for each in (sizes, mean, variation)]), np.cumsum(repeated)[group[kept]] - 1
    figures = np.append(figures, np.zeros((3, 1)), axis=1)
    most, depth = np.log1p(sizes.max(keepdims=True))[None], ground.depth[kept]
    del sizes, mean, variation, group
    # Elements stand in the order of the page, so of those around a block the nearest is the last; where there is none
    # it is the root, which has no siblings.
    items = np.array([along_jumps(ground.lineage, each * number, np.maximum)[ground.element] for each in wanted])

    def of_blocks(at: slice) -> Named:
        element, item = ground.element[at], items[:, at]
        (count, words_each, differ), held = figures[:, own[item]], ground.held_by(kept[item])[0]
        found, below = item > 0, ground.depth[element] - depth[item]
        rows = np.empty((2, 6, len(element)))
        np.log1p(count, out=rows[:, 0])
        np.log1p(words_each, out=rows[:, 1])
        np.minimum(differ, 3, out=rows[:, 2])
        np.divide(held, ground.total, out=rows[:, 3])
        rows[:, 4] = count * words_each / ground.total
        rows[:, :5] *= found[:, None]
        rows[:, 5] = np.where(found, below, 20) / 10
        yield ("page repeated",), most
        yield _REPEATED_NAMES, rows.reshape(len(_REPEATED_NAMES), -1)

    return of_blocks


def _group_figures(ground: Ground, group: Numbers, sizes: Numbers, spread: Numbers) -> Numbers:
    """Return the signals of each group; each block is in two of them."""
    words, linked, closes = (
        np.bincount(group, np.concatenate([amounts, amounts]))
        for amounts in (ground.words, ground.linked, ground.closes)
    )
    figures = np.empty((len(_PATH_NAMES), len(sizes)), dtype=np.float32)
    figures[0] = np.log1p(sizes)
    figures[1] = np.log1p(words / sizes)
    figures[2] = words / ground.total
    figures[3] = share(linked, words)
    figures[4] = closes / sizes
    figures[5] = spread / len(ground)
    return figures


def _siblings(ground: Ground, kind: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Group the holders that are siblings and alike.

    Return of each group how many there are, their mean words, and how these differ; and for each holder its group.
    """
    words = ground.held("words")
    key = _one_number((4099 * 65537, 65537, 1), (ground.up, ground.page.elements.tag[ground.holders], kind))
    key[0] = -1  # the root is nobody's sibling
    same = equal_values(key)
    group, sizes = same.group, same.sizes
    del key, same
    mean = np.bincount(group, words) / sizes
    variation = np.sqrt(np.maximum(np.bincount(group, words**2) / sizes - mean**2, 0)) / np.maximum(mean, 1)
    return sizes, mean, variation, group


def find_copies(ground: Ground) -> Numbers:
    """Mark the blocks whose text stands in another place before, as does most of the text around them."""
    same = equal_values(ground.text)
    later = np.ones(len(ground), dtype=np.bool_)
    later[same.order[same.bound[:-1]]] = False
    later &= ground.counted >= AROUND_WORDS
    found = later & (ground.words >= COPIED_WORDS)
    if not found.any():  # as on most pages
        return found
    before, parent = np.empty(len(ground), dtype=np.intp), ground.up[ground.element]
    before[same.order[1:]] = same.order[:-1]
    before[same.order[0]] = same.order[0]
    words, places = ground.words + 0.5, np.flatnonzero(found & (parent != parent[before]))
    sums = np.zeros((2, len(ground) + 1))
    np.cumsum([words, words * later], axis=1, out=sums[:, 1:])
    whole, copied = sums[:, np.minimum(places + REACH + 1, len(ground))] - sums[:, np.maximum(places - REACH, 0)]
    found[:] = False
    found[places[copied > MOSTLY * whole]] = True
    return found
