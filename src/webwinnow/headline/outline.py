"""A headline and the subtitles below it: what they are, and the outline of subtitles.

Paper: mohammadzadeh2013, section 1.1 counts subtitles among the most important parts of a page.
UNSPECIFIED: what a subtitle is. Ours: a heading element of which some text is in the main content, but not the one
that is the page's headline, and not one with so many pieces of text that its end tag must be missing.
Cost: O(page); what is asked of every heading is asked of all at once.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, NUMBERS
from webwinnow.document.reading import columns_of
from webwinnow.document.texts import Texts
from webwinnow.kernels import LIBRARY, Library, address
from webwinnow.lazy_values import LateNumber
from webwinnow.spans import Spans

SIGNS: Final = ("¶", "#", "§", "🔗")
"""Signs at the end of a heading that are links to itself."""
_TAIL: Final = re.compile(rf"\s*[{''.join(SIGNS)}]+$")
_MOST: Final = 200
"""Pieces of text that a heading may hold, even if every letter has an element of its own. More stand in headings that
were never closed; these stand in each other, and reading each to its end would cost their number squared."""
_LEVEL: Final = np.zeros(NUMBERS, dtype=np.int8)
_LEVEL[[NUMBER[f"h{level}"] for level in range(1, 7)]] = range(1, 7)


Places = npt.NDArray[np.intp]
Bounds = npt.NDArray[np.integer]
"""Per heading: the first of what it is, and one past the last."""


@dataclass(frozen=True, slots=True)
class Headline:
    """One text that may be the page's headline."""

    text: str
    """The text, with character references resolved and white space folded."""
    spans: Spans
    """Where it was read, as offsets in the page's source; for a meta tag or a script, the whole of that."""
    rating: float | LateNumber = field(hash=False)
    """The score, perhaps not found yet."""
    method: str
    source: str
    """What held it: an element's name (h1, title, p), a meta tag's (og:title), json-ld, microdata."""

    def is_doubtful(self, bound: float) -> bool:
        """Tell whether the score is below a bound."""
        return self.rating.is_below(bound) if isinstance(self.rating, LateNumber) else self.rating < bound

    @property
    def score(self) -> float:
        """How good it is by the method's own scale; comparable within one method only."""
        return float(self.rating)

    def rounded_score(self, digits: int) -> float:
        """Return the score as it is shown, which is quicker than to find all of its digits."""
        return self.rating.rounded(digits) if isinstance(self.rating, LateNumber) else round(self.rating, digits)

    def to_json(self) -> dict[str, Any]:
        """Return what JSON output says of it."""
        return {
            "text": self.text,
            "score": self.rounded_score(6),
            "method": self.method,
            "source": self.source,
            "spans": list(self.spans),
        }


def cleaned(text: str) -> str:
    """Fold white space and drop signs that are no part of a headline."""
    return without_signs(" ".join(text.split()))


def without_signs(text: str) -> str:
    """Drop the signs alone, where white space is folded already."""
    return _TAIL.sub("", text) if text.endswith(SIGNS) else text


class Subtitle(NamedTuple):
    """A heading inside the main content."""

    level: int
    """1 to 6, as the page says."""
    text: str
    spans: Spans

    def to_json(self) -> dict[str, Any]:
        """Return what JSON output says of it."""
        return {"level": self.level, "text": self.text, "spans": list(self.spans)}


def find_outline(page: Document, content: Spans, headline: Spans | None = None) -> tuple[Subtitle, ...]:
    """List the headings inside the content, in order; the headline, where it is given, is none of them.

    Found once per page, content and headline.
    """
    return page.once((find_outline, content, headline), lambda: tuple(each_subtitle(page, content, headline)))


def each_subtitle(page: Document, content: Spans, headline: Spans | None = None) -> Iterator[Subtitle]:
    """List the same headings one by one, and keep none: those of a page of nothing else take thirty times its room."""
    visible, found = _headings(page, content, headline)
    for level, text, first, last in found:
        yield Subtitle(level, text, visible.part(first, last))


def each_record(page: Document, content: Spans, headline: Spans | None = None) -> Iterator[dict[str, Any]]:
    """List the same headings as `Subtitle.to_json` has them, which is quicker."""
    visible, found = _headings(page, content, headline)
    starts, ends = visible.starts.data, visible.ends.data
    for level, text, first, last in found:
        places = [(starts[at], ends[at]) for at in range(first, last)]
        yield {"level": level, "text": text, "spans": places}


