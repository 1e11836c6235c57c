"""What a rendering opens with: the headline, from the place in the page where it stands, unless the content has it.

Most extractors leave the headline out, because it stands outside of the text; a reader misses it first of all. Where
the content begins with it, perhaps below a date or the name of a section, nothing is done. Where it stands further down
in the content, or below a picture, it is moved up. A rendering that is to have no headline shows what stands below it.
"""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.markup import text_columns
from webwinnow.document.structures import KINDS, MAY_LIST, find_structures
from webwinnow.document.tree.elements import HEADING, surroundings
from webwinnow.headline.rules import finder
from webwinnow.kernels import LIBRARY, Library, address
from webwinnow.kernels.library import address_of_bytes, filled
from webwinnow.lazy_values import kept_for_good
from webwinnow.render.languages import direction_of
from webwinnow.render.structure.block import (
    Block,
    Inline,
    Kind,
    Tree,
    beginning_with,
    below,
    first_language,
    heading_texts,
    opening,
)
from webwinnow.render.structure.gaps import read_pieces
from webwinnow.spans import Spans

if TYPE_CHECKING:
    from webwinnow.headline import Headline

_OPENING: Final = 200
"""Characters from which the content starts: what stands there is seen at once."""
_PIECES: Final = 60
"""Pieces of text in which the opening is looked for, even if every letter has an element of its own."""
_LONG: Final = 18
"""Bytes of a headline that nobody writes by accident, six letters of Chinese: found inside of a line, it is there."""
_LINE: Final = 3
"""How many times as long as the headline a line is at most that has it, beside a date, a section or a name. In a longer
one it is part of a sentence."""
_DOUBTFUL: Final = 0.55
"""The score below which a headline that readers do not see is not shown. On 1,594 pages of 15 packages (2026-11-17), of
the headlines that are right 99.2 % are above; without the bound all are, and more wrong ones, of a few words each."""
_MOSTLY: Final = 0.6
"""Share of the words of the longer that a heading has in common with the headline if it is another form of it."""
_RUNNING: Final = 80
"""Characters of a line from which it is running text; a heading below that is like the headline is one of a section."""
_FIRST: Final = 60
"""Blocks among which the headline is looked for to move it above pictures, of which some pages have a gallery,"""
_BELOW: Final = frozenset({Kind.IMAGE, Kind.FIGURE, Kind.SPEAKER})
"""which stand below it, as speakers do;"""
_ABOVE: Final = 80
"""characters of other text, a date and the name of a section, may stand above."""
_LISTING: Final = frozenset([KINDS.index("table"), KINDS.index("links")])
"""Kinds of structures that hold no line of its own."""
_IN_HEADING, _MAY_BE_LISTED = 1, 2
_ASKS_FOR_STRUCTURES: Final = 2
_NOT_A_LETTER: Final = re.compile(r"[\W_]+")
_LETTER: Final = re.compile(r"[^\W_]")


def headline_above(page: Document, spans: Spans, headline: Headline | None) -> Headline | None:
    """Return the headline if a rendering of the content puts it on top; None where the content begins with it."""
    if headline is None:
        return None
    key = headline_above, spans, headline.text, headline.spans  # not itself: its late score keeps the page
    return headline if page.once(key, lambda: _is_missing(page, spans, headline)) else None


def below_headline(page: Document, spans: Spans, headline: Headline | None) -> Spans:
    """Return the content without a headline that is moved to the top of it."""
    above = headline_above(page, spans, headline)
    return spans - above.spans if above else spans


def without_headline(page: Document, spans: Spans, headline: Headline | None) -> Spans:
    """Return the content without its headline: neither moved to the top nor where the content begins with it."""
    if headline is None or headline_above(page, spans, headline):
        return below_headline(page, spans, headline)
    said = [(line.start, line.end) for line, alone in saying(page, spans, headline.text) if alone]
    return spans - page.select(said)


def is_headline(text: str, headline: Headline) -> bool:
    """Tell whether a text says what the headline says, whatever its case and punctuation."""
    return _letters(text) == _letters(headline.text)


def headline_block(page: Document, headline: Headline, language: str | None) -> Block:
    """Make the block that stands on top: its places are those of the headline."""
    inline = Inline(headline.text, places=tuple(headline.spans))
    direction = direction_of(headline.text, None, language)
    return Block(Kind.HEADING, 0, 1, (inline,), language, direction, _element_at(page, int(headline.spans.starts[0])))


