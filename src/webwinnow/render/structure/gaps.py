"""Pieces of text, cut at tags, the gaps that they stand in, what is between two of them, and start tags as written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.document.references import decode_references
from webwinnow.document.word_search import WordSearch
from webwinnow.lazy_values import cached_property
from webwinnow.spans import Spans

Column = npt.NDArray[np.integer]

BLANKS: Final = " \n\t\r\xa0\0\f\v"
"""What is folded where text flows."""
_SPACES: Final = re.compile("   *")
_LEFT_OUT: Final = re.compile(r"[^ \t\n\r\f\v\xa0\0]+")
UNSEEN: Final = "".join(
    map(chr, [0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF])
) + "".join(map(chr, range(0xFE00, 0xFE10)))
"""Marks that part no words; alone between two tags they are in no run."""
_NOTHING_TO_SEE: Final = re.compile(f"[{UNSEEN}]*+")
SMALL, CAPITAL, DIGIT, CLOSING = 1, 2, 4, 8
_CASED: Final = 0x590
"""Below stand the letters of scripts that have capitals: Latin, Greek, Cyrillic, Armenian."""
_CLOSING: Final = ":!?),"
"""What ends something; not the full stop, which names of code have inside, too."""
SIGNS: Final = bytes(
    SMALL * each.islower() | CAPITAL * each.isupper() | DIGIT * (each in "0123456789") | CLOSING * (each in _CLOSING)
    for each in map(chr, range(_CASED))
)
"""What a character tells about where words end and begin."""
WBR: Final = NUMBER["wbr"]
_SEVERAL: Final = 2
"""Tags between two pieces if one element ends and another begins there."""
SHORTEST: Final = len("<p lang=a>")
"""Characters of a start tag that has attributes which matter."""


class Pieces:
    """Stretches of text, each inside of one run: where they start and end, their run and its gap."""

    def __init__(self, starts: Column, ends: Column, run: Column, gap: Column) -> None:
        """Take the columns."""
        self.starts, self.ends, self.run, self.gap = starts, ends, run, gap

    def __len__(self) -> int:
        """Count the pieces."""
        return len(self.starts)

    def chosen(self, which: npt.NDArray[np.bool_]) -> Pieces:
        """Return the marked pieces."""
        return Pieces(self.starts[which], self.ends[which], self.run[which], self.gap[which])

    @cached_property
    def runs(self) -> Column:
        """The runs of which there is some piece, each once."""
        if not len(self.run):
            return self.run
        first = np.ones(len(self.run), dtype=np.bool_)
        np.not_equal(self.run[1:], self.run[:-1], out=first[1:])
        return self.run if first.all() else self.run[first]


def read_pieces(page: Document, spans: Spans) -> Pieces:
    """Cut spans at the edges of runs. Done once per page and spans."""
    return page.once((read_pieces, spans), lambda: _cut(page, spans))


def _cut(page: Document, spans: Spans) -> Pieces:
    runs = page.runs
    run = np.searchsorted(runs.start, spans.starts, side="right").astype(np.int32) - 1
    if len(run) and not (run[0] >= 0 and (spans.ends <= runs.end[run]).all()):  # some goes on beyond its run
        spans &= Spans.from_sorted(runs.start, runs.end, len(page.source))
        run = np.searchsorted(runs.start, spans.starts, side="right").astype(np.int32) - 1
    return Pieces(spans.starts, spans.ends, run, runs.gap[run])


class Piece(NamedTuple):
    """A piece of text: where it starts and ends, the gap that it stands in, and how many line breaks come before."""

    start: int
    end: int
    gap: int
    line: int


class Gaps(NamedTuple):
    """The text between the tags of a page; single places are looked up, for which numpy itself is slow."""

    source: str
    starts: Sequence[int]
    ends: Sequence[int]
    codes: Sequence[int]
    """Per tag: its number, below zero if it is an end tag."""

    @classmethod
    def of(cls, page: Document) -> Gaps:
        """Take the gaps of a page."""
        return cls(page.source, page.tokens.gap_start.data, page.tokens.gap_end.data, page.tokens.code.data)

    def tag(self, number: int) -> str:
        """Return a tag as it is written."""
        return self.source[self.ends[number] : self.starts[number + 1]]

    def between(self, before: Piece, after: Piece) -> str:
        """Return what stands between two pieces of one block: text, blank or left out, or a blank that is meant."""
        return self._written(before, after) or (" " if self.begins_anew(before, after) else "")

    def begins_anew(self, before: Piece, after: Piece) -> bool:
        """Tell whether words that touch are two: elements end and begin there, and so does a word, by its letters.

        Styles set such elements apart, as a name from a role, or an empty one is a sign; one word goes on in its case.
        """
        if after.gap - before.gap < _SEVERAL or not self._is_new_word(before, after):
            return False
        between = self.codes[before.gap : after.gap]
        return min(between) < 0 < max(between) and WBR not in between

    def is_capitalised(self, piece: Piece) -> bool:
        """Tell whether a piece begins with a capital that a small letter follows."""
        return bool(
            self._sign_at(piece.gap, piece.start) & CAPITAL and self._sign_at(piece.gap, piece.start + 1) & SMALL
        )

    def _is_new_word(self, before: Piece, after: Piece) -> bool:
        """Tell by the characters around them whether a word ends with a piece and another begins with the next."""
        earlier, last = (self._sign_at(before.gap, before.end + at) for at in (-2, -1))
        first, later = (self._sign_at(after.gap, after.start + at) for at in (0, 1))
        goes_on = earlier & (SMALL | CAPITAL | DIGIT)
        if not first & CAPITAL:
            return False
        if last & SMALL:
            return bool(goes_on)
        if last & CLOSING:  # "::" parts no sentences
            return self.source[before.end - 2 : before.end - 1] != self.source[before.end - 1]
        return bool(later & SMALL and (last & DIGIT or (last & CAPITAL and goes_on)))

    def _sign_at(self, gap: int, place: int) -> int:
        """Return what a character tells, if it stands in the gap."""
        sign = ord(self.source[place]) if self.starts[gap] <= place < self.ends[gap] else _CASED
        return SIGNS[sign] if sign < _CASED else 0

    def _written(self, before: Piece, after: Piece) -> str:
        if before.gap == after.gap:
            return decode_references(self.source[before.end : after.start])
        rest, first = self.source[before.end : self.ends[before.gap]], self.source[self.starts[after.gap] : after.start]
        if before.gap + 1 == after.gap and not rest and not first:
            return ""
        whole = [self.source[self.starts[gap] : self.ends[gap]] for gap in range(before.gap + 1, after.gap)]
        return "".join(map(decode_references, [rest, *whole, first]))

    def blanks_between(self, before: Piece, after: Piece) -> str:
        """Return only the blanks between two pieces, every one of them, as preformatted text needs them."""
        return _LEFT_OUT.sub("", self._written(before, after))

    def indentation(self, first: int, piece: Piece) -> str:
        """Return the blanks before a block's first piece on its line, which the edge of the run has cut off.

        `first` is the block's first gap: blanks may stand before the tags around the piece.
        """
        start = self.starts[first]
        line = self._written(Piece(start, start, first, piece.line), piece).rpartition("\n")[2]
        return line if line.isspace() else ""


def folded(text: str) -> str:
    """Fold every stretch of blanks to a single space; most texts have few, so plain replacing is quickest."""
    for blank in BLANKS[1:]:
        if blank in text:
            text = text.replace(blank, " ")
    return _SPACES.sub(" ", text) if "  " in text else text


def blank_or_mark(between: str) -> str:
    """Fold what stands between two pieces: one blank, or only marks that nobody sees, which stay."""
    return between if _NOTHING_TO_SEE.fullmatch(between) else " "


class StartTags(NamedTuple):
    """Where the start tag of each element is; single ones are looked up, for which numpy itself is slow."""

    gaps: Gaps
    first: Sequence[int]
    """Per element: the tag behind which its content starts."""
    owner: Mapping[int, int]

    @classmethod
    def of(cls, page: Document, gaps: Gaps | None = None) -> StartTags:
        """Take those of a page."""
        return cls(gaps or Gaps.of(page), page.elements.first.data, page.elements.owner)

    def written(self, element: int) -> str:
        """Return an element's start tag; empty if it has none."""
        tag = self._number(element)
        return self.gaps.tag(tag) if tag >= 0 else ""

    def place(self, element: int) -> int:
        """Return where an element's start tag begins in the source; -1 if it has none."""
        tag = self._number(element)
        return self.gaps.ends[tag] if tag >= 0 else -1

    def _number(self, element: int) -> int:
        return self.owner.get(element, self.first[element]) if self.owner else self.first[element]


def tags_that_hold(page: Document, elements: Column, words: WordSearch) -> list[int]:
    """Return those of some elements whose start tag is long enough to have attributes and holds one of the words."""
    tag, tokens = page.elements.start_tags()[elements], page.tokens
    elements, tag = elements[tag >= 0], tag[tag >= 0]
    long = tokens.tag_end[tag] - tokens.tag_start[tag] >= SHORTEST
    elements, tag = elements[long], tag[long]
    if not len(tag):
        return []
    found: list[int] = elements[words.holding(page.markup, tokens.tag_start[tag], tokens.tag_end[tag])].tolist()
    return found
