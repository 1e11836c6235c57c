"""What a structure is: a kind, and the place of its words in the text that it stands in."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class StructureKind(StrEnum):
    """The kinds of structures that are measured; a definition list is a list."""

    TABLE = "table"
    LIST = "list"
    CODE = "code"
    FORMULA = "formula"
    FIGURE = "figure"
    HEADING = "heading"


class Structure(NamedTuple):
    """A structure: its words are those from `first` to before `last`; those of a figure are the caption's."""

    kind: StructureKind
    first: int
    last: int


class Outlined(NamedTuple):
    """The words of a page or of Markdown, folded for comparison and in their order, and the structures in them."""

    words: tuple[str, ...]
    structures: tuple[Structure, ...]

    def words_of(self, structure: Structure) -> tuple[str, ...]:
        """Return the words of a structure."""
        return self.words[structure.first : structure.last]


FEWEST_WORDS: Final = {
    StructureKind.TABLE: 3,
    StructureKind.LIST: 3,
    StructureKind.CODE: 2,
    StructureKind.FORMULA: 2,
    StructureKind.FIGURE: 2,
    StructureKind.HEADING: 1,
}
"""Words without which a structure cannot be told from running text."""
MOST_WORDS_OF_HEADING: Final = 40
"""A heading with more words was left open."""


def is_tellable(structure: Structure) -> bool:
    """Tell whether a structure has so many words that it can be looked for."""
    count = structure.last - structure.first
    too_long = structure.kind is StructureKind.HEADING and count > MOST_WORDS_OF_HEADING
    return count >= FEWEST_WORDS[structure.kind] and not too_long
