"""Signals of a block by itself: its text and the elements it stands in."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document.html_names import column
from webwinnow.document.visibility import Mark
from webwinnow.extractors.consensus.ground import INSIDE, Ground, Named, share
from webwinnow.signals.equal_values import equal_values

_IS: Final = {
    "p": "p",
    "h2": "h2",
    "div": "div section article main center",
    "caption": "figcaption caption",
}
LANDMARKS: Final = ("nav", "header", "footer", "aside", "article", "main", "section")
"""Those of INSIDE that HTML5 brought."""
_IS_NAMES: Final = tuple(f"is {name}" for name in _IS)
_IS_COLUMNS: Final = np.stack([column(names) for names in _IS.values()]).astype(np.float32)
_IN_NAMES: Final = tuple(f"in {name}" for name in INSIDE)
_IN_BITS: Final = np.uint32(1) << np.arange(len(INSIDE), dtype=np.uint32)[:, None]
_MARKS: Final = {
    "in noscript": Mark.NOSCRIPT,
    "kept from screen readers": Mark.ARIA,
    "hidden": Mark.HIDDEN | Mark.STYLE,
}
_MARK_BITS: Final = np.array([[int(marks)] for marks in _MARKS.values()], dtype=np.uint8)


def text_signals(ground: Ground) -> Named:
    """Length, links, emphasis, marks and letters."""
    words, characters = ground.words, ground.characters
    gap = ground.page.runs.gap[ground.page.blocks.runs[ground.first]]
    same = equal_values(np.add.reduceat(ground.tallies.text_hash, ground.first))
    logarithms = np.zeros((4, len(ground)))
    logarithms[:2] = words, characters
    logarithms[2] = ground.last - ground.first + 1
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
    """The block's own element, and what stands around it."""
    yield _IS_NAMES, _IS_COLUMNS.take(ground.tag, axis=1)
    yield _IN_NAMES, (ground.around & _IN_BITS) > 0
    yield tuple(_MARKS), (ground.page.marks[ground.page.blocks.runs[ground.first]] & _MARK_BITS) > 0
    yield ("depth",), (ground.depth[ground.element] / 20,)
