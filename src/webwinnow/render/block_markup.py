"""Blocks as HTML of our own making: nothing of the page's markup is copied, every word and address is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from typing import Final, NamedTuple

from webwinnow.render.structure.block import Block, Inline, Tree, extents
from webwinnow.render.structure.kinds import Direction, InlineKind, Kind, Marks

_TAGS: Final = {
    Kind.PARAGRAPH: "p",
    Kind.IMAGE: "p",
    Kind.FORMULA: "p",
    Kind.CAPTION: "p",
    Kind.TERM: "dt",
    Kind.RULE: "hr",
    Kind.ITEM: "li",
    Kind.QUOTE: "blockquote",
    Kind.TABLE: "table",
    Kind.ROW: "tr",
    Kind.FIGURE: "figure",
    Kind.DEFINITIONS: "dl",
    Kind.DESCRIPTION: "dd",
    Kind.FOOTNOTE: "aside",
}
_MARK_TAGS: Final = (
    (Marks.STRONG, "strong"),
    (Marks.EMPHASIS, "em"),
    (Marks.DELETED, "del"),
    (Marks.INSERTED, "ins"),
    (Marks.HIGHLIGHTED, "mark"),
    (Marks.SUPERSCRIPT, "sup"),
    (Marks.SUBSCRIPT, "sub"),
    (Marks.CODE, "code"),
)
_AROUND: Final = {Kind.TABLE: ('<div class="scroll" tabindex="0">', "</div>")}
"""A wide table scrolls inside of an element of its own: as a scrolling block it would be no table to screen readers."""
_BARE: Final = frozenset({Kind.ITEM, Kind.CELL, Kind.DESCRIPTION})
"""What holds a single paragraph without saying so."""


class _Opened(NamedTuple):
    """A block that holds others, while those are written."""

    block: Block
    end: str
    language: str | None
    direction: Direction


def tree_markup(tree: Tree, language: str | None, direction: Direction) -> Iterator[str]:
    """Write the blocks one after the other; language and direction are told where they change."""
    opened = [_Opened(Block(Kind.QUOTE, -1), "", language, direction)]
    ends = extents(tree)
    for at, block in enumerate(tree):
        while opened[-1].block.depth >= block.depth:
            yield opened.pop().end
        around = opened[-1]
        name, attributes = _tag(block, around.block)
        attributes += _spoken(block, around)
        if block.holds_blocks:
            before, behind = _AROUND.get(block.kind, ("", ""))
            yield f"{before}<{name}{attributes}>"
            opened.append(_Opened(block, f"</{name}>{behind}\n", block.language, block.direction))
        elif block.kind is Kind.RULE:
            yield "<hr>\n"
        elif not attributes and name == "p" and around.block.kind in _BARE and ends[at - 1] == at + 1:
            yield _content(block)
        else:
            yield f"<{name}{attributes}>{_content(block)}</{name}>\n"
    while opened:
        yield opened.pop().end


def _tag(block: Block, around: Block) -> tuple[str, str]:
    """Name the tag of a block, and what it says besides language and direction."""
    if block.kind is Kind.HEADING:
        return f"h{block.level}", ""
    if block.kind is Kind.LIST:
        start = f' start="{block.number}"' if block.ordered and block.number != 1 else ""
        return ("ol" if block.ordered else "ul"), start
    if block.kind is Kind.ITEM:
        return "li", f' value="{block.number}"' if around.ordered else ""
    if block.kind is Kind.CELL:
        return ("th" if block.header else "td"), _stretch(block)
    if block.kind is Kind.CODE:
        return "pre", ' tabindex="0"'
    if block.kind is Kind.FOOTNOTE:
        return "aside", f' id="note-{escape(block.label)}" role="doc-footnote"'
    if block.kind is Kind.CAPTION:
        return {Kind.TABLE: "caption", Kind.FIGURE: "figcaption"}.get(around.kind, "p"), ""
    return _TAGS[block.kind], ""


def _stretch(block: Block) -> str:
    columns = f' colspan="{block.columns}"' if block.columns > 1 else ""
    return columns + (f' rowspan="{block.rows}"' if block.rows > 1 else "")


def _spoken(block: Block, around: _Opened) -> str:
    """Tell language and direction where they differ from those of the block around."""
    language = f' lang="{escape(block.language or "")}"' if block.language != around.language else ""
    return language + (f' dir="{block.direction}"' if block.direction != around.direction else "")


def _content(block: Block) -> str:
    if block.kind is not Kind.CODE:
        return inline_markup(block.inlines)
    named = f' class="language-{escape(block.label)}"' if block.label else ""
    return f"<code{named}>{escape(block.text, quote=False)}</code>"


def inline_markup(inlines: Iterable[Inline]) -> str:
    """Write a line; what belongs to one link stays one link."""
    parts: list[str] = []
    for address, group in groupby(inlines, key=lambda inline: inline.address):
        text = "".join(map(_inline, group))
        parts.append(f'<a href="{escape(address)}">{text}</a>' if address else text)
    return "".join(parts)


def _inline(inline: Inline) -> str:
    if inline.kind is InlineKind.BREAK:
        return "<br>"
    if inline.kind is InlineKind.IMAGE:
        return f'<img src="{escape(inline.source)}" alt="{escape(inline.text)}" loading="lazy">'
    if inline.kind is InlineKind.FORMULA:
        return f'<span role="math" class="formula">{escape(inline.text, quote=False)}</span>'
    text = escape(inline.text, quote=False)
    if inline.kind is InlineKind.NOTE:
        text = f'<a href="#note-{escape(inline.source)}" role="doc-noteref">{text}</a>'
    if inline.language:
        text = f'<span lang="{escape(inline.language)}">{text}</span>'
    for mark, tag in reversed(_MARK_TAGS):
        if inline.marks & mark:
            text = f"<{tag}>{text}</{tag}>"
    return text
