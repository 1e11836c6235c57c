"""Readable text: one blank line between blocks, white space folded outside `<pre>`, references resolved.

ZWNJ, ZWJ, soft hyphens and bidi marks stay: they are part of how words are written.
"""

from __future__ import annotations

import html
import re
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from webwinnow.document import Document
from webwinnow.document.blocks import breaking_tags
from webwinnow.document.html_names import NUMBER, column
from webwinnow.spans import Spans

_PREFORMATTED: Final = column("pre listing xmp textarea")
_BLANKS: Final = re.compile(r"[ \t\n\r\f\v\xa0\0]+")
_LEFT_OUT: Final = re.compile(r"[^ \t\n\r\f\v\xa0\0]+")
_NOTHING_TO_SEE: Final = re.compile(r"[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]*+")
"""Marks that part no words; alone between two tags they are in no run."""
_BR: Final = NUMBER["br"]


class _Piece(NamedTuple):
    """A piece of text: where it starts and ends, the gap that it stands in, and how many line breaks come before."""

    start: int
    end: int
    gap: int
    line: int


class _Gaps(NamedTuple):
    """The text between the tags of a page, as lists because single places are looked up."""

    source: str
    starts: list[int]
    ends: list[int]

    def between(self, before: _Piece, after: _Piece) -> str:
        """Give the text, always blank or left out, that stands between two pieces of one block."""
        if before.gap == after.gap:
            return html.unescape(self.source[before.end : after.start])
        whole = [self.source[self.starts[gap] : self.ends[gap]] for gap in range(before.gap + 1, after.gap)]
        rest, first = self.source[before.end : self.ends[before.gap]], self.source[self.starts[after.gap] : after.start]
        return html.unescape("".join([rest, *whole, first]))

    def indentation(self, first: int, piece: _Piece) -> str:
        """Give the blanks before a block's first piece on its line, which the edge of the run has cut off.

        `first` is the block's first gap: blanks may stand before the tags around the piece.
        """
        start = self.starts[first]
        line = self.between(_Piece(start, start, first, piece.line), piece).rpartition("\n")[2]
        return line if line.isspace() else ""


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
    pieces = list(map(_Piece, spans.starts.tolist(), spans.ends.tolist(), gap.tolist(), lines.tolist()))
    gaps = _Gaps(page.source, page.tokens.gap_start.tolist(), page.tokens.gap_end.tolist())
    bounds = pairwise([*first.tolist(), len(pieces)])
    return [
        gaps.indentation(opened, pieces[start]) + _preformatted(gaps, pieces[start:end])
        if preformatted[start]
        else _flowing(gaps, pieces[start:end])
        for opened, (start, end) in zip(opening, bounds, strict=True)
    ]


def _flowing(gaps: _Gaps, pieces: list[_Piece]) -> str:
    """Fold white space; a line break starts a new line."""
    parts = [_read(gaps, pieces[0])]
    for before, piece in pairwise(pieces):
        between = gaps.between(before, piece)
        parts.append("\n" if piece.line > before.line else between if _NOTHING_TO_SEE.fullmatch(between) else " ")
        parts.append(_read(gaps, piece))
    return "\n".join(part.strip(" ") for part in "".join(parts).split("\n"))


def _read(gaps: _Gaps, piece: _Piece) -> str:
    return _BLANKS.sub(" ", html.unescape(gaps.source[piece.start : piece.end]))


def _preformatted(gaps: _Gaps, pieces: list[_Piece]) -> str:
    """Keep every blank."""
    parts = [html.unescape(gaps.source[pieces[0].start : pieces[0].end])]
    for before, piece in pairwise(pieces):
        parts.append("\n" * (piece.line - before.line) + _LEFT_OUT.sub("", gaps.between(before, piece)))
        parts.append(html.unescape(gaps.source[piece.start : piece.end]))
    return "".join(parts).replace("\r\n", "\n").replace("\r", "\n")
