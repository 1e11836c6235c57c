"""Text in an order and form fit for speech, for piping to a speech program.

Headings, lists, quotes and code are announced, items numbered, links and images named, and tables read as sentences:
each row by the names of its columns. The announcements are in the language of each block; where there are none for a
language (phrases.toml), only numbers and the page's own words are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from webwinnow.document import Document
from webwinnow.render.content import content_tree
from webwinnow.render.formats import Facts, RenderOptions, joined
from webwinnow.render.languages import phrase
from webwinnow.render.structure.block import Block, Inline, InlineKind, Kind, Tree, children, extents
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structure.tables import Grid, grid_of, has_header
from webwinnow.spans import Spans

_LONGEST_NAME: Final = 60
"""Characters of the name of a column that are said in each row."""
_LONG: Final = 50_000
"""Characters of a text whose words are found one by one: all together take twenty times its room."""
_WORD: Final = re.compile(r"\S+")
_ENDS: Final = frozenset(".!?…:;。！？：；؟۔।‽")
"""A sentence that ends with one of these needs no full stop."""


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for."""
    return tree_speech(content_tree(facts, spans, options))


def render_speech(page: Document, spans: Spans) -> str:
    """Render what the spans cover as text to be read aloud; ends with a newline unless there is nothing."""
    return tree_speech(build_tree(page, spans))


def tree_speech(tree: Tree) -> str:
    """Write a tree of blocks as sentences, a blank line after each block."""
    said = joined((sentence for sentence in _said(tree) if sentence.strip()), "\n\n")
    return f"{said}\n" if said else ""


def _said(tree: Tree) -> Iterator[str]:
    ends = extents(tree)
    at, quotes = 0, list[tuple[int, Block]]()
    lead = ""
    while at < len(tree):
        while quotes and quotes[-1][0] <= at:
            yield _sentence(phrase("end_of_quote", quotes.pop()[1].language))
        block = tree[at]
        if block.kind is Kind.TABLE:
            yield from _table(tree, ends, at)
            at = ends[at]
            continue
        if block.kind is Kind.QUOTE and not block.label:
            quotes.append((ends[at], block))
        yield _announced(tree, ends, at)
        if block.kind is Kind.ITEM:
            lead += f"{block.number}. "  # also in lists without numbers: listeners know where they are
        elif block.kind is Kind.FOOTNOTE:
            lead = phrase("note", block.language, block.label) + ": "
        elif block.inlines and not _is_said_beside(tree, at):
            yield lead + _leaf(block)
            lead = ""
        at += 1
    for _, block in reversed(quotes):
        yield _sentence(phrase("end_of_quote", block.language))


def _is_said_beside(tree: Tree, at: int) -> bool:
    """Tell whether a block is a picture that is named as its caption says, which is read anyway."""
    block = tree[at]
    if block.text.strip():  # as of most, and of some very long
        return False
    names = {_folded(inline.text) for inline in block.inlines if inline.text.strip()}
    if len(names) != 1:
        return False
    return names <= {_folded(other.text) for other in tree[max(at - 1, 0) : at + 2] if other is not block}


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


def _announced(tree: Tree, ends: Sequence[int], at: int) -> str:
    """Say what begins, as far as a listener cannot hear it from the words."""
    block = tree[at]
    if block.kind is Kind.LIST:
        items = sum(1 for _ in children(ends, at))
        return _sentence(phrase("list", block.language, items)) if items > 1 else ""
    if block.kind is Kind.CODE or (block.kind is Kind.QUOTE and not block.label):
        return _sentence(phrase(block.kind, block.language))
    return ""


def _leaf(block: Block) -> str:
    text = _text(block.inlines, block.language)
    if block.kind is Kind.HEADING:
        return _sentence(phrase("heading", block.language, block.level, text))
    if block.kind is Kind.CODE:
        return block.text
    if block.kind is Kind.TERM:
        return text if text[-1:] in _ENDS else f"{text}:"
    return _sentence(text)


def _text(inlines: Sequence[Inline], language: str | None) -> str:
    text = joined(_linked(inlines, language))
    if len(text) <= _LONG:
        return " ".join(text.split())
    return joined((word[0] for word in _WORD.finditer(text)), " ")


def _linked(inlines: Sequence[Inline], language: str | None) -> Iterator[str]:
    for address, group in groupby(inlines, key=lambda inline: inline.address):
        text = joined(_spoken(inline, language) for inline in group)
        yield _named_link(text, language) if address and text.strip() else text


def _named_link(text: str, language: str | None) -> str:
    bare = text.strip()
    before, _, behind = text.partition(bare)
    return f"{before}{phrase('link', language, bare)}{behind}"


def _spoken(inline: Inline, language: str | None) -> str:
    if inline.kind is InlineKind.IMAGE:
        return f" {_sentence(phrase('image', language, inline.text))} " if inline.text else ""
    if inline.kind is InlineKind.FORMULA:
        return f" {phrase('formula', language, inline.text)} "
    if inline.kind is InlineKind.NOTE:
        return f" ({phrase('see_note', language, inline.source)})"
    return " " if inline.kind is InlineKind.BREAK else inline.text


def _table(tree: Tree, ends: Sequence[int], at: int) -> Iterator[str]:
    """Say a table row by row: the name of each column, then what the cell holds."""
    language = tree[at].language
    grid = grid_of(tree, ends, at)
    names = [_cell(tree, ends, cell) for cell in grid[0]] if has_header(tree, grid) else []
    rows = grid[1:] if names else grid
    captions = [_leaf(tree[child]) for child in children(ends, at) if tree[child].kind is Kind.CAPTION]
    announced = _sentence(phrase("table", language, len(rows)))
    yield " ".join(filter(None, [announced, *captions]))
    short = [_shortened(name) for name in names]
    told = {column for row in rows for column, cell in enumerate(row) if cell is not None and ends[cell] > cell + 1}
    told -= {column for column, name in enumerate(names) if name != short[column]}
    yield _sentence("; ".join(name for column, name in enumerate(names) if name and column not in told))
    for number, row in enumerate(rows, start=1):
        said = _row(tree, ends, row, short)
        yield _sentence(f"{phrase('row', language, number)}: {said}") if said else ""


def _shortened(name: str) -> str:
    """Cut the long name of a column, which is said in full once, and shortened in each row."""
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def _row(tree: Tree, ends: Sequence[int], row: Grid | list[int | None], names: list[str]) -> str:
    said: list[str] = []
    for column, cell in enumerate(row):
        text = _cell(tree, ends, cell) if isinstance(cell, int) else ""
        name = names[column] if column < len(names) else ""
        said += [f"{name}: {text}" if name else text] if text else []
    return "; ".join(said)


def _cell(tree: Tree, ends: Sequence[int], cell: int | None) -> str:
    if cell is None:
        return ""
    inside = (block for block in tree[cell + 1 : ends[cell]] if block.inlines)
    return ", ".join(filter(None, (_text(block.inlines, block.language) for block in inside)))


def _sentence(text: str) -> str:
    """End a text as a sentence, so that speech pauses behind it."""
    bare = text.strip()
    if not bare or bare[-1] in _ENDS or (bare[-1] in "\"'”’»)" and bare[-2:-1] in _ENDS):
        return bare
    return bare + ("。" if "\u3040" <= bare[-1] <= "\u9fff" else ".")
