"""Signals of the text: what a block itself holds, where it stands, its neighbours, its words, and the page as a whole.

The words of a text come back in it; those of menus and notices stand alone, or stand everywhere. Nothing here knows a
language: which words are common is learned from the page's own running text.
"""

from __future__ import annotations

from math import log1p
from typing import Final

import numpy as np

from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.visibility import Mark
from webwinnow.extractors.consensus.ground import BLOCK_BITS, INSIDE, Ground, Named, Numbers, equal_values, share

_IS: Final = {
    "p": "p",
    "h2": "h2",
    "div": "div section article main center",
    "caption": "figcaption caption",
}
LANDMARKS: Final = ("nav", "header", "footer", "aside", "article", "main", "section")
"""Those of INSIDE that HTML5 brought."""
_IS_NAMES: Final = tuple(f"is {name}" for name in _IS)
IS_COLUMNS: Final = np.stack([column(names) for names in _IS.values()]).astype(np.float32)
_IN_NAMES: Final = tuple(f"in {name}" for name in INSIDE)
_IN_BITS: Final = np.uint32(1) << np.arange(len(INSIDE), dtype=np.uint32)[:, None]
_MARKS: Final = {
    "in noscript": Mark.NOSCRIPT,
    "kept from screen readers": Mark.ARIA,
    "hidden": Mark.HIDDEN | Mark.STYLE,
}
MARK_BITS: Final = np.array([[int(marks)] for marks in _MARKS.values()], dtype=np.uint8)
_REACHES: Final = (2, 5, 10, 25)
_WINDOW_NAMES: Final = tuple(
    f"{name} within {reach}" for reach in _REACHES for name in ("words", "plain", "link", "long")
)
_NEIGHBOURS: Final = (-2, -1, 1, 2)
_NEIGHBOUR_NAMES: Final = tuple(f"words at {offset:+d}" for offset in _NEIGHBOURS)
WORD_NAMES: Final = ("words found once", "words in running text", "rarity", "common words", "title words")
_COMMON: Final = 15
"""How many of the most frequent words of the running text count as common ones."""
_TOPICAL: Final = 0.3
"""Words that stand in a larger share of the blocks say nothing about the topic."""
_SITE_NAME: Final = 0.2
"""Words of the title that stand in a larger share of the blocks are the site's name."""
CODE: Final = column("pre code kbd samp tt listing xmp")


def text_signals(ground: Ground) -> Named:
    """Describe length, links, emphasis, marks and letters."""
    words, characters = ground.words, ground.characters
    gap = ground.page.runs.gap[ground.page.blocks.runs[ground.first]]
    same = equal_values(np.add.reduceat(ground.tallies.text_hash, ground.first))
    logarithms = np.zeros((4, len(ground)))
    logarithms[:2] = words, characters
    logarithms[2] = np.diff(ground.bound)
    logarithms[3, 1:] = gap[1:] - gap[:-1]
    np.log1p(logarithms, out=logarithms)
    strong, code, word_length = share(np.array([ground.strong, ground.code, characters]), words)
    yield ("words", "characters"), logarithms[:2]
    yield ("link", "strong", "code"), (ground.link, strong, code)
    yield ("upper", "digits"), share(np.array([ground.upper, ground.digits]), characters)
    yield ("sentences", "pauses"), np.minimum(np.array([ground.sentences, ground.pauses]) / (words + 1), 1)
    yield ("closes", "word length"), (ground.closes, np.minimum(word_length, 20) / 10)
    yield ("runs", "tags before"), logarithms[2:]
    yield ("copies",), (np.log(same.sizes[same.group]),)


def element_signals(ground: Ground) -> Named:
    """Describe the block's own element, and what stands around it."""
    yield _IS_NAMES, IS_COLUMNS.take(ground.tag, axis=1)
    yield _IN_NAMES, (ground.around & _IN_BITS) > 0
    yield tuple(_MARKS), (ground.page.marks[ground.page.blocks.runs[ground.first]] & MARK_BITS) > 0
    yield ("depth",), (ground.depth[ground.element] / 20,)


def position_signals(ground: Ground) -> Named:
    """Tell how far down the page, by words, blocks and running text."""
    words, total = ground.words, ground.total
    before = np.cumsum(words) - words
    long_words = words * ground.long
    long_before = np.cumsum(long_words) - long_words
    yield ("position", "block position"), (before / total, np.arange(len(ground)) / len(ground))
    yield ("words before", "words after"), np.log1p(np.array([before, total - before]))
    yield ("long before",), (long_before / max(ground.total_long, 1),)


