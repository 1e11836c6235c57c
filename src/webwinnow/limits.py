"""Limits: what a page may cost, with one name for each in Python, the command line, batch, service and proxy.

A page that is over one is not refused: it is read as far as the limit goes, and `Result.warnings` names the limit. Only
where whole pages are asked for or processes are at stake is it refused: by fetching, batch, the service and the proxy,
which also hold the two last fences, seconds and memory.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final

from webwinnow.errors import UsageError

_EXPANSION: Final = 8
"""How many times as long as its page a rendering may be, as soon as it has more than a million characters,"""
_OF_RECORDS: Final = 30
"""and one with a record for each block."""
_ALWAYS: Final = 1_000_000
_FEW_BLOCKS: Final = 8_400
"""So many blocks any page may have, however short they are, and three times as many if they stand in tables: one of
2,500 rows with ten numbers each is read whole."""
_FEW_ELEMENTS: Final = 30_000
"""So many elements any page may have, however short they are: that table, with some formatting."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a page may cost. All but the last two depend on the page alone, so they cut the same on every machine."""

    bytes: int = 20_000_000
    """Bytes of a page, decompressed; characters of one that is given as text."""
    elements: int = 100_000
    """Elements of a page, counted as start tags, wherever they stand: of 22 published test packages, the page with most
    tags has 43,779, with its end tags (measured 2026-11-18)."""
    density: int = 25
    """Blocks of text for each 1,000 characters of a page, three times as many in tables, and twice as many elements,
    beyond the first 8,400 blocks (25,200 in tables) and 30,000 elements: of 5,012 pages of those packages, the densest
    with more than 3,000 blocks, three of a table counted as one, has 7, two have more than 4,000, and none has 25,000
    elements; the densest with more than 5,000 elements has 30 (measured 2026-11-19)."""
    repetition: int = 1_000
    """How often one piece of markup, tags and text, may stand in a row; the others are read as a comment."""
    depth: int = 512
    """How deep elements may stand in each other, as in browsers; deeper ones are read as if side by side."""
    output: int = 100_000_000
    """Characters of one rendering; of longer ones, the end of the content is left out. Beyond the first million, a
    rendering is at most 8 times as long as its page, 30 times with a record for each block; pages that people write
    are longer than what is made of them."""
    seconds: float = 60.0
    """A fence: the time that a page may take, where it has a process of its own."""
    memory: int = 2_000_000_000
    """A fence, too: the bytes that a page may take, where it has a process of its own."""

    def __post_init__(self) -> None:
        """Refuse limits that nothing fits into."""
        for name, value in asdict(self).items():
            if not value > 0:
                raise UsageError(f"the limit of {name} is {value}: give a number above 0")
        if self.depth < _SHALLOWEST:
            raise UsageError(f"the limit of depth is {self.depth}: give {_SHALLOWEST} or more, for html, body and text")

    def blocks_of(self, characters: int) -> int:
        """Return how many blocks of text a page of so many characters may have outside of tables."""
        return max(characters * self.density // 1_000, _FEW_BLOCKS)

    def elements_of(self, characters: int) -> int:
        """Return how many elements a page of so many characters may have."""
        return min(self.elements, max(2 * characters * self.density // 1_000, _FEW_ELEMENTS))

    def room(self, characters: int, *, records: bool) -> int:
        """Return how many characters a rendering of a page may have, with records of its blocks or without."""
        return min(self.output, max(characters * (_OF_RECORDS if records else _EXPANSION), _ALWAYS))


_SHALLOWEST = 8
"""The least depth that leaves room for html, body and text inside."""