def with_headline(page: Document, spans: Spans, tree: Tree, headline: Headline | None) -> Tree:
    """Put the headline on top: as a new block where the content does not begin with it, else above pictures."""
    if headline is None:
        return tree
    if above := headline_above(page, spans, headline):
        return below(headline_block(page, above, first_language(tree)), tree)
    letters = _letters(headline.text)
    at = next((at for at, text in heading_texts(tree, _FIRST) if _letters(text) == letters), 0)
    if not at:
        return tree
    before = opening(tree, at)
    if not any(kind in _BELOW for kind, _ in before) and sum(length for _, length in before) <= _ABOVE:
        return tree
    return beginning_with(tree, at)


def _is_missing(page: Document, spans: Spans, headline: Headline) -> bool:
    if not len(spans) or not len(headline.spans) or not _LETTER.search(headline.text):
        return False
    if is_said(page, spans, headline.text):
        return False
    # Whether it is doubtful is asked last: it takes a while.
    return _is_seen(page, headline.spans) or not headline.is_doubtful(_DOUBTFUL)


def _is_seen(page: Document, spans: Spans) -> bool:
    """Tell whether readers see any of some spans, mostly one, which is sooner looked up than cut to what is seen."""
    if len(spans) != 1 or not page.shows_whole_runs:
        return len(page.select(spans)) > 0
    runs, start, end = page.runs, spans.starts.item(), spans.ends.item()
    first, last = bisect_right(runs.end.data, start), bisect_left(runs.start.data, end)
    return any(page.starts_shown[first:last].tolist())


def is_said(page: Document, spans: Spans, headline: str) -> bool:
    """Tell whether the content begins with lines of which one says the headline."""
    said = _is_said_at_once(LIBRARY, page, spans, headline) if LIBRARY else None
    return any(saying(page, spans, headline)) if said is None else said


