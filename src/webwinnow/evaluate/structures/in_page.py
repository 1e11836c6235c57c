"""The structures of a page, read from its elements: what there is to be kept whole.

Tables are those that rendering takes for data; tables for the layout are none. A list is the outermost one of short
items: lists whose items are whole posts or teasers are layout. Lists and code in a data table belong to the table.

Lists of links are structures here, other than for the extractors that keep structures whole (document/structures.py):
whether they are content is what the gold says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.structures import data_tables
from webwinnow.document.tree.elements import Marked, Places
from webwinnow.evaluate.folding import unicode_words
from webwinnow.evaluate.structures.structure import Outlined, Structure, StructureKind, is_tellable
from webwinnow.media.captions import caption_elements
from webwinnow.render.structure.kept import find_kept

_LIST, _ITEM = column("ul ol menu dir dl"), column("li dt dd")
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
    stretches = page.texts.inside(np.array([element for _, element in found], dtype=np.intp))
    words, place = _words(page, {bound for stretch in stretches for bound in stretch})
    structures = (
        Structure(kind, place[first], place[last] - (_for_editors(page, first, last) if kind == "heading" else 0))
        for (kind, _), (first, last) in zip(found, stretches, strict=True)
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
