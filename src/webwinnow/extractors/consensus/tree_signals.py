"""Signals of the element tree: containers, candidates, densities and what the elements around a block hold."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document.subtrees import along_jumps
from webwinnow.extractors.consensus.ground import Ground, Named, Numbers, share

_CONTAINERS: Final = {"container": 0.6, "narrow container": 0.3}
"""The share of the running text that a container holds at least."""
_UP: Final = (1, 2, 3, 4, 8)
"""How many steps up the tree is looked."""
_UP_NAMES: Final = tuple(
    f"{name} {steps} up" for steps in _UP for name in ("words", "link", "long", "share", "blocks", "of long")
)


def container_signals(ground: Ground) -> Named:
    """The distance from the deepest elements that hold most of the running text."""
    for name, least in _CONTAINERS.items():
        holds = np.flatnonzero(ground.element_long >= least * ground.total_long)
        yield from _distance_signals(ground, name, int(holds[-1]) if len(holds) else 0)


def candidate_signals(ground: Ground) -> Named:
    """Scores in the manner of readability: paragraphs pay into their parents, and half of it into grandparents."""
    score = candidate_scores(ground)
    top = int(np.argmax(score))
    peak = max(float(score[top]), 1e-9)
    best = along_jumps(ground.lineage, score, np.maximum)[ground.element]
    yield from _distance_signals(ground, "candidate", int(ground.holders[top]))
    yield ("candidate share",), (best / peak,)
    yield ("parent score", "grandparent score"), score[ground.around_at[1:3]] / peak
    yield ("peak", "page candidate"), np.array([[np.log1p(peak)], [ground.held[0, top] / ground.total]])


def density_signals(ground: Ground) -> Named:
    """Words that are not linked per element inside (after CETD)."""
    words, linked = ground.held[:2]
    density = np.log1p((words - linked) / (ground.page.elements.last[ground.holders] - ground.holders))
    yield ("density", "parent density"), density[ground.around_at[:2]]
    yield ("page density",), density[:1, None]


def ancestor_signals(ground: Ground) -> Named:
    """What the elements around hold, near and far."""
    words, linked, long, blocks = ground.held.take(ground.around_at[list(_UP)], axis=1)
    some = np.maximum(words, 1e-9)
    found = np.empty((len(_UP), 6, len(ground)))
    np.log1p(words, out=found[:, 0])
    np.divide(linked, some, out=found[:, 1])
    np.divide(long, some, out=found[:, 2])
    np.divide(words, ground.total, out=found[:, 3])
    np.log1p(blocks, out=found[:, 4])
    np.divide(long, ground.total_long, out=found[:, 5])
    yield _UP_NAMES, found.reshape(len(_UP_NAMES), -1)


def candidate_scores(ground: Ground) -> Numbers:
    """Score every holder by the running text right inside it."""
    pay = np.where(ground.words >= 8, 1 + ground.pauses + np.minimum(ground.characters / 100, 3), 0) * (1 - ground.link)
    parent, grandparent = ground.around_at[1:3]
    count = len(ground.holders)
    score = np.bincount(parent, pay, minlength=count) + 0.5 * np.bincount(grandparent, pay, minlength=count)
    words, linked = ground.held[:2]
    scaled: Numbers = score * (1 - np.minimum(share(linked, words), 1))
    return scaled


def _distance_signals(ground: Ground, name: str, chosen: int) -> Named:
    """Whether a block is inside the chosen element, the steps from it through the tree, and how deep below."""
    ends, places = ground.page.elements.last, ground.holders[ground.element]
    chain = np.flatnonzero(ends[: chosen + 1] > chosen)
    # A place lies in the outer elements of the chain only: in none that starts behind it, in none that ends before it.
    started = np.searchsorted(chain, places, side="right")
    ended = np.searchsorted(ends[chain[::-1]], places, side="right")
    met = np.minimum(started, len(chain) - ended)
    inside, missed, above = met == len(chain), len(chain) - met, ground.depth[ground.element] - met + 1
    yield (f"in {name}", f"from {name}", f"above {name}"), (inside, missed / 10, above / 10)
