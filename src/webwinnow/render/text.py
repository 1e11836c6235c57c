"""Readable text: one blank line between blocks, white space folded outside `<pre>`, references resolved.

ZWNJ, ZWJ, soft hyphens and bidi marks stay: they are part of how words are written.
"""

from __future__ import annotations

import html
import re
from typing import Final, TypeAlias

import numpy as np

from webwinnow.document import Document
from webwinnow.document.blocks import breaking_tags
from webwinnow.document.html_names import NUMBER, column
from webwinnow.spans import Spans

_PREFORMATTED: Final = column("pre listing xmp textarea")
_BLANKS: Final = re.compile(r"[ \t\n\r\f\v\xa0\0]+")
_BR: Final = NUMBER["br"]
Piece: TypeAlias = tuple[int, int, int]
"""Where a piece of text starts and ends, and how many line breaks stand before it."""


def render_text(page: Document, spans: Spans) -> str:
    """Render what the spans cover as text; ends with a newline unless there is nothing."""
    blocks = [block for block in _blocks(page, spans) if block.strip()]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _blocks(page: Document, spans: Spans) -> list[str]:
    """Put the pieces of each block together."""
    gap = np.searchsorted(page.tokens.gap_start, spans.starts, side="right") - 1
    home = page.runs.home[np.searchsorted(page.runs.gap, gap)]
    preformatted = page.inside(_PREFORMATTED[page.elements.tag])[home]
    breaks = np.concatenate([[0], np.cumsum(breaking_tags(page.markup))])[gap]
    lines = np.concatenate([[0], np.cumsum(page.tokens.code == _BR)])[gap]
    first = np.flatnonzero(np.diff(breaks, prepend=-1))
    pieces = list(zip(spans.starts.tolist(), spans.ends.tolist(), lines.tolist(), strict=True))
    return [
        _preformatted(page, pieces[start:end]) if preformatted[start] else _flowing(page, pieces[start:end])
        for start, end in zip(first.tolist(), [*first[1:].tolist(), len(pieces)], strict=True)
    ]


def _flowing(page: Document, pieces: list[Piece]) -> str:
    """Fold white space; a line break starts a new line."""
    text, last_end, last_line = "", pieces[0][0], pieces[0][2]
    for start, end, line in pieces:
        between = "\n" * (line > last_line) or " " * bool(_text_between(page, last_end, start))
        text += between + _BLANKS.sub(" ", html.unescape(page.source[start:end]))
        last_end, last_line = end, line
    return "\n".join(part.strip(" ") for part in text.split("\n"))


def _preformatted(page: Document, pieces: list[Piece]) -> str:
    """Keep every blank, also the indentation of the first line, which the edge of the run has cut off."""
    start = pieces[0][0]
    gap = int(page.tokens.gap_start[np.searchsorted(page.tokens.gap_start, start, side="right") - 1])
    before = page.source[max(page.source.rfind("\n", gap, start) + 1, gap) : start]
    text, last_end, last_line = before if before.isspace() else "", start, pieces[0][2]
    for start, end, line in pieces:
        text += "\n" * (line - last_line) + _text_between(page, last_end, start)
        text += html.unescape(page.source[start:end])
        last_end, last_line = end, line
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _text_between(page: Document, end: int, start: int) -> str:
    """Give the text, always blank or left out, that stands between two pieces of one block."""
    first, last = np.searchsorted(page.tokens.gap_start, [end, start], side="right") - 1
    starts, ends = page.tokens.gap_start[first : last + 1].tolist(), page.tokens.gap_end[first : last + 1].tolist()
    return "".join(html.unescape(page.source[max(a, end) : min(b, start)]) for a, b in zip(starts, ends, strict=True))
