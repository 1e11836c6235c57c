"""Readable text: one blank line between blocks, white space folded outside `<pre>`, references resolved.

ZWNJ, ZWJ, soft hyphens and bidi marks stay: they are part of how words are written.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.references import decode_references
from webwinnow.render.structure.gaps import Gaps, Piece, blank_or_mark, folded
from webwinnow.spans import Spans

_PREFORMATTED: Final = column("pre listing xmp textarea")
_BR: Final = NUMBER["br"]


def render_text(page: Document, spans: Spans) -> str:
    """Render the text that the spans cover, with no sign added; ends with a newline unless there is nothing."""
    blocks, _, _ = read_blocks(page, spans)
    return "\n\n".join(blocks) + "\n" if blocks else ""


def read_blocks(page: Document, spans: Spans) -> tuple[list[str], npt.NDArray[np.integer], npt.NDArray[np.integer]]:
    """Read the blocks that have text, the element that each begins in, and the place where."""
    written = spans & Spans.from_sorted(page.runs.start, page.runs.end, len(page.source))
    texts, gap, place = _blocks(page, written)
    seen = [at for at, text in enumerate(texts) if text.strip()]
    return [texts[at] for at in seen], page.runs.home[np.searchsorted(page.runs.gap, gap[seen])], place[seen]


def _blocks(page: Document, spans: Spans) -> tuple[list[str], npt.NDArray[np.intp], npt.NDArray[np.integer]]:
    """Put the pieces of each block together, and tell the gap and the place that each begins in."""
    gap = np.searchsorted(page.tokens.gap_start, spans.starts, side="right") - 1
    passed = page.markup.breaks_before
    breaks = passed[gap]
    lines = np.searchsorted(np.flatnonzero(page.tokens.code == _BR), gap)
    first = np.flatnonzero(np.diff(breaks, prepend=-1))
    pieces = list(map(Piece, spans.starts.tolist(), spans.ends.tolist(), gap.tolist(), lines.tolist()))
    gaps = Gaps.of(page)
    bounds = pairwise([*first.tolist(), len(pieces)])
    preformatted = _preformatted_places(page, gap[first])
    if not preformatted.any():
        return [_flowing(gaps, pieces[start:end]) for start, end in bounds], gap[first], spans.starts[first]
    opening = np.searchsorted(passed, breaks[first]).tolist()
    texts = [
        gaps.indentation(opened, pieces[start]) + _preformatted(gaps, pieces[start:end])
        if keeps_blanks
        else _flowing(gaps, pieces[start:end])
        for keeps_blanks, opened, (start, end) in zip(preformatted.tolist(), opening, bounds, strict=True)
    ]
    return texts, gap[first], spans.starts[first]


def _preformatted_places(page: Document, gap: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Tell for each of the gaps, all of which hold a run, whether its text is preformatted."""
    marked = _PREFORMATTED[page.elements.tag]
    if not marked.any():
        return np.zeros(len(gap), dtype=np.bool_)
    return page.inside(marked)[page.runs.home[np.searchsorted(page.runs.gap, gap)]]


def _flowing(gaps: Gaps, pieces: list[Piece]) -> str:
    """Fold white space; a line break starts a new line."""
    if len(pieces) == 1:
        return _read(gaps, pieces[0]).strip(" ")
    parts = [_read(gaps, pieces[0])]
    for before, piece in pairwise(pieces):
        parts.append("\n" if piece.line > before.line else blank_or_mark(gaps.between(before, piece)))
        parts.append(_read(gaps, piece))
    return "\n".join([part.strip(" ") for part in "".join(parts).split("\n")])


def _read(gaps: Gaps, piece: Piece) -> str:
    """Read a piece with every stretch of blanks folded to one."""
    return folded(decode_references(gaps.source[piece.start : piece.end]))


def _preformatted(gaps: Gaps, pieces: list[Piece]) -> str:
    """Keep every blank."""
    parts = [decode_references(gaps.source[pieces[0].start : pieces[0].end])]
    for before, piece in pairwise(pieces):
        parts.append("\n" * (piece.line - before.line) + gaps.blanks_between(before, piece))
        parts.append(decode_references(gaps.source[piece.start : piece.end]))
    return "".join(parts).replace("\r\n", "\n").replace("\r", "\n")
