"""What a structure is, which a page has, and what became of each in a text: whole, cut or missing.

A structure is a kind, and the place of its words in the text that it stands in. What became of it is judged by words
alone. So that every extractor can be asked, also one that answers in plain text, nothing but words is compared. The
words of the whole page (or of gold Markdown) are aligned with those of the text, as the longest sequence that both have
in common. Each word of a structure is then kept or not, at its own place: that the same words stand elsewhere in the
text hardly matters. Of 1,124 structures of wcxb-dev and mozilla-readability that were taken out of the gold by hand, 95
of 100 had at most 0.04 of their words aligned with the rest; if their words were looked for anywhere, close together,
half of them seemed to be there for the half.

A heading is whole if it is a line of its own.

The structures of a page are read from its elements. Tables are those that rendering takes for data; tables for the
layout are none. A list is the outermost one of short items: lists whose items are whole posts or teasers are layout.
Lists and code in a data table belong to the table.

Lists of links are structures here, other than for the extractors that keep structures whole (document/structures.py):
whether they are content is what the gold says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.structures import MOSTLY_LINKS, data_tables
from webwinnow.document.tree.elements import Marked, Places
from webwinnow.evaluate.alignment import align, intern_words, unicode_words
from webwinnow.media.captions import caption_elements
from webwinnow.render.structure.kept import find_kept


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
    of_links: bool = False
    """Whether it is a list whose text is mostly links, so that not even the extractors take it for a whole; where gold
    Markdown tells the structures, no list is."""


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
"""Words without which a structure cannot be known from running text."""
MOST_WORDS_OF_HEADING: Final = 40
"""A heading with more words was left open."""


def is_tellable(structure: Structure) -> bool:
    """Tell whether a structure has so many words that it can be looked for."""
    count = structure.last - structure.first
    too_long = structure.kind is StructureKind.HEADING and count > MOST_WORDS_OF_HEADING
    return count >= FEWEST_WORDS[structure.kind] and not too_long


WHOLE: Final = 0.98
"""Share of the words that a whole structure has at least: up to 49 words all of them, so that no cell and no item may
be lost; beyond, one of fifty may differ, for words are parted otherwise here and there (`e-mail`, `1,400`)."""
MISSING: Final = 0.2
"""Share of the words below which nothing of the structure is there: of the structures taken out by hand, 99 of 100 had
less (lists 0.23, code 0.13, tables 0.06, captions 0.27)."""
MISSING_HEADING: Final = 0.5
"""The same for headings, which have so few words that one by chance is much."""
_STRETCH: Final = 2
"""How many times as long as a structure the text may be that holds a copy of it: numbers may stand between items."""


class Presence(StrEnum):
    """What became of a structure."""

    WHOLE = "whole"
    CUT = "cut"
    MISSING = "missing"


def presences(outlined: Outlined, text: str, *, copies: bool = True) -> Iterator[Presence]:
    """Tell for each structure what became of it in a text.

    With `copies`, a structure is whole also if all its words stand close together and in their order at another place:
    pages have some text twice, and an extractor may keep either.
    """
    words = unicode_words(text)
    lines = frozenset(tuple(unicode_words(line)) for line in text.splitlines() if line.strip())
    kept = np.concatenate([[0], np.cumsum(aligned_words(outlined.words, words))])
    for structure in outlined.structures:
        share = float(kept[structure.last] - kept[structure.first]) / (structure.last - structure.first)
        if structure.kind is StructureKind.HEADING:
            own_line = outlined.words_of(structure) in lines
            yield _heading(share, own_line=own_line, copies=copies)
        elif share < WHOLE and copies and _share_of_copy(outlined.words_of(structure), words) >= WHOLE:
            yield Presence.WHOLE
        else:
            yield presence_of(share)


def presence_of(share: float) -> Presence:
    """Name what a share of words means."""
    if share >= WHOLE:
        return Presence.WHOLE
    return Presence.MISSING if share < MISSING else Presence.CUT


def _heading(share: float, *, own_line: bool, copies: bool) -> Presence:
    if own_line and (copies or share >= WHOLE):
        return Presence.WHOLE
    return Presence.MISSING if share < MISSING_HEADING else Presence.CUT


def aligned_words(words: Sequence[str], others: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Tell for each word whether it is aligned with one of the others."""
    letters = intern_words(words, others)
    kept = np.zeros(len(words), dtype=np.bool_)
    for stretch in align(letters.gold, letters.found).stretches:
        if stretch.kind == "same":
            kept[stretch.gold_start : stretch.gold_end] = True
    return kept


