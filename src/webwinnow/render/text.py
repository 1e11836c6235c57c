"""Readable text: one blank line between blocks, white space folded outside `<pre>`, references resolved.

ZWNJ, ZWJ, soft hyphens and bidi marks stay: they are part of how words are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.layout import before as sums_before
from webwinnow.document.references import decode_references
from webwinnow.render.pieces import Column, Pieces, read_pieces
from webwinnow.render.structure.gaps import Gaps, Piece, blank_or_mark, folded
from webwinnow.spans import Spans

_PREFORMATTED: Final = column("pre listing xmp textarea")
_BR: Final = NUMBER["br"]
_MARKS: Final = "\1\2\3\4\5\6\7\b\16\17\20\21\22\23\24\25\26\27\30\31\32\33"
"""Control characters, which HTML forbids: three that a page does not hold stand between pieces while they are read."""
_NO_MARKS: Final = dict.fromkeys(map(ord, _MARKS[:3]), "\ufffd")
_AROUND_LINES: Final = re.compile(" *+\n *+")
Marked = npt.NDArray[np.bool_]


def render_text(page: Document, spans: Spans) -> str:
    """Render the text that the spans cover, with no sign added; ends with a newline unless there is nothing."""
    blocks, _, _ = read_blocks(page, spans)
    return "\n\n".join(blocks) + "\n" if blocks else ""


def read_blocks(page: Document, spans: Spans) -> tuple[list[str], npt.NDArray[np.integer], npt.NDArray[np.integer]]:
    """Read the blocks that have text, the element that each begins in, and the place where."""
    pieces = read_pieces(page, spans)
    if not len(pieces):
        return [], pieces.run, pieces.starts
    blocks = page.markup.breaks_before[pieces.gap]
    opens = np.ones(len(blocks), dtype=np.bool_)
    np.not_equal(blocks[1:], blocks[:-1], out=opens[1:])
    first = np.flatnonzero(opens)
    home = page.runs.home[pieces.run[first]]
    preformatted = _PREFORMATTED[page.elements.tag]
    keeps_blanks = page.inside(preformatted)[home] if preformatted.any() else None
    if keeps_blanks is None or not keeps_blanks.any():
        texts = _flowing(page, pieces, opens)
    else:
        texts = _both(page, pieces, opens, keeps_blanks)
    seen = [at for at, text in enumerate(texts) if text and not text.isspace()]
    if len(seen) < len(texts):
        return [texts[at] for at in seen], home[seen], pieces.starts[first[seen]]
    return texts, home, pieces.starts[first]


def _flowing(page: Document, pieces: Pieces, opens: Marked) -> list[str]:
    """Read blocks: white space is folded, a line break starts a new line. All are read as one text with marks in it.

    References never go on across a mark, blanks are never folded across one, and no reference stands for a mark.
    """
    source = page.source
    read = [source[start:end] for start, end in zip(pieces.starts.tolist(), pieces.ends.tolist(), strict=True)]
    marks = _free_marks("".join(read))
    joined, line, block = tuple(marks)
    parts = [block, ""] * len(read)
    parts[1::2] = read if marks != _MARKS[:3] else [piece.translate(_NO_MARKS) for piece in read]
    for at, written in _inside_blocks(page, pieces, opens, joined, line):
        parts[2 * at] = written
    text = folded(decode_references("".join(parts[1:]))).replace(joined, "")
    if line in text:
        text = _AROUND_LINES.sub("\n", text.replace(line, "\n"))
    return [each.strip(" ") for each in text.split(block)]


def _free_marks(text: str) -> str:
    """Choose three marks that a text does not hold, or the first three if it holds nearly all."""
    free = "".join(islice((mark for mark in _MARKS[::-1] if mark not in text), 3))
    return free if len(free) == 3 else _MARKS[:3]


def _inside_blocks(page: Document, pieces: Pieces, opens: Marked, joined: str, line: str) -> Iterator[tuple[int, str]]:
    """Yield what stands before each piece that opens no block: a line break, a blank, what nobody sees, or nothing."""
    at = np.flatnonzero(~opens)
    if not len(at):
        return
    gap, before = pieces.gap[at], pieces.gap[at - 1]
    lines = _lines_before(page)
    broken = lines[gap] > lines[before]
    ends, starts = pieces.ends[at - 1], pieces.starts[at]
    touching = (ends == page.tokens.gap_end[before]) & (starts == page.tokens.gap_start[gap]) & (gap == before + 1)
    gaps = Gaps.of(page)
    columns = (at, broken, touching, ends, before, starts, gap)
    for place, is_broken, touches, end, gap_before, start, own in zip(
        *(each.tolist() for each in columns), strict=True
    ):
        if is_broken:
            yield place, line
        elif touches:
            yield place, joined
        else:
            between = gaps.between(Piece(end, end, gap_before, 0), Piece(start, start, own, 0))
            yield place, f"{joined}{blank_or_mark(between)}{joined}"


def _lines_before(page: Document) -> Column:
    """Count per gap the line breaks before it."""
    return page.once(_lines_before, lambda: sums_before(page.tokens.code == _BR, np.int32))


def _both(page: Document, pieces: Pieces, opens: Marked, keeps_blanks: Marked) -> list[str]:
    """Read blocks of which some are preformatted."""
    block = np.cumsum(opens) - 1
    flows = ~keeps_blanks[block]
    flowing = iter(_flowing(page, pieces.chosen(flows), opens[flows]) if flows.any() else ())
    gaps, passed = Gaps.of(page), page.markup.breaks_before
    columns = (pieces.starts, pieces.ends, pieces.gap, _lines_before(page)[pieces.gap])
    listed = list(map(Piece, *(each.tolist() for each in columns)))
    bounds = pairwise([*np.flatnonzero(opens).tolist(), len(listed)])
    opening = np.searchsorted(passed, passed[pieces.gap[opens]]).tolist()
    return [
        gaps.indentation(opened, listed[start]) + _preformatted(gaps, listed[start:end]) if as_it_is else next(flowing)
        for as_it_is, opened, (start, end) in zip(keeps_blanks.tolist(), opening, bounds, strict=True)
    ]


def _preformatted(gaps: Gaps, pieces: list[Piece]) -> str:
    """Keep every blank."""
    parts = [decode_references(gaps.source[pieces[0].start : pieces[0].end])]
    for before, piece in pairwise(pieces):
        parts.append("\n" * (piece.line - before.line) + gaps.blanks_between(before, piece))
        parts.append(decode_references(gaps.source[piece.start : piece.end]))
    return "".join(parts).replace("\r\n", "\n").replace("\r", "\n")
