"""Subtitles: the headings inside the main content, as an outline.

Paper: mohammadzadeh2013, section 1.1 counts subtitles among the most important parts of a page.
UNSPECIFIED: what a subtitle is. Ours: a heading element of which some text is in the main content, but not the one
that is the page's headline.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, NUMBERS
from webwinnow.headline.candidate import cleaned
from webwinnow.headline.element_text import Reader
from webwinnow.spans import Spans

_LEVEL: Final = np.zeros(NUMBERS, dtype=np.int8)
_LEVEL[[NUMBER[f"h{level}"] for level in range(1, 7)]] = range(1, 7)


@dataclass(frozen=True, slots=True)
class Subtitle:
    """A heading inside the main content."""

    level: int
    """1 to 6, as the page says."""
    text: str
    spans: Spans

    def to_json(self) -> dict[str, Any]:
        """What JSON output says of it."""
        return {"level": self.level, "text": self.text, "spans": list(self.spans)}


def find_outline(page: Document, content: Spans, headline: Spans | None = None) -> tuple[Subtitle, ...]:
    """List the headings inside the content, in order; the headline, where it is given, is none of them."""
    reader = Reader.of(page.within(content))
    elements = np.flatnonzero(_LEVEL[page.elements.tag])
    found: list[Subtitle] = []
    for element, (first, last) in zip(elements.tolist(), reader.inside(elements), strict=True):
        if first == last:
            continue
        spans, text = reader.spans(first, last), cleaned(reader.text(first, last))
        if text and (headline is None or not len(spans & headline)):
            found.append(Subtitle(int(_LEVEL[page.elements.tag[element]]), text, spans))
    return tuple(found)
