"""Measures of structure: what became of the tables, lists, blocks of code, formulas, figures and headings of the gold.

A bag of words does not see that a table lost its first column. These measures do: of the structures that stand whole
in the gold, which share is whole in the result, cut, missing; and of those that the result has whole, which share the
gold does not have (`extra`).

Where a page has gold Markdown, its structures are those to be found. Else they are those of the page's own elements all
of whose words stand in the gold text. Looked for are words in the text of the result, see `structures.presence`; so
every extractor can be measured, and every package that has gold text. Formulas need gold Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from webwinnow.evaluate.alignment import unicode_words
from webwinnow.evaluate.measures.measure import FoundText, Gold, Measure
from webwinnow.evaluate.structures.markdown import markdown_outline
from webwinnow.evaluate.structures.structure import Presence, StructureKind, page_outline, presences


@dataclass(frozen=True, slots=True)
class StructureCounts:
    """How many structures of the gold are whole, cut and missing; how many were kept, and how many of these are extra.

    Counts of pages can be added up.
    """

    approximate: ClassVar[bool] = False

    whole: int = 0
    cut: int = 0
    missing: int = 0
    kept: int = 0
    extra: int = 0

    @property
    def wanted(self) -> int:
        """How many structures the gold has."""
        return self.whole + self.cut + self.missing

    def numbers(self) -> dict[str, float | None]:
        """Return the columns of a result file; None where there is nothing to divide by."""
        shares = {name: getattr(self, name) / self.wanted if self.wanted else None for name in map(str, Presence)}
        return {**shares, "extra": self.extra / self.kept if self.kept else None}

    def __add__(self, other: StructureCounts) -> StructureCounts:
        """Add the structures of both."""
        return StructureCounts(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


class WholeStructures(Measure):
    """What became of the structures of one kind."""

    __slots__ = ()
    columns: ClassVar[tuple[str, ...]] = (*map(str, Presence), "extra")
    compared: ClassVar[tuple[str, ...]] = ("whole",)
    kind: ClassVar[StructureKind]

    def __call__(self, gold: Gold, found: FoundText) -> StructureCounts | None:
        """Look for the structures; None if neither gold nor page has any of this kind."""
        return structure_counts(gold, found).get(self.kind)


@dataclass(frozen=True, slots=True)
class WholeTables(WholeStructures):
    """Data tables; tables for the layout are none."""

    name: ClassVar[str] = "tables"
    kind: ClassVar[StructureKind] = StructureKind.TABLE


@dataclass(frozen=True, slots=True)
class WholeLists(WholeStructures):
    """Lists and definition lists of short items, with the lists inside."""

    name: ClassVar[str] = "lists"
    kind: ClassVar[StructureKind] = StructureKind.LIST


@dataclass(frozen=True, slots=True)
class WholeCode(WholeStructures):
    """Blocks of preformatted text."""

    name: ClassVar[str] = "code"
    kind: ClassVar[StructureKind] = StructureKind.CODE


@dataclass(frozen=True, slots=True)
class WholeFormulas(WholeStructures):
    """Formulas that stand alone, by their source in TeX; only where a page has gold Markdown."""

    name: ClassVar[str] = "formulas"
    kind: ClassVar[StructureKind] = StructureKind.FORMULA


@dataclass(frozen=True, slots=True)
class WholeFigures(WholeStructures):
    """Captions of pictures and other media."""

    name: ClassVar[str] = "figures"
    kind: ClassVar[StructureKind] = StructureKind.FIGURE


@dataclass(frozen=True, slots=True)
class WholeHeadings(WholeStructures):
    """Headings on lines of their own, without the headline, which gold standards have or not."""

    name: ClassVar[str] = "headings"
    kind: ClassVar[StructureKind] = StructureKind.HEADING


STRUCTURE_MEASURES: Final = (WholeTables, WholeLists, WholeCode, WholeFormulas, WholeFigures, WholeHeadings)


class JudgedStructure(NamedTuple):
    """A structure that the gold has whole or not at all, and what became of it in the result."""

    kind: StructureKind
    words: tuple[str, ...]
    in_gold: bool
    in_found: Presence
    of_links: bool = False
    """Whether it is a list that is mostly links."""

    def counts(self) -> StructureCounts:
        """Count this one structure."""
        kept = int(self.in_found is Presence.WHOLE)
        if not self.in_gold:
            return StructureCounts(kept=kept, extra=kept)
        cut, missing = int(self.in_found is Presence.CUT), int(self.in_found is Presence.MISSING)
        return StructureCounts(kept, cut, missing, kept)


def structure_counts(gold: Gold, found: FoundText) -> dict[StructureKind, StructureCounts]:
    """Count the structures of each kind that the gold has or the page has beside it."""
    counts: dict[StructureKind, StructureCounts] = {}
    for each in judged(gold, found):
        counts[each.kind] = counts.get(each.kind, StructureCounts()) + each.counts()
    return counts


def judged(gold: Gold, found: FoundText) -> Iterator[JudgedStructure]:
    """Judge the structures of a page; the headline is none of them, and what the gold has in part is passed over."""
    if gold.text is None or gold.html is None:
        return
    headline = tuple(unicode_words(gold.headline or found.headline or ""))
    outlined, in_found = page_outline(gold.html), _in_page(gold.html, found.text, copies=True)
    in_gold = _in_page(gold.html, gold.text, copies=False)
    if gold.markdown is not None:
        exact = markdown_outline(gold.markdown)
        for structure, theirs in zip(exact.structures, _in_markdown(gold.markdown, found.text), strict=True):
            if exact.words_of(structure) != headline:
                yield JudgedStructure(structure.kind, exact.words_of(structure), True, theirs)
    for structure, mine, theirs in zip(outlined.structures, in_gold, in_found, strict=True):
        words, told = outlined.words_of(structure), mine is Presence.WHOLE and gold.markdown is None
        if words != headline and (told or mine is Presence.MISSING):
            yield JudgedStructure(structure.kind, words, told, theirs, structure.of_links)


@lru_cache(maxsize=8)
def _in_markdown(markdown: str, text: str) -> tuple[Presence, ...]:
    """Tell what became of the structures of gold Markdown in a text."""
    return tuple(presences(markdown_outline(markdown), text))


@lru_cache(maxsize=16)
def _in_page(html: bytes, text: str, *, copies: bool) -> tuple[Presence, ...]:
    """Tell what became of a page's structures; all measures of structure ask the same."""
    return tuple(presences(page_outline(html), text, copies=copies))
