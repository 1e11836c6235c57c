"""Signals of where a block stands in the flow of the page: position and neighbourhood."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.extractors.consensus.ground import Ground, Named, Numbers

_REACHES: Final = (2, 5, 10, 25)
_WINDOW_NAMES: Final = tuple(
    f"{name} within {reach}" for reach in _REACHES for name in ("words", "plain", "link", "long")
)
_NEIGHBOURS: Final = (-2, -1, 1, 2)
_NEIGHBOUR_NAMES: Final = tuple(f"words at {offset:+d}" for offset in _NEIGHBOURS)


def position_signals(ground: Ground) -> Named:
    """How far down the page, by words, blocks and running text."""
    words, total = ground.words, ground.total
    before = np.cumsum(words) - words
    long_words = words * ground.long
    long_before = np.cumsum(long_words) - long_words
    yield ("position", "block position"), (before / total, np.arange(len(ground)) / len(ground))
    yield ("words before", "words after"), np.log1p(np.array([before, total - before]))
    yield ("long before",), (long_before / max(ground.total_long, 1),)


def window_signals(ground: Ground) -> Named:
    """Means over the blocks around (after CETR, CCB and DANAg): words, links, running text."""
    ones, words, linked = np.ones(len(ground)), ground.words, ground.linked
    sums = _windows(np.array([words, words - linked, linked, ground.long, ones]))
    found, width = sums[:, :4], sums[:, 4:]
    found[:, 2] /= np.maximum(sums[:, 0], 1e-9)
    found[:, 3:] /= width
    found[:, :2] /= width
    np.log1p(found[:, :2], out=found[:, :2])
    yield _WINDOW_NAMES, found.reshape(len(_WINDOW_NAMES), -1)


def neighbour_signals(ground: Ground) -> Named:
    """How long the two blocks before and the two after are, and whether the one before is a heading or a link."""
    size, reach = len(ground), max(_NEIGHBOURS)
    words = np.zeros(size + 2 * reach)  # zeros stand beyond the ends
    np.log1p(ground.words, out=words[reach:-reach])
    yield _NEIGHBOUR_NAMES, [words[reach + offset : reach + offset + size] for offset in _NEIGHBOURS]
    before = np.zeros((2, size))
    before[:, 1:] = ground.link[:-1], ground.level[:-1]
    yield ("link before", "heading before"), before


def _windows(rows: Numbers) -> Numbers:
    """Add up each row over the blocks within each reach: a sum per reach, row and block."""
    size, margin = rows.shape[1], max(_REACHES)
    before = np.zeros((len(rows), size + 2 * margin + 1))  # what stands beyond the ends adds nothing
    np.cumsum(rows, axis=1, out=before[:, margin + 1 : margin + 1 + size])
    before[:, margin + 1 + size :] = before[:, margin + size, None]
    sums = np.empty((len(_REACHES), *rows.shape))
    for found, reach in zip(sums, _REACHES, strict=True):
        below, above = margin - reach, margin + reach + 1
        np.subtract(before[:, above : above + size], before[:, below : below + size], out=found)
    return sums
