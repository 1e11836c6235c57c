"""What was dropped, by kind: navigation, link lists, footers, comments, advertisements, hidden text, and the rest.

Every run of text that is not in the result belongs to exactly one kind, the first of the list that fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import LONGEST_TAG
from webwinnow.document.html_names import column
from webwinnow.document.word_search import WordSearch
from webwinnow.language.words import occurrences
from webwinnow.spans import Spans

Kind = Literal["hidden", "comments", "advertisement", "navigation", "footer", "link list", "other"]
KINDS: Final[tuple[Kind, ...]] = (
    "hidden",
    "comments",
    "advertisement",
    "navigation",
    "footer",
    "link list",
    "other",
)
_MOSTLY_LINKS: Final = 0.5
_NAMES: Final[dict[Kind, re.Pattern[str]]] = {
    "advertisement": re.compile("ads?|advert.*|sponsor.*|promoted|adsbygoogle|dfp|taboola|outbrain"),
    "navigation": re.compile("nav.*|menu.*|breadcrumbs?|toolbar|topbar"),
    "footer": re.compile("footer.*|colophon|copyright|imprint"),
}
"""Words in the names of classes, identifiers and roles that tell what an element is for."""
_PARTS: Final = WordSearch(
    (
        "ad", "sponsor", "promoted", "dfp", "taboola", "outbrain", "nav", "menu", "breadcrumb", "toolbar", "topbar",
        "footer", "colophon", "copyright", "imprint",
    ),
    ignore_case=True,
)  # fmt: skip
"""What stands in each of them: most tags hold none."""
_ELEMENTS: Final[dict[Kind, npt.NDArray[np.bool_]]] = {
    "advertisement": column(""),
    "navigation": column("nav menu"),
    "footer": column("footer"),
}
_LINK: Final = column("a")
_WHOLE: Final = column("html body")
"""Elements whose names speak of the whole page, such as `nav-left` for a theme, not of what they hold."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """Text of one kind that is not in the result."""

    kind: Kind
    characters: int
    share: float
    """The part of all text of the page, hidden text included."""
    spans: Spans

    def to_json(self) -> dict[str, object]:
        """Return what is known of it, without the spans."""
        return {"kind": self.kind, "characters": self.characters, "share": round(self.share, 6)}


def find_dropped(page: Document, spans: Spans) -> tuple[Dropped, ...]:
    """Sort what is not in the spans by kind; kinds without text are left out. Found once per page and content."""
    return page.once((find_dropped, spans), lambda: tuple(_dropped(page, spans)))


def _dropped(page: Document, spans: Spans) -> Iterator[Dropped]:
    runs = page.runs
    written = Spans.from_sorted(runs.start, runs.end, len(page.source))
    left = written - spans
    run = np.searchsorted(runs.start, left.starts, side="right") - 1
    kind = _kinds(page, run)[run]
    total = max(int((written.ends - written.starts).sum()), 1)
    for number, name in enumerate(KINDS):
        chosen = kind == number
        if chosen.any():
            there = Spans.from_sorted(left.starts[chosen], left.ends[chosen], len(page.source))
            characters = int((there.ends - there.starts).sum())
            yield Dropped(name, characters, characters / total, there)


def _kinds(page: Document, left: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Return for each of the runs that are left out, in their order, the number of its kind; of others, any."""
    from webwinnow.posts import comment_regions  # what warns of losses does not need it

    home, visible = page.runs.home, page.visible.contains(page.runs.start)
    fits: dict[Kind, npt.NDArray[np.bool_]] = {
        "hidden": ~visible,
        "comments": comment_regions(page).contains(page.runs.start),
        "link list": _linked(page),
        "other": np.ones(len(home), dtype=np.bool_),
    }
    for name, marked in _named(page, left).items():
        fits[name] = page.inside(marked)[home]
    first: npt.NDArray[np.intp] = np.argmax([fits[name] for name in KINDS], axis=0)
    return first


def _named(page: Document, left: npt.NDArray[np.intp]) -> dict[Kind, npt.NDArray[np.bool_]]:
    """Mark the elements around the given runs whose names tell their kind; each different tag is read once."""
    elements = page.elements
    before = np.zeros(len(page.tokens.code) + 2, dtype=np.int32)
    np.cumsum(np.bincount(page.runs.gap[left], minlength=len(before) - 1), out=before[1:])
    around = np.flatnonzero((page.in_subtrees(before) > 0) & ~_WHOLE[elements.tag])
    tag = elements.start_tags()[around]
    around, tag = around[tag >= 0], tag[tag >= 0]
    starts = page.tokens.tag_start[tag]
    ends = np.minimum(page.tokens.tag_end[tag], starts + LONGEST_TAG)
    around = around[_PARTS.holding(page.markup, starts, ends)]
    names = page.names.words_among(around, links=True, longest=LONGEST_TAG)
    marked = {name: _ELEMENTS[name][elements.tag] for name in _NAMES}
    for name, tags in _told(names.text.decode("utf-8", "surrogatepass").replace("\0", " \0 ")).items():
        told = np.zeros(int(names.number.max(initial=0)) + 1, dtype=np.bool_)
        told[tags] = True
        marked[name][around[told[names.number]]] = True
    return marked


def _told(names: str) -> dict[Kind, npt.NDArray[np.intp]]:
    """Return the numbers of the tags of each kind, given the words of all with blanks around, and a NUL before each."""
    places: dict[Kind, list[int]] = {name: [] for name in _NAMES}
    for word in set(names.split(" ")):
        kind = _kind_of(word)
        if kind:
            places[kind] += occurrences(names, f" {word} ")
    bounds = occurrences(names, "\0")
    return {name: np.searchsorted(bounds, found) for name, found in places.items() if found}


@lru_cache(maxsize=4096)
def _kind_of(word: str) -> Kind | None:
    return next((kind for kind, pattern in _NAMES.items() if pattern.fullmatch(word)), None)


def _linked(page: Document) -> npt.NDArray[np.bool_]:
    """Mark the runs in blocks that are mostly links."""
    answer = np.zeros(len(page.runs), dtype=np.bool_)
    blocks = page.blocks
    if not len(blocks):
        return answer
    lengths = (page.runs.end - page.runs.start)[blocks.runs].astype(np.float64)
    inside = page.inside(_LINK[page.elements.tag])[page.runs.home[blocks.runs]]
    first = blocks.first[:-1]
    share = np.add.reduceat(lengths * inside, first) / np.add.reduceat(lengths, first)
    answer[blocks.runs] = np.repeat(share > _MOSTLY_LINKS, np.diff(blocks.first))
    return answer
