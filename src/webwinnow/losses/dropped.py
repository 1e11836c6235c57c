"""What was dropped, by kind: navigation, link lists, footers, comments, advertisements, hidden text, and the rest.

Every run of text that is not in the result belongs to exactly one kind, the first of the list that fits. What elements
are for is known by the words of their names: of classes, identifiers and roles.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import LONGEST_TAG
from webwinnow.document.html_names import column
from webwinnow.document.tree.elements import bits_around
from webwinnow.document.word_search import ALL_LEVELS, WordSearch, elements_around
from webwinnow.kernels import LIBRARY, Library, NameTable, address
from webwinnow.lazy_values import kept_for_good
from webwinnow.spans import Offsets, Spans

Bits = npt.NDArray[np.uint8]


class NameKinds:
    """Words of kinds: a word that ends in `*` stands for all that begin so. The first kind of a word counts."""

    def __init__(self, words: Iterable[str]) -> None:
        """Take the words of each kind, the bits of which follow their order."""
        listed = [(word, 1 << bit) for bit, known in enumerate(words) for word in known.split()]
        self.words = tuple(word.rstrip("*") for word, _ in listed)
        self._begins = np.array([word.endswith("*") for word, _ in listed], np.uint8)
        self._kind = np.array([kind for _, kind in listed], np.uint8)
        self._kind_of = lru_cache(maxsize=4096)(self._found)

    def told(self, names: bytes) -> Bits:
        """Return the bits of each tag, given the words of its names (see `document.attributes.NameWords`)."""
        if LIBRARY is None:
            return np.array([self._of_tag(tag.split(b" ")) for tag in names.split(b"\0")], np.uint8)
        text = np.frombuffer(names, np.uint8)
        bits = np.empty(names.count(b"\0") + 1, np.uint8)
        LIBRARY.tell_kinds(
            ctypes.addressof(_table(LIBRARY, self.words)), address(self._begins), address(self._kind), address(text),
            len(text), address(bits),
        )  # fmt: skip
        return bits

    def _of_tag(self, words: list[bytes]) -> int:
        bits = 0
        for word in words:
            bits |= self._kind_of(word)
        return bits

    def _found(self, word: bytes) -> int:
        """Find the kind of a word: the definition that compiled code follows."""
        for known, begins, kind in zip(self.words, self._begins.tolist(), self._kind.tolist(), strict=True):
            if word == known.encode() or (begins and word.startswith(known.encode())):
                return int(kind)
        return 0


@kept_for_good
def _table(library: Library, words: tuple[str, ...]) -> NameTable:
    return NameTable(library, words)


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
_NAMES: Final[dict[Kind, str]] = {
    "advertisement": "ad ads advert* sponsor* promoted adsbygoogle dfp taboola outbrain",
    "navigation": "nav* menu* breadcrumb breadcrumbs toolbar topbar",
    "footer": "footer* colophon copyright imprint",
}
"""Words in the names of classes, identifiers and roles that tell what an element is for."""
_KINDS: Final = NameKinds(_NAMES.values())
_PARTS: Final = WordSearch(
    (
        "ad", "sponsor", "promoted", "dfp", "taboola", "outbrain", "nav", "menu", "breadcrumb", "toolbar", "topbar",
        "footer", "colophon", "copyright", "imprint",
    ),
    ignore_case=True,
)  # fmt: skip
"""What stands in each of them: most tags hold none."""
_ELEMENTS: Final = column("nav menu") * np.uint8(2) | column("footer") * np.uint8(4)
"""Elements that tell it by themselves, in the bits of the names."""
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
    starts, ends, run = _left(page, spans)
    kind, lengths = _kinds(page, run), ends - starts
    total = max(int((runs.end - runs.start).sum()), 1)
    for number in np.unique(kind).tolist():
        chosen = kind == number
        there = Spans.from_sorted(starts[chosen], ends[chosen], len(page.source))
        characters = int(lengths[chosen].sum())
        yield Dropped(KINDS[number], characters, characters / total, there)


def _left(page: Document, spans: Spans) -> tuple[Offsets, Offsets, npt.NDArray[np.intp]]:
    """Return where the text starts and ends that is not in the spans, and the run of each piece."""
    runs = page.runs
    run = runs.that_make(spans.starts, spans.ends)
    if run is not None:
        kept = np.zeros(len(runs), dtype=np.bool_)
        kept[run] = True
        left = np.flatnonzero(~kept)
        return runs.start[left], runs.end[left], left
    rest = Spans.from_sorted(runs.start, runs.end, len(page.source)) - spans
    return rest.starts, rest.ends, np.searchsorted(runs.start, rest.starts, side="right") - 1


def _kinds(page: Document, left: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Return for each of the runs that are left out, in their order, the number of its kind: the first that fits."""
    from webwinnow.posts import comment_regions  # what warns of losses does not need it

    home = page.runs.home[left]
    told = _told(page, home)[home]
    kind = np.full(len(left), KINDS.index("other"))
    kind[_linked(page)[left]] = KINDS.index("link list")
    for bit, name in reversed(list(enumerate(_NAMES))):
        kind[(told & (1 << bit)) > 0] = KINDS.index(name)
    comments = comment_regions(page)
    if len(comments):
        kind[comments.contains(page.runs.start[left])] = KINDS.index("comments")
    kind[~page.starts_shown[left]] = KINDS.index("hidden")
    return kind


def _told(page: Document, homes: npt.NDArray[np.integer]) -> npt.NDArray[np.uint8]:
    """Tell of each element what it and those around it are for, as far as they stand around text that is left out."""
    elements = page.elements
    around = np.array(elements_around(page, homes, _PARTS, ALL_LEVELS), dtype=np.intp)
    around = around[~_WHOLE[elements.tag[around]]]
    names = page.names.words_among(around, links=True, longest=LONGEST_TAG)
    of_element = np.zeros(len(elements), dtype=np.uint8)
    of_element[around] = _KINDS.told(names.text)[names.number]
    return bits_around(page, _ELEMENTS, of_element)


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
