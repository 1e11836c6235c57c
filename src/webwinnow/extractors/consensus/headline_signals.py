"""Signals of the headline: the likeness to the page's title, and where a block stands as seen from the headline.

The elements around the headline are the page's trunk. A block branches off from it at a fork: the content at a near
one, the rest of the page further out.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document.html_names import NUMBER
from webwinnow.document.subtrees import along_jumps
from webwinnow.extractors.consensus.ground import Ground, Named, Numbers, share

_LONGEST_HEADLINE: Final = 40
"""Words; in longer blocks, some of the title's words are found by chance."""
_FORK_NAMES: Final = ("fork share", "fork link", "headline below fork", "block below fork")
_BRANCH_NAMES: Final = ("branch share", "branch link", "branch long", "branch after headline")


def headline_signals(ground: Ground) -> Named:
    """The likeness to the page's title, the distance from the block that is most like it, and the way to it."""
    matched = ground.vocabulary.matches(ground.title)
    alike, covered = share(matched, ground.counted), np.minimum(matched / max(len(ground.title), 1), 1)
    match = np.where(ground.counted <= _LONGEST_HEADLINE, alike * covered * (1 + 0.25 * ground.level), 0)
    match = match + 0.15 * ground.level * (match > 0)
    headline = _headline(ground, match)
    places, before = np.arange(len(ground)), np.cumsum(ground.words) - ground.words
    past = np.zeros((2, len(ground)))
    past[1] = before
    if headline >= 0:
        past[0] = places - headline
        past[1] -= before[headline]
    yield ("title share", "title cover", "is headline"), (alike, covered, places == headline)
    yield ("headline match",), match.max(keepdims=True)[None]
    yield ("past headline", "words past headline"), np.sign(past) * np.log1p(np.abs(past))
    if headline >= 0:
        yield from _branch_signals(ground, int(ground.element[headline]))
    else:
        yield (*_FORK_NAMES, *_BRANCH_NAMES), np.full((8, 1), -1.0)


def _headline(ground: Ground, match: Numbers) -> int:
    """Choose the block that is most like the title, else the first heading of the first level; -1 if there is none."""
    if match.max() > 0.2:
        return int(np.argmax(match))
    first = ground.tag == NUMBER["h1"]
    return int(np.argmax(first)) if first.any() else -1


def _branch_signals(ground: Ground, headline: int) -> Named:
    """What the fork holds, how far it is, and what the branch holds that a block stands in."""
    ends, places = ground.page.elements.last[ground.holders], np.arange(len(ground.holders))
    trunk = (places <= headline) & (ends > ground.holders[headline])
    branches = ~trunk & trunk[ground.up]
    # Of the elements around a block the nearest is the last in the order of the page.
    marked = np.array([trunk, branches]) * places
    fork, branch = along_jumps(ground.lineage, marked, np.maximum).take(ground.element, axis=1)
    words, linked, long = ground.held[:3]
    off, held = branch > 0, words[branch]
    steps = ground.depth[np.array([ground.element * 0 + headline, ground.element])] - ground.depth[fork]
    yield _FORK_NAMES[:2], (words[fork] / ground.total, share(linked[fork], words[fork]))
    yield _FORK_NAMES[2:], steps / 10
    found = (held / ground.total, share(linked[branch], held), share(long[branch], held), branch > headline)
    yield _BRANCH_NAMES, np.where(off, found, [[1.0], [0.0], [0.0], [0.5]])
