"""Text: one blank line between blocks, white space folded outside `<pre>`, references resolved.

ZWNJ, ZWJ, soft hyphens and bidi marks stay: they are part of how words are written. `readable_text` shows structure:
items with bullets or numbers, a row of a table on one line, headings set off. Signs are added to the blocks by columns
of the page, without the tree of blocks that other formats are written from: text is what most callers want, and this is
a tenth of the cost.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.markup import text_columns
from webwinnow.document.references import decode_references
from webwinnow.document.structures import LAYOUT_RULES, TABLE_LIMITS, TABLE_RULES, filled_tables, layout_lists
from webwinnow.document.tree.elements import DESCRIPTION, HEADING, ITEM, PREFORMATTED, ROW, surroundings
from webwinnow.kernels import LIBRARY, Library, address, check
from webwinnow.lazy_values import kept_for_good
from webwinnow.render.flowing import BYTES, NO_ROOM, Marked, flow, flowing_texts, lines_before, opening_pieces
from webwinnow.render.structure.gaps import Column, Gaps, Piece, Pieces, read_pieces
from webwinnow.spans import Spans

LinesAbove = Sequence[tuple[int, str]]
"""Lines of their own, each above the first block that starts at a place or behind it, in the order of the places."""
_ITEM, _ORDERED, _ROW = NUMBER["li"], NUMBER["ol"], NUMBER["tr"]
_LIST: Final = column("ul ol menu dir")
_CELL: Final = column("td th")
_TERM, _DESCRIPTION = column("dt"), column("dd")
_DEEPEST: Final = 24
"""Levels of lists that are indented; what is nested deeper stays at this depth, so that hostile pages stay small."""
_BETWEEN_CELLS: Final = " | "
_IN_CELL: Final = "; "
_MOST_EMPTY: Final = 32
"""Empty cells in a row that are shown."""
_INDENTATION, _BELOW_TERM = "  ", "    "
_BEFORE_EMPTY: Final = "| "


def render_text(page: Document, spans: Spans) -> str:
    """Render the text that the spans cover, with no sign added; ends with a newline unless there is nothing."""
    blocks, _, _ = read_blocks(page, spans)
    return "\n\n".join(blocks) + "\n" if blocks else ""


def read_blocks(page: Document, spans: Spans) -> tuple[list[str], npt.NDArray[np.integer], npt.NDArray[np.integer]]:
    """Read the blocks that have text, the element that each begins in, and the place where."""
    pieces = read_pieces(page, spans)
    if not len(pieces):
        return [], pieces.run, pieces.starts
    opens = opening_pieces(page, pieces)
    first = np.flatnonzero(opens)
    home = page.runs.home[pieces.run[first]]
    keeps_blanks = (surroundings(page)[home] & PREFORMATTED) > 0
    texts = _both(page, pieces, opens, keeps_blanks) if keeps_blanks.any() else flowing_texts(page, pieces)
    seen = [at for at, text in enumerate(texts) if text and not text.isspace()]
    if len(seen) < len(texts):
        return [texts[at] for at in seen], home[seen], pieces.starts[first[seen]]
    return texts, home, pieces.starts[first]


def _both(page: Document, pieces: Pieces, opens: Marked, keeps_blanks: Marked) -> list[str]:
    """Read blocks of which some are preformatted."""
    block = np.cumsum(opens) - 1
    flows = ~keeps_blanks[block]
    flowing = iter(flowing_texts(page, pieces.chosen(flows)) if flows.any() else ())
    gaps, passed = Gaps.of(page), page.markup.breaks_before
    columns = (pieces.starts, pieces.ends, pieces.gap, lines_before(page)[pieces.gap])
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


def readable_text(page: Document, spans: Spans, above: LinesAbove = ()) -> str:
    """Render the text that the spans cover, its structure shown; ends with a newline unless there is nothing."""
    written = _written(LIBRARY, page, spans, above) if LIBRARY else None
    return _by_columns(page, spans, above) if written is None else written


def _by_columns(page: Document, spans: Spans, above: LinesAbove) -> str:
    texts, home, starts = read_blocks(page, spans)
    if not texts:
        return ""
    lines = _Lines(page, texts, home)
    lines.set_headings_off()
    lines.mark_descriptions()
    lines.mark_items()
    lines.join_rows()
    for at, (_, line) in zip(np.searchsorted(starts, [place for place, _ in above]).tolist(), above, strict=True):
        if at < len(starts):
            lines.before[at] = ("\n\n" if at else "") + f"{line}\n\n"
    return "".join(part for each in zip(lines.before, lines.texts, strict=True) for part in each) + "\n"


def item_numbers(page: Document) -> Sequence[int]:
    """Count for each element that is an item the items before it in the same list."""
    items, numbers = np.flatnonzero(page.elements.tag == _ITEM), np.zeros(len(page.elements), np.int32)
    numbers[items] = _ranks(page, items)
    return numbers.data


def _ranks(page: Document, elements: Column) -> Column:
    """Count for each of some elements, in their order, those before it in the same parent."""
    order = np.argsort(page.elements.parent[elements], kind="stable")
    parents = page.elements.parent[elements][order]
    ranks = np.empty(len(elements), dtype=np.intp)
    ranks[order] = np.arange(len(elements)) - np.searchsorted(parents, parents)
    return ranks


class _TextRules(ctypes.Structure):
    """`TextRules` of native/text.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in "flow layout is_list is_cell is_term is_description".split()),
        *((name, ctypes.c_void_p) for name in "is_naming is_flowing is_heading is_code".split()),
        *((name, ctypes.c_char_p) for name in "between_cells in_cell before_empty indentation description".split()),
        *((name, ctypes.c_int32) for name in "heading item described row preformatted li ol tr table".split()),
        *((name, ctypes.c_int32) for name in "deepest most_empty most_blocks longest_cell unused".split()),
    )

    def __init__(self, library: Library) -> None:
        """Collect the rules."""
        words = (_BETWEEN_CELLS, _IN_CELL, _BEFORE_EMPTY, _INDENTATION, _BELOW_TERM)
        super().__init__(
            flow(library), LAYOUT_RULES, *map(address, (_LIST, _CELL, _TERM, _DESCRIPTION, *TABLE_RULES[1:])),
            *(word.encode() for word in words), HEADING, ITEM, DESCRIPTION, ROW, PREFORMATTED, _ITEM, _ORDERED, _ROW,
            NUMBER["table"], _DEEPEST, _MOST_EMPTY, *TABLE_LIMITS, 0,
        )  # fmt: skip
        self.address = ctypes.addressof(self)


