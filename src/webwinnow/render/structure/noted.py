"""Kept elements that are looked at one by one: links, pictures, code, and those whose start tags hold certain words.

Most pages have no formula, no footnote and no callout. Whether there may be one, and where, is found in one pass over
what is kept; whoever reads them looks at these elements alone.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import AttributeSearch
from webwinnow.document.html_names import NUMBER, NUMBERS, column
from webwinnow.document.reading import columns_of
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import LIBRARY, Library, NameTable, address, check
from webwinnow.lazy_values import cached_property, kept_for_good
from webwinnow.media.sources import READ, Said, said_by, said_in_rows
from webwinnow.render.structure.gaps import SHORTEST, StartTags, tags_that_hold
from webwinnow.render.structure.kept import Kept

_LINK, _MATH, _SCRIPT, _TABLE = (NUMBER[name] for name in ("a", "math", "script", "table"))
_PICTURE: Final = column("img image")
_PREFORMATTED: Final = column("pre listing")
_DIVISION, _FOLDING = column("div aside blockquote section details"), column("details")
"""Elements that may be callouts, and those that may be without one of the words."""
_COUNTED: Final = column("ol li td th")
"""Elements that may state a number."""
_SORTS: Final = (
    column("a"), _PICTURE, _PREFORMATTED, column("table"), column("math"), column("script"), _DIVISION, _FOLDING,
    _COUNTED,
)  # fmt: skip
"""What elements are, a bit each, in the order of native/noted.h."""
_REASONS: Final = "links pictures code tables math references formulas callouts speaking counting".split()
"""Why elements are looked at, in the order of the same."""
_Counts: Final = ctypes.c_int64 * len(_REASONS)
_SPEAKING: Final = WordSearch(("lang", "dir", "white-space"))
_COUNTING: Final = WordSearch(("start", "value", "olspan", "owspan"), ignore_case=True)
_CALLOUT: Final = WordSearch(("admonition", "callout", "alert", "custom-block", "notice", "hint", "role="))
_NAMED_CALLOUT: Final = WordSearch(
    ("admonition", "callout", "alert", "custom-block", "notice", "hint", "note", "doc-tip"), ignore_case=True
)
"""What tags of callouts hold, unless they hold references to characters: most roles are others."""
_NAMED_NOTE: Final = WordSearch(("#fn", "-fn", "_fn", ":fn", ".fn", "ftn", "edn", "note"), ignore_case=True)
"""What links to footnotes hold that are not raised (see notes.py)."""
_FORMULA_PICTURE: Final = WordSearch(("tex", "mwe-math"))
_FORMULA_SCRIPT: Final = WordSearch(("math/",))
_ADDRESS: Final = AttributeSearch(("href",))
_STATING: Final = AttributeSearch(("lang", "xml:lang", "dir", "style"))
_WIDTH: Final = 2 * len(_STATING.names)
RAISED: Final = column("sup")
_MOST_TAGS, _MOST_CHARACTERS = 8, 6
"""Tags inside a reference to a footnote, and characters that are no blanks: four, in brackets."""
_LONG: Final = re.compile(rf"(?:[^!-~]*+[!-%'-~]){{{_MOST_CHARACTERS + 1}}}")
"""A text that is too long for that, before its first character reference."""
_ROOM: Final = 1_024
"""Numbers that there is room for besides those of elements; a page with more pictures needs more."""
_FEW: Final = 256
"""Pictures of which is kept where their attributes stand: for many, that takes many times the page."""
Places = npt.NDArray[np.int32]


def is_raised(page: Document, link: int) -> bool:
    """Tell whether a link stands above the line, or what is in it does."""
    parent, tag = page.elements.parent, page.elements.tag
    return bool(RAISED[tag[parent[link]]] or RAISED[tag[min(link + 1, len(tag) - 1)]])


class Noted:
    """The elements, by why they are looked at; each list is made when it is asked for, unless all are known."""

    def __init__(self, page: Document, kept: Kept, tags: StartTags) -> None:
        """Take what is kept of a page."""
        self._page, self._kept, self._tags = page, kept, tags

    @cached_property
    def links(self) -> list[int]:
        """Links."""
        return self._named(_LINK)

    @cached_property
    def addresses(self) -> Places:
        """For each link a row: where its address is written; -1 if it has none."""
        return self._places(_ADDRESS, self.links)

    @cached_property
    def stating(self) -> Places:
        """For each element that may speak a row: where its language stands, by two names, its direction, its style."""
        return self._places(_STATING, self.speaking)

    def _places(self, search: AttributeSearch, elements: list[int]) -> Places:
        return search.places(self._page, np.array(elements, np.intp)).reshape(-1, 2 * len(search.names))

    @cached_property
    def values(self) -> Places:
        """For each picture a row: where the values of what is read of media stand; of none, where there are many."""
        return self._places(READ, self._few)

    @property
    def _few(self) -> list[int]:
        return self.pictures if len(self.pictures) <= _FEW else []

    @cached_property
    def _pictured(self) -> Mapping[int, Said]:
        return said_in_rows(np.array(self._few, np.intp), self.values)

    def pictured(self) -> Iterator[tuple[int, Said]]:
        """Go through the pictures: where the values of what is read of media stand."""
        yield from self._pictured.items()
        for at in range(0, len(self.pictures) if len(self.pictures) > _FEW else 0, _FEW):
            yield from said_by(self._page, np.array(self.pictures[at : at + _FEW])).items()

    def said_of(self, picture: int) -> Said:
        """Tell the same of one."""
        return self._pictured.get(picture) or said_by(self._page, np.array([picture]))[picture]

    @cached_property
    def references(self) -> list[int]:
        """Links that may refer to a footnote: to some place of a page, by a few characters."""
        short = [link for link in self.links if "#" in self._tags.written(link) and self._is_short(link)]
        named = tags_that_hold(self._page, np.array(short, np.intp), _NAMED_NOTE)
        return sorted({*named, *(link for link in short if is_raised(self._page, link))})

    def _is_short(self, link: int) -> bool:
        first, close = self._tags.first[link], int(self._page.elements.close[link])
        if close - first > _MOST_TAGS:
            return False
        gaps = self._tags.gaps
        text = "".join([gaps.source[gaps.starts[gap] : gaps.ends[gap]] for gap in range(first + 1, close + 1)])
        return not _LONG.match(text)

    @cached_property
    def pictures(self) -> list[int]:
        """Pictures that are kept."""
        found: list[int] = np.flatnonzero(_PICTURE[self._page.elements.tag] & self._kept.atoms).tolist()
        return found

    @cached_property
    def code(self) -> list[int]:
        """Blocks of code."""
        return self._all(_PREFORMATTED).tolist()  # type: ignore[no-any-return]

    @cached_property
    def tables(self) -> list[int]:
        """Tables."""
        return self._named(_TABLE)

    @cached_property
    def math(self) -> list[int]:
        """Formulas in MathML, also those that are not kept: what shows them may be."""
        found: list[int] = np.flatnonzero(self._page.elements.tag == _MATH).tolist()
        return found

    @cached_property
    def formulas(self) -> list[int]:
        """Scripts and pictures that may hold the source of a formula."""
        held = [element for element in self._named(_SCRIPT) if "math/" in self._tags.written(element)]
        shown = self._all(_PICTURE).tolist()
        return sorted([*held, *(each for each in shown if _names_formula(self._tags.written(each)))])

    @cached_property
    def callouts(self) -> list[int]:
        """Elements that may be callouts."""
        some = np.array(tags_that_hold(self._page, self._all(_DIVISION), _CALLOUT), np.intp)
        written = [each for each in some.tolist() if "#" in self._tags.written(each)]
        return sorted({*tags_that_hold(self._page, some, _NAMED_CALLOUT), *written, *self._all(_FOLDING).tolist()})

    @cached_property
    def speaking(self) -> list[int]:
        """Elements that may name a language, a direction, or how blanks are shown."""
        return tags_that_hold(self._page, np.flatnonzero(self._kept.needed), _SPEAKING)

    @cached_property
    def counting(self) -> list[int]:
        """Lists, items and cells that may state a number."""
        return tags_that_hold(self._page, self._all(_COUNTED), _COUNTING)

    def _named(self, number: int) -> list[int]:
        found: list[int] = np.flatnonzero((self._page.elements.tag == number) & self._kept.needed).tolist()
        return found

    def _all(self, named: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
        return np.flatnonzero(named[self._page.elements.tag] & self._kept.needed)


def _names_formula(tag: str) -> bool:
    return any(word in tag for word in _FORMULA_PICTURE.words)


def find_noted(page: Document, kept: Kept, tags: StartTags) -> Noted:
    """Find the elements that are looked at one by one."""
    noted = Noted(page, kept, tags)
    if LIBRARY:
        vars(noted).update(_listed(LIBRARY, page, kept))
    return noted


class _Rules(ctypes.Structure):
    """`NotedRules` of native/noted.h."""

    _fields_ = (
        *(
            (name, ctypes.c_void_p)
            for name in (
                "sort address stating pictured speaking counting callout named_callout named_note formula_picture "
                "formula_script raised"
            ).split()
        ),
        *((name, ctypes.c_int32) for name in ("shortest", "most_tags", "most", "few")),
    )

    def __init__(self, library: Library) -> None:
        """Collect the rules, and keep what is pointed to."""
        sort = np.zeros(NUMBERS, np.uint16)
        for bit, named in enumerate(_SORTS):
            sort |= named.astype(np.uint16) << bit
        tables = [NameTable(library, search.names) for search in (_ADDRESS, _STATING, READ)]
        self._kept = sort, tables
        words = (_SPEAKING, _COUNTING, _CALLOUT, _NAMED_CALLOUT, _NAMED_NOTE, _FORMULA_PICTURE, _FORMULA_SCRIPT)
        super().__init__(
            address(sort), *map(ctypes.addressof, tables), *(each.table for each in words),
            address(RAISED), SHORTEST, _MOST_TAGS,
            _MOST_CHARACTERS, _FEW,
        )  # fmt: skip


@kept_for_good
def _rules(library: Library) -> _Rules:
    return _Rules(library)


def rules(library: Library) -> int:
    """Tell where the rules stand by which compiled code notes elements."""
    return ctypes.addressof(_rules(library))


def _listed(library: Library, page: Document, kept: Kept) -> dict[str, list[int] | Places]:
    """List all of them at once."""
    (data, wide), counts, size = page.markup.units, _Counts(), 2 * len(page.elements) + _ROOM
    found = np.empty(0, np.int32)
    while size > len(found):
        found = np.empty(size, np.int32)
        size = library.of("list_noted", wide)(
            rules(library), ctypes.addressof(columns_of(page)), data, address(kept.needed),
            address(kept.atoms), size, address(found), ctypes.addressof(counts),
        )  # fmt: skip
        check(size)
    listed, at, elements = dict[str, list[int] | Places](), 0, found[: sum(counts)].tolist()
    for name, count in zip(_REASONS, counts, strict=True):
        listed[name] = elements[at : at + count]
        at += count
    for name, count, width in (("addresses", len(listed["links"]), 2), ("stating", len(listed["speaking"]), _WIDTH)):
        listed[name] = found[at : at + count * width].reshape(-1, width).copy()
        at += count * width
    listed["values"] = found[at:size].reshape(-1, 2 * len(READ.names)).copy()
    return listed
