"""Document: one decoded page, as flat columns that all speak of offsets in its source.

A Document never changes. `within` and `without` give another view of the same page in which some text is hidden, and
`with_code` one in which tags count for other lengths; offsets never move and what was read once is shared.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

from webwinnow.document.attributes import read_attributes
from webwinnow.document.blocks import Blocks, find_blocks
from webwinnow.document.byte_offsets import byte_offsets
from webwinnow.document.characters import BETWEEN, kinds, visible
from webwinnow.document.decode import decode
from webwinnow.document.html_names import BLOCK, NUMBER, RAW_TEXT, column
from webwinnow.document.lines import WIDTH, Lines, normalised_edges, physical_edges, wrapped_edges
from webwinnow.document.markup import Column, Markup, Runs
from webwinnow.document.tokens import Tokens, start_tag_length
from webwinnow.document.tree import Elements
from webwinnow.document.visibility import seen
from webwinnow.spans import Pairs, Spans

Made = TypeVar("Made")
_NO_CODE: Final = column("script style")
"""Their tags and what they hold count as nothing, as in the papers' preprocessing."""
_HOLDS_TEXT: Final = column(RAW_TEXT) & ~_NO_CODE
"""What these hold stands in one token with their start tag, and is no code."""
_TITLE: Final = NUMBER["title"]
_DRAWING: Final = column("svg")
_OF_TEXT: Final = ("visible", "words", "characters_before", "blocks")
"""Columns that depend on what is visible and on nothing else."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words of the visible text, in order, as offsets in the source."""

    start: Column
    end: Column

    def __len__(self) -> int:
        """Count the words."""
        return len(self.start)


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


