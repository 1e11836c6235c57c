"""Reading Markdown into a small tree of parts: the one reader for gold, for ours and for that of others.

CommonMark with tables, strike-through, footnotes, definition lists and `$...$` formulas, read by markdown-it-py. A
picture alone in a paragraph is a figure; a paragraph in italics right behind a figure, or right before a table, is its
caption, because Markdown has no form for captions and this is how most write them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from webwinnow.errors import MissingExtraError
from webwinnow.evaluate.alignment import unicode_words
from webwinnow.evaluate.structures.structure import Outlined, Structure, StructureKind, is_tellable

if TYPE_CHECKING:
    from markdown_it.token import Token


class PartKind(StrEnum):
    """What a part of Markdown is."""

    DOCUMENT = "document"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    TABLE = "table"
    ROW = "row"
    CELL = "cell"
    LIST = "list"
    ITEM = "item"
    DEFINITIONS = "definitions"
    TERM = "term"
    DESCRIPTION = "description"
    CODE = "code"
    FORMULA = "formula"
    FIGURE = "figure"
    CAPTION = "caption"
    QUOTE = "quote"
    FOOTNOTE = "footnote"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of Markdown: its own text, and the parts inside.

    `level` is that of a heading. `label` is the alternative text of a figure, the language of code, the kind of a
    callout, and of an ordered list its first number ("from 3").
    """

    kind: PartKind
    text: str = ""
    parts: tuple[Part, ...] = ()
    level: int = 0
    label: str = ""

    def walk(self) -> Iterator[Part]:
        """Pass over this part and all inside, in the order of the text."""
        left = [self]
        while left:
            part = left.pop()
            yield part
            left.extend(reversed(part.parts))

    def of_kind(self, *kinds: PartKind) -> list[Part]:
        """Return the parts of these kinds that stand in no other such part."""
        found, left = [], [self]
        while left:
            part = left.pop()
            if part.kind in kinds:
                found.append(part)
            else:
                left.extend(reversed(part.parts))
        return found


_OPENED: Final = {
    **dict.fromkeys(("bullet_list", "ordered_list"), PartKind.LIST),
    **dict.fromkeys(("th", "td"), PartKind.CELL),
    "heading": PartKind.HEADING,
    "paragraph": PartKind.PARAGRAPH,
    "table": PartKind.TABLE,
    "tr": PartKind.ROW,
    "list_item": PartKind.ITEM,
    "dl": PartKind.DEFINITIONS,
    "dt": PartKind.TERM,
    "dd": PartKind.DESCRIPTION,
    "blockquote": PartKind.QUOTE,
    "footnote": PartKind.FOOTNOTE,
}
"""What the tokens of the library open."""
_HOLDING_TEXT: Final = frozenset({PartKind.ITEM, PartKind.DESCRIPTION, PartKind.FOOTNOTE})
"""Parts whose first paragraph is their own text."""
_DEEPEST: Final = 100
"""How deep blocks may stand in each other."""
_CALLOUT: Final = re.compile(r"\[!(\w{1,20})\]\s*")
_TAG: Final = re.compile(r"<[^<>]*>")


@dataclass(slots=True)
class _Opened:
    """A part that is being read."""

    kind: PartKind
    level: int = 0
    label: str = ""
    text: str = ""
    in_italics: bool = False
    parts: list[tuple[Part, bool]] = field(default_factory=list)
    """With each part comes whether it is a paragraph in italics."""


@lru_cache(maxsize=8)
def read_markdown(markdown: str) -> Part:
    """Read Markdown; raises MissingExtraError without the library."""
    opened = [_Opened(PartKind.DOCUMENT)]
    for token in _parser()(markdown):
        kind = _OPENED.get(token.type.removesuffix("_open").removesuffix("_close"))
        if token.type == "inline":
            _read_line(opened[-1], token)
        elif token.type in ("fence", "code_block"):
            code = Part(PartKind.CODE, token.content.rstrip("\n"), label=token.info.strip().split(" ", 1)[0])
            opened[-1].parts.append((code, False))
        elif token.type.startswith("math_block"):
            opened[-1].parts.append((Part(PartKind.FORMULA, token.content.strip()), False))
        elif token.type == "html_block":
            opened[-1].parts.append((Part(PartKind.PARAGRAPH, _TAG.sub(" ", token.content)), False))
        elif kind is not None and token.nesting == 1:
            first = f"from {token.attrGet('start') or 1}" if token.type == "ordered_list_open" else ""
            level = int(token.tag[1:]) if kind is PartKind.HEADING else 0
            opened.append(_Opened(kind, level, first))
        elif kind is not None and token.nesting == -1:
            done = opened.pop()
            opened[-1].parts.append((_closed(done), done.in_italics))
    return _closed(opened[0])


@cache
def _parser() -> Callable[[str], list[Token]]:
    try:
        from markdown_it import MarkdownIt
        from mdit_py_plugins.deflist import deflist_plugin
        from mdit_py_plugins.dollarmath import dollarmath_plugin
        from mdit_py_plugins.footnote import footnote_plugin
    except ImportError:
        raise MissingExtraError("markdown-it-py", "evaluate") from None
    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable(["table", "strikethrough"])
    parser.use(footnote_plugin).use(deflist_plugin).use(dollarmath_plugin, allow_space=True, allow_digits=False)
    return parser.parse


