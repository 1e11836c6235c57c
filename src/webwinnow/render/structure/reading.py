"""What is known while the structure of a page is read: the page, what is kept of it, and the blocks so far."""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK
from webwinnow.document.links import base_address
from webwinnow.render.addresses import Addresses
from webwinnow.render.structure.formulas import find_formulas
from webwinnow.render.structure.gaps import Gaps
from webwinnow.render.structure.kept import Kept
from webwinnow.render.structure.notes import find_notes
from webwinnow.render.structure.numbering import item_numbers
from webwinnow.render.structure.tables import data_tables
from webwinnow.render.structure.tags import StartTags
from webwinnow.render.structure.writing import Writing


class Reading:
    """Columns of the page as lists, because single places are looked up, and what was found out about it as a whole."""

    __slots__ = (
        "addresses", "breaks", "first", "formulas", "gaps", "kept", "lines", "notes", "numbers", "page", "start_tags",
        "tables", "tags", "writing",
    )  # fmt: skip

    def __init__(self, page: Document, kept: Kept) -> None:
        """Find formulas, footnotes and tables before the walk, because they reach further than one element."""
        self.page, self.kept = page, kept
        self.gaps = Gaps.of(page)
        self.addresses = Addresses(base_address(page))
        self.start_tags = StartTags.of(page, self.gaps)
        self.formulas = find_formulas(page, kept.needed, self.start_tags)
        self.notes = find_notes(page, kept.needed, self.start_tags)
        self.tables = data_tables(page, kept.needed)
        self.numbers = item_numbers(page)
        self.tags: list[int] = page.elements.tag.tolist()
        self.first = self.start_tags.first
        self.lines: list[int] = kept.lines.tolist()
        self.breaks: list[int] = kept.breaks.tolist()
        self.writing = Writing(self.gaps, page.nearest(BLOCK[page.elements.tag]).tolist())
