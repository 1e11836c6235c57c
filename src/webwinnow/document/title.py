"""The title of a page, as its title element says it."""

from __future__ import annotations

from typing import Final

from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.references import decode_references
from webwinnow.document.tokens import Tokens, start_tag_length
from webwinnow.document.tree.elements import Elements

_TITLE: Final = NUMBER["title"]
_DRAWING: Final = column("svg")


def read_title(source: str, tokens: Tokens, elements: Elements) -> str | None:
    """Read the first title element, white space folded; None if there is none or if it says nothing."""
    titles = elements.tag == _TITLE
    if not titles.any():
        return None
    titles &= ~elements.inside(_DRAWING[elements.tag])  # drawings have titles, too
    for tag in elements.first[titles][:1].tolist():
        token = source[tokens.tag_start[tag] : tokens.tag_end[tag]]
        following = source[tokens.gap_start[tag + 1] : tokens.gap_end[tag + 1]]
        return " ".join(decode_references(token[start_tag_length(token) :] or following).split()) or None
    return None
