"""Where a medium comes from, and how large its element says it is.

Pages that load images late write their address into another attribute and a placeholder into `src`; a `picture`, a
`video` or an `audio` names files in its `source` elements, an old `object` in its `param` elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.base_address import absolute, base_address
from webwinnow.document.html_names import NUMBER
from webwinnow.media.image_header import image_size, view_box
from webwinnow.media.size import Size, side, stated, styled
from webwinnow.media.srcset import largest, slot_width

Attributes = Mapping[str, str]

_LATE: Final = frozenset({"data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src"})
_SETS: Final = frozenset({"data-srcset", "data-lazy-srcset", "srcset"})
_SIZES: Final = frozenset({"sizes", "data-sizes"})
_PARAMETERS: Final = frozenset({"movie", "src", "url", "filename"})
_PLACEHOLDERS: Final = ("placeholder", "spacer", "transparent", "1x1", "blank.gif", "blank.png", "pixel.gif")
"""Words in the names of files that stand in for others."""
_NAME: Final = 200
_NO_FILE: Final = ("about:", "blob:", "javascript:", "#")


@dataclass(frozen=True, slots=True)
class Sources:
    """What elements inside media say about where they come from; read once for a page."""

    base: str
    files: Mapping[int, Attributes]
    """Of each picture, video and audio, the attributes of the first `source` in it."""
    parameters: Mapping[int, str]
    """Of each object, the address in its parameters."""

    @classmethod
    def of(cls, page: Document) -> Sources:
        """Read the sources of a page."""
        parent = page.elements.parent
        files: dict[int, Attributes] = {}
        for element in np.flatnonzero(page.elements.tag == NUMBER["source"]).tolist():
            if int(parent[element]) not in files:
                files[int(parent[element])] = page.attributes(element)
        parameters: dict[int, str] = {}
        for element in np.flatnonzero(page.elements.tag == NUMBER["param"]).tolist():
            read = page.attributes(element)
            if read.get("name", "").lower() in _PARAMETERS:
                parameters.setdefault(int(parent[element]), read.get("value", ""))
        return cls(base_address(page), files, parameters)

    def address(self, element: int, attributes: Attributes, more: Attributes) -> str | None:
        """Find the absolute address of a medium; None if it has none that leads anywhere."""
        found = (_address(attributes) or "").strip()
        if not found or is_placeholder(found):
            found = (_address(more) or self.parameters.get(element, "")).strip() or found
        if not found or found.lower().startswith(_NO_FILE):
            return None
        return found if _is_data(found) else absolute(self.base, found)


def stated_sizes(attributes: Attributes, more: Attributes, *, drawing: bool) -> Iterator[Size | None]:
    """Give the sizes that an element states, the surest first."""
    if "style" in attributes:
        yield styled(attributes["style"])
    yield stated(side(attributes.get("width")), side(attributes.get("height")), "attributes")
    if drawing:
        box = view_box(attributes)
        yield stated(*box, "viewbox") if box else None
        return
    for each in (attributes, more):
        yield stated(slot_width(_first(each, _SIZES)), None, "sizes")
        candidate = largest(_first(each, _SETS))
        yield stated(candidate.width, None, "srcset") if candidate else None
    address = _address(attributes)
    yield image_size(address) if address else None


def is_placeholder(address: str) -> bool:
    """Tell whether an address is one that only stands in until the medium is loaded."""
    file = address[-_NAME:].partition("?")[0].rpartition("/")[2].lower()
    return _is_data(address) or any(word in file for word in _PLACEHOLDERS)


def _address(attributes: Attributes) -> str | None:
    """Choose an address: one to be loaded late, else `src`, unless that is a placeholder for what a set names."""
    late, src = _first(attributes, _LATE), attributes.get("src") or attributes.get("data", "")
    if late or (src and not is_placeholder(src)):
        return late or src
    candidate = largest(_first(attributes, _SETS))
    return candidate.url if candidate else src or None


def _first(attributes: Attributes, names: frozenset[str]) -> str:
    """Give the first of these attributes that says anything, in the order of the tag."""
    if names.isdisjoint(attributes):
        return ""
    return next((value for name, value in attributes.items() if name in names and value.strip()), "")


def _is_data(address: str) -> bool:
    return address[:20].lstrip()[:5].lower() == "data:"
