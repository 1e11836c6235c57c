"""Pieces of a line: stretches of an inline's text, each with where its letters stand in the page's source and bytes."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.document.tree.elements import before
from webwinnow.lazy_values import cached_property
from webwinnow.render.structure.block import Block, Inline, InlineKind
from webwinnow.render.structure.places import Pairs, in_rows, joined, once
from webwinnow.spans import Spans

_INKED: Final = np.array([not chr(point).isspace() for point in range(0x3002)], dtype=np.bool_)
"""Per code point whether it is no blank; all behind the last are none."""
_AT_ONCE: Final = 65_536
_STEP: Final = 256
"""Characters whose letters are counted together: a number for each takes four times the room of the text."""
_MANY, _FAR = 64, 4
_BUT_TEXT_AND_PLACES: Final = itemgetter(slice(Inline._fields.index("kind"), Inline._fields.index("places")))
Numbers: TypeAlias = npt.NDArray[np.int32]
_NOWHERE: Final = np.empty(0, dtype=np.int32)
_LETTER: Final = re.compile(r"&(?:#[xX]?[0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);?|\S")


class LetterPlaces:
    """Where each letter of an inline, blanks not counted, stands in the source."""

    def __init__(self, page: Document, inline: Inline) -> None:
        """Take the inline; most are never cut."""
        self._page, self._inline = page, inline

    @cached_property
    def _found(self) -> tuple[Numbers, Numbers | None, Sequence[int]]:
        """Where each letter starts and ends, and how many the inline's places have up to each.

        None for the ends if each stands right behind the start.
        """
        found = [_letters_of(self._page.source, *place) for place in self._inline.places]
        counts = list(accumulate(len(first) for first, _ in found))
        last = None
        if any(ends is not None for _, ends in found):
            last = _in_a_row([first + np.int32(1) if ends is None else ends for first, ends in found])
        return _in_a_row([first for first, _ in found]), last, counts

    @cached_property
    def _inked(self) -> tuple[npt.NDArray[np.bool_], Numbers]:
        """Which characters of the text are letters, and how many stand before each so many of them."""
        inked = _inked(self._inline.text)
        return inked, before(np.add.reduceat(inked, np.arange(0, len(inked), _STEP), dtype=np.int32), np.int32)

    def _letters_before(self, place: int) -> int:
        inked, sums = self._inked
        step = place // _STEP
        return int(sums[step]) + int(np.count_nonzero(inked[step * _STEP : place]))

    def places(self, start: int, end: int) -> Pairs:
        """Return where the text from one of its characters to another stands: a stretch of each of the places."""
        first, last, counts = self._found
        at, behind = self._letters_before(start), min(self._letters_before(end), len(first))
        stretches = list[tuple[int, int]]()
        place = bisect_right(counts, at)
        while at < behind:
            until = min(counts[place], behind)
            if at < until:
                end = int(first[until - 1]) + 1 if last is None else int(last[until - 1])
                stretches.append((int(first[at]), end))
            at, place = until, place + 1
        return tuple(stretches)


def _inked(text: str) -> npt.NDArray[np.bool_]:
    """Tell which characters are no blanks, some at a time: their numbers take many times the room of the text."""
    found = np.empty(len(text), dtype=np.bool_)
    for at in range(0, len(text), _AT_ONCE):
        points = np.frombuffer(text[at : at + _AT_ONCE].encode("utf-32-le", "replace"), np.uint32)
        found[at : at + _AT_ONCE] = _INKED.take(points, mode="clip")
    return found


def _in_a_row(columns: list[Numbers]) -> Numbers:
    return columns[0] if len(columns) == 1 else np.concatenate([_NOWHERE, *columns])


def _letters_of(source: str, start: int, end: int) -> tuple[Numbers, Numbers | None]:
    """Return where the letters of a stretch of the source start and end; a reference may stand for several.

    None for the ends if each stands right behind the start.
    """
    text = source[start:end]
    if "&" not in text:
        inked = _inked(text)
        found, written = np.empty(int(inked.sum()), np.int32), 0
        for at in range(0, len(text), _AT_ONCE):
            some = np.flatnonzero(inked[at : at + _AT_ONCE])
            found[written : written + len(some)] = some + (start + at)
            written += len(some)
        return found, None
    first, last = array("i"), array("i")
    for match in _LETTER.finditer(text):
        shown = len("".join(decode_references(match[0]).split())) if match[0][0] == "&" else 1
        for _ in range(shown):
            first.append(start + match.start())
            last.append(start + match.end())
    return np.frombuffer(first, np.int32) if first else _NOWHERE, np.frombuffer(last, np.int32) if last else _NOWHERE


class TextPiece(NamedTuple):
    """A stretch of an inline's text: a sentence, a word, a line; no inline of its own, for there may be many."""

    inline: Inline
    start: int
    end: int
    letters: LetterPlaces | None = None
    """None if the inline stays whole."""

    @property
    def text(self) -> str:
        """The text itself."""
        return self.inline.text[self.start : self.end]


