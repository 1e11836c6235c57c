"""The stretches of a line as TEI elements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final

from webwinnow.render.structure.block import Inline
from webwinnow.render.structure.kinds import InlineKind, Marks
from webwinnow.render.xml_text import content, element, language_tag, pointer

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


def write_inlines(inlines: Iterable[Inline], notes: Mapping[str, str]) -> str:
    """Write a line; what belongs to one link stays one. `notes` gives the identifiers of footnotes by their labels."""
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
    for mark, name, rendition in _MARKED:
        if inline.marks & mark:
            text = element(name, {"rend": rendition}, text)
    if inline.kind is InlineKind.NOTE and inline.source in notes:
        text = element("ref", {"type": "note", "target": f"#{notes[inline.source]}"}, text)
    language = language_tag(inline.language)
    return element("foreign", {"xml:lang": language}, text) if language else text
