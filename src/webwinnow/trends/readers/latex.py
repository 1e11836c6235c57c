r"""LaTeX in titles and abstracts as plain text: accents (`\"{o}`), special letters (`\ss`), braces and commands."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

_ACCENTS: Final = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
}  # fmt: skip
_LETTERS: Final = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł",
    "i": "i", "j": "j",
}  # fmt: skip
_ACCENT: Final = re.compile(r"\\([`'^~\"=.]|[uvHckrd](?![A-Za-z]))\s*(?:\{\s*\\?([A-Za-z])\s*\}|\\?([A-Za-z]))")
_LETTER: Final = re.compile(r"\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j)(?![A-Za-z])(?:\{\}|\s)?")
_ESCAPED: Final = re.compile(r"\\([&%$#_{}])")
_COMMAND: Final = re.compile(r"\\[A-Za-z]+\*?\s?|\\.")
_DASHES: Final = re.compile("-{2,3}")


def plain(text: str) -> str:
    r"""Give the text that is meant.

    >>> plain(r"M{\"u}ller \& the {\em Gr\o{}nland} of 1999--2003")
    'Müller & the Grønland of 1999–2003'
    """
    if "\\" in text:
        text = _ACCENT.sub(lambda found: normalize("NFC", (found[2] or found[3]) + _ACCENTS[found[1]]), text)
        text = _LETTER.sub(lambda found: _LETTERS[found[1]], text)
        text = _COMMAND.sub(" ", _ESCAPED.sub(r"\1", text))
    text = text.replace("{", "").replace("}", "").replace("~", " ")
    return " ".join(_DASHES.sub("–", text).split())