def together(inlines: Sequence[Inline]) -> list[Inline]:
    """Join pieces of text that differ in nothing else: to write them takes as long as there are pieces."""
    joined: list[Inline] = []
    for _, alike in groupby(inlines, key=_BUT_TEXT_AND_PLACES):
        some = list(alike)
        if len(some) > 1 and some[0].kind is InlineKind.TEXT:
            some = [some[0]._replace(text="".join(each.text for each in some), places=all_places(some))]
        joined += some
    return joined


def all_places(inlines: Sequence[Inline]) -> Pairs:
    """Return where inlines stand, each place once."""
    return once(joined(inline.places for inline in inlines))


def inlines_of(pieces: Sequence[TextPiece]) -> list[Inline]:
    """Make inlines of pieces that follow each other."""
    made, first, last = list[Inline](), pieces[0], pieces[-1]
    if first.letters is not None and first.letters is last.letters:  # as in long texts: all are cut out of one
        return [_cut_out(first, last)]
    last = first
    for piece in pieces[1:]:
        if piece.inline is not first.inline:
            made.append(_cut_out(first, last))
            first = piece
        last = piece
    return [*made, _cut_out(first, last)]


def _cut_out(first: TextPiece, last: TextPiece) -> Inline:
    inline, start, _, letters = first
    if letters is None or last.end - start == len(inline.text):
        return inline
    return inline._replace(text=inline.text[start : last.end], places=letters.places(start, last.end))


def cut_between(piece: TextPiece, behind: re.Pattern[str]) -> Iterator[TextPiece]:
    """Cut a piece behind what fits a pattern."""
    text, (inline, start, end, letters) = piece.text, piece  # of its own, so that a pattern sees nothing before it
    for match in behind.finditer(text):
        place = piece.start + match.end()
        if piece.start < place < end:
            yield TextPiece(inline, start, place, letters)
            start = place
    yield TextPiece(inline, start, end, letters)


def fitting(guess: int, most: int, fits: Callable[[int], bool]) -> int:
    """Find how many pieces fit, at least one of them: steps from a guess double, then what is left is halved."""
    good, bad, step = 1, most + 1, 1
    if guess > good and not fits(guess):
        bad = guess
        while bad - step > good and not fits(bad - step):
            bad, step = bad - step, 2 * step
        good = max(good, bad - step)
    else:
        good = max(good, guess)
        while good + step < bad and fits(good + step):
            good, step = good + step, 2 * step
        bad = min(bad, good + step)
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if fits(middle) else (good, middle)
    return good


def says_far_more(block: Block, size: int) -> bool:
    """Tell whether a block of many pieces says far more than so many characters: signs around text only add to it."""
    return len(block.inlines) >= _MANY and len(block.text) > _FAR * size


def shortened(text: str, most: int) -> str:
    """Cut a text that has more than so many characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def places_of(page: Document, blocks: Iterable[Block]) -> Spans:
    """Return where blocks stand: their text, or the blocks where these have no text of the page's."""
    covered = Spans(in_rows(joined(block.spans for block in blocks)), size=len(page.source))
    if not len(covered):
        return covered
    runs = page.runs  # only those near by, for there are as many chunks as the page is long
    near = slice(
        np.searchsorted(runs.end, covered.starts[0], "right"), np.searchsorted(runs.start, covered.ends[-1], "left")
    )
    text = covered & Spans.from_sorted(runs.start[near], runs.end[near], len(page.source))
    return _without_blanks(page, text if len(text) else covered)


def _without_blanks(page: Document, spans: Spans) -> Spans:
    """Join what only blanks part: the words of a paragraph that was cut between words."""
    starts, ends, source = array("i"), array("i"), page.source
    for start, end in zip(spans.starts.data, spans.ends.data, strict=True):
        if ends and source[ends[-1] : start].isspace():  # of all gaps together, linear
            ends[-1] = end
        else:
            starts.append(start)
            ends.append(end)
    return Spans.from_sorted(np.array(starts, np.int32), np.array(ends, np.int32), len(source))


def to_bytes(page: Document, places: list[Spans]) -> Callable[[Spans], Spans]:
    """Return what converts some spans to places in the page's bytes; all their bounds are found in one pass."""
    first_of_all = np.zeros(1, np.int32)
    bounds = np.concatenate([first_of_all, *(each.starts for each in places), *(each.ends for each in places)])
    bounds.sort()
    bounds = bounds[np.concatenate([[True], bounds[1:] != bounds[:-1]])]
    found = np.zeros(len(bounds), np.int32)
    for first in (0, 1):  # pairs of bounds from the first on, then from the second, so that an odd one is among them
        pairs = bounds[first : len(bounds) - (len(bounds) - first) % 2].reshape(-1, 2)
        spans = Spans.from_sorted(pairs[:, 0], pairs[:, 1], len(page.source))
        converted = page.byte_spans(spans)
        found[np.searchsorted(bounds, spans.starts)] = converted.starts
        found[np.searchsorted(bounds, spans.ends)] = converted.ends

    def of(spans: Spans) -> Spans:
        starts, ends = (found[np.searchsorted(bounds, column)] for column in (spans.starts, spans.ends))
        return Spans.from_sorted(starts, ends, int(found[-1]))

    return of