def _share_of_copy(wanted: Sequence[str], words: Sequence[str]) -> float:
    """Find the stretch of words that has most of the wanted ones; return the share that it has in their order."""
    lacking = Counter(wanted)
    at = [place for place, word in enumerate(words) if word in lacking]
    length, best, have, first, end = _STRETCH * len(wanted), 0, 0, 0, 0
    for place in at:
        have += lacking[words[place]] > 0
        lacking[words[place]] -= 1
        while at[first] <= place - length:
            lacking[words[at[first]]] += 1
            have -= lacking[words[at[first]]] > 0
            first += 1
        if have > best:
            best, end = have, place + 1
    if best < WHOLE * len(wanted):
        return 0.0
    return float(aligned_words(wanted, words[max(end - length, 0) : end]).mean())


_LIST, _ITEM, _LINK = column("ul ol menu dir dl"), column("li dt dd"), column("a")
_HEADING, _CODE, _MEDIUM = column("h1 h2 h3 h4 h5 h6"), column("pre"), column("img image video audio iframe svg object")
_LAYOUT: Final = column("h1 h2 h3 h4 h5 h6 article section table form")
_LONGEST_ITEM: Final = 400
"""Characters that the items of a list have on average; longer ones are posts."""
_FOR_EDITORS: Final = re.compile(r"(?:\s*\[[^\[\]]{1,40}\])+\s*\Z")
"""What wikis put behind a heading: "[edit]", "[edit source]"."""


@lru_cache(maxsize=2)
def page_outline(html: bytes) -> Outlined:
    """Find the structures of a page; kept for the next, because all candidates of a page come together."""
    page = Document.from_bytes(html)
    found = list(_found(page, find_kept(page, page.visible).needed))
    stretches = page.texts.inside(np.array([element for _, element in found], dtype=np.intp)).tolist()
    words, place = _words(page, {bound for stretch in stretches for bound in stretch})
    linked = _of_links(page, [element for _, element in found])
    structures = (
        Structure(
            kind,
            place[first],
            place[last] - (_for_editors(page, first, last) if kind is StructureKind.HEADING else 0),
            kind is StructureKind.LIST and of_links,
        )
        for (kind, _), (first, last), of_links in zip(found, stretches, linked, strict=True)
    )
    return Outlined(tuple(words), tuple(each for each in structures if is_tellable(each)))


def _words(page: Document, bounds: set[int]) -> tuple[list[str], dict[int, int]]:
    """Split the page's text; second comes how many words stand before each of the runs that are bounds."""
    words: list[str] = []
    place: dict[int, int] = {}
    ends = sorted({0, *bounds, len(page.texts.run)})
    for first, last in zip(ends, [*ends[1:], ends[-1]], strict=True):
        place[first] = len(words)
        words += unicode_words(page.texts.text(first, last))
    return words, place


def _of_links(page: Document, elements: list[int]) -> list[bool]:
    """Tell of which elements most of the text is linked."""
    at = np.array(elements, dtype=np.intp)
    linked = page.in_subtrees(page.characters_inside(_LINK[page.elements.tag]), at)
    answers: list[bool] = (linked >= MOSTLY_LINKS * page.in_subtrees(page.characters_before, at)).tolist()
    return answers


def _for_editors(page: Document, first: int, last: int) -> int:
    """Count the words behind a heading that are not part of it."""
    behind = _FOR_EDITORS.search(page.texts.text(first, last, limit=_LONGEST_ITEM))
    return len(unicode_words(behind[0])) if behind else 0


def _found(page: Document, needed: Marked) -> Iterator[tuple[StructureKind, int]]:
    tag = page.elements.tag
    tables = np.zeros(len(tag), dtype=np.bool_)
    tables[list(data_tables(page, needed))] = True
    in_table = page.inside(tables)
    captions = caption_elements(page, np.flatnonzero(_MEDIUM[tag]))
    elements = {
        StructureKind.TABLE: np.flatnonzero(tables).tolist(),
        StructureKind.LIST: _lists(page, needed & ~in_table).tolist(),
        StructureKind.CODE: _outermost(page, _CODE[tag] & needed & ~in_table).tolist(),
        StructureKind.FIGURE: sorted(set(captions.values())),
        StructureKind.HEADING: np.flatnonzero(_HEADING[tag] & needed).tolist(),
    }
    for kind, numbers in elements.items():
        for element in numbers:
            yield kind, element


def _lists(page: Document, needed: Marked) -> Places:
    tag = page.elements.tag
    items = np.bincount(page.elements.parent[np.flatnonzero(_ITEM[tag] & needed)], minlength=len(tag))
    before = np.concatenate([[0], np.cumsum(_LAYOUT[tag])])
    layout = before[page.elements.last] > before[:-1]
    characters = page.in_subtrees(page.characters_before)
    shaped = _LIST[tag] & needed & ~layout & (items > 1) & (characters <= items * _LONGEST_ITEM)
    return _outermost(page, shaped)


def _outermost(page: Document, marked: Marked) -> Places:
    """Choose the marked elements that stand in no other."""
    inside = page.inside(marked)
    parent = page.elements.parent
    outer: Places = np.flatnonzero(marked & ~np.where(parent < 0, False, inside[parent]))
    return outer
