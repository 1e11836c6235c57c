"""Crunch: tables go that are empty, or were left so by the filters before.

Paper: mohammadzadeh2013, section 3.2.1 ("a table without information or containing insignificant information");
gupta2003. The least text of a table that stays, one character, is that of Crunch's own program.
Deviations: an image alone does not save a table; images are no text.   Cost: O(elements).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.prefilters.crunch.removal import without_elements
from webwinnow.stages import Prefilter

_TABLE: Final = column("table")


@dataclass(frozen=True, slots=True)
class CrunchEmptyTables(Prefilter):
    """Removes tables with too little text to mean anything."""

    name: ClassVar[str] = "crunch-empty-tables"
    least: int = 1
    """Tables with fewer characters are removed."""

    def __post_init__(self) -> None:
        """Check the number."""
        self.require_range("least", 0, 1_000_000)

    def __call__(self, page: Document) -> Document:
        """Hide the tables."""
        characters = page.in_subtrees(page.characters_before)
        return without_elements(page, _TABLE[page.elements.tag] & (characters < self.least))
