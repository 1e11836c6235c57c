"""Signals of the element tree: containers, candidates, densities and what the elements around a block hold."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document.subtrees import along_ancestors
from webwinnow.extractors.consensus.ground import Ground, Named, Numbers, share, sums

_CONTAINERS: Final = {"container": 0.6, "narrow container": 0.3}
"""The share of the running text that a container holds at least."""
_UP: Final = (1, 2, 3, 4, 6, 8)
"""How many steps up the tree is looked."""


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
    parent = ground.up[ground.element]
    yield from _distance_signals(ground, "candidate", top)
    yield "candidate share", along_ancestors(ground.up, score, np.maximum)[ground.element] / peak
    yield "parent score", score[parent] / peak
    yield "grandparent score", score[ground.up[parent]] / peak
    yield "peak", np.full(len(ground), np.log1p(peak))
    yield "page candidate", np.full(len(ground), ground.element_words[top] / ground.total)


def density_signals(ground: Ground) -> Named:
    """Words that are not linked per element inside (after CETD)."""
    inside = (ground.page.elements.last - np.arange(len(ground.up))).astype(np.float64)
    density = np.log1p((ground.element_words - ground.element_linked) / inside)
    yield "density", density[ground.element]
    yield "parent density", density[ground.up[ground.element]]
    yield "page density", np.full(len(ground), density[0])


def ancestor_signals(ground: Ground) -> Named:
    """What the elements around hold, near and far."""
    starts = np.diff(ground.block, prepend=-1) > 0
    at, reached = ground.element, 0
    for steps in _UP:
        for _ in range(steps - reached):
            at = ground.up[at]
        reached = steps
        words, low, high = ground.element_words[at], ground.low[at], ground.high[at]
        yield f"words {steps} up", np.log1p(words)
        yield f"link {steps} up", share(ground.element_linked[at], words)
        yield f"long {steps} up", share(ground.element_long[at], words)
        yield f"share {steps} up", words / ground.total
        yield f"blocks {steps} up", np.log1p(sums(starts, low, high))
        yield f"sentences {steps} up", np.minimum(share(sums(ground.letters.sentences, low, high), words), 1)
        yield f"of long {steps} up", ground.element_long[at] / ground.total_long


def candidate_scores(ground: Ground) -> Numbers:
    """Score every element by the running text right inside it."""
    characters, pauses = ground.per_block(ground.letters.characters), ground.per_block(ground.letters.pauses)
    pay = np.where(ground.words >= 8, 1 + pauses + np.minimum(characters / 100, 3), 0) * (1 - ground.link)
    parent, count = ground.up[ground.element], len(ground.up)
    score = np.bincount(parent, pay, minlength=count) + 0.5 * np.bincount(ground.up[parent], pay, minlength=count)
    scaled: Numbers = score * (1 - np.minimum(share(ground.element_linked, ground.element_words), 1))
    return scaled


def _distance_signals(ground: Ground, name: str, chosen: int) -> Named:
    """Whether a block is inside the chosen element, the steps from it through the tree, and how deep below."""
    elements, places = ground.page.elements, ground.element
    chain = np.flatnonzero(elements.last[: chosen + 1] > chosen)[:, None]
    met = ((places >= chain) & (places < elements.last[chain])).sum(axis=0)
    inside = (places >= chosen) & (places < elements.last[chosen])
    yield f"in {name}", inside
    yield f"from {name}", np.where(inside, 0, ground.depth[chosen] - met + 1) / 10
    yield f"above {name}", (ground.depth[places] - met + 1) / 10
