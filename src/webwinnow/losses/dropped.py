"""What was dropped, by kind: navigation, link lists, footers, comments, advertisements, hidden text, and the rest.

Every run of text that is not in the result belongs to exactly one kind, the first of the list that fits. What elements
are for is known by the words of their names: of classes, identifiers and roles.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import LONGEST_TAG, naming_table
from webwinnow.document.html_names import column
from webwinnow.document.reading import columns_of
from webwinnow.document.tree.elements import bits_around
from webwinnow.document.word_search import ALL_LEVELS, WordSearch, elements_around
from webwinnow.kernels import LIBRARY, Library, NameTable, address, check
from webwinnow.lazy_values import kept_for_good
from webwinnow.spans import Offsets, Spans

Bits = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int32]
_MOST: Final = 8
"""Kinds that compiled code has room for."""


class NameKinds:
    """Words of kinds: a word that ends in `*` stands for all that begin so. The first kind of a word counts."""

    def __init__(self, words: Iterable[str]) -> None:
        """Take the words of each kind, the bits of which follow their order."""
        listed = [(word, 1 << bit) for bit, known in enumerate(words) for word in known.split()]
        self.words = tuple(word.rstrip("*") for word, _ in listed)
        """The words, whether each may go on, and its bit."""
        self.begins = np.array([word.endswith("*") for word, _ in listed], np.uint8)
        self.kind = np.array([kind for _, kind in listed], np.uint8)
        self._kind_of = lru_cache(maxsize=4096)(self._found)

    def bits(self, names: bytes) -> Bits:
        """Return the bits of each tag, given the words of its names (see `document.attributes.NameWords`)."""
        return np.array([self._of_tag(tag.split(b" ")) for tag in names.split(b"\0")], np.uint8)

    def _of_tag(self, words: list[bytes]) -> int:
        bits = 0
        for word in words:
            bits |= self._kind_of(word)
        return bits

    def _found(self, word: bytes) -> int:
        """Find the kind of a word: the definition that compiled code follows."""
        for known, begins, kind in zip(self.words, self.begins.tolist(), self.kind.tolist(), strict=True):
            if word == known.encode() or (begins and word.startswith(known.encode())):
                return int(kind)
        return 0


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
        return _record(self.kind, self.characters, self.share)


def find_dropped(page: Document, spans: Spans) -> tuple[Dropped, ...]:
    """Sort what is not in the spans by kind; kinds without text are left out. Found once per page and content."""
    return page.once((find_dropped, spans), lambda: tuple(_dropped(len(page.source), _found(page, spans))))


def dropped_records(page: Document, spans: Spans) -> list[dict[str, object]]:
    """Tell of the same what `Dropped.to_json` does, which is quicker: it needs no spans."""
    return [_record(each.kind, each.characters, each.share) for each in _found(page, spans)]


def _record(kind: Kind, characters: int, share: float) -> dict[str, object]:
    return {"kind": kind, "characters": characters, "share": round(share, 6)}


class _OneKind(NamedTuple):
    """Text of one kind, and where its runs start and end."""

    kind: Kind
    characters: int
    share: float
    starts: Places
    ends: Places


def _dropped(size: int, found: tuple[_OneKind, ...]) -> Iterator[Dropped]:
    for kind, characters, share, starts, ends in found:
        yield Dropped(kind, characters, share, Spans.from_sorted(starts, ends, size))


def _found(page: Document, spans: Spans) -> tuple[_OneKind, ...]:
    return page.once((_found, spans), lambda: tuple(_sorted_by_kind(page, spans)))


def _sorted_by_kind(page: Document, spans: Spans) -> Iterator[_OneKind]:
    found = _compiled(LIBRARY, page, spans) if LIBRARY is not None else None
    return _by_numpy(page, spans) if found is None else found


def _by_numpy(page: Document, spans: Spans) -> Iterator[_OneKind]:
    """Sort it column by column: the definition that compiled code follows."""
    runs = page.runs
    starts, ends, run = _left(page, spans)
    kind, lengths = _kinds(page, run), ends - starts
    total = max(int((runs.end - runs.start).sum()), 1)
    for number in np.unique(kind).tolist():
        chosen = kind == number
        characters = int(lengths[chosen].sum())
        yield _OneKind(KINDS[number], characters, characters / total, starts[chosen], ends[chosen])


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
    from webwinnow.posts.regions import comment_regions  # what warns of losses does not need it

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
    of_element[around] = _KINDS.bits(names.text)[names.number]
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


_POINTER, _SIZE, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
_LISTED, _COMMENT, _UNSEEN, _IN_LINK = (1 << bit for bit in range(len(_NAMES), len(_NAMES) + 4))
"""Bits of text, above those of names."""


def _kind_of(bits: int) -> int:
    """Return the number of the first kind that fits."""
    told = {name: bool(bits & (1 << bit)) for bit, name in enumerate(_NAMES)}
    told |= {"hidden": bool(bits & _UNSEEN), "comments": bool(bits & _COMMENT), "link list": bool(bits & _LISTED)}
    return next((number for number, kind in enumerate(KINDS) if told.get(kind)), KINDS.index("other"))


class _Rules(ctypes.Structure):
    """`DroppedRules` of native/dropped.h."""

    _fields_ = (
        *((name, _POINTER) for name in "parts naming words begins told of_name whole kind".split()),
        *((name, _NUMBER) for name in "in_link listed comment hidden".split()),
    )

    def __init__(self, library: Library) -> None:
        """Collect the rules, and keep what they point to."""
        self._words = NameTable(library, _KINDS.words)
        self._columns = (
            _KINDS.begins, _KINDS.kind, _ELEMENTS | _LINK * np.uint8(_IN_LINK), _WHOLE.astype(np.uint8),
            np.array([_kind_of(bits) for bits in range(_IN_LINK)], np.uint8),
        )  # fmt: skip
        super().__init__(
            _PARTS.table, naming_table(library, LONGEST_TAG), ctypes.addressof(self._words),
            *map(address, self._columns), _IN_LINK, _LISTED, _COMMENT, _UNSEEN,
        )  # fmt: skip


@kept_for_good
def _rules(library: Library) -> _Rules:
    return _Rules(library)


class _Asked(ctypes.Structure):
    """`DroppedAsked` of native/dropped.h."""

    _fields_ = (
        ("spans", _SIZE), ("start", _POINTER), ("end", _POINTER), ("comments", _SIZE), ("comment_start", _POINTER),
        ("comment_end", _POINTER), ("total", _SIZE),
    )  # fmt: skip


def _compiled(library: Library, page: Document, spans: Spans) -> Iterator[_OneKind] | None:
    """Do as `_by_numpy`; None where it must sort: where a span is no run, or a name is not plain ASCII."""
    from webwinnow.posts.regions import comment_regions

    columns, (data, width), comments = columns_of(page), page.markup.units, comment_regions(page)
    asked = _Asked(
        len(spans), address(spans.starts), address(spans.ends), len(comments), address(comments.starts),
        address(comments.ends), 0,
    )  # fmt: skip
    counts, places = np.zeros((2, _MOST), np.int64), np.empty((2, len(page.runs)), np.int32)
    answer = library.of("sort_dropped", width)(
        ctypes.addressof(_rules(library)), data, ctypes.addressof(columns), ctypes.addressof(asked),
        address(counts[0]), address(counts[1]), address(places[0]), address(places[1]),
    )  # fmt: skip
    check(answer)
    return None if answer < 0 else _by_kind(counts.T.tolist(), places, max(asked.total, 1))


def _by_kind(counts: list[list[int]], places: Places, total: int) -> Iterator[_OneKind]:
    at = 0
    for kind, (count, length) in zip(KINDS, counts, strict=False):
        if count:
            yield _OneKind(kind, length, length / total, places[0, at : at + count], places[1, at : at + count])
            at += count
