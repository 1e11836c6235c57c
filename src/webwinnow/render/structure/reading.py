"""What is known while the structure of a page is read: the page, what is kept of it, and the blocks so far."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.links import base_address
from webwinnow.document.structures import filled_tables
from webwinnow.lazy_values import cached_property
from webwinnow.media.sources import picture_address
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

_SMALL: Final = frozenset({"0", "1", "2", "0px", "1px", "2px"})
_SIGN: Final = re.compile(r"[^\w\s]{1,8}")
"""The alternative text of an emoji that is shown as an image: itself."""


def image_of(
    page: Document, element: int, written: str, addresses: Addresses, *, main: bool = True
) -> tuple[str, str] | None:
    """Return a picture's address and its alternative text; None for dots that only count visits.

    Nor are avatars, smileys and icons that say nothing shown, unless they are `main`; the address of a sign that has a
    character of its own is empty.
    """
    attributes = read_attributes(written)
    if attributes.get("width") in _SMALL or attributes.get("height") in _SMALL:
        return None
    address = addresses.image(picture_address(page, element, attributes))
    alternative = " ".join((attributes.get("alt") or attributes.get("title") or "").split())
    if not main and address:
        if _SIGN.fullmatch(alternative) and not alternative.isascii():
            return "", alternative
        if is_furniture(attributes, address) or (not alternative and is_icon(address)):
            return None
    return (address, alternative) if address else None


_LONGEST_LANGUAGE: Final = 35
"""Characters of the longest name of a language that anybody must be able to hold (RFC 5646, section 4.4.1)."""
_VERSE: Final = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)


def stated_language(tag: str) -> tuple[str | None, str, bool]:
    """Read the language and the direction that a start tag names, and whether it shows blanks as they are."""
    attributes = read_attributes(tag)
    language = attributes.get("lang") or attributes.get("xml:lang")
    known = language if language and len(language) <= _LONGEST_LANGUAGE else None
    return known, attributes.get("dir", "").lower(), bool(_VERSE.search(attributes.get("style", "")))


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
    def numbers(self) -> dict[int, int]:
        """Per item: how many stand before it in its list."""
        return item_numbers(self.page)

    @cached_property
    def speaking(self) -> frozenset[int]:
        """The kept elements whose tags may name a language, a direction, or how blanks are shown."""
        return frozenset(self.noted.speaking)

    @cached_property
    def writing(self) -> Writing:
        """The blocks so far."""
        return Writing(self.gaps, self.kept.around.data)
