"""Where links lead, and which text leads elsewhere: links, what reacts to a click, teasers that end with "Read more".

Paper: lang2012, section 3 ("links"); the phrases are data, in `read_more.txt`.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Final, Literal
from urllib.parse import urljoin

import numpy as np

from webwinnow.document.attributes import AttributeSearch, finder, read_attributes, value_at
from webwinnow.document.document import Document
from webwinnow.document.html_names import NUMBER, RAW_TEXT, column
from webwinnow.document.tree.elements import Marked, Places, body
from webwinnow.spans import Spans

_BASE: Final = NUMBER["base"]
_LONGEST_BASE: Final = 2048
"""Characters of a `base` that is believed: it stands in every address, and sitemaps allow no longer ones."""


def base_address(page: Document) -> str:
    """Return the address that the page's addresses are relative to: that of its first `base`, else its own.

    Found once per page.
    """
    return page.once(base_address, lambda: _base_address(page))


def _base_address(page: Document) -> str:
    for element in (page.elements.tag == _BASE).nonzero()[0][:1].tolist():
        written = page.attributes(element).get("href", "")
        return absolute(page.url or "", written if len(written) <= _LONGEST_BASE else "")
    return page.url or ""


def absolute(base: str, address: str) -> str:
    """Make an address absolute, as far as it is one at all."""
    try:
        return urljoin(base, address)
    except ValueError:  # no address at all, such as http://[
        return address


def link_addresses(page: Document, elements: Places) -> list[str | None]:
    """Read the addresses of many links at once; None for each without one."""
    places = _HREF.places(page, elements).reshape(-1, 2).tolist()
    return [value_at(page.source, start, end) if start >= 0 else None for start, end in places]


address_in: Final = finder("href")
"""Read the address that the start tag of a link leads to; None without one."""
_HREF: Final = AttributeSearch(("href",))
_LINK: Final = column("a")
_RAW: Final = column(RAW_TEXT)
_CLICK: Final = re.compile("onclick", re.IGNORECASE)
_TAIL: Final = 60
"""How many characters at the end of a text are looked at; more than any phrase with what may stand around it."""
_DOTS: Final = r"(?:\.\.\.|…|&hellip;|&#8230;)"
_AROUND: Final = r"(?:&[#\w]{1,8};|[^\w\0])*+"
"""What may stand around a phrase: blanks, arrows, brackets, dots, also as references."""


Teasers = Literal["strict", "endings"]
"""Which texts are teasers.

`endings` are those of lang2012: a text that ends in a phrase such as "Read more", or in dots, makes links of the
element that it stands in and of the one around that. UNSPECIFIED: the phrases. Ours: `read_more.txt`; those of one
word, such as "more", only where they are all of a text, or follow dots. `strict` is ours: a phrase that is all of a
text marks both elements, one that follows dots, and dots in brackets, only the first; other endings mark nothing, for
articles have paragraphs that end in dots.
"""


def link_elements(page: Document, teasers: Teasers = "endings") -> Marked:
    """Mark the elements whose text leads elsewhere; the body itself never does."""
    marked = _LINK[page.elements.tag].copy()
    marked[_clickable(page)] = True
    marked[_teasers(page, teasers)] = True
    marked[: body(page.elements) + 1] = False
    return marked


def net_text_length(page: Document, spans: Spans, teasers: Teasers = "endings") -> int:
    """Count the characters in the spans that do not lead elsewhere (the net text length of lang2012)."""
    shown = page.within(spans)
    linked = shown.characters_inside(link_elements(page, teasers))
    return int(shown.characters_before[-1] - linked[-1])


def _clickable(page: Document) -> Places:
    """Find the elements that have an `onclick` attribute; the same word may stand in a class or an address."""
    places = np.array([match.start() for match in _CLICK.finditer(page.source)], dtype=np.intp)
    tags = page.tokens
    tag = np.searchsorted(tags.tag_start, places, side="right") - 1
    places, tag = places[tag >= 0], tag[tag >= 0]
    number = tags.code[tag]
    opens = (places < tags.tag_end[tag]) & (number > 0) & ~_RAW[np.abs(number)]
    clicked = [each for each in np.unique(tag[opens]).tolist() if "onclick" in read_attributes(_written(page, each))]
    elements = page.elements.by_start_tag(len(tags.code))[clicked]
    return elements[elements >= 0].astype(np.intp)


def _written(page: Document, tag: int) -> str:
    return page.source[page.tokens.tag_start[tag] : page.tokens.tag_end[tag]]


def _teasers(page: Document, teasers: Teasers) -> Places:
    """Find the elements whose text is a teaser, and those around them where these are links, too."""
    runs, source = page.runs, page.source
    starts = np.maximum(runs.start, runs.end - _TAIL).tolist()
    tails = [source[start:end].lower() for start, end in zip(starts, runs.end.tolist(), strict=True)]
    bound = np.cumsum([0, *map(len, tails)]) + np.arange(len(tails) + 1)  # a NUL stands before each
    both, text = teasers == "endings", "\0" + "\0".join(tails)
    found = [(match.start(), both or match["whole"] is not None) for match in _phrases(teasers).finditer(text)]
    if not found:
        return np.empty(0, dtype=np.intp)
    place, whole = np.array(found).T
    home = runs.home[np.searchsorted(bound, place, side="right") - 1]
    return np.concatenate([home, np.maximum(page.elements.parent[home[whole > 0]], 0)]).astype(np.intp)


@cache
def _phrases(teasers: Teasers) -> re.Pattern[str]:
    """Build the pattern: each text starts with NUL; a phrase is all of it, or follows dots or a bracket at its end.

    With `endings`, phrases of more than one word and dots may also follow other words.
    """
    text = resources.files("webwinnow.document").joinpath("read_more.txt").read_text(encoding="utf-8")
    phrases = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    listed, end = _listed(phrases), rf"{_AROUND}(?=\0|\Z)"
    strict = (
        rf"(?=[\0.…&\[(])(?:(?P<whole>\0){_AROUND}(?:{listed})|{_DOTS}{_AROUND}(?:{listed})|[\[(]{_DOTS}[\])]){end}"
    )
    several = _listed([phrase for phrase in phrases if " " in phrase])
    return re.compile(strict if teasers == "strict" else rf"{strict}|(?<!\w)(?:{several}){end}|{_DOTS}{end}")


def _listed(phrases: list[str]) -> str:
    blank = r"(?:\s|&nbsp;|&#160;)++"
    return "|".join(re.escape(phrase).replace(r"\ ", blank) for phrase in sorted(phrases, key=len, reverse=True))
