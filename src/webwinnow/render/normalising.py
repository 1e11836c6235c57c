"""Text for programs that compare it: composed letters, and no marks that nobody sees.

Without being asked, no rendering does this: soft hyphens, marks of direction and the way letters are composed are part
of how a page is written. ZWNJ, ZWJ and variation selectors stay even here, because they change what is read: Farsi
words, Indic ligatures, emoji.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_UNSEEN: Final = re.compile(r"[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+")
"""Soft hyphen, zero-width space, word joiner, byte order mark, and all marks of direction."""


def normalised(text: str) -> str:
    """Compose letters (NFC) and remove marks that nobody sees.

    >>> normalised("cafe\\u0301 co\\u00adop\\u200b")
    'café coop'
    """
    return unicodedata.normalize("NFC", _UNSEEN.sub("", text))