def window_signals(ground: Ground) -> Named:
    """Average over the blocks around (after CETR, CCB and DANAg): words, links, running text."""
    ones, words, linked = np.ones(len(ground)), ground.words, ground.linked
    sums = _windows(np.array([words, words - linked, linked, ground.long, ones]))
    found, width = sums[:, :4], sums[:, 4:]
    found[:, 2] /= np.maximum(sums[:, 0], 1e-9)
    found[:, 3:] /= width
    found[:, :2] /= width
    np.log1p(found[:, :2], out=found[:, :2])
    yield _WINDOW_NAMES, found.reshape(len(_WINDOW_NAMES), -1)


def neighbour_signals(ground: Ground) -> Named:
    """Tell how long the two blocks before and the two after are, and whether the one before is a heading or a link."""
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


def vocabulary_signals(ground: Ground) -> Named:
    """Tell whether the words of a block stand in other blocks, too, or in the title."""
    words, block, size = ground.vocabulary.words, ground.vocabulary.block, len(ground)
    if not len(words):
        yield WORD_NAMES, np.zeros((len(WORD_NAMES), 1))
        return
    hashes = words >> BLOCK_BITS
    starts = _differs(hashes)
    word, once = starts.cumsum() - 1, _differs(words).nonzero()[0]  # each word once per block
    of, at = word[once], block[once]
    blocks, long_blocks = np.bincount(of), np.bincount(of, ground.long[at])
    topical = (long_blocks[of] > ground.long[at]) & (blocks[of] <= most_of_topic(size))
    rarity = np.log(size / blocks)[of]
    different = np.bincount(at, minlength=size)
    yield (
        WORD_NAMES[:3],
        [share(np.bincount(at, each, size), different) for each in (blocks[of] == 1, topical, rarity)],
    )
    of_title = among(hashes[starts], ground.title >> BLOCK_BITS) & (blocks <= most_of_site(size))
    chosen = (most_frequent(long_blocks), of_title)
    yield WORD_NAMES[3:], [share(np.bincount(block, each[word], size), ground.counted) for each in chosen]


def most_of_topic(blocks: int) -> float:
    """Tell in how many blocks of a page a word stands at most that says something about the topic."""
    return max(_TOPICAL * blocks, 2)


def most_of_site(blocks: int) -> float:
    """Tell in how many blocks of a page a word of the title stands at most that is no part of the site's name."""
    return max(_SITE_NAME * blocks, 3)


def _differs(values: Numbers) -> Numbers:
    """Tell which values differ from the one before."""
    found = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=found[1:])
    return found


def most_frequent(blocks: Numbers) -> Numbers:
    """Mark the words that stand in most blocks, and in more than one."""
    common = np.zeros(len(blocks), dtype=np.bool_)
    most = np.argpartition(blocks, -_COMMON)[-_COMMON:] if len(blocks) > _COMMON else np.arange(len(blocks))
    common[most[blocks[most] > 1]] = True
    return common


def among(known: Numbers, wanted: Numbers) -> Numbers:
    """Mark which of the known values, which are sorted, are wanted."""
    place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    found = np.zeros(len(known), dtype=np.bool_)
    found[place[known[place] == wanted]] = True
    return found


def page_signals(ground: Ground) -> Named:
    """Describe size, links, running text and what it is made of."""
    figures = _figures(ground)
    yield tuple(figures), np.array(list(figures.values()))[:, None]


def _figures(ground: Ground) -> dict[str, float]:
    words, total, tags = ground.words, ground.total, ground.page.elements.tag
    long_blocks = int(np.count_nonzero(ground.long))
    return {
        "page words": log1p(total),
        "page blocks": log1p(len(ground)),
        "page link": float(ground.linked.sum()) / total,
        "page long": float(words @ ground.long) / total,
        "page in p": float(words @ (ground.tag == NUMBER["p"])) / total,
        "page items": float(words @ (ground.tag == NUMBER["li"])) / total,
        "page headings": log1p(np.count_nonzero(ground.level)),
        "page links": log1p(float(ground.links.sum())),
        "page largest": float(words.max()) / total,
        "page closes": float(ground.closes @ ground.long) / max(long_blocks, 1),
        "page long blocks": log1p(long_blocks),
        "page time": log1p(np.count_nonzero(tags == NUMBER["time"])),
        "page code": float(CODE[tags].any()),
    }
