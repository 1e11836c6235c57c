"""Readable text: one blank line between blocks, white space folded outside `<pre>`, references resolved.

ZWNJ, ZWJ, soft hyphens and bidi marks stay: they are part of how words are written.
"""

from __future__ import annotations

import html
from itertools import pairwise
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.blocks import breaking_tags
from webwinnow.document.html_names import NUMBER, column
from webwinnow.render.structure.gaps import BLANKS, Gaps, Piece, blank_or_mark
from webwinnow.spans import Spans

_PREFORMATTED: Final = column("pre listing xmp textarea")
_BR: Final = NUMBER["br"]


def render_text(page: Document, spans: Spans) -> str:
    """Render the text that the spans cover; ends with a newline unless there is nothing."""
    written = Spans.from_sorted(page.runs.start, page.runs.end, len(page.source))
    blocks = [block for block in _blocks(page, spans & written) if block.strip()]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _blocks(page: Document, spans: Spans) -> list[str]:
    """Put the pieces of each block together."""
    gap = np.searchsorted(page.tokens.gap_start, spans.starts, side="right") - 1
    home = page.runs.home[np.searchsorted(page.runs.gap, gap)]
    preformatted = page.inside(_PREFORMATTED[page.elements.tag])[home]
    passed = np.concatenate([[0], np.cumsum(breaking_tags(page.markup))])
    breaks = passed[gap]
    lines = np.concatenate([[0], np.cumsum(page.tokens.code == _BR)])[gap]
    first = np.flatnonzero(np.diff(breaks, prepend=-1))
    opening = np.searchsorted(passed, breaks[first]).tolist()
    pieces = list(map(Piece, spans.starts.tolist(), spans.ends.tolist(), gap.tolist(), lines.tolist()))
    gaps = Gaps.of(page)
    bounds = pairwise([*first.tolist(), len(pieces)])
    return [
        gaps.indentation(opened, pieces[start]) + _preformatted(gaps, pieces[start:end])
        if preformatted[start]
        else _flowing(gaps, pieces[start:end])
        for opened, (start, end) in zip(opening, bounds, strict=True)
    ]


def _flowing(gaps: Gaps, pieces: list[Piece]) -> str:
    """Fold white space; a line break starts a new line."""
    parts = [_read(gaps, pieces[0])]
    for before, piece in pairwise(pieces):
        parts.append("\n" if piece.line > before.line else blank_or_mark(gaps.between(before, piece)))
        parts.append(_read(gaps, piece))
    return "\n".join(part.strip(" ") for part in "".join(parts).split("\n"))


def _read(gaps: Gaps, piece: Piece) -> str:
    return BLANKS.sub(" ", html.unescape(gaps.source[piece.start : piece.end]))


def _preformatted(gaps: Gaps, pieces: list[Piece]) -> str:
    """Keep every blank."""
    parts = [html.unescape(gaps.source[pieces[0].start : pieces[0].end])]
    for before, piece in pairwise(pieces):
        parts.append("\n" * (piece.line - before.line) + gaps.blanks_between(before, piece))
        parts.append(html.unescape(gaps.source[piece.start : piece.end]))
    return "".join(parts).replace("\r\n", "\n").replace("\r", "\n")
