"""What is known while the structure of a page is read: the page, what is kept of it, and the blocks so far."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from webwinnow.document import Document
from webwinnow.document.attributes import value_at
from webwinnow.document.links import base_address
from webwinnow.document.structures import filled_tables
from webwinnow.lazy_values import cached_property
from webwinnow.media.finding import picture_address, said_at
from webwinnow.media.sources import CLASS, READ, Said
from webwinnow.media.teasers import is_furniture, is_icon
from webwinnow.render.addresses import REPEATED, Addresses
from webwinnow.render.structure.callouts import find_callouts
from webwinnow.render.structure.formulas import find_formulas
from webwinnow.render.structure.gaps import Gaps, StartTags
from webwinnow.render.structure.kept import Kept
from webwinnow.render.structure.noted import find_noted
from webwinnow.render.structure.notes import find_notes
from webwinnow.render.structure.writing import Writing
from webwinnow.render.text import item_numbers

_WIDTH, _HEIGHT, _ALT, _TITLE = (2 * READ.names.index(name) for name in ("width", "height", "alt", "title"))
_SMALL: Final = frozenset({"0", "1", "2", "0px", "1px", "2px"})
LONGEST_SIGN: Final = 8
_SIGN: Final = re.compile(rf"[^\w\s]{{1,{LONGEST_SIGN}}}")
"""The alternative text of an emoji that is shown as an image: itself."""


def image_of(
    page: Document, element: int, said: Said, addresses: Addresses, *, main: bool = True
) -> tuple[str, str] | None:
    """Return a picture's address and its alternative text; None for dots that only count visits.

    Nor are avatars, smileys and icons that say nothing shown, unless they are `main`; the address of a sign that has a
    character of its own is empty.
    """
    if said_at(page, said, _WIDTH) in _SMALL or said_at(page, said, _HEIGHT) in _SMALL:
        return None
    address = addresses.image(picture_address(page, element, said))
    alternative = " ".join((said_at(page, said, _ALT) or said_at(page, said, _TITLE)).split())
    if not main and address:
        if _SIGN.fullmatch(alternative) and not alternative.isascii():
            return "", alternative
        if is_furniture({"class": said_at(page, said, CLASS)}, address) or (not alternative and is_icon(address)):
            return None
    return (address, alternative) if address else None


LONGEST_LANGUAGE: Final = 35
"""Characters of the longest name of a language that anybody must be able to hold (RFC 5646, section 4.4.1)."""
_VERSE: Final = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)


class Stated(NamedTuple):
    """What a start tag states: a language, a direction, and whether blanks are shown as they are."""

    language: str | None
    direction: str
    verse: bool


_NOTHING: Final = Stated(None, "", verse=False)


def _stated(source: str, own: int, own_end: int, other: int, other_end: int, *said: int) -> Stated:
    turned, turned_end, style, style_end = said
    if own < 0 and other < 0 and turned < 0 and style < 0:  # as most that might
        return _NOTHING
    language = value_at(source, own, own_end) if own >= 0 else ""
    if not language and other >= 0:
        language = value_at(source, other, other_end)
    known = language if language and len(language) <= LONGEST_LANGUAGE else None
    direction = value_at(source, turned, turned_end).lower() if turned >= 0 else ""
    return Stated(known, direction, style >= 0 and bool(_VERSE.search(value_at(source, style, style_end))))


def _filled_tables(page: Document, kept: Kept) -> frozenset[int]:
    return filled_tables(page, kept.needed, np.concatenate([kept.home, np.flatnonzero(kept.atoms)]))


class Reading:
    """Columns of the page as lists, because single places are looked up, and what was found out about it as a whole."""

    def __init__(self, page: Document, kept: Kept, images: frozenset[int] | None = None) -> None:
        """Find formulas, notes, callouts and tables before the walk, because they reach further than one element."""
        self.page, self.kept, self.images = page, kept, images
        self.gaps = Gaps.of(page)
        self.start_tags = StartTags.of(page, self.gaps)
        self.noted = noted = find_noted(page, kept, self.start_tags)
        self.formulas = find_formulas(page, kept.needed, self.start_tags, noted)
        self.notes = find_notes(page, kept.needed, self.start_tags, noted.references)
        self.callouts = find_callouts(page, noted.callouts, self.start_tags)
        self.tables = _filled_tables(page, kept) if noted.tables else frozenset[int]()
        self.tags = page.elements.tag.data
        self.first = self.start_tags.first
        self.lines, self.breaks = kept.lines.data, kept.breaks.data

    def new_addresses(self) -> Addresses:
        """Return what makes addresses absolute, of which none was asked for yet."""
        return Addresses(base_address(self.page), REPEATED * len(self.page.source))

    @cached_property
    def addresses(self) -> Addresses:
        """What makes the addresses absolute."""
        return self.new_addresses()

    @cached_property
    def languages_of_code(self) -> dict[str, str]:
        """The language of code that start tags around it name, by the tags as they are written."""
        return {}

    @cached_property
    def numbers(self) -> Sequence[int]:
        """Per element that is an item: how many stand before it in its list."""
        return item_numbers(self.page)

    @cached_property
    def speaking(self) -> dict[int, Stated]:
        """The kept elements whose tags may name a language, a direction, or how blanks are shown, and what they do."""
        stating = map(np.ndarray.tolist, self.noted.stating)
        return {each: _stated(self.page.source, *said) for each, said in zip(self.noted.speaking, stating, strict=True)}

    @cached_property
    def writing(self) -> Writing:
        """The blocks so far."""
        return Writing(self.gaps, self.kept.around.data, len(self.page.source))
