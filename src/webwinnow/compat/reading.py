"""What the stand-ins share: pages in any form, arguments that have no effect here, and parts that can be left out."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.extraction import Result, extract, read
from webwinnow.render.structure.block import Tree
from webwinnow.render.structure.kinds import InlineKind, Kind
from webwinnow.spans import Spans


def read_any(content: Any, url: str | None = None, encoding: str | None = None) -> Document:
    """Make a page of text, bytes, the answer of an HTTP library, or an element of lxml."""
    if isinstance(content, str | bytes | bytearray | Document):
        return read(bytes(content) if isinstance(content, bytearray) else content, url=url, encoding=encoding)
    body = getattr(content, "data", None) or getattr(content, "content", None)
    if isinstance(body, bytes):
        return read(body, url=url, encoding=encoding)
    if hasattr(content, "getroottree"):
        tostring = import_module("lxml.html").tostring  # who has an element has the library
        return read(str(tostring(content, encoding="unicode")), url=url)
    raise UsageError(f"a page is text, bytes or an HTTP answer, not {type(content).__name__}")


def without_effect(given: Mapping[str, object], defaults: Mapping[str, object]) -> None:
    """Warn of arguments that somebody has set and that change nothing here."""
    idle = [name for name, value in given.items() if value != defaults[name]]
    if idle:
        told = f"{', '.join(idle)}: without effect in webwinnow (see docs/switching.md)"
        warnings.warn(told, UserWarning, stacklevel=3)


def extracted(page: Document, *, precision: bool = False, recall: bool = False) -> Result:
    """Extract as the favour asks; precision and recall at once are balance."""
    favour = "balance" if precision == recall else "precision" if precision else "recall"
    return extract(page, f"consensus(favour='{favour}')")


def without_tables(tree: Tree) -> Tree:
    """Leave tables out, with all that is inside."""
    kept, depth = [], -1
    for block in tree:
        if depth >= 0 and block.depth > depth:
            continue
        depth = block.depth if block.kind is Kind.TABLE else -1
        if depth < 0:
            kept.append(block)
    return tuple(kept)


def without_images(tree: Tree) -> Tree:
    """Leave pictures out."""
    return tuple(
        block._replace(inlines=tuple(inline for inline in block.inlines if inline.kind is not InlineKind.IMAGE))
        for block in tree
        if block.kind is not Kind.IMAGE
    )


def spans_of(tree: Tree, page: Document) -> Spans:
    """Give the places of all blocks."""
    return Spans([place for block in tree for place in block.spans], size=len(page.source))
