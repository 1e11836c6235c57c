"""What is read from a page's source once, each column when it is first asked for, and shared by all views of it: tags,
elements, runs of text, and the words and blocks of those runs that a view shows.

Blocks are runs that readers see as one paragraph, heading, cell or list item: a new one starts wherever a block-level
element opens or closes, and at two line breaks in a row.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document.attributes import Names
from webwinnow.document.html_names import BREAKING, LINE_BREAK, NUMBER
from webwinnow.document.reading import (
    FIRST_TAGS,
    Column,
    Layout,
    PageColumns,
    Runs,
    Seen,
    columns_of,
    is_quirky,
    read_page,
)
from webwinnow.document.references import character_table, decode_references, source_kinds
from webwinnow.document.tokens import Cut, Tokens, cut, start_tag_length
from webwinnow.document.tree.builder import DEPTH
from webwinnow.document.tree.building import build
from webwinnow.document.tree.elements import Elements, before, surroundings
from webwinnow.document.visibility import element_marks, suspects
from webwinnow.kernels import LIBRARY, Library, address
from webwinnow.language.characters import Points, Units, points, points_of, units
from webwinnow.language.words import (
    BETWEEN,
    BLANK,
    INVISIBLE_JOINER,
    REST,
    character_ends,
    joined,
    stretches,
    visible,
    word_positions,
)
from webwinnow.lazy_values import cached_property
from webwinnow.spans import Spans

if TYPE_CHECKING:
    from webwinnow.document.document import Document

_TITLE, _DRAWING = NUMBER["title"], NUMBER["svg"]


@dataclass(frozen=True, slots=True)
class Words:
    """Words of the visible text, in order, as offsets in the source."""

    start: Column
    end: Column

    def __len__(self) -> int:
        """Count the words."""
        return len(self.start)


@dataclass(frozen=True, slots=True)
class Blocks:
    """Block i holds the runs `first[i]:first[i + 1]` of the page's visible runs."""

    first: Column
    """Index of each block's first run, and the number of runs."""
    runs: Column
    """The visible runs, as indices into the page's runs."""

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self.first) - 1

    @property
    def of_run(self) -> npt.NDArray[np.intp]:
        """Per visible run: the block that it belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.first))

    def kept_runs(self, keep: npt.NDArray[np.bool_]) -> Column:
        """Return the runs of the blocks that are kept (see `Document.select_blocks`)."""
        return self.runs[np.repeat(keep, np.diff(self.first))]


class Markup:
    """The columns of a page's source."""

    def __init__(self, source: str, depth: int = DEPTH) -> None:
        """Read the tags; the rest waits until it is asked for."""
        self.source = source
        self.units: Units = units(source) if LIBRARY else Units(b"", 1)
        """The characters as compiled code reads them; nothing where there is none."""
        read = (read_page(LIBRARY, source, self.units, depth) if LIBRARY else None) or lay_out(source, depth)
        self.tokens: Tokens = read.tokens
        self.characters_before: Column = read.characters_before
        """Per gap: how many visible characters stand before it; one more entry closes the page."""
        self.runs: Runs = read.runs
        self.elements: Elements = read.elements
        self.seen: Seen | None = read.seen
        """What readers see where no prefilter hides anything; None where numpy finds that out."""
        self.columns: PageColumns | None = read.columns
        """All of this as compiled code knows it, if it read the page."""
        self._suspects = read.suspects

    @cached_property
    def marks(self) -> npt.NDArray[np.uint8]:
        """Per element: why its text may not be seen (see visibility.Mark)."""
        if self.seen:
            return self.seen.element_marks
        return element_marks(self.source, self.tokens, self.elements, self._suspects)

    @cached_property
    def breaks_before(self) -> Column:
        """Per gap: how many tags that break the flow of text stand before it."""
        if LIBRARY is None or self.columns is None:
            return before(self.breaking_tags, np.int32)
        counted = np.empty(self.columns.tags + 1, np.int32)
        LIBRARY.count_breaks(ctypes.addressof(self.columns), address(BREAKING), LINE_BREAK, address(counted))
        return counted

    @property
    def breaking_tags(self) -> npt.NDArray[np.bool_]:
        """Per tag: whether readers see one paragraph end and another begin there.

        Block-level tags, and line breaks that follow another with nothing to see between them.
        """
        breaking = BREAKING[np.abs(self.tokens.code)]
        lines = np.flatnonzero(self.tokens.code == LINE_BREAK)
        if len(lines) > 1:
            seen_before = self.characters_before[lines + 1]
            breaking[lines[1:][seen_before[1:] == seen_before[:-1]]] = True
        return breaking

    @cached_property
    def title(self) -> str | None:
        """The text of the first title element, white space folded; None if there is none or if it says nothing."""
        titles, tokens = np.flatnonzero(self.elements.tag == _TITLE), self.tokens
        if len(titles) and self._stands_in_drawing(int(titles[0])):  # which have titles, too
            titles = titles[~self.elements.inside(self.elements.tag == _DRAWING)[titles]]
        for tag in self.elements.first[titles[:1]].tolist():
            token = self.source[tokens.tag_start[tag] : tokens.tag_end[tag]]
            following = self.source[tokens.gap_start[tag + 1] : tokens.gap_end[tag + 1]]
            return " ".join(decode_references(token[start_tag_length(token) :] or following).split()) or None
        return None

    def _stands_in_drawing(self, element: int) -> bool:
        while element > 0 and self.elements.tag[element] != _DRAWING:
            element = int(self.elements.parent[element])
        return element > 0

    @cached_property
    def names(self) -> Names:
        """The names of elements."""
        return Names(self.source, self.units, self.tokens, self.elements)

    @property
    def points(self) -> Points:
        """The code points of the source."""
        return points_of(self.units, len(self.source)) if LIBRARY else points(self.source)

    @cached_property
    def words_seen(self) -> Words:
        """The words that readers see where no prefilter hides anything; only where compiled code read the page."""
        return Words(*self.words_in(self.seen.runs if self.seen else np.arange(0)))

    @property
    def words(self) -> tuple[Column, Column]:
        """Where each word of the text starts and ends, also of text that nobody sees."""
        return self.words_in(np.arange(len(self.runs)))

    def words_in(self, runs: npt.NDArray[np.integer]) -> tuple[Column, Column]:
        """Find where each word of some runs starts and ends; anew each time, since who asks keeps them."""
        if LIBRARY:
            return self._words_compiled(LIBRARY, runs)
        starts, ends = self.runs.start[runs], self.runs.end[runs]
        first, last = word_positions(source_kinds(joined(self.source, starts, ends)))
        bound = bounds(ends - starts)
        shift = np.repeat((starts - bound[:-1]).astype(np.int32), np.diff(np.searchsorted(first, bound)))
        return first + shift, last + shift

    def _words_compiled(self, library: Library, runs: npt.NDArray[np.integer]) -> tuple[Column, Column]:
        """Do as `words_in`; there are no more words than characters that are seen."""
        (data, width), words = self.units, np.empty((2, int(self.characters_before[-1])), np.int32)
        chosen = np.ascontiguousarray(runs, np.int32)
        found = library.of("find_words", width)(
            character_table(library), data, len(chosen), address(chosen), address(self.runs.start),
            address(self.runs.end), *map(address, words),
        )  # fmt: skip
        start, end = words[:, :found].copy()
        return start, end

    def words_of(self, runs: npt.NDArray[np.integer], shown: Spans | None) -> Words:
        """Return the words of some runs, as far as they are shown: of all, where nothing says what is."""
        start, end = self.words_in(runs)
        if shown is None or self.runs.are(runs, shown):
            return Words(start, end)
        inside = shown.contains(start)
        return Words(start[inside], end[inside])

    def blocks_of(self, runs: npt.NDArray[np.integer]) -> Blocks:
        """Group some runs into blocks."""
        cuts = self.breaks_before[self.runs.gap[runs]]
        first = np.flatnonzero(cuts[1:] != cuts[:-1]) + 1
        bound = [0] if len(runs) else []
        return Blocks(np.concatenate([bound, first, [len(runs)]]).astype(np.int32), runs.astype(np.int32))

    def seen_before(self, shown: Spans | None, starts_shown: npt.NDArray[np.bool_]) -> Column:
        """Count the characters that are seen before each gap: of all that is shown, or of the runs that are."""
        gap = self.runs.gap
        whole, per_gap = np.diff(self.characters_before)[gap], np.zeros(len(self.tokens.code) + 1, dtype=np.int32)
        per_gap[gap] = np.where(starts_shown, whole, 0) if shown is None else self._characters_per_run(shown, whole)
        return before(per_gap, np.int32)

    def _characters_per_run(self, shown: Spans, whole: Column) -> Column:
        """Count for each run the characters to see in what is shown of it; `whole` are those of whole runs, counted."""
        run = np.searchsorted(self.runs.start, shown.starts, side="right") - 1
        if self.runs.are(run, shown):
            per_run = np.zeros(len(self.runs), dtype=np.int32)
            per_run[run] = whole[run]
            return per_run
        pieces = [self.source[start:end] + BETWEEN for start, end in shown]
        seen = visible(source_kinds("".join(pieces)))
        lengths = shown.ends - shown.starts + len(BETWEEN)
        return np.bincount(np.repeat(run, lengths), seen, minlength=len(self.runs)).astype(np.int32)


