"""What other programs answer, as text.

Paper: gottron2007, section 4.2: tags, comments, styles and scripts are removed, entities resolved, white space
folded.
"""

from __future__ import annotations

import re
from typing import Final

from webwinnow.document import Document
from webwinnow.render.text import render_text

_HTML: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:[a-z]|!|\?xml)", re.IGNORECASE)


def looks_like_html(data: bytes) -> bool:
    """Tell HTML from text: HTML begins with a tag, a comment or a declaration.

    A text with tags further down stays a text: it may speak of HTML.
    """
    return _HTML.match(data) is not None


def visible_text(page: Document) -> str:
    """The text that readers of a page see."""
    return render_text(page, page.visible)


def text_of(data: bytes, *, charset: str | None = None, html: bool | None = None) -> str:
    """Read an answer that is text or HTML; by its looks, if nobody says which."""
    if looks_like_html(data) if html is None else html:
        return visible_text(Document.from_bytes(data, transport=charset))
    try:
        return data.decode(charset or "utf-8", "replace").removeprefix("\ufeff")
    except LookupError:  # a charset that Python does not know
        return data.decode("utf-8", "replace")
