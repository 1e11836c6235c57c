"""Lines of a page, physical and normalised, and how much content and code each holds.

The line-based methods of the papers count characters per line after "normalising" lines, without saying how. Ours do
not depend on the layout of the source: it is read as one stream of words and tags, in which scripts, styles, comments
and blanks between tags count nothing, and no word or tag is ever split. A character reference counts as content for as
many characters as it is written with, as lines are counted in the source; beyond the one that readers see, these are
0.6 % of the text (140 pages of seven packages, 2026-11-17).

Normalised lines (R2L, DANA, DANAg): a line ends where text and block-level markup meet, and both are cut into lines of
`width` characters of text and tags. A line takes every word and tag that starts within its width. So no paragraph
shares a line with a menu, and code beside a paragraph weighs no more than a line of it: a paragraph of two lines or
more is kept whole or not at all, but for long tags.

Wrapped lines (CETR): a line takes every word and tag that starts within `width` characters of text and tags.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import BLOCK, COMMENT, RAW_TEXT, column
from webwinnow.document.markup import Markup, Words
from webwinnow.document.reading import Column, PageColumns, Runs
from webwinnow.document.tokens import Tokens, start_tag_length
from webwinnow.kernels import LIBRARY, Library, address
from webwinnow.spans import Spans

WIDTH: Final = 120
"""Characters of text and tags on a normalised line.

The thesis normalises "line length" (4.3.1) and "the distribution of line breaks" (4.6.1). Readings were compared by the
word-bag F1 of `danag` and of `filter3 >> danag` with gap 20 and formula 4.2, and by how many of the blocks that they
keep are cut; on all pages with gold of 13 sets (articles of wcxb-dev, other pages of it, dragnet, fundus,
cleaneval-en-dev, daniel-waddle, magic-html, mozilla-readability, xmu-zh, rtl-selected, rtl-home-silver,
wikipedia-silver, atf-news; macro average, 2026-11-17), F1 and cut of both:

    text and markup apart, both cut at 40   .687 36 %   .718 31 %
    the same at 60                          .697 30 %   .720 24 %
    the same at 80                          .697 25 %   .722 19 %
    the same at 100                         .697 22 %   .720 15 %
    the same at 120                         .696 19 %   .722 13 %
    lines of 80 filled with both            .690 35 %   .722 30 %
    lines of 120 filled with both           .686 29 %   .714 23 %
    apart, tags split where a line is full  .669 12 %   .693  6 %   (at 120)
    apart, all markup in a row on one line  .717 56 %   .739 53 %   (text cut at 30)

The last was the rule before: it gains on Wikipedia and overview pages, where one giant line of code makes long gaps
short; of the blocks that it keeps it cuts 72 % on fundus (now 23 %, with filter3 14 %), 48 % on daniel-waddle (8 %).
On the news that the thesis measures, F1 rises: daniel-waddle .822 to .856 (with filter3 .815 to .865), xmu-zh .813 to
.835, atf-news .796 to .804, fundus .825 to .816 (with filter3 .837 to .851). What the thesis says of the gap and of
formula 4.6 holds with it: on wikipedia-silver a gap of 160 lifts F1 from .26 to .46, formula 4.6 to .45.
"""


_NO_CODE: Final = column("script style")
"""Their tags and what they hold count as nothing, as in the papers' preprocessing."""
_HOLDS_TEXT: Final = column(RAW_TEXT) & ~_NO_CODE
_SORT: Final = (_NO_CODE + 2 * _HOLDS_TEXT).astype(np.uint8)
"""Both, as native/lengths.inc is handed them; comments have the number 0."""
_SORT[COMMENT] = 1
"""What these hold stands in one token with their start tag, and is no code."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Line i is `edge[i]:edge[i + 1]` of the source."""

    edge: npt.NDArray[np.int32]
    content: npt.NDArray[np.int32]
    """Characters of visible text in each line."""
    code: npt.NDArray[np.int32]
    """Characters of tags in each line, as far as they count."""

    def __len__(self) -> int:
        """Count the lines."""
        return len(self.content)


def code_lengths(markup: Markup) -> Column:
    """Count the characters of each tag. Comments, scripts and styles count nothing."""
    if LIBRARY and markup.columns:
        return _lengths_compiled(LIBRARY, markup, markup.columns)
    source, tokens = markup.source, markup.tokens
    lengths, holding = _lengths(tokens)
    starts, ends = tokens.tag_start[holding].tolist(), tokens.tag_end[holding].tolist()
    lengths[holding] = [start_tag_length(source[start:end]) for start, end in zip(starts, ends, strict=True)]
    return lengths


