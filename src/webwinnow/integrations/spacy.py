"""spaCy: the main content of a page as a `Doc` whose tokens know where they stand in the page's source.

doc = read(nlp, html)
doc[3]._.source            (start, end) in the source; of spans and sentences as well: doc.ents[0]._.source
"""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from spacy.language import Language
from spacy.tokens import Doc, Span, Token

from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.extraction import extract
from webwinnow.spans import Spans

_REFERENCE: Final = re.compile(r"(&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?)")
_PLACES: Final = "winnow_places"


def read(nlp: Language, page: str | bytes, **options: Any) -> Doc:
    """Read the main content of a page with a pipeline; `options` are those of `webwinnow.extract`."""
    result = extract(page, **options)
    text, start, end = aligned_text(result.page, result.spans)
    doc = nlp.make_doc(text)
    doc.user_data[_PLACES] = (start, end)
    return nlp(doc)


def aligned_text(page: Document, spans: Spans) -> tuple[str, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the text that spans cover, and where each of its characters starts and ends in the source.

    Blanks are folded, blocks stand apart by a blank line; a character reference is one character.
    """
    letters: list[str] = []
    start: list[int] = []
    end: list[int] = []
    written = spans & Spans.from_sorted(page.runs.start, page.runs.end, len(page.source))
    breaks = page.markup.breaks_before[np.searchsorted(page.tokens.gap_start, written.starts, side="right") - 1]
    before = None
    for (first, last), block in zip(written, breaks.tolist(), strict=True):
        if before is not None and block != before and letters:
            _append("\n\n", first, first, letters, start, end)
        before = block
        for piece in _REFERENCE.split(page.source[first:last]):
            meant = decode_references(piece)
            if meant == piece:
                for letter in piece:
                    _append(letter, first, first + 1, letters, start, end)
                    first += 1
            else:
                _append(meant, first, first + len(piece), letters, start, end)
                first += len(piece)
    return "".join(letters), np.array(start, np.int64), np.array(end, np.int64)


def _append(text: str, first: int, last: int, letters: list[str], start: list[int], end: list[int]) -> None:
    """Add text of one place, blanks folded."""
    for letter in text:
        if letter.isspace() and text != "\n\n":
            if not letters or letters[-1].isspace():
                continue
            letter = " "
        letters.append(letter)
        start.append(first)
        end.append(last)


def _source_of(part: Token | Span) -> tuple[int, int]:
    """Return where a token or a span of tokens stands in the page's source."""
    doc = part.doc
    start, end = doc.user_data[_PLACES]
    first = part.idx if isinstance(part, Token) else part.start_char
    last = first + len(part.text)
    return int(start[first]), int(end[last - 1])


for _kind in (Token, Span):
    if not _kind.has_extension("source"):
        _kind.set_extension("source", getter=_source_of)