class _OpeningRules(ctypes.Structure):
    """`OpeningRules` of native/opening.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("letters", "of_tag")), ("mostly", ctypes.c_double),
        *((name, ctypes.c_int32) for name in ("opening", "pieces", "is_long", "line", "running", "listing")),
    )  # fmt: skip

    def __init__(self, library: Library) -> None:
        """Collect the rules, and keep what is pointed to."""
        self._kept = (_IN_HEADING * column("h1 h2 h3 h4 h5 h6") + _MAY_BE_LISTED * MAY_LIST).astype(np.uint8)
        super().__init__(
            finder(library).letters, address(self._kept), _MOSTLY, _OPENING, _PIECES, _LONG, _LINE, _RUNNING,
            sum(1 << kind for kind in _LISTING),
        )  # fmt: skip
        self.address = ctypes.addressof(self)


@kept_for_good
def _rules(library: Library) -> _OpeningRules:
    return _OpeningRules(library)


class _OpeningAsked(ctypes.Structure):
    """`OpeningAsked` of native/opening.h."""

    _fields_ = (
        ("spans", ctypes.c_int64), *((name, ctypes.c_void_p) for name in ("start", "end", "breaks")),
        ("structures", ctypes.c_int64), *((name, ctypes.c_void_p) for name in ("element", "last", "kind")),
        ("size", ctypes.c_int64), ("headline", ctypes.c_void_p),
    )  # fmt: skip


def _is_said_at_once(library: Library, page: Document, spans: Spans, headline: str) -> bool | None:
    """Do as `is_said`; None where Python must."""
    (columns, data, breaks, _), width = text_columns(page), page.markup.units.width
    text = headline.encode("utf-32-le", "surrogatepass")
    asked = filled(
        _OpeningAsked, len(spans), address(spans.starts), address(spans.ends), breaks, -1,
        0, 0, 0, len(headline), address_of_bytes(text),
    )  # fmt: skip
    ask, given = library.of("says_headline", width), (_rules(library).address, columns, data)
    said = ask(*given, ctypes.addressof(asked))
    if said == _ASKS_FOR_STRUCTURES:  # which most pages need not have
        found = find_structures(page)
        asked.structures, asked.element = len(found.element), address(found.element)
        asked.last, asked.kind = address(found.last), address(found.kind)
        said = ask(*given, ctypes.addressof(asked))
    return None if said < 0 else said > 0


def saying(page: Document, spans: Spans, headline: str) -> Iterator[tuple[_Line, bool]]:
    """Find the first lines that say the headline, each with whether it is that alone, in this form or another."""
    wanted, like = _letters(headline), True
    for line in _opening_lines(page, spans):
        letters = _letters(line.text[: _OPENING + len(headline)])
        inside = len(wanted.encode()) >= _LONG and len(letters) <= _LINE * len(wanted) and wanted in letters
        alone = letters == wanted or (line.is_heading and like and _is_other_form(line.text, headline))
        if alone or inside:
            yield line, alone
        like &= not line.is_heading and len(line.text) < _RUNNING


class _Line(NamedTuple):
    """A line of the content: its text, whether it is a heading, and where it starts and ends."""

    text: str
    is_heading: bool
    start: int
    end: int


def _opening_lines(page: Document, spans: Spans) -> Iterator[_Line]:
    """Yield the first lines of the content."""
    runs, block, line, length = page.runs, -1, _Line("", False, 0, 0), 0
    gaps, homes = runs.gap.data, runs.home.data
    around, breaks, listed = surroundings(page).data, page.markup.breaks_before.data, _Listed(page)
    for start, end, run in _first_pieces(page, spans):
        home = homes[run]
        if listed.has(home):
            continue  # a cell or a link that says the same is none
        text, own, is_heading = page.text(start, end), breaks[gaps[run]], around[home] & HEADING > 0
        if own == block:
            line = _Line(f"{line.text} {text}", is_heading, line.start, end)
        else:
            if block >= 0:
                yield line
            if length >= _OPENING:
                return
            block, line = own, _Line(text, is_heading, start, end)
        length += len(text)
    if block >= 0:
        yield line


def _first_pieces(page: Document, spans: Spans) -> Iterator[tuple[int, int, int]]:
    """Yield the first pieces of the content: where each starts and ends, and its run. Few of them are asked for."""
    starts, ends = page.runs.start.data, page.runs.end.data
    for at, (start, end) in enumerate(zip(spans.starts[:_PIECES].data, spans.ends[:_PIECES].data, strict=True)):
        run = bisect_right(starts, start) - 1
        if run < 0 or end > ends[run]:  # it goes on beyond its run
            pieces = read_pieces(page, spans)
            some = slice(at, _PIECES)  # all before are whole spans
            yield from zip(pieces.starts[some].data, pieces.ends[some].data, pieces.run[some].data, strict=True)
            return
        yield start, end, run


class _Listed:
    """Tells which elements stand in a table of data or in a list of links."""

    def __init__(self, page: Document) -> None:
        """Look up the structures of a page."""
        found = find_structures(page)
        self._element, self._last, self._kind = found.element.data, found.last.data, found.kind.data

    def has(self, element: int) -> bool:
        """Tell whether an element stands in one."""
        at = bisect_right(self._element, element) - 1
        return at >= 0 and element < self._last[at] and self._kind[at] in _LISTING


def _is_other_form(heading: str, headline: str) -> bool:
    """Tell whether a heading and the headline have most of their words in common."""
    one, other = (set(_NOT_A_LETTER.sub(" ", text.casefold()).split()) for text in (heading, headline))
    return len(one & other) >= _MOSTLY * max(len(one), len(other), 1)


def _letters(text: str) -> str:
    return _NOT_A_LETTER.sub("", text.casefold())


def _element_at(page: Document, place: int) -> int:
    """Find the element that holds the text at a place, or whose tag stands there."""
    runs = page.runs
    run = bisect_right(runs.start.data, place) - 1
    if run >= 0 and place < runs.end.item(run):
        return _block_around(page, runs.home.item(run))
    tag = int(np.searchsorted(page.tokens.tag_start, place, side="right")) - 1
    return max(int(page.elements.by_start_tag(len(page.tokens.code))[tag]), 0) if tag >= 0 else 0


def _block_around(page: Document, element: int) -> int:
    """Return the nearest element that makes a block, as `Document.nearest` does for all; few steps lead to it."""
    tag, parent = page.elements.tag.data, page.elements.parent.data
    while element > 0 and not BLOCK[tag[element]]:
        element = parent[element]
    return max(element, 0)