def _lengths(tokens: Tokens) -> tuple[Column, Column]:
    """Return the lengths of all tags with the text that they hold, and which hold some."""
    lengths, number = tokens.tag_end - tokens.tag_start, np.abs(tokens.code)
    lengths[(number == 0) | _NO_CODE[number]] = 0
    return lengths, np.flatnonzero(_HOLDS_TEXT[number] & (tokens.code > 0)).astype(np.int32)


def _lengths_compiled(library: Library, markup: Markup, columns: PageColumns) -> Column:
    """Do as `code_lengths`."""
    (data, width), lengths = markup.units, np.empty(columns.tags, np.int32)
    library.of("measure_tags", width)(ctypes.addressof(columns), data, address(_SORT), address(lengths))
    return lengths


def physical_lines(source: str, visible: Spans, tokens: Tokens, code: Column) -> Lines:
    """Count on the lines as they stand in the source."""
    newline = "\n" if "\n" in source else "\r"
    lengths = np.fromiter(map(len, source.split(newline)), np.int64) + 1
    edges = np.concatenate([[0], np.minimum(np.cumsum(lengths), len(source))])
    return _counted(edges, visible, tokens, code)


@dataclass(frozen=True, slots=True)
class Stream:
    """The words and tags of a page as the one stream that lines are cut out of, whatever the layout of the source."""

    pieces: WordsAndTags
    visible: Spans
    tokens: Tokens
    code: Column
    """Per tag: how many characters it counts as; those of nothing are not among the pieces."""

    def normalised(self, width: int) -> Lines:
        """Cut where text and block-level markup meet, and both after each `width` characters of text and tags.

        Tags that are no block stay with what they follow.
        """
        if LIBRARY:
            return self._normalised_compiled(LIBRARY, width)
        kind = np.ones(len(self.pieces), dtype=np.int8)
        kind[self.pieces.is_tag] = -BLOCK[np.abs(self.tokens.code[self.code > 0])].astype(np.int8)
        settled = np.flatnonzero(kind)
        meets = np.zeros(len(kind), dtype=np.bool_)
        meets[settled[1:]] = kind[settled[1:]] != kind[settled[:-1]]
        stretch_start = np.concatenate([[0], np.flatnonzero(meets)])
        before = self._characters_before()
        inside = before - before[stretch_start][np.cumsum(meets)] if len(kind) else before
        return self._cut(meets | (np.diff(inside // width, prepend=0) != 0))

    def _normalised_compiled(self, library: Library, width: int) -> Lines:
        """Do as `normalised`."""
        pieces, tokens, most = self.pieces, self.tokens, len(self.pieces) + 1
        edge, content, line_code = np.empty(most + 1, np.int32), np.empty(most, np.int32), np.empty(most, np.int32)
        code = np.ascontiguousarray(self.code, np.int32)
        columns: tuple[npt.NDArray[Any], ...] = (
            pieces.start, pieces.is_tag, self.visible.starts, self.visible.ends, tokens.edge, tokens.code, code, BLOCK,
            edge, content, line_code,
        )  # fmt: skip
        given = _StreamColumns(
            len(pieces), len(self.visible), len(code), self.visible.size, width, *map(address, columns)
        )  # fmt: skip
        found = library.normalise_lines(ctypes.addressof(given))
        return Lines(edge[: found + 1], content[:found], line_code[:found])

    def wrapped(self, width: int) -> Lines:
        """Cut after each `width` characters of text and tags."""
        return self._cut(np.diff(self._characters_before() // width, prepend=0) != 0)

    def _characters_before(self) -> npt.NDArray[np.int64]:
        """Count the characters of text and tags before each word and tag."""
        tags = np.zeros(len(self.pieces), dtype=np.int64)
        tags[self.pieces.is_tag] = self.code[self.code > 0]
        return self.visible.characters_before(self.pieces.start) + np.cumsum(tags) - tags

    def _cut(self, first_in_line: npt.NDArray[np.bool_]) -> Lines:
        cuts = self.pieces.start[first_in_line]
        edges = np.concatenate([[0], cuts[cuts > 0], [self.visible.size]]).astype(np.int64)
        return _counted(edges, self.visible, self.tokens, self.code)


class _StreamColumns(ctypes.Structure):
    """`Stream` of native/lines.c."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("pieces", "spans", "tags", "size", "width")),
        *((name, ctypes.c_void_p) for name in ("start", "is_tag", "span_start", "span_end", "edge", "number", "code")),
        *((name, ctypes.c_void_p) for name in ("is_block", "line", "content", "line_code")),
    )


def _counted(edges: npt.NDArray[np.int64], visible: Spans, tokens: Tokens, code: npt.NDArray[np.int32]) -> Lines:
    """Count the visible text and the code between the edges; `code` tells how many characters each tag counts as."""
    content = np.diff(visible.characters_before(edges))
    code_between = np.diff(_code_before(edges, tokens, code))
    return Lines(edges.astype(np.int32), content.astype(np.int32), code_between.astype(np.int32))


def _code_before(
    offsets: npt.NDArray[np.integer], tokens: Tokens, code: npt.NDArray[np.int32]
) -> npt.NDArray[np.int64]:
    """Count code before each offset; inside a tag, as far as its length counts."""
    before = np.concatenate([[0], np.cumsum(code, dtype=np.int64)])
    tags = np.searchsorted(tokens.tag_end, offsets, side="right")
    start = np.append(tokens.tag_start, tokens.edge[-1])[tags]
    partial = np.clip(offsets - start, 0, np.append(code, 0)[tags])
    counted: npt.NDArray[np.int64] = before[tags] + partial
    return counted


@dataclass(frozen=True, slots=True)
class WordsAndTags:
    """The page as one sequence of words and tags, which token-based methods look at.

    Punctuation and blanks belong to the word before them, at the start of a run to its first word, so that a stretch
    of words is a stretch of text with nothing missing.
    """

    start: Column
    end: Column
    is_tag: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        """Count words and tags."""
        return len(self.start)


def in_one_sequence(words: Words, runs: Runs, tokens: Tokens, code: Column) -> WordsAndTags:
    """Put words and those tags into one sequence that count as code."""
    if LIBRARY:
        return _sequence_compiled(LIBRARY, words, runs, tokens, code)
    tags = np.flatnonzero(code)
    tag_start, tag_end = tokens.tag_start[tags], tokens.tag_end[tags]
    where = np.searchsorted(words.start, tag_start) + np.arange(len(tags))
    is_tag = np.zeros(len(words) + len(tags), dtype=np.bool_)
    is_tag[where] = True
    start, end = np.empty(len(is_tag), np.int32), np.empty(len(is_tag), np.int32)
    start[is_tag], end[is_tag] = tag_start, tag_end
    start[~is_tag], end[~is_tag] = _with_punctuation(words, runs, tokens.edge[-1:])
    return WordsAndTags(start, end, is_tag)


class _Sequence(ctypes.Structure):
    """`Sequence` of native/sequence.c."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("words", "runs", "tags", "size")),
        *((name, ctypes.c_void_p) for name in ("word_start", "word_end", "run_start", "run_end", "edge", "code")),
        *((name, ctypes.c_void_p) for name in ("start", "end", "is_tag")),
    )


def _sequence_compiled(library: Library, words: Words, runs: Runs, tokens: Tokens, code: Column) -> WordsAndTags:
    """Do as `in_one_sequence`."""
    most, lengths = len(words) + len(code), np.ascontiguousarray(code, np.int32)
    start, end, is_tag = np.empty(most, np.int32), np.empty(most, np.int32), np.empty(most, np.bool_)
    columns: tuple[npt.NDArray[Any], ...] = (
        words.start, words.end, runs.start, runs.end, tokens.edge, lengths, start, end, is_tag,
    )  # fmt: skip
    given = _Sequence(len(words), len(runs), len(code), int(tokens.edge[-1]), *map(address, columns))
    found = library.put_in_sequence(ctypes.addressof(given))
    return WordsAndTags(start[:found], end[:found], is_tag[:found])


def _with_punctuation(words: Words, runs: Runs, page_end: Column) -> tuple[Column, Column]:
    run = np.searchsorted(runs.start, words.start, side="right") - 1
    is_first = np.diff(run, prepend=-1) > 0
    start = np.where(is_first, runs.start[run], words.start)
    following = np.append(start[1:], page_end)
    return start, np.minimum(following, runs.end[run])
