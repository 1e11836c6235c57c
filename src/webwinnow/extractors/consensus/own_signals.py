"""Signals of a block by itself: its text and the elements it stands in."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document.html_names import column
from webwinnow.document.visibility import Mark
from webwinnow.extractors.consensus.ground import INSIDE, Ground, Named, share

_IS: Final = {
    "p": "p",
    "item": "li",
    "cell": "td th",
    "row": "tr",
    "h1": "h1",
    "h2": "h2",
    "h3": "h3",
    "h4": "h4 h5 h6",
    "div": "div section article main center",
    "quote": "blockquote",
    "pre": "pre listing",
    "definition": "dd dt",
    "caption": "figcaption caption",
    "control": "button label legend form fieldset",
    "summary": "summary details",
}
_IS_COLUMNS: Final = {name: column(names) for name, names in _IS.items()}


def text_signals(ground: Ground) -> Named:
    """Length, links, emphasis, marks and letters."""
    letters, words = ground.letters, ground.words
    characters = ground.per_block(letters.characters)
    gap = ground.page.runs.gap[ground.page.blocks.runs][ground.first]
    _, same, copies = np.unique(ground.per_block(letters.text_hash), return_inverse=True, return_counts=True)
    yield "words", np.log1p(words)
    yield "characters", np.log1p(characters)
    yield "link", ground.link
    yield "links", np.log1p(ground.per_block(ground.is_around("link")))
    yield "strong", share(ground.per_block(ground.is_around("strong") * letters.words), words)
    yield "code", share(ground.per_block(ground.is_around("code") * letters.words), words)
    yield "upper", share(ground.per_block(letters.upper), characters)
    yield "digits", share(ground.per_block(letters.digits), characters)
    yield "sentences", np.minimum(ground.per_block(letters.sentences) / (words + 1), 1)
    yield "pauses", np.minimum(ground.per_block(letters.pauses) / (words + 1), 1)
    yield "closes", letters.closes[ground.last]
    yield "introduces", letters.introduces[ground.last]
    yield "word length", np.minimum(share(characters, words), 20) / 10
    yield "runs", np.log1p(ground.last - ground.first + 1)
    yield "tags before", np.log1p(np.diff(gap, prepend=gap[0]))
    yield "copies", np.log(copies[same])


def element_signals(ground: Ground) -> Named:
    """The block's own element, and what stands around it."""
    number = ground.page.elements.tag[ground.element]
    for name, marked in _IS_COLUMNS.items():
        yield f"is {name}", marked[number]
    around = ground.around[ground.first]
    for bit, name in enumerate(INSIDE):
        yield f"in {name}", around >> np.uint32(bit) & np.uint32(1)
    marks = ground.page.marks[ground.page.blocks.runs][ground.first]
    yield "in noscript", (marks & Mark.NOSCRIPT) > 0
    yield "kept from screen readers", (marks & Mark.ARIA) > 0
    yield "hidden", (marks & (Mark.HIDDEN | Mark.STYLE)) > 0
    yield "depth", ground.depth[ground.element] / 20
