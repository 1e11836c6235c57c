"""Signals of where a block stands in the flow of the page: position, headline, regions, neighbourhood."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import NUMBER, column
from webwinnow.extractors.consensus.ground import Ground, Named, Numbers, share
from webwinnow.extractors.consensus.letters import text_hashes
from webwinnow.signals.subarray import best_stretch

_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_LONGEST_HEADLINE: Final = 40
"""Words; in longer blocks, some of the title's words are found by chance."""
_REGIONS: Final = {"region": 8.0, "wide region": 3.0}
"""What each block costs in a region, in words."""
_REACHES: Final = (2, 5, 10, 25)
_NEIGHBOURS: Final = (-2, -1, 1, 2)


def position_signals(ground: Ground) -> Named:
    """How far down the page, by words, blocks and running text."""
    words, total, places = ground.words, ground.total, np.arange(len(ground))
    before = np.cumsum(words) - words
    long_words = np.where(ground.long, words, 0)
    yield "position", before / total
    yield "block position", places / len(ground)
    yield "words before", np.log1p(before)
    yield "words after", np.log1p(total - before)
    yield "long before", (np.cumsum(long_words) - long_words) / max(ground.total_long, 1)


def headline_signals(ground: Ground) -> Named:
    """The likeness to the page's title, and the distance from the block that is most like it."""
    title, block = np.unique(text_hashes(ground.page.title or "")), ground.block[ground.letters.word_run]
    matched = np.bincount(block, _among(ground.letters.word_hash, title), minlength=len(ground))
    counted = np.bincount(block, minlength=len(ground))
    alike, covered = share(matched, counted), np.minimum(matched / max(len(title), 1), 1)
    level = heading_level(ground)
    match = np.where(counted <= _LONGEST_HEADLINE, alike * covered * (1 + 0.25 * level), 0)
    match = match + 0.15 * level * (match > 0)
    headline = _headline(ground, match)
    places, before = np.arange(len(ground)), np.cumsum(ground.words) - ground.words
    past = places - headline if headline >= 0 else np.zeros(len(ground))
    words_past = before - (before[headline] if headline >= 0 else 0)
    yield "title share", alike
    yield "title cover", covered
    yield "is headline", places == headline
    yield "headline match", np.full(len(ground), match.max())
    yield "past headline", np.sign(past) * np.log1p(np.abs(past))
    yield "words past headline", np.sign(words_past) * np.log1p(np.abs(words_past))


def region_signals(ground: Ground) -> Named:
    """The stretches of blocks that hold most words for what they cost (after BTE and MSS)."""
    places = np.arange(len(ground))
    for name, cost in _REGIONS.items():
        first, last = best_stretch(ground.words - 2.0 * ground.linked - cost)
        away = np.maximum(np.maximum(first - places, places - last), 0)
        yield f"in {name}", away == 0
        yield f"from {name}", np.log1p(away)
        yield f"after {name}", places > last


def window_signals(ground: Ground) -> Named:
    """Means over the blocks around (after CETR, CCB and DANAg): words, links, sentences."""
    words, linked = ground.words, ground.linked
    sentences = ground.per_block(ground.letters.sentences)
    columns = np.stack([np.ones(len(ground)), words, words - linked, linked, sentences, ground.long])
    for reach in _REACHES:
        width, all_words, plain, links, marks, long = _windows(columns, reach)
        yield f"words within {reach}", np.log1p(all_words / width)
        yield f"plain within {reach}", np.log1p(plain / width)
        yield f"link within {reach}", share(links, all_words)
        yield f"sentences within {reach}", np.minimum(share(marks, all_words), 1)
        yield f"long within {reach}", long / width


def neighbour_signals(ground: Ground) -> Named:
    """The two blocks before and the two after."""
    sentences = np.minimum(ground.per_block(ground.letters.sentences) / (ground.words + 1), 1)
    closes, around = ground.letters.closes[ground.last], ground.up[ground.element].astype(np.float64)
    columns = np.stack([np.log1p(ground.words), ground.link, sentences, closes, heading_level(ground), around], axis=1)
    for offset in _NEIGHBOURS:
        moved = _shifted(columns, offset)
        for name, values in zip(("words", "link", "sentences", "closes", "heading"), moved.T, strict=False):
            yield f"{name} at {offset:+d}", values
        yield f"same element at {offset:+d}", moved[:, -1] == around


def heading_level(ground: Ground) -> Numbers:
    """Give 2 to blocks in a heading of the first level, 1 to those in other headings."""
    number = ground.page.elements.tag[ground.element]
    level: Numbers = _HEADING[number].astype(np.float64) + (number == NUMBER["h1"])
    return level


def _among(values: Numbers, known: Numbers) -> npt.NDArray[np.bool_]:
    """Tell which values are among the few known ones, which are sorted."""
    if not len(known):
        return np.zeros(len(values), dtype=np.bool_)
    nearest = known[np.minimum(np.searchsorted(known, values), len(known) - 1)]
    found: npt.NDArray[np.bool_] = nearest == values
    return found


def _headline(ground: Ground, match: Numbers) -> int:
    """Choose the block that is most like the title, else the first heading of the first level; -1 if there is none."""
    if match.max() > 0.2:
        return int(np.argmax(match))
    first = ground.page.elements.tag[ground.element] == NUMBER["h1"]
    return int(np.argmax(first)) if first.any() else -1


def _windows(columns: Numbers, reach: int) -> Numbers:
    before = np.concatenate([np.zeros((len(columns), 1)), np.cumsum(columns, axis=1)], axis=1)
    places = np.arange(columns.shape[1])
    above, below = np.minimum(places + reach + 1, columns.shape[1]), np.maximum(places - reach, 0)
    sums: Numbers = before[:, above] - before[:, below]
    return sums


def _shifted(rows: Numbers, offset: int) -> Numbers:
    """Give for each place the row that stands `offset` places further; zeros beyond the ends."""
    moved = np.zeros_like(rows)
    if abs(offset) < len(rows):
        kept, there = (
            (slice(None, -offset), slice(offset, None)) if offset > 0 else (slice(-offset, None), slice(None, offset))
        )
        moved[kept] = rows[there]
    return moved
