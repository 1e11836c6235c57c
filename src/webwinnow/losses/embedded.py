"""Text that stands in a page only for programs: in JSON-LD, or in the data of a script that draws the page.

Where readers see little, because a script would have drawn the rest, that text is offered with its origin named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.kernels import LIBRARY, address
from webwinnow.language.characters import Points

Places = npt.NDArray[np.integer]

_TAG: Final = re.compile(r"<[^>]*>")
_NEXT: Final = re.compile(r"<script[^>]*\bid=[\"']?__NEXT_DATA__[\"']?[^>]*>", re.I)
_DATA: Final = re.compile(r"\s*+[\[{]")
"""How data in JSON begins that holds others."""
_MARK: Final = "__NEXT_DATA__"
_BODY: Final = "articlebody"
"""The property of schema.org that holds running text."""
_LONG: Final = 200
"""Characters from which a text in data is running text."""
_NAMES: Final = re.compile(r"\s*+:")
"""Stands behind a string that is the name of a property."""
_WRITTEN: Final = len("\\u0020")
"""Characters of an escape: a character is written with no more."""
_NONE: Final = -9
"""Stands before all places, and beside none."""
_BETWEEN: Final = "\n\n"
"""Stands between two texts of data."""
_SHOWN: Final = 2.0
"""Embedded text is offered if it is this many times as long as what readers see."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """Text for programs, and where it comes from."""

    origin: str
    """`JSON-LD articleBody` or `__NEXT_DATA__`."""
    text: str
    start: int
    end: int
    """Where the data stands in the page's source."""

    def to_json(self) -> dict[str, object]:
        """Return all of it as a JSON object holds it."""
        return {"origin": self.origin, "text": self.text, "start": self.start, "end": self.end}


def find_embedded(page: Document, found: int) -> Embedded | None:
    """Find the longest text for programs, if it is much longer than the `found` characters of the result."""
    return page.once((find_embedded, found), lambda: _longest(page, max(_SHOWN * found, _LONG)))


def _longest(page: Document, least: float) -> Embedded | None:
    found = (*_structured(page, least), *_next_data(page, least))
    best = max(found, key=lambda each: len(each.text), default=None)
    return best if best and len(best.text) >= least else None


def _structured(page: Document, least: float) -> Iterator[Embedded]:
    for item in declared(page).json_ld:
        if item.end - item.start < least:  # nothing is written shorter than it is
            continue
        properties = item.properties.items()
        said = [value for name, value in properties if len(name) == len(_BODY) and name.lower() == _BODY]
        for value in said[-1:]:
            if isinstance(value, str) and len(value) >= least:
                yield Embedded("JSON-LD articleBody", _plain(value), item.start, item.end)


def _next_data(page: Document, least: float) -> Iterator[Embedded]:
    """Read the data of a script, if it may hold a text that is long enough; once, since it can be most of a page."""
    start, end = _data_script(page, least)
    if end - start < least or not _DATA.match(page.source, start, end):
        return
    strings = page.once(_long_strings, lambda: _long_strings(page, start, end))
    if int((strings[:, 1] - strings[:, 0] + len(_BETWEEN)).sum()) < least:
        return
    text = page.once(_next_data, lambda: _running_text(page.source, strings.tolist()))
    if text:
        yield Embedded("__NEXT_DATA__", text, start, end)


def _data_script(page: Document, least: float) -> tuple[int, int]:
    """Find where the content of the longest script stands that is long enough and marked as such data."""
    tags, tokens, source, found = declared(page).scripts, page.tokens, page.source, (0, 0)
    starts, ends = tokens.tag_start[tags], tokens.tag_end[tags]
    for at in np.flatnonzero(ends - starts >= least).tolist():
        start, end = int(starts[at]), int(ends[at])
        head = source.find(">", start, end)
        if source.find(_MARK, start, head) >= 0 and _NEXT.match(source, start, end):
            found = max(found, (head + 1, end), key=lambda place: place[1] - place[0])
    return found


def _long_strings(page: Document, start: int, end: int) -> Places:
    """Find where the long strings of data in JSON stand, with their quotes, in rows.

    To read all of the data takes many times as long: it has a hundred strings for each that is long.
    """
    if LIBRARY is None:
        return _strings_by_numpy(page.markup.points[start:end]) + start
    (data, width), found = page.markup.units, np.empty(((end - start) // _LONG + 1, 2), np.int32)
    count = LIBRARY.of("find_strings", width)(data, start, end, _LONG, address(found))
    return found[:count]


def _strings_by_numpy(data: Points) -> Places:
    """Do that by numpy: the definition that compiled code follows."""
    quotes = np.flatnonzero(data == ord('"'))
    quotes = quotes[~_are_escaped(data, quotes)]
    opened, closed = quotes[:-1:2], quotes[1::2]
    return np.column_stack([opened, closed + 1])[closed - opened > _LONG]


def _are_escaped(data: Points, quotes: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Tell which quotes stand behind an odd number of backslashes."""
    slashes = np.append(_NONE, np.flatnonzero(data == ord("\\")))
    first = np.maximum.accumulate(np.where(np.diff(slashes, prepend=_NONE) > 1, slashes, _NONE))  # of those in a row
    last = np.searchsorted(slashes, quotes) - 1
    escaped: npt.NDArray[np.bool_] = (slashes[last] == quotes - 1) & ((quotes - first[last]) % 2 == 1)
    return escaped


def _running_text(source: str, strings: list[tuple[int, int]]) -> str:
    """Read the strings that are running text, each once; names of properties and addresses are none."""
    found = dict.fromkeys(_plain(text) for start, end in strings if (text := _string(source, start, end)))
    return _BETWEEN.join(found)


def _string(source: str, start: int, end: int) -> str:
    """Read a string of data, if it is running text."""
    if source.find(" ", start, min(end, start + _WRITTEN * _LONG)) < 0:
        return ""
    try:
        text: str = json.loads(source[start:end])
    except ValueError:
        return ""
    return text if len(text) >= _LONG and " " in text[:_LONG] and not _NAMES.match(source, end) else ""


def _plain(text: str) -> str:
    closed = text.rfind(">") + 1  # behind it, every "<" would be looked for its end in vain
    return decode_references(_TAG.sub(" ", text[:closed]) + text[closed:]).strip()
