"""The gold of a document: its Markdown, and the text that a reader sees."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.sites.blocks import (
    Block,
    Callout,
    CodeBlock,
    DataTable,
    Definitions,
    Equation,
    Figure,
    Heading,
    Items,
    Paragraph,
    Quotation,
    plain,
)
from benchmarks.sites.dialects import Gold


def gold_markdown(title: str, blocks: Sequence[Block]) -> str:
    """Write a document as Markdown below its headline."""
    return Gold().write([Heading(title, 1), *blocks])


def gold_text(title: str, blocks: Sequence[Block]) -> str:
    """Write a document as a reader sees it: a line for each item, row and paragraph, the headline first.

    Marks of footnotes and what only a screen reader says are left out; footnotes come last, formulas in TeX.
    """
    notes = [plain(block.note) for block in blocks if isinstance(block, Paragraph) and block.note]
    return "\n\n".join([title, *filter(None, map(_text, blocks)), *notes]) + "\n"


def _text(block: Block) -> str:
    match block:
        case Paragraph() | Heading():
            return plain(block.text)
        case Items():
            return "\n".join(plain(item.text) for item in block.items)
        case Definitions():
            return "\n".join(plain(part) for pair in block.pairs for part in pair)
        case DataTable():
            rows = ("\t".join(map(plain, row)) for row in block.rows)
            return "\n".join([*([plain(block.caption)] if block.caption else []), *rows])
        case CodeBlock():
            return block.text
        case Equation():
            return block.tex
        case Quotation():
            return "\n".join(map(plain, block.paragraphs))
        case Figure():
            return plain(block.caption or "")
        case Callout():
            return f"{plain(block.title)}\n{plain(block.text)}"