@kept_for_good
def _rules(library: Library) -> _TextRules:
    return _TextRules(library)


class _LinesAbove(ctypes.Structure):
    """`LinesAbove` of native/text.h."""

    _fields_ = (("count", ctypes.c_int64), *((name, ctypes.c_void_p) for name in ("place", "at", "text")))

    def __init__(self, lines: LinesAbove) -> None:
        """Collect lines, and keep what is pointed to."""
        written = [line.encode() for _, line in lines]
        self._kept: list[npt.NDArray[Any]] = [
            np.array([place for place, _ in lines], np.int32),
            np.array([0, *accumulate(map(len, written))], np.int32),
            np.frombuffer(b"".join(written) or b"\0", np.uint8),
        ]
        super().__init__(len(lines), *map(address, self._kept))


_NO_LINES: Final = _LinesAbove(())


def _written(library: Library, page: Document, spans: Spans, lines: LinesAbove) -> str | None:
    """Do as `_by_columns`; None for the few texts that it must write, such as those with stated numbers."""
    width, above = page.markup.units.width, _LinesAbove(lines) if lines else _NO_LINES
    write, columns, rules = library.of("write_readable", width), text_columns(page), _rules(library).address
    room, size = BYTES[width] * spans.characters + 16 * len(spans) + 64, NO_ROOM
    room += sum(len(line) for _, line in lines) * 4
    starts, ends = address(spans.starts), address(spans.ends)
    while size == NO_ROOM:
        out = np.empty(room, np.uint8)
        size = write(*columns, rules, len(spans), starts, ends, ctypes.addressof(above), address(out), room)
        room *= 4
    check(size)
    return str(out[:size].data, "utf-8") if size >= 0 else None


