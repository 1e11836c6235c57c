"""What a page's structure is made of: kinds of blocks, kinds of inlines, and the marks that text carries."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final, Literal

Direction = Literal["ltr", "rtl"]


class Kind(StrEnum):
    """What a block is. Some hold text, the others hold blocks."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    CODE = "code"
    CAPTION = "caption"
    TERM = "term"
    IMAGE = "image"
    FORMULA = "formula"
    RULE = "rule"
    LIST = "list"
    ITEM = "item"
    QUOTE = "quote"
    TABLE = "table"
    ROW = "row"
    CELL = "cell"
    FIGURE = "figure"
    DEFINITIONS = "definitions"
    DESCRIPTION = "description"
    FOOTNOTE = "footnote"


CONTAINERS: Final = frozenset(
    {
        Kind.LIST, Kind.ITEM, Kind.QUOTE, Kind.TABLE, Kind.ROW, Kind.CELL,
        Kind.FIGURE, Kind.DEFINITIONS, Kind.DESCRIPTION, Kind.FOOTNOTE,
    }
)  # fmt: skip
"""Blocks that hold blocks and no text of their own."""


class InlineKind(StrEnum):
    """What stands in a line."""

    TEXT = "text"
    BREAK = "break"
    IMAGE = "image"
    FORMULA = "formula"
    NOTE = "note"


class Marks(IntEnum):
    """How text is marked: bits, added up in one number."""

    STRONG = 1
    EMPHASIS = 2
    DELETED = 4
    INSERTED = 8
    HIGHLIGHTED = 16
    SUPERSCRIPT = 32
    SUBSCRIPT = 64
    CODE = 128
