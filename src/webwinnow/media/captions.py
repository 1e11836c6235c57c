"""Captions of media: `figcaption`, or by convention an element whose class says so, right behind a medium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, RAW_TEXT, column
from webwinnow.document.tree.elements import Marked, Places
from webwinnow.document.word_search import WordSearch

_FIGURE, _FIGCAPTION = NUMBER["figure"], NUMBER["figcaption"]
PART: Final = WordSearch(("aption",))
"""What "caption" and "Caption" have in common."""
SHORTEST: Final = len("<p class=caption>")
_CLASS: Final = re.compile(r"(?:\A|[^a-z])(?:[a-z]{2,12})?captions?(?:text|wrap|wrapper)?(?:\Z|[^a-z])", re.IGNORECASE)
NO_CAPTION: Final = column(RAW_TEXT) | column("figcaption caption track")
BETWEEN: Final = 100
"""Characters that may stand between a medium and its caption by convention: a credit, a button."""


def caption_elements(page: Document, media: Places, asked: Marked | None = None) -> dict[int, int]:
    """Find the captions of the given media, or of some among them: element of the medium to element of the caption."""
    asked = np.ones(len(media), np.bool_) if asked is None else asked
    if not asked.any():
        return {}
    return dict(_by_convention(page, media, asked)) | dict(_in_figures(page, media[asked]))


def _in_figures(page: Document, media: Places) -> Iterator[tuple[int, int]]:
    """Assign to each medium in a figure the first caption of that figure."""
    captions = np.flatnonzero(page.elements.tag == _FIGCAPTION)
    if not len(captions):
        return
    figure = page.nearest(page.elements.tag == _FIGURE)
    first = dict(zip(figure[captions][::-1].tolist(), captions[::-1].tolist(), strict=True))
    for medium, around in zip(media.tolist(), figure[media].tolist(), strict=True):
        if around in first and page.elements.tag[around] == _FIGURE:
            yield medium, first[around]


def _by_convention(page: Document, media: Places, asked: Marked) -> Iterator[tuple[int, int]]:
    """Assign to each medium the first caption behind it, in an element around both, with hardly any text between."""
    captions, medium = _behind(page, media[asked], np.append(media[1:], len(page.elements))[asked])
    if not len(captions):
        return
    elements = page.elements
    parent = np.maximum(elements.parent[captions], 0)
    together = _around(page, parent, medium) | _around(page, np.maximum(elements.parent[parent], 0), medium)
    named = _named_captions(page, captions[together])
    chosen = np.isin(captions, named)
    yield from zip(medium[chosen][::-1].tolist(), captions[chosen][::-1].tolist(), strict=True)


def _behind(page: Document, media: Places, following: Places) -> tuple[Places, Places]:
    """List the elements behind each medium and before the next one, near enough, that hold none; with that medium."""
    elements, before = page.elements, page.markup.characters_before
    reached = np.searchsorted(before, before[elements.close[media] + 1] + BETWEEN, side="right")
    start, end = elements.last[media], np.minimum(np.searchsorted(elements.first, reached - 1), following)
    count = np.maximum(end - start, 0)
    owner = np.repeat(np.arange(len(media)), count)
    place = np.arange(len(owner)) + (start - np.cumsum(count) + count)[owner]
    apart = elements.last[place] <= following[owner]
    return place[apart].astype(np.intp), media[owner[apart]]


def _around(page: Document, holder: npt.NDArray[np.integer], inner: Places) -> Marked:
    inside: Marked = (holder < inner) & (page.elements.last[holder] > inner)
    return inside


def _named_captions(page: Document, among: Places) -> list[int]:
    """Find those of some elements whose class or property is that of a caption."""
    elements, tokens = page.elements, page.tokens
    some = among[~NO_CAPTION[elements.tag[among]]]
    starts, ends = tokens.tag_start[elements.first[some]], tokens.tag_end[elements.first[some]]
    long = ends - starts >= SHORTEST
    held = some[long][PART.holding(page.markup, starts[long], ends[long])].tolist()
    own = [each for each in held if each not in elements.owner]  # others have no tag of their own
    return [each for each in own if _is_named(page.attributes(each))]


def _is_named(attributes: dict[str, str]) -> bool:
    return any(_CLASS.search(attributes.get(name, "")[:500]) for name in ("class", "itemprop"))
