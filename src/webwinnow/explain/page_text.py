"""The visible text of a page as HTML: block by block, kept and dropped text marked, each piece with its offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.drawing.markup import Html, element, join
from webwinnow.spans import Spans

LONGEST: Final = 1_000_000
"""Characters of text that a page of HTML shows; more would make browsers slow."""

_BLANKS: Final = re.compile(r"[ \t\n\r\f\v]+")
_BLANK_BETWEEN: Final = re.compile(r"\A\s|\s\Z|>\s+<")


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one block that was kept or dropped as a whole."""

    start: int
    end: int
    block: int
    kept: bool


def pieces(page: Document, found: Spans) -> list[Piece]:
    """Cut the visible text at blocks and where kept and dropped text meet."""
    blocks = page.runs.start[page.blocks.runs[page.blocks.first[:-1]]]
    kept, dropped = found & page.visible, page.visible - found
    start, end = np.concatenate([kept.starts, dropped.starts]), np.concatenate([kept.ends, dropped.ends])
    order = np.argsort(start)
    block = np.searchsorted(blocks, start, side="right")
    was_kept = np.arange(len(start)) < len(kept)
    columns = (column[order].tolist() for column in (start, end, block, was_kept))
    return list(map(Piece, *columns))


def text_of_page(page: Document, found: Spans) -> Html:
    """Write the text as paragraphs; very long text is cut, and says so."""
    every = pieces(page, found)
    lengths = np.cumsum([piece.end - piece.start for piece in every], dtype=np.int64)
    shown = every[: int(np.searchsorted(lengths, LONGEST)) + 1]
    parts = [_block(page, list(members)) for _, members in groupby(shown, key=lambda piece: piece.block)]
    if len(shown) < len(every):
        rest = int(lengths[-1] - lengths[len(shown) - 1])
        parts.append(element("p", f"{rest:,} more characters are left out here; json holds them all.", class_="note"))
    return join(parts or [element("p", "This page has no visible text.", class_="note")], "\n")


def _block(page: Document, members: list[Piece]) -> Html:
    return element("p", *_spans(page, members), dir="auto")


def _spans(page: Document, members: list[Piece]) -> Iterator[Html]:
    before = members[0].start
    for piece in members:
        if before < piece.start and _BLANK_BETWEEN.search(page.source[before : piece.start]):
            yield Html(" ")
        text = _BLANKS.sub(" ", decode_references(page.source[piece.start : piece.end]))
        name = "kept" if piece.kept else "dropped"
        yield element("span", text, class_=name, data_start=str(piece.start), data_end=str(piece.end))
        before = piece.end