def lay_out(source: str, depth: int = DEPTH) -> Layout:
    """Read a source: the definition that compiled code follows (`reading.read_page`)."""
    pieces = cut(source)
    tokens = pieces.tokens
    bound = bounds(tokens.gap_end - tokens.gap_start)
    kind = source_kinds(pieces.text)
    first, last = stretches(visible(kind))
    at = np.searchsorted(first, bound)
    characters_before = before(last - first, np.int32)[at]
    gaps = (np.diff(bound) > 1).astype(np.int8) + (np.diff(at) > 0)
    gap = np.flatnonzero(gaps == 2)
    if (kind == INVISIBLE_JOINER).any():  # a mark such as ZWNJ or one for right-to-left is part of the text, too
        first, last = stretches((kind != BLANK) & (kind != REST))
        at = np.searchsorted(first, bound)
    shift = tokens.gap_start[gap] - bound[gap]
    start, end = first[at[gap]] + shift, character_ends(kind, last[at[gap + 1] - 1] - 1) + shift
    suspected, quirks = suspects(pieces), is_quirky(_first_tags(pieces), tokens.code)
    pieces = replace(pieces, text="")  # all of the text and what was found about it is let go, for trees take much
    del kind, first, last, at
    elements, home = build(pieces, gaps, quirks=quirks, depth=depth)
    runs = Runs(gap.astype(np.int32), start, end, home[gap])
    return Layout(tokens, characters_before, runs, elements, suspected)


def _first_tags(pieces: Cut) -> list[str]:
    """Return a page's first tags without their `<`."""
    edges = pieces.tokens.edge[1 : 2 * FIRST_TAGS + 1]
    return [pieces.source[start + 1 : end] for start, end in edges[: len(edges) // 2 * 2].reshape(-1, 2).tolist()]


def bounds(lengths: npt.NDArray[np.integer]) -> Column:
    """Return where each text starts when all are joined with a blank behind each, and where the last blank ends."""
    bound: Column = before(lengths + 1, np.int32)
    return bound


class TextColumns(NamedTuple):
    """What compiled code is handed of a page to read its text."""

    columns: int
    """Where its `Page` of native/page.h stands,"""
    data: bytes | int
    """its characters,"""
    breaks: int
    """the breaks before each gap,"""
    around: int
    """and what stands around each element."""


def text_columns(page: Document) -> TextColumns:
    """Return what is handed over of a page, which keeps it. Collected once."""
    return page.once(TextColumns, lambda: _collected(page))


def _collected(page: Document) -> TextColumns:
    breaks, around = address(page.markup.breaks_before), address(surroundings(page))
    return TextColumns(ctypes.addressof(columns_of(page)), page.markup.units.data, breaks, around)
