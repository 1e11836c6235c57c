"""Text that stands in a page only for programs: in JSON-LD, or in the data of a script that draws the page.

Where readers see little, because a script would have drawn the rest, that text is offered with its origin named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.language.characters import Points

_TAG: Final = re.compile(r"<[^>]*>")
_NEXT: Final = re.compile(r"<script[^>]*\bid=[\"']?__NEXT_DATA__[\"']?[^>]*>", re.I)
_MARK: Final = "__NEXT_DATA__"
_BODY: Final = "articlebody"
"""The property of schema.org that holds running text."""
_LONG: Final = 200
"""Characters from which a text in data is running text."""
_DEEPEST: Final = 64
_MOST: Final = 200_000
"""Values of a script's data that are looked at."""
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
    best = max((*_structured(page), *_next_data(page, least)), key=lambda each: len(each.text), default=None)
    return best if best and len(best.text) >= least else None


def _structured(page: Document) -> Iterator[Embedded]:
    for item in declared(page).json_ld:
        properties = item.properties.items()
        said = [value for name, value in properties if len(name) == len(_BODY) and name.lower() == _BODY]
        for value in said[-1:]:
            if isinstance(value, str) and len(value) >= _LONG:
                yield Embedded("JSON-LD articleBody", _plain(value), item.start, item.end)


def _next_data(page: Document, least: float) -> Iterator[Embedded]:
    """Read the data of a script, if it may hold a text that is long enough; once, since it can be most of a page."""
    start, end = page.once(_data_script, lambda: _data_script(page))
    if end - start < least or page.once(_most_text, lambda: _most_text(page.markup.points[start:end])) < least:
        return
    text = page.once(_next_data, lambda: _running_text(page.source[start:end]))
    if text:
        yield Embedded("__NEXT_DATA__", text, start, end)


def _data_script(page: Document) -> tuple[int, int]:
    """Find where the content of the longest script stands that is marked as such data; twice 0 where there is none."""
    tags, source = declared(page).scripts, page.source
    starts, ends = page.tokens.tag_start[tags], page.tokens.tag_end[tags]
    long = ends - starts >= _LONG
    found = [(0, 0)]
    for start, end in zip(starts[long].tolist(), ends[long].tolist(), strict=True):
        head = source.find(">", start, end)
        if source.find(_MARK, start, head) >= 0 and _NEXT.match(source, start, end):
            found.append((head + 1, end))
    return max(found, key=lambda place: place[1] - place[0])


def _most_text(data: Points) -> int:
    """Tell how long the running texts of data may be at most: those of its strings that are long as they are written.

    Neither escapes nor references nor tags are shorter than what they stand for. A string that ends in a backslash
    seems to go on, which makes it longer still.
    """
    quotes = np.flatnonzero(data == ord('"'))
    ends = quotes[data[quotes - 1] != ord("\\")]
    lengths = np.diff(ends) - 1
    return int((lengths[lengths >= _LONG] + len(_BETWEEN)).sum())


def _running_text(data: str) -> str:
    try:
        read = json.loads(data)
    except (ValueError, RecursionError):
        return ""
    return _BETWEEN.join(dict.fromkeys(_plain(text) for text in _texts(read)))


def _texts(data: Any) -> Iterator[str]:
    """Return the running texts in nested data, in order, without recursion; most values are passed over at once."""
    around, seen = [iter([data])], 0
    while around:
        for each in around[-1]:
            kind = type(each)
            if kind is not dict and kind is not list and (kind is not str or len(each) < _LONG):
                continue
            if seen >= _MOST:
                return
            if kind is str:
                if " " in each[:_LONG]:
                    yield each
            elif len(around) <= _DEEPEST:
                seen += len(each)
                around.append(iter(each.values() if kind is dict else each))
                break
        else:
            around.pop()


def _plain(text: str) -> str:
    return decode_references(_TAG.sub(" ", text)).strip()