_Heading = tuple[int, str, int, int]
"""The level, the text, and which pieces of the content it is: the first, and one past the last."""


def _headings(page: Document, content: Spans, headline: Spans | None) -> tuple[Spans, Iterator[_Heading]]:
    """Return the pieces of the content and the headings inside it."""
    rows = _compiled(LIBRARY, page, content, headline) if LIBRARY and page.shows_whole_runs else None
    if rows is None:
        return _found(page, content, headline)
    return content, _read(page, content, rows)


def _read(page: Document, content: Spans, rows: list[list[int]]) -> Iterator[_Heading]:
    """Read the headings of which compiled code tells where they stand, and which are written as they are read."""
    source, starts, ends = page.source, content.starts.data, content.ends.data
    texts: Texts | None = None
    for level, first, last, is_as_read in rows:
        if is_as_read:
            text = without_signs(source[starts[first] : ends[first]])
        else:
            texts = texts or Texts(page.markup, cast(Places, page.runs.that_make(content.starts, content.ends)))
            text = cleaned(texts.text(first, last))
        if text:
            yield level, text, first, last


class _Asked(ctypes.Structure):
    """`OutlineAsked` of native/outline.h."""

    _fields_ = (
        ("level", ctypes.c_void_p),
        *((name, ctypes.c_int64) for name in ("spans", "parts", "most")),
        *((name, ctypes.c_void_p) for name in ("start", "end", "part_start", "part_end", "gap", "before")),
    )


def _compiled(library: Library, page: Document, content: Spans, headline: Spans | None) -> list[list[int]] | None:
    """Find the headings as `_found` does, without their texts; None where a span is no whole run that readers see."""
    parts = headline or Spans(size=len(page.source))
    room, found = np.empty((2, len(content) + 1), np.int32), np.empty((len(page.elements), 4), np.int32)
    columns = (content.starts, content.ends, parts.starts, parts.ends, *room)
    asked = _Asked(address(_LEVEL), len(content), len(parts), _MOST, *map(address, columns))
    (data, width), page_columns = page.markup.units, columns_of(page)
    count = library.of("find_outline", width)(
        ctypes.addressof(page_columns), data, ctypes.addressof(asked), address(found)
    )
    return None if count < 0 else found[:count].tolist()


def _found(page: Document, content: Spans, headline: Spans | None) -> tuple[Spans, Iterator[_Heading]]:
    """Find the headings by numpy: the definition that compiled code follows."""
    elements = np.flatnonzero(_LEVEL[page.elements.tag])
    texts, visible = _content_texts(page, content)
    stretches = texts.inside(elements)
    bounds = stretches if visible is content else _pieces(page, texts, visible, stretches)
    chosen = (bounds[:, 0] < bounds[:, 1]) & (stretches[:, 1] - stretches[:, 0] <= _MOST)
    if headline is not None and len(headline):
        low, high = _touched(visible, headline)
        at = np.searchsorted(high, bounds[:, 0], "right")
        chosen &= np.append(low, len(visible))[at] >= bounds[:, 1]
    levels = _LEVEL[page.elements.tag[elements[chosen]]].tolist()
    rows = zip(levels, stretches[chosen].tolist(), bounds[chosen].tolist(), strict=True)
    read = ((level, cleaned(texts.text(*stretch)), *piece) for level, stretch, piece in rows)
    return visible, (heading for heading in read if heading[1])


def _pieces(page: Document, texts: Texts, visible: Spans, stretches: Bounds) -> Bounds:
    """Find the visible pieces of stretches of runs, where a run may have several or a part of one."""
    piece = np.searchsorted(visible.starts, np.append(page.runs.start[texts.run], len(page.source)))
    bounds: Bounds = piece[stretches]
    return bounds


def _content_texts(page: Document, content: Spans) -> tuple[Texts, Spans]:
    """Return what reads the content, and the content as far as it is visible."""
    run = page.runs.that_make(content.starts, content.ends) if page.shows_whole_runs else None
    if run is not None and page.starts_shown[run].all():  # as most extractors choose: such content needs no view
        return Texts(page.markup, run), content
    shown = page.within(content)
    return shown.texts, shown.visible


def _touched(pieces: Spans, headline: Spans) -> tuple[Places, Places]:
    """Find the stretches of pieces of which some is in the headline, one for each part of that."""
    low, high = pieces.ends.searchsorted(headline.starts, "right"), pieces.starts.searchsorted(headline.ends, "left")
    touched = low < high
    return low[touched], high[touched]
