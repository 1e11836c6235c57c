"""Making two texts comparable: white space, case and words, the same for gold and found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from webwinnow.document.words import words

_PLAIN_WORD: Final = re.compile(r"\w+")

_INVISIBLE: Final = dict.fromkeys("\u00ad\u200e\u200f\u061c", "")
"""Soft hyphen and direction marks: nothing a reader sees, and gold standards keep them or not."""
_STRAIGHT: Final = dict.fromkeys("‘’", "'") | dict.fromkeys("“”", '"')
"""Quotation marks that gold standards keep as they are or write as a typewriter would."""


def fold_space(text: str) -> str:
    """One space for each run of white space, none at the ends (gottron2007, section 4.2)."""
    return " ".join(text.split())


def fold(text: str) -> str:
    """White space, case, quotation marks and invisible marks folded: what reads the same is the same."""
    return fold_space(_composed(text)).casefold()


def unicode_words(text: str) -> list[str]:
    """The words of the project's own splitter, without case, quotation marks and invisible marks folded.

    Words are split first and case-folded then, because folding a whole text can make new characters that no
    longer belong to a word. Case folding, not lower case: `STRASSE` and `Straße` are one word.
    """
    return [word.casefold() for word in words(_composed(text))]


def _composed(text: str) -> str:
    text = unicodedata.normalize("NFC", text)
    for character, replacement in (_INVISIBLE | _STRAIGHT).items():
        text = text.replace(character, replacement)
    return text


def plain_words(text: str) -> list[str]:
    r"""The words others count: `\w+` in the text set in lower case, and nothing else done to it.

    It makes one word of a whole Chinese sentence and several of `don't`; use it to compare published figures.
    """
    return _PLAIN_WORD.findall(text.lower())


WORD_RULES: Final[dict[str, Callable[[str], list[str]]]] = {"unicode": unicode_words, "plain": plain_words}
"""The ways to split a text into words, by the name of the parameter `rule`."""
