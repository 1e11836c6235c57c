"""A page as one sequence of tokens, each a number: tags, stems of known words, numbers, and all other words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import INVENTED, NUMBERS
from webwinnow.document.visible_text import VisibleText, characters, lower_case, visible_text
from webwinnow.signals.rolling_hash import joined, stretch_hashes

Numbers = npt.NDArray[Any]

_DIGITS: Final = characters("0123456789٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹")
_KNOWN_TAGS: Final = NUMBERS - INVENTED
"""Names beyond are a page's own inventions, and one token."""
NUMBER_TOKEN: Final = 2 * _KNOWN_TAGS + 1
OTHER_WORD: Final = NUMBER_TOKEN + 1
FIRST_STEM: Final = NUMBER_TOKEN + 2
PARENTS: Final = _KNOWN_TAGS + 1
"""Numbers of parents: 0 for none, names of HTML, and all others."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Words and tags of a page, in order."""

    start: Numbers
    end: Numbers
    is_tag: npt.NDArray[np.bool_]
    tag: Numbers
    """Per tag: which token it is."""
    word: npt.NDArray[np.uint64]
    """Per word: a hash of its small letters."""
    is_number: npt.NDArray[np.bool_]
    """Per word: whether it is a number, which all are the same token."""
    parent: Numbers
    """Per token: the number of the tag around it."""

    def __len__(self) -> int:
        """Count the tokens."""
        return len(self.start)


def read_tokens(page: Document) -> Tokens:
    """Read the tokens; what scripts and styles hold is none, as nobody sees it."""
    sequence, text = page.words_and_tags, visible_text(page)
    number = np.abs(page.tokens.code[page.code > 0]).astype(np.int64)
    known = np.minimum(number, _KNOWN_TAGS - 1)
    closing = page.tokens.code[page.code > 0] < 0
    parent = np.zeros(len(sequence), dtype=np.int32)
    parent[sequence.is_tag] = _parents_of_tags(page)[page.code > 0]
    parent[~sequence.is_tag] = page.elements.tag[page.runs.home[text.word_run]]
    return Tokens(
        sequence.start,
        sequence.end,
        sequence.is_tag,
        (known + _KNOWN_TAGS * closing).astype(np.int16),
        word_hashes(text),
        text.per_word(text.marked(_DIGITS)) == text.word_end - text.word_start,
        np.minimum(parent, PARENTS - 1).astype(np.int16),
    )


def word_hashes(text: VisibleText) -> npt.NDArray[np.uint64]:
    """Hash the words in small letters."""
    return stretch_hashes(text.marked(lower_case()), text.word_start, text.word_end)


def token_numbers(tokens: Tokens, words: npt.NDArray[np.uint64], stems: Numbers) -> Numbers:
    """Number the tokens; `words` are sorted hashes of known words, `stems` the number of each one's stem."""
    found = np.full(len(tokens.word), OTHER_WORD, dtype=np.int64)
    if len(words):
        place = np.minimum(np.searchsorted(words, tokens.word), len(words) - 1)
        found = np.where(words[place] == tokens.word, FIRST_STEM + stems[place], found)
    numbers = np.zeros(len(tokens), dtype=np.int64)
    numbers[tokens.is_tag] = tokens.tag
    numbers[~tokens.is_tag] = np.where(tokens.is_number, NUMBER_TOKEN, found)
    return numbers


def trigrams(numbers: Numbers) -> npt.NDArray[np.uint32]:
    """Hash each token with its two successors; behind the last token stands 0."""
    padded = np.append(numbers, [0, 0])
    return (joined(padded[:-2], padded[1:-1], padded[2:]) >> np.uint64(32)).astype(np.uint32)


def _parents_of_tags(page: Document) -> Numbers:
    """Give for each tag the name of the element around the element that it opens or closes; 0 for others."""
    elements = page.elements
    name = np.where(elements.parent >= 0, elements.tag[np.maximum(elements.parent, 0)], 0)
    parents = np.zeros(len(page.tokens.code) + 2, dtype=np.int32)
    parents[elements.close[::-1]] = name[::-1]  # where one tag closes several, the outermost counts
    parents[elements.first] = name  # where one tag opens several, the innermost is its own
    return parents[: len(page.tokens.code)]