class _Lines:
    """Blocks of text, and what stands before each."""

    def __init__(self, page: Document, texts: list[str], home: Column) -> None:
        self.page, self.texts, self.home = page, texts, home
        self.before = ["", *["\n\n"] * (len(texts) - 1)]
        self.around = surroundings(page)[home]

    def set_headings_off(self) -> None:
        """Leave one line more before a heading."""
        for at in (np.flatnonzero(self.around[1:] & HEADING) + 1).tolist():
            self.before[at] = "\n\n\n"

    def mark_descriptions(self) -> None:
        """Put a description below its term, indented."""
        if not (self.around & DESCRIPTION).any():
            return
        tag = self.page.elements.tag
        nearest = self.page.nearest(_DESCRIPTION[tag] | _TERM[tag])[self.home]
        described, listed = _DESCRIPTION[tag[nearest]], (_DESCRIPTION | _TERM)[tag[nearest]]
        same = self.page.elements.parent[nearest][1:] == self.page.elements.parent[nearest][:-1]
        for at in (np.flatnonzero(described[1:] & same & listed[:-1]) + 1).tolist():
            self._indent(at, _BELOW_TERM)
            self.before[at] = "\n"

    def mark_items(self) -> None:
        """Lead the first block of each item by its bullet or number, and indent the others."""
        if not (self.around & ITEM).any():
            return
        tree = self.page.elements
        items = (tree.tag == _ITEM) & ~layout_lists(self.page)[tree.parent]
        item = self.page.nearest(items)[self.home]
        listed = np.flatnonzero(items[item])
        firsts = np.unique(item[listed], return_index=True)[1]
        starts = np.zeros(len(self.home), dtype=np.bool_)
        starts[listed[firsts]] = True
        depth, outer = self._nesting()
        level = np.clip(depth[item], 1, _DEEPEST)
        markers = self._markers(item[starts])
        number = iter(markers)
        for at in listed.tolist():
            indentation = _INDENTATION * (int(level[at]) - 1)
            self._indent(at, indentation + _INDENTATION)
            if not starts[at]:
                continue
            self.texts[at] = f"{indentation}{next(number)} {self.texts[at].lstrip(' ')}"
            if at and starts[at - 1] and outer[item[at]] == outer[item[at - 1]]:
                self.before[at] = "\n"

    def _nesting(self) -> tuple[Column, Column]:
        """Tell for each element how many lists are around it, and which of them is the outermost."""
        elements = self.page.elements
        lists = np.flatnonzero(_LIST[elements.tag] & ~layout_lists(self.page))
        steps = np.bincount(lists, minlength=len(elements.tag) + 1) - np.bincount(
            elements.last[lists], minlength=len(elements.tag) + 1
        )
        depth = np.cumsum(steps)[:-1]
        outermost = lists[(depth[lists] == 1)]
        at = np.searchsorted(outermost, np.arange(len(depth)), side="right") - 1
        return depth, np.where(depth > 0, outermost[np.maximum(at, 0)] if len(outermost) else -1, -1)

    def _markers(self, items: Column) -> list[str]:
        """Write what leads each of the items, which are in order: a bullet, or its number."""
        page = self.page
        lists = page.elements.parent[items]
        ordered = page.elements.tag[lists] == _ORDERED
        if not ordered.any():
            return ["-"] * len(items)
        ranks = item_numbers(page)
        first = {each: _number(page, each, "start", 1) for each in set(lists[ordered].tolist())}
        return [
            f"{_number(page, item, 'value', first[listed] + ranks[item])}." if numbered else "-"
            for item, listed, numbered in zip(items.tolist(), lists.tolist(), ordered.tolist(), strict=True)
        ]

    def join_rows(self) -> None:
        """Put the cells of a row of a data table on one line, empty ones included."""
        if not (self.around & ROW).any():
            return
        page, tag = self.page, self.page.elements.tag
        row = page.nearest(tag == _ROW)[self.home]
        tables = np.array(sorted(filled_tables(page, self._holding(), self.home)), dtype=np.intp)
        table = page.nearest(np.isin(np.arange(len(tag)), tables))[self.home]
        in_table = np.isin(table, tables) & (tag[row] == _ROW) & (row > table)
        cell = page.nearest(_CELL[tag])[self.home]
        rank = np.zeros(len(tag), dtype=np.intp)
        cells = np.flatnonzero(_CELL[tag])
        rank[cells] = _ranks(page, cells)
        for at in np.flatnonzero(in_table).tolist():
            same_row = at > 0 and in_table[at - 1] and row[at] == row[at - 1]
            self.texts[at] = " ".join(self.texts[at].split("\n")).strip()
            if same_row:
                step = min(int(rank[cell[at]] - rank[cell[at - 1]]), _MOST_EMPTY)
                self.before[at] = _BETWEEN_CELLS * step if step > 0 else _IN_CELL
                continue
            self.texts[at] = _BEFORE_EMPTY * min(int(rank[cell[at]]), _MOST_EMPTY) + self.texts[at]
            if at and in_table[at - 1] and table[at] == table[at - 1]:
                self.before[at] = "\n"

    def _holding(self) -> npt.NDArray[np.bool_]:
        """Mark the elements that hold a block, and the cells of their rows."""
        elements = self.page.elements
        blocks = np.concatenate([[0], np.cumsum(np.bincount(self.home, minlength=len(elements.tag)))])
        holding: npt.NDArray[np.bool_] = blocks[elements.last] > blocks[: len(elements.tag)]
        return holding | (_CELL[elements.tag] & holding[elements.parent])

    def _indent(self, at: int, indentation: str) -> None:
        """Indent a block and its lines."""
        self.texts[at] = indentation + self.texts[at].replace("\n", f"\n{indentation}")


def _number(page: Document, element: int, name: str, otherwise: int) -> int:
    """Read a number that a tag states, if it does."""
    tag = page.elements.start_tag(element)
    written = page.source[page.tokens.tag_start[tag] : page.tokens.tag_end[tag]] if tag >= 0 else ""
    stated = page.attributes(element).get(name, "").strip() if name in written else ""
    digits = stated[1:] if stated[:1] in ("+", "-") else stated
    return int(stated) if digits.isdecimal() and len(stated) < 10 else otherwise
