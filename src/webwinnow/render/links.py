"""Removed links, to be put below the main content so that a page can still be left by them.

Paper: mohammadzadeh2013, section 3.2.1 ("the removed links will be saved at the end"), Algorithm 1 ("addLinks").
"""

from __future__ import annotations

import html
from typing import Final, NamedTuple

import numpy as np

from webwinnow.document import Document
from webwinnow.document.links import absolute, base_address
from webwinnow.document.tree.elements import Marked
from webwinnow.spans import Spans

_LEADS_NOWHERE: Final = ("javascript:", "#")
_HEADING: Final = "Removed links"


class RemovedLink(NamedTuple):
    """A link of the page that is not in the main content."""

    text: str
    url: str


def removed_links(page: Document, spans: Spans, among: Marked) -> list[RemovedLink]:
    """List those of the marked links of which no text was kept, as they stand in the page, each once.

    Addresses are made absolute. Algorithm 1 saves text links alone (`prefilters.crunch.saved_links`).
    """
    visible = page.in_subtrees(page.characters_before)
    kept = page.in_subtrees(page.within(spans).characters_before)
    removed = np.flatnonzero(among & (visible > 0) & (kept == 0))
    base, texts = base_address(page), page.texts.of(removed)
    addresses = (page.attributes(element).get("href", "").strip() for element in removed.tolist())
    found = (
        RemovedLink(text, absolute(base, address))
        for text, address in zip(texts, addresses, strict=True)
        if address and not address.lower().startswith(_LEADS_NOWHERE)
    )
    return list(dict.fromkeys(found))


def text_with_links(text: str, links: list[RemovedLink]) -> str:
    """Put the links below a text, one a line."""
    lines = [f"{link.text} <{link.url}>\n" for link in links]
    return "".join([text, "\n" * bool(text), f"{_HEADING}:\n\n", *lines]) if links else text


def html_with_links(markup: str, links: list[RemovedLink]) -> str:
    """Put the links as a list at the end of a page's body."""
    if not links:
        return markup
    items = "".join(f'<li><a href="{html.escape(url)}">{html.escape(text)}</a></li>\n' for text, url in links)
    listed = f"<section>\n<h2>{_HEADING}</h2>\n<ul>\n{items}</ul>\n</section>\n"
    end = markup.lower().rfind("</body")
    return f"{markup[:end]}{listed}{markup[end:]}" if end >= 0 else f"{markup}\n{listed}"
