"""A text that may be the headline, and one of the places of the page that say so."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

_QUOTES: Final = str.maketrans("‘’ʼ“”„«»\u00a0", '\'\'\'""""" ')
_TAIL: Final = re.compile(r"\s*[¶#§🔗]+$")
"""Signs at the end of a heading that are links to itself."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text and where it was read."""

    text: str
    source: str
    """What held it; see `Headline.source`."""
    start: int
    end: int
    """Where that stands in the page's source."""
    element: int = -1
    """The element whose visible text it is, -1 if it stands in no such element."""
    part: str = ""
    """Which part of its source it is: nothing for the whole, else `first`, `last`, `middle`, `clean` or `run`."""

    @property
    def key(self) -> str:
        """The text without differences of case and typography: equal keys are one headline."""
        return key_of(self.text)


def cleaned(text: str) -> str:
    """Fold white space and drop signs that are no part of a headline."""
    return _TAIL.sub("", " ".join(text.split()))


def key_of(text: str) -> str:
    """Fold a text for comparison."""
    plain = unicodedata.normalize("NFC", text).translate(_QUOTES)
    return " ".join(plain.casefold().split())