class Document:
    """A decoded page and its columns, each computed when it is first asked for."""

    def __init__(
        self, source: str, *, url: str | None = None, encoding: str | None = None, data: bytes | None = None
    ) -> None:
        """Take the page's source; lone surrogates, which no page can hold, become U+FFFD."""
        self.source = source if data is not None or source.isascii() else _without_surrogates(source)
        self.url = url
        self.encoding = encoding
        self.data = data
        """The bytes that the source was decoded from, if it was."""
        self._shown: Spans | None = None
        self._code: Column | None = None

    @classmethod
    def from_bytes(
        cls, data: bytes, *, url: str | None = None, encoding: str | None = None, transport: str | None = None
    ) -> Document:
        """Decode a page: `encoding` is what the user says, `transport` what the server said."""
        decoded = decode(data, encoding=encoding, transport=transport, url=url)
        return cls(decoded.text, url=url, encoding=decoded.encoding, data=data)

    def __repr__(self) -> str:
        """Show the size and the beginning."""
        return f"Document({self.source[:40]!r}..., {len(self.source)} characters)"

    def _view(self, *, shown: Spans | None = None, code: Column | None = None) -> Document:
        view = Document.__new__(Document)
        view.__dict__.update(source=self.source, url=self.url, encoding=self.encoding, data=self.data)
        view.__dict__.update(markup=self.markup, marks=self.marks)
        if shown is None:  # what was found out about the text holds for this view, too
            view.__dict__.update((name, self.__dict__[name]) for name in _OF_TEXT if name in self.__dict__)
        view._shown = self._shown if shown is None else shown
        view._code = self._code if code is None else code
        return view

    def within(self, spans: Spans) -> Document:
        """Give a view in which only the given text is visible."""
        return self._view(shown=self.visible & spans)

    def without(self, spans: Spans) -> Document:
        """Give a view in which the given text is hidden."""
        return self._view(shown=self.visible - spans)

    def with_code(self, lengths: npt.NDArray[np.integer]) -> Document:
        """Give a view in which each tag counts as that many characters of code; 0 makes it vanish."""
        return self._view(code=lengths.astype(np.int32))

    def select(self, pairs: Pairs) -> Spans:
        """Make an extractor's result: sorted, merged, and clipped to the visible text."""
        return Spans(pairs, size=len(self.source)) & self.visible

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Make something of this view and remember it: whoever asks with the same key again gets the same."""
        remembered: dict[Hashable, Any] = self.__dict__.setdefault("_remembered", {})
        if key not in remembered:
            remembered[key] = make()
        made: Made = remembered[key]
        return made

    # What the source holds, shared by all views

    @cached_property
    def markup(self) -> Markup:
        """Everything that is read from the source once."""
        return Markup(self.source)

    @property
    def tokens(self) -> Tokens:
        """Tags and gaps."""
        return self.markup.tokens

    @property
    def elements(self) -> Elements:
        """The element tree."""
        return self.markup.elements

    @property
    def runs(self) -> Runs:
        """All stretches of text, also those that nobody sees."""
        return self.markup.runs

    @cached_property
    def marks(self) -> npt.NDArray[np.uint8]:
        """Per run: why it may not be seen (see visibility.Mark)."""
        return self.markup.marks[self.runs.home]

    def name(self, element: int) -> str:
        """Give an element's name."""
        return self.tokens.name(int(self.elements.tag[element]))

    def attributes(self, element: int) -> dict[str, str]:
        """Read an element's attributes."""
        tag = self.elements.start_tag(element)
        if tag < 0:
            return {}
        return read_attributes(self.source[self.tokens.tag_start[tag] : self.tokens.tag_end[tag]])

    def extent(self, element: int) -> tuple[int, int]:
        """Where an element starts and ends in the source, with its tags, as far as it has any of its own."""
        first, close = int(self.elements.first[element]), int(self.elements.close[element])
        if element in self.elements.owner:  # opened by no tag of its own, so it is only what it holds
            return self._first_place(element), max(self._first_place(element), int(self.tokens.gap_end[close]))
        closes = close < len(self.tokens.code) and self.tokens.code[close] == -self.elements.tag[element]
        end = self.tokens.tag_end[close] if closes else self.tokens.gap_end[close]
        return int(self.tokens.tag_start[first]), max(int(end), int(self.tokens.tag_end[first]))

    def _first_place(self, element: int) -> int:
        """Where an element without a tag of its own starts: at the tag that implied it, else behind the one before."""
        first = int(self.elements.first[element])
        opened = int(np.searchsorted(self.elements.first, first, side="right")) - 1
        holds_tag = opened > element and opened not in self.elements.owner
        return int(self.tokens.tag_start[first] if holds_tag else self.tokens.gap_start[first + 1])

    def text(self, start: int, end: int) -> str:
        """Read a stretch of text with its character references resolved; markup is not removed."""
        return html.unescape(self.source[start:end])

    @cached_property
    def title(self) -> str | None:
        """The text of the title element, white space folded; None if there is none."""
        titles = self.elements.tag == _TITLE
        if not titles.any():
            return None
        titles &= ~self.inside(_DRAWING[self.elements.tag])  # drawings have titles, too
        for tag in self.elements.first[titles][:1].tolist():
            token = self.source[self.tokens.tag_start[tag] : self.tokens.tag_end[tag]]
            following = self.source[self.tokens.gap_start[tag + 1] : self.tokens.gap_end[tag + 1]]
            return " ".join(html.unescape(token[start_tag_length(token) :] or following).split()) or None
        return None

    def byte_spans(self, spans: Spans) -> Spans:
        """Convert to offsets in the bytes that the page was decoded from (or in its UTF-8 form)."""
        places = np.sort(np.concatenate([spans.starts, spans.ends])).astype(np.intp)
        if self.data is None:
            pieces = pairwise([0, *places.tolist(), len(self.source)])
            offsets = np.cumsum([len(self.source[start:end].encode()) for start, end in pieces])
            return Spans(offsets[:-1].reshape(-1, 2), size=int(offsets[-1]))
        offsets = byte_offsets(self.data, self.encoding or "utf-8", places)
        return Spans(offsets.reshape(-1, 2), size=len(self.data))

    # What this view shows

    @cached_property
    def visible(self) -> Spans:
        """The text that readers see and that no prefilter has hidden."""
        if self._shown is not None:
            return self._shown
        shown = seen(self.marks, np.diff(self.markup.characters_before)[self.runs.gap])
        return Spans.from_sorted(self.runs.start[shown], self.runs.end[shown], len(self.source))

    @property
    def _touched_runs(self) -> npt.NDArray[np.intp]:
        """The runs of which something is visible."""
        if self._shown is None:
            return np.flatnonzero(self.visible.contains(self.runs.start))
        run = np.searchsorted(self.runs.start, self.visible.starts, side="right") - 1
        return np.unique(run)

    @cached_property
    def code(self) -> Column:
        """Per tag: how many characters of code it counts as. Comments, scripts and styles count nothing."""
        if self._code is not None:
            return self._code
        lengths = self.tokens.tag_end - self.tokens.tag_start
        number = np.abs(self.tokens.code)
        lengths[(number == 0) | _NO_CODE[number]] = 0
        holding = np.flatnonzero(_HOLDS_TEXT[number] & (self.tokens.code > 0))
        starts, ends = self.tokens.tag_start[holding].tolist(), self.tokens.tag_end[holding].tolist()
        lengths[holding] = [start_tag_length(self.source[start:end]) for start, end in zip(starts, ends, strict=True)]
        return lengths

    @cached_property
    def words(self) -> Words:
        """The words of the visible text."""
        start, end = self.markup.words_in(self._touched_runs)
        if self._shown is None:  # whole runs are seen or not
            return Words(start, end)
        shown = self.visible.contains(start)
        return Words(start[shown], end[shown])

    @property
    def words_and_tags(self) -> WordsAndTags:
        """Words and tags in one sequence; tags that count as nothing are left out. Made anew: large, but quick."""
        tags = np.flatnonzero(self.code)
        words, tag_start, tag_end = self.words, self.tokens.tag_start[tags], self.tokens.tag_end[tags]
        where = np.searchsorted(words.start, tag_start) + np.arange(len(tags))
        is_tag = np.zeros(len(words) + len(tags), dtype=np.bool_)
        is_tag[where] = True
        start, end = np.empty(len(is_tag), np.int32), np.empty(len(is_tag), np.int32)
        start[is_tag], end[is_tag] = tag_start, tag_end
        start[~is_tag], end[~is_tag] = self._words_with_punctuation()
        return WordsAndTags(start, end, is_tag)

    def _words_with_punctuation(self) -> tuple[Column, Column]:
        words, runs = self.words, self.runs
        run = np.searchsorted(runs.start, words.start, side="right") - 1
        is_first = np.diff(run, prepend=-1) > 0
        start = np.where(is_first, runs.start[run], words.start)
        following = np.append(start[1:], np.int32(len(self.source)))
        return start, np.minimum(following, runs.end[run])

    @cached_property
    def characters_before(self) -> Column:
        """Per gap: how many characters that readers see stand before it; one more entry closes the page."""
        per_gap = np.zeros(len(self.tokens.code) + 1, dtype=np.int32)
        per_gap[self.runs.gap] = self._characters_per_run()
        return np.concatenate([[0], np.cumsum(per_gap, dtype=np.int32)]).astype(np.int32)

    def _characters_per_run(self) -> npt.NDArray[np.integer]:
        if self._shown is None:
            every = np.diff(self.markup.characters_before)[self.runs.gap]
            return np.where(self.visible.contains(self.runs.start), every, 0)
        pieces = [self.source[start:end] + BETWEEN for start, end in self.visible]
        shown = visible(kinds("".join(pieces), references=True))
        run = np.searchsorted(self.runs.start, self.visible.starts, side="right") - 1
        lengths = self.visible.ends - self.visible.starts + len(BETWEEN)
        return np.bincount(np.repeat(run, lengths), shown, minlength=len(self.runs)).astype(np.int32)

    def characters_inside(self, elements: npt.NDArray[np.bool_]) -> Column:
        """As `characters_before`, counting only text inside one of the marked elements, such as all links."""
        gaps = len(self.tokens.code) + 2
        marked = np.flatnonzero(elements)
        opened = np.bincount(self.elements.first[marked] + 1, minlength=gaps)
        closed = np.bincount(self.elements.close[marked] + 1, minlength=gaps)
        inside = np.cumsum(opened - closed)[:-1] > 0
        counted = np.where(inside, np.diff(self.characters_before), 0)
        return np.concatenate([[0], np.cumsum(counted, dtype=np.int32)]).astype(np.int32)

    def inside(self, elements: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Tell for each element whether it is marked or stands inside one that is."""
        marked = np.flatnonzero(elements)
        size = len(elements) + 1
        depth = np.bincount(marked, minlength=size) - np.bincount(self.elements.last[marked], minlength=size)
        covered: npt.NDArray[np.bool_] = np.cumsum(depth)[:-1] > 0
        return covered

    def nearest(self, elements: npt.NDArray[np.bool_]) -> Column:
        """Give for each element the nearest marked one: itself or the closest around it (the root if none is).

        Each round doubles the distance looked at, so there are as many rounds as the depth has binary digits.
        """
        up = np.where(elements, np.arange(len(elements)), np.maximum(self.elements.parent, 0)).astype(np.int32)
        while not np.array_equal(further := up[up], up):
            up = further
        return up

    def in_subtrees(self, before: Column) -> Column:
        """From a count per gap (such as `characters_before`) to the sum in each element's subtree."""
        return before[self.elements.close + 1] - before[self.elements.first + 1]

    @cached_property
    def blocks(self) -> Blocks:
        """The visible runs, grouped as readers see them."""
        return find_blocks(self.markup, np.flatnonzero(self.visible.contains(self.runs.start)))

    @cached_property
    def lines(self) -> Lines:
        """The lines as they stand in the source."""
        return self._count(physical_edges(self.source))

    def normalised_lines(self, width: int = WIDTH) -> Lines:
        """Lines that do not depend on how the source was formatted: text and markup apart (see lines.py)."""
        pieces = self.words_and_tags
        kind = np.ones(len(pieces), dtype=np.int8)
        kind[pieces.is_tag] = -BLOCK[np.abs(self.tokens.code[self.code > 0])].astype(np.int8)
        text_before = self.visible.characters_before(pieces.start)
        return self._count(normalised_edges(pieces.start, kind, text_before, len(self.source), width))

    def wrapped_lines(self, width: int) -> Lines:
        """Lines of equal length that do not depend on how the source was formatted: text and tags alike."""
        pieces = self.words_and_tags
        tags = np.zeros(len(pieces), dtype=np.int64)
        tags[pieces.is_tag] = self.code[self.code > 0]
        before = self.visible.characters_before(pieces.start) + np.cumsum(tags) - tags
        return self._count(wrapped_edges(pieces.start, before, len(self.source), width))

    def _count(self, edges: npt.NDArray[np.int64]) -> Lines:
        content = np.diff(self.visible.characters_before(edges))
        code = np.diff(self._code_before(edges))
        return Lines(edges.astype(np.int32), content.astype(np.int32), code.astype(np.int32))

    def _code_before(self, offsets: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Count code before each offset; inside a tag, as far as its length counts."""
        before = np.concatenate([[0], np.cumsum(self.code, dtype=np.int64)])
        tags = np.searchsorted(self.tokens.tag_end, offsets, side="right")
        start = np.append(self.tokens.tag_start, len(self.source))[tags]
        partial = np.clip(offsets - start, 0, np.append(self.code, 0)[tags])
        counted: npt.NDArray[np.int64] = before[tags] + partial
        return counted


def _without_surrogates(source: str) -> str:
    try:
        source.encode()
    except UnicodeEncodeError:
        return source.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return source
