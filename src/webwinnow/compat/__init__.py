"""Stand-ins for other libraries: the same names and arguments, our answers (docs/switching.md lists the differences).

from webwinnow.compat import trafilatura        # was: import trafilatura
from webwinnow.compat import justext            # was: import justext
from webwinnow.compat.readability import Document   # was: from readability import Document

What they share stands here: pages in any form, and arguments that have no effect.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from webwinnow.document import Document, read
from webwinnow.errors import UsageError


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
