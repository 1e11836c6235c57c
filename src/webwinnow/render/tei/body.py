"""The blocks of a page as TEI elements, one loop with a stack.

Headings open divisions, as far as they stand in no other block. What somebody says, as far as it stands in no other
block, is a speech. What TEI knows only in pairs or in a certain order is completed: a term without a description gets
an empty one, a table's caption stands before its rows, a speech that is an image has an empty paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from webwinnow.posts.interviews import leading_name
from webwinnow.render.structure.block import (
    Block,
    Direction,
    Inline,
    InlineKind,
    Kind,
    Marks,
    Tree,
    UnmadeTree,
    children,
    extents,
)
from webwinnow.render.xml import attributes, content, element, language_tag, pointer

_MARKED: Final = (
    (Marks.CODE, "code", None),  # innermost: it may hold nothing but text
    (Marks.SUBSCRIPT, "hi", "sub"),
    (Marks.SUPERSCRIPT, "hi", "sup"),
    (Marks.HIGHLIGHTED, "hi", "mark"),
    (Marks.INSERTED, "add", None),
    (Marks.DELETED, "del", None),
    (Marks.EMPHASIS, "hi", "italic"),
    (Marks.STRONG, "hi", "bold"),
)
"""The elements of marks from the inside out."""
_CONTAINERS: Final = {
    Kind.ITEM: "item",
    Kind.QUOTE: "quote",
    Kind.TABLE: "table",
    Kind.ROW: "row",
    Kind.CELL: "cell",
    Kind.FIGURE: "figure",
    Kind.DESCRIPTION: "item",
    Kind.FOOTNOTE: "note",
    Kind.LIST: "list",
    Kind.DEFINITIONS: "list",
}
_BESIDE_SPEECH: Final = frozenset({Kind.SPEAKER, Kind.FIGURE, Kind.FOOTNOTE, Kind.RULE})
"""Blocks that are no part of what a speech must have."""
_HEADED: Final = frozenset({Kind.TABLE, Kind.FIGURE})
_NO_ROW: Final = "<row><cell/></row>"


def write_inlines(inlines: Sequence[Inline], notes: Mapping[str, str]) -> str:
    """Write a line; what belongs to one link stays one. `notes` gives the identifiers of footnotes by their labels."""
    if len(inlines) == 1 and not inlines[0].address:  # as most
        return _inline(inlines[0], notes)
    parts: list[str] = []
    for address, group in groupby(inlines, key=lambda inline: inline.address):
        text = "".join(_inline(inline, notes) for inline in group)
        parts.append(element("ref", {"target": pointer(address) or None}, text) if address else text)
    return "".join(parts)


def _inline(inline: Inline, notes: Mapping[str, str]) -> str:
    if inline.kind is InlineKind.BREAK:
        return "<lb/>"
    if inline.kind is InlineKind.IMAGE:
        described = element("desc", {}, content(inline.text)) if inline.text else ""
        return element("graphic", {"url": pointer(inline.source)}, described)
    if inline.kind is InlineKind.FORMULA:
        return element("formula", {"notation": "TeX", "rend": inline.source or None}, content(inline.text))
    return _text(inline, notes)


def _text(inline: Inline, notes: Mapping[str, str]) -> str:
    text = content(inline.text)
    for mark, name, rendition in _MARKED if inline.marks else ():
        if inline.marks & mark:
            text = element(name, {"rend": rendition}, text)
    if inline.kind is InlineKind.NOTE and inline.source in notes:
        text = element("ref", {"type": "note", "target": f"#{notes[inline.source]}"}, text)
    language = language_tag(inline.language)
    return element("foreign", {"xml:lang": language}, text) if language else text


def _name(block: Block) -> str:
    """Name the element of a block that holds blocks; a callout is a note."""
    return "note" if block.kind is Kind.QUOTE and block.label else _CONTAINERS[block.kind]


class _Opened(NamedTuple):
    """A block that holds others, while those are written."""

    block: Block
    language: str | None
    direction: Direction


def speaker_identifiers(tree: Tree) -> dict[str, str]:
    """Number everybody who speaks."""
    if isinstance(tree, UnmadeTree):
        return {}
    names = dict.fromkeys(block.speaker for block in tree if block.speaker and not block.depth)
    return {name: f"speaker-{number}" for number, name in enumerate(names, start=1)}


def write_body(tree: Tree, language: str | None) -> Iterator[str]:
    """Write all blocks; `language` is that of the page, and named again only where it changes."""
    return _Writer(tree, language).written() if tree else iter(["<p/>\n"])


def _without_name(block: Block) -> tuple[tuple[Inline, ...], Sequence[Inline]]:
    """Part the name with a colon that a turn of an interview begins with from what is said; no name if it has none."""
    name = leading_name(block.text) if block.kind is Kind.PARAGRAPH and block.speaker else ""
    if not name or name != block.speaker:
        return (), block.inlines
    left = min(at for at, letter in enumerate(block.text) if letter in ":：") + 1
    for at, inline in enumerate(block.inlines):
        taken = len(inline.text) if inline.kind is not InlineKind.IMAGE else 0
        if taken >= left:
            name_ends, goes_on = inline._replace(text=inline.text[:left]), inline._replace(text=inline.text[left:])
            rest = [each for each in (goes_on, *block.inlines[at + 1 :]) if each.text or each is not goes_on]
            rest[:1] = [each._replace(text=each.text.lstrip()) for each in rest[:1]]
            return (*block.inlines[:at], name_ends), tuple(rest)
        left -= taken
    return (), block.inlines


class _Writer:
    """What is open while blocks are written: blocks that hold blocks, and divisions by the level of their heading."""

    def __init__(self, tree: Tree, language: str | None) -> None:
        self.tree, self.ends = tree, extents(tree)
        self.opened = [_Opened(Block(Kind.QUOTE, -1), language, "ltr")]
        self.divisions: list[int] = []
        made = () if isinstance(tree, UnmadeTree) else tree
        labels = dict.fromkeys(block.label for block in made if block.kind is Kind.FOOTNOTE)
        self.notes = {label: f"note-{number}" for number, label in enumerate(labels, start=1)}
        self.named: set[str] = set()
        self.people = speaker_identifiers(tree)
        self.speaking, self.said = "", False
        """Who speaks now, and whether anything was said."""

    def written(self) -> Iterator[str]:
        """Write block after block."""
        for at, block in enumerate(self.tree):
            yield from self._close(block.depth)
            around = self.opened[-1].block.kind
            if not block.depth:
                yield from self._speech(block)
            if block.kind is Kind.HEADING and not block.depth:
                yield from self._division(block)
            elif block.holds_blocks:
                yield from self._open(at, block, around)
            elif block.kind is not Kind.CAPTION or around is not Kind.TABLE:
                yield self._leaf(block, around) + "\n"
            if block.kind is Kind.TERM and around is Kind.DEFINITIONS and not self._is_pair(at, at + 1):
                yield "<item/>\n"
        yield from self._close(0)
        yield from self._end_of_speech()
        yield from ["</div>\n"] * len(self.divisions)

    def _close(self, depth: int) -> Iterator[str]:
        while self.opened[-1].block.depth >= depth:
            yield f"</{_name(self.opened.pop().block)}>\n"

    def _speech(self, block: Block) -> Iterator[str]:
        """End the speech that a block is no part of, and begin the one that it begins."""
        speaker = "" if block.kind is Kind.HEADING else block.speaker
        name, _ = _without_name(block)
        if speaker != self.speaking or block.kind is Kind.SPEAKER or name:
            yield from self._end_of_speech()
            if speaker:
                yield f"<sp{attributes({'who': f'#{self.people[speaker]}'})}>\n"
                self.speaking = speaker
        if name:
            yield element("speaker", {}, write_inlines(name, self.notes)) + "\n"
        self.said |= block.kind not in _BESIDE_SPEECH and not (block.kind is Kind.QUOTE and bool(block.label))

    def _end_of_speech(self) -> Iterator[str]:
        if self.speaking:
            yield "</sp>\n" if self.said else "<p/>\n</sp>\n"
        self.speaking, self.said = "", False

    def _division(self, block: Block) -> Iterator[str]:
        """Start the division that a heading is the head of; those of its level and below end."""
        while self.divisions and self.divisions[-1] >= block.level:
            self.divisions.pop()
            yield "</div>\n"
        self.divisions.append(block.level)
        yield f"<div>\n{element('head', self._spoken(block), write_inlines(block.inlines, self.notes))}\n"

    def _open(self, at: int, block: Block, around: Kind) -> Iterator[str]:
        if block.kind is Kind.DESCRIPTION and not self._is_pair(at - 1, at):
            yield "<label/>\n"
        told = attributes(self._details(block, around) | self._spoken(block))
        yield f"<{_name(block)}{told}>\n"
        language = language_tag(block.language) or self.opened[-1].language
        self.opened.append(_Opened(block, language, block.direction))
        if block.kind is Kind.TABLE:
            yield from self._table_head(at)

    def _table_head(self, at: int) -> Iterator[str]:
        """Write the captions of a table, and a row if it has none of its own."""
        inside = [self.tree[child] for child in children(self.ends, at)]
        for block in inside:
            if block.kind is Kind.CAPTION:
                yield element("head", self._spoken(block), write_inlines(block.inlines, self.notes)) + "\n"
        if not any(block.kind is Kind.ROW for block in inside):
            yield _NO_ROW

    def _details(self, block: Block, around: Kind) -> dict[str, str | None]:
        """Tell what the block says besides its language and direction."""
        if block.kind is Kind.DEFINITIONS:
            return {"type": "gloss"}
        if block.kind is Kind.QUOTE:
            return {"type": block.label or None}
        if block.kind is Kind.LIST:
            return {"rend": "numbered" if block.ordered else "bulleted"}
        if block.kind is Kind.ITEM and around is Kind.LIST and self.opened[-1].block.ordered:
            return {"n": str(block.number)}
        if block.kind is Kind.CELL:
            columns, rows = (str(count) if count > 1 else None for count in (block.columns, block.rows))
            return {"role": "label" if block.header else None, "cols": columns, "rows": rows}
        return self._footnote(block) if block.kind is Kind.FOOTNOTE else {}

    def _footnote(self, block: Block) -> dict[str, str | None]:
        is_first = block.label not in self.named
        self.named.add(block.label)
        return {"xml:id": self.notes[block.label] if is_first else None, "n": block.label, "place": "bottom"}

    def _leaf(self, block: Block, around: Kind) -> str:
        told = self._spoken(block)
        if block.kind is Kind.RULE:
            return '<milestone unit="section" rend="rule"/>'
        if block.kind is Kind.CODE:
            code = element("code", {"lang": block.label or None}, content(block.text))
            return element("ab", {"type": "code", "xml:space": "preserve"} | told, code)
        if block.kind is Kind.SPEAKER and not block.depth:
            return element("speaker", told, write_inlines(block.inlines, self.notes))
        written = write_inlines(block.inlines if block.depth else _without_name(block)[1], self.notes)
        if block.kind is Kind.HEADING:  # inside of a quote, an item ...: no division can start there
            return element("ab", {"type": "head", "n": str(block.level)} | told, written)
        if block.kind is Kind.CAPTION:
            return element("head", told, written) if around in _HEADED else element("p", {"rend": "caption"}, written)
        return element("label" if block.kind is Kind.TERM and around is Kind.DEFINITIONS else "p", told, written)

    def _is_pair(self, term: int, description: int) -> bool:
        """Tell whether two neighbours are a term and its description."""
        if term < 0 or description >= len(self.tree):
            return False
        first, second = self.tree[term], self.tree[description]
        return first.kind is Kind.TERM and second.kind is Kind.DESCRIPTION and first.depth == second.depth

    def _spoken(self, block: Block) -> dict[str, str | None]:
        """Tell language and direction where they differ from those around."""
        around, language = self.opened[-1], language_tag(block.language)
        direction = None if block.direction == around.direction else f"direction:{block.direction}"
        return {"xml:lang": None if language == around.language else language, "style": direction}
