"""Attributes that are looked for in many start tags at once: where the value of each stands, none of them read.

To read all attributes of a tag takes as long as to find these few in twenty tags, and most values need no look at all.

>>> from webwinnow.document import Document
>>> page = Document('<img alt=x WIDTH="40"><img height=3>')
>>> page.source[slice(*AttributeSearch(("width", "height")).places(page, np.array([0, 1]))[0, 0])]
'40'
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from webwinnow.document.attributes import ATTRIBUTE, TAG_NAME
from webwinnow.document.references import decode_references
from webwinnow.kernels import LIBRARY, Library, NameTable, address
from webwinnow.lazy_values import kept_for_good

if TYPE_CHECKING:
    from webwinnow.document.document import Document

Places = npt.NDArray[np.int32]
"""Per tag and name: where the value starts and ends; -1 where the tag has no such attribute."""
_NOWHERE = (-1, -1)


class AttributeSearch:
    """Looks for attributes by their names, which are in small letters; the first of a name counts."""

    def __init__(self, names: Sequence[str]) -> None:
        """Take the names; places come in their order."""
        self.names = tuple(names)

    def places(self, page: Document, elements: npt.NDArray[np.integer]) -> Places:
        """Find the values of the attributes of some elements."""
        tags = page.elements.start_tags()[elements]
        if LIBRARY is None:
            return self._places(page, tags)
        found = np.empty((len(tags), len(self.names), 2), np.int32)
        data, width = page.markup.units
        LIBRARY.of("find_attributes", width)(
            ctypes.addressof(_table(LIBRARY, self.names)), data, len(tags), address(tags), address(page.tokens.edge),
            address(found),
        )  # fmt: skip
        return found

    def read(self, page: Document, elements: Sequence[int]) -> list[dict[str, str]]:
        """Read the attributes of some elements, as `Document.attributes` does: at least those that have the names."""
        if LIBRARY is None or not elements:
            return [page.attributes(element) for element in elements]
        places = self.places(page, np.array(elements, np.intp))
        return [
            {name: value_at(page.source, start, end) for name, start, end in zip(self.names, at, at_end) if start >= 0}
            for at, at_end in zip(places[:, :, 0].tolist(), places[:, :, 1].tolist(), strict=True)
        ]

    def _places(self, page: Document, tags: npt.NDArray[np.int32]) -> Places:
        """Read each tag: the definition that compiled code follows."""
        edge = page.tokens.edge
        places = [(int(edge[2 * tag + 1]), int(edge[2 * tag + 2])) if tag >= 0 else (0, 0) for tag in tags.tolist()]
        found = [self._in_tag(page.source[start:end], start) for start, end in places]
        return np.array(found, np.int32).reshape(len(tags), len(self.names), 2)

    def _in_tag(self, tag: str, start: int) -> list[tuple[int, int]]:
        name = TAG_NAME.match(tag)
        places: dict[str, tuple[int, int]] = {}
        for match in ATTRIBUTE.finditer(tag, name.end() if name else len(tag)):
            if match["name"]:
                first, last = _value_place(match)
                places.setdefault(match["name"].lower(), (start + first, start + last))
        return [places.get(each, _NOWHERE) for each in self.names]


@kept_for_good
def _table(library: Library, names: tuple[str, ...]) -> NameTable:
    return NameTable(library, names)


def _value_place(match: re.Match[str]) -> tuple[int, int]:
    """Return where the value of an attribute stands; behind its name where it has none."""
    kind = next((each for each in ("double", "single", "bare") if match[each] is not None), "name")
    return match.span(kind) if kind != "name" else (match.end(kind), match.end(kind))


def value_at(source: str, start: int, end: int) -> str:
    """Read the value that stands at a place, with its references decoded."""
    value = source[start:end]
    return decode_references(value) if "&" in value else value
