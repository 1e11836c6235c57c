"""Start tags that tell something about a page: those that hold some words, with a few of their attributes."""

from __future__ import annotations

import ctypes
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes, value_at
from webwinnow.document.reading import columns_of
from webwinnow.document.tree.elements import extents
from webwinnow.document.word_search import LONGEST_TAG, MANY, WordSearch, tags_holding
from webwinnow.kernels import LIBRARY, Library, NameTable, address
from webwinnow.lazy_values import kept_for_good

_COLUMNS: Final = 5


class FoundTag(NamedTuple):
    """A start tag: its number, where it stands, the element that it opens, -1 for none, and where that ends."""

    tag: int
    start: int
    end: int
    element: int
    element_end: int
    attributes: dict[str, str]
    """Those that are asked for, if the tag has them."""


class TagSearch:
    """Looks for start tags that hold a word, and reads some of their attributes."""

    def __init__(self, asked: npt.NDArray[np.bool_], words: WordSearch, attributes: tuple[str, ...]) -> None:
        """Take which tags are looked at, by the numbers of their names, what they hold, and what is read."""
        self.asked, self.words, self.attributes = asked, words, attributes

    def find(self, page: Document, most: int, looked_at: int = MANY) -> list[FoundTag]:
        """Return the first of the page's tags; no more than so many are looked at."""
        if LIBRARY is None:
            return self._find(page, most, looked_at)
        (data, width), rows = page.markup.units, np.empty((most, _COLUMNS + 2 * len(self.attributes)), np.int32)
        count = LIBRARY.of("find_tags", width)(
            _rules(LIBRARY, self).address, data, ctypes.addressof(columns_of(page)), looked_at, most, address(rows)
        )
        found, source, names = list[FoundTag](), page.source, self.attributes
        for tag, start, end, element, element_end, *places in rows[:count].tolist():
            said = zip(names, places[::2], places[1::2], strict=True)
            attributes = {name: value_at(source, first, last) for name, first, last in said if first >= 0}
            found.append(FoundTag(tag, start, end, element, element_end, attributes))
        return found

    def _find(self, page: Document, most: int, looked_at: int) -> list[FoundTag]:
        """Do that by numpy: the definition that compiled code follows."""
        tokens, elements = page.tokens, page.elements
        asked = np.flatnonzero(self.asked[np.maximum(tokens.code, 0)] & (tokens.code > 0))[:looked_at]
        tags = tags_holding(page, asked, self.words)[:most]
        opened = [elements.opened_by(tag) for tag in tags.tolist()]
        places = extents(tokens, elements, np.array([element for element in opened if element >= 0], np.intp))
        ends = iter([end for _, end in places])
        found = list[FoundTag]()
        for tag, element in zip(tags.tolist(), opened, strict=True):
            start, end = tokens.tag_start.item(tag), tokens.tag_end.item(tag)
            said = read_attributes(page.source[start:end])
            attributes = {name: said[name] for name in self.attributes if name in said}
            found.append(FoundTag(tag, start, end, element, next(ends) if element >= 0 else end, attributes))
        return found


class _TellingRules(ctypes.Structure):
    """`TellingRules` of native/near.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("words", "attributes", "asked")),
        ("longest_tag", ctypes.c_int32),
    )

    def __init__(self, library: Library, search: TagSearch) -> None:
        """Collect the rules, and keep what is pointed to."""
        self._kept = NameTable(library, search.attributes), search.asked
        super().__init__(search.words.table, ctypes.addressof(self._kept[0]), address(search.asked), LONGEST_TAG)
        self.address = ctypes.addressof(self)


@kept_for_good
def _rules(library: Library, search: TagSearch) -> _TellingRules:
    return _TellingRules(library, search)
