"""Making two texts comparable: white space, case, quotation marks and words, the same for gold and found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from webwinnow.language.words import words

_PLAIN_WORD: Final = re.compile(r"\w+")

_REPLACEMENTS: Final = (
    # Soft hyphen and direction marks: nothing a reader sees, and gold standards keep them or not.
    *((mark, "") for mark in "\u00ad\u200e\u200f\u061c"),
    # Quotation marks: gold standards keep them or write them as a typewriter would.
    *((mark, "'") for mark in "‘’"),
    *((mark, '"') for mark in "“”"),
)


def fold_space(text: str) -> str:
    """Fold each run of white space to one space, none at the ends (gottron2007, section 4.2)."""
    return " ".join(text.split())


def fold(text: str) -> str:
    """Fold white space, case, quotation marks and invisible marks: what reads the same becomes the same."""
    return fold_space(_readable(text))


def fold_lines(text: str) -> list[str]:
    """Return the lines that are not blank, each folded."""
    return [line for line in map(fold_space, _readable(text).splitlines()) if line]


def unicode_words(text: str) -> list[str]:
    """Return the words of the project's own splitter, case, quotation marks and invisible marks folded.

    Case folding, not lower case: `STRASSE` and `Straße` are one word.
    """
    return words(_readable(text))


def _readable(text: str) -> str:
    """Return the text as one form of all that read the same."""
    text = unicodedata.normalize("NFC", text)
    for character, replacement in _REPLACEMENTS:
        text = text.replace(character, replacement)
    return text.casefold()


def plain_words(text: str) -> list[str]:
    r"""Return the words others count: `\w+` in the text set in lower case, and nothing else done to it.

    It makes one word of a whole Chinese sentence and several of `don't`; use it to compare published figures.
    """
    return _PLAIN_WORD.findall(text.lower())


WORD_RULES: Final[dict[str, Callable[[str], list[str]]]] = {"unicode": unicode_words, "plain": plain_words}
"""The ways to split a text into words, by the name of the parameter `rule`."""