def _read_line(holder: _Opened, token: Token) -> None:
    """Read text into the part around it; a picture alone is a figure, formulas are parts inside."""
    children: Sequence[Any] = token.children or ()
    seen = [
        child for child in children if child.type not in ("softbreak", "hardbreak") and (child.content or child.tag)
    ]
    formulas = (child.content.strip() for child in children if child.type.startswith("math_inline"))
    holder.parts += ((Part(PartKind.FORMULA, formula), False) for formula in formulas)
    pictures = [child for child in seen if child.type == "image"]
    holder.parts += ((Part(PartKind.FIGURE, label=child.content), False) for child in pictures)
    holder.text = " ".join("".join(map(_written, children)).split())
    holder.in_italics = bool(seen) and seen[0].type == "em_open" and _closes(seen) == len(seen) - 1


def _closes(children: Sequence[Any]) -> int:
    """Find where the emphasis that opens a line is closed."""
    return next(at for at, child in enumerate(children) if child.type == "em_close" and not child.level)


def _written(child: Any) -> str:
    if child.type in ("text", "code_inline") or child.type.startswith("math_inline"):
        return str(child.content)
    return " " if child.type in ("softbreak", "hardbreak", "html_inline", "image") else ""


def _closed(done: _Opened) -> Part:
    parts, text = _with_captions(done.parts), done.text
    if done.kind in _HOLDING_TEXT and parts and parts[0].kind is PartKind.PARAGRAPH:
        first, *others = parts
        text, parts = first.text, [*first.parts, *others]
    if done.kind is PartKind.QUOTE and parts and (callout := _CALLOUT.match(parts[0].text)):
        done.label = callout[1].lower()
        parts[0] = replace(parts[0], text=parts[0].text[callout.end() :])
    if done.kind is PartKind.ROW:
        while parts and not parts[-1].text and not parts[-1].parts:
            parts.pop()
    if done.kind is PartKind.TABLE:
        parts = [part for part in parts if part.parts]  # a header without names is none
    return Part(done.kind, text, tuple(parts), done.level, done.label)


def _with_captions(parts: Iterable[tuple[Part, bool]]) -> list[Part]:
    """Put captions to their figures and tables."""
    found: list[Part] = []
    waiting = False
    for part, in_italics in parts:
        before = found[-1] if found else None
        if part.kind is PartKind.PARAGRAPH and not part.text and any(_is_figure(each) for each in part.parts):
            found.extend(part.parts)
        elif in_italics and before is not None and _is_figure(before) and not before.text:
            found[-1] = Part(PartKind.FIGURE, part.text, label=before.label)
            in_italics = False
        elif part.kind is PartKind.TABLE and waiting and before is not None:
            caption = Part(PartKind.CAPTION, before.text)
            found[-1] = Part(PartKind.TABLE, parts=(caption, *part.parts))
        else:
            found.append(part)
        waiting = in_italics
    return found


def _is_figure(part: Part) -> bool:
    return part.kind is PartKind.FIGURE


_KINDS: Final = {
    PartKind.TABLE: StructureKind.TABLE,
    PartKind.LIST: StructureKind.LIST,
    PartKind.DEFINITIONS: StructureKind.LIST,
    PartKind.CODE: StructureKind.CODE,
    PartKind.FORMULA: StructureKind.FORMULA,
    PartKind.FIGURE: StructureKind.FIGURE,
    PartKind.HEADING: StructureKind.HEADING,
}


@lru_cache(maxsize=4)
def markdown_outline(markdown: str) -> Outlined:
    """Find the structures of Markdown, as `page_outline` does those of a page."""
    words: list[str] = []
    structures: list[Structure] = []
    left: list[Part | tuple[StructureKind, int]] = [read_markdown(markdown)]
    while left:
        part = left.pop()
        if isinstance(part, tuple):
            structures.append(Structure(*part, len(words)))
            continue
        kind = _KINDS.get(part.kind)
        inline = part.kind in (PartKind.PARAGRAPH, PartKind.CELL, PartKind.HEADING) and bool(part.text)
        if kind is not None:
            left.append((kind, len(words)))
        words += unicode_words(part.text)
        left.extend(each for each in reversed(part.parts) if not (inline and each.kind is PartKind.FORMULA))
    return Outlined(tuple(words), tuple(each for each in _outermost(structures) if is_tellable(each)))


def _outermost(structures: Iterable[Structure]) -> Iterator[Structure]:
    """Leave out lists in lists, and all but captions in tables."""
    ends: dict[StructureKind, int] = {}
    for each in sorted(structures, key=lambda each: (each.first, -each.last)):
        inside = each.first < ends.get(StructureKind.TABLE, 0) or each.first < ends.get(each.kind, 0)
        ends[each.kind] = max(ends.get(each.kind, 0), each.last)
        if not inside:
            yield each
