"""Conditions on single elements: name, id, class and other attributes.

Each different start tag is read once, and only if the text that is looked for stands in it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import NUMBER
from webwinnow.lazy_values import cached_property

Marked = npt.NDArray[np.bool_]
Condition = Callable[[str], bool]
"""Tells whether the value of an attribute fits."""


class DifferentTags:
    """The different start tags of a page."""

    def __init__(self, page: Document) -> None:
        """Take the page."""
        self.page = page
        self._known: dict[int, dict[str, str]] = {}

    @cached_property
    def _numbered(self) -> tuple[list[str], npt.NDArray[np.intp]]:
        """The different tags as they are written, and the number of each element's; the first is that of none."""
        elements, tokens, source = self.page.elements, self.page.tokens, self.page.source
        tag = elements.first.astype(np.int64)
        tag[list(elements.owner)] = list(elements.owner.values())
        own = np.flatnonzero(tag >= 0)
        bounds = zip(tokens.tag_start[tag[own]].tolist(), tokens.tag_end[tag[own]].tolist(), strict=True)
        written = [source[start:end] for start, end in bounds]
        numbers = {text: at for at, text in enumerate(dict.fromkeys(["", *written]))}
        number = np.zeros(len(elements), dtype=np.intp)
        number[own] = [numbers[text] for text in written]
        return list(numbers), number

    def named(self, name: str) -> Marked:
        """Mark the elements of a name; those of HTML are written in small letters."""
        lower = name.lower()
        if lower in NUMBER:
            return np.asarray(self.page.elements.tag == NUMBER[lower])
        fits = [
            number for number in np.unique(self.page.elements.tag).tolist() if self.page.tokens.name(number) == lower
        ]
        return np.isin(self.page.elements.tag, fits)

    def holding(self, attribute: str, fits: Condition, within: str = "") -> Marked:
        """Mark the elements whose attribute fits; what must stand in its value spares reading the other tags."""
        tags, number = self._numbered
        name, sought = attribute.lower(), within.lower()
        lowered = self._lowered
        marked = [
            name in lowered[at] and (sought in lowered[at] or "&" in lowered[at]) and self._fits(at, name, fits)
            for at in range(len(tags))
        ]
        return np.array(marked)[number]

    @cached_property
    def _lowered(self) -> list[str]:
        return [tag.lower() for tag in self._numbered[0]]

    def _fits(self, tag: int, name: str, fits: Condition) -> bool:
        if tag not in self._known:
            self._known[tag] = read_attributes(self._numbered[0][tag])
        value = self._known[tag].get(name)
        return value is not None and fits(value)
