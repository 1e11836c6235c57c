"""Filters that change what links count for, so that methods that compare text with code do not trip over them.

Paper: ghorbani2014, section 3 (Filters 1 to 3); mohammadzadeh2013, section 4.6.1. `bare-tags` does to all tags what
Filter 2 does to links.
Ours: nothing is removed from the source or written into it: text is hidden, and tags count for other lengths.
Deviations: none.   Cost: O(tags).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NAMES, NUMBER
from webwinnow.spans import Spans
from webwinnow.stages import Prefilter

_LINK: Final = NUMBER["a"]
_TAGS: Final = len("<a></a>")
_REMOVED: Final = ("attributes", "href")
_ADDRESS: Final = re.compile(r"""\shref\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+)""", re.IGNORECASE)
_LENGTHS: Final = [0, *map(len, NAMES)]
"""How long the name of each tag is, by its number."""


@dataclass(frozen=True, slots=True)
class Filter1(Prefilter):
    """Removes all links and their texts: no menu survives, and the links in the content are lost, too.

    Paper: ghorbani2014, section 3.1, Algorithm 1; mohammadzadeh2013, section 4.6.1.1, Algorithm 2.
    """

    name: ClassVar[str] = "filter1"

    def __call__(self, page: Document) -> Document:
        """Hide what links hold, and let their tags and all tags inside count as nothing."""
        links = np.flatnonzero(page.elements.tag == _LINK)
        first, close = page.elements.first[links] + 1, page.elements.close[links]
        text = np.column_stack([page.tokens.gap_start[first], page.tokens.gap_end[close]])
        depth = np.bincount(first, minlength=len(page.code) + 2) - np.bincount(close, minlength=len(page.code) + 2)
        gone = (np.cumsum(depth)[: len(page.code)] > 0) | (np.abs(page.tokens.code) == _LINK)
        hidden = Spans(text, size=len(page.source))
        return page.without(hidden).with_code(np.where(gone, 0, page.code))


@dataclass(frozen=True, slots=True)
class Filter2(Prefilter):
    """Strips links of their addresses: keeps links in the content, but menus look like content, too.

    Paper: ghorbani2014, section 3.2, Algorithm 2; mohammadzadeh2013, section 4.6.1.2, Algorithm 3.
    UNSPECIFIED: which attributes. The text leaves `<a>anchor text</a>`, the listing removes `href` alone. Ours: the
    text; `removes="href"` is the listing. Word-bag F1 of `filter2 >> danag` .698, with the listing .689 (macro average
    over 30 pages of each of the 13 sets named in document/lines.py, 2026-11-17).
    """

    name: ClassVar[str] = "filter2"
    removes: str = "attributes"
    """What is taken from the start tags of links: all `attributes`, or `href` alone."""

    def __post_init__(self) -> None:
        """Check the choice."""
        self.require_choice("removes", _REMOVED)

    def __call__(self, page: Document) -> Document:
        """Let the start tags of links count as three characters, or for what they are without their address."""
        if self.removes == "attributes":
            return page.with_code(np.where(page.tokens.code == _LINK, len("<a>"), page.code))
        code, tags = page.code.copy(), np.flatnonzero((page.tokens.code == _LINK) & (page.code > 0))
        starts, ends = page.tokens.tag_start[tags].tolist(), page.tokens.tag_end[tags].tolist()
        for tag, start, end in zip(tags.tolist(), starts, ends, strict=True):
            address = _ADDRESS.search(page.source, start, end)
            code[tag] -= len(address[0]) if address else 0
        return page.with_code(np.maximum(code, 0))


@dataclass(frozen=True, slots=True)
class Filter3(Prefilter):
    """Balances links: a menu no longer looks like content, nor a linked paragraph like code.

    Paper: ghorbani2014, section 3.3, Algorithm 3; mohammadzadeh2013, section 4.6.1.3, Algorithm 4.
    Ours: the placeholder is not written into the source; the tag counts as if it were there.
    UNSPECIFIED: texts shorter than the seven characters of `<a></a>`. Ours: the placeholder is empty then. The blank
    before the placeholder in the paper's picture is not counted, since a link between two others must come out at zero
    (section 4.6.1.3): the tags of a link then count exactly as many characters as its text has.
    """

    name: ClassVar[str] = "filter3"

    def __call__(self, page: Document) -> Document:
        """Let the start tag of each link count for its text."""
        links = np.flatnonzero(page.elements.tag == _LINK)
        start_tag = page.elements.first[links]
        own = page.tokens.code[np.minimum(start_tag, len(page.code) - 1)] == page.elements.tag[links]
        links, start_tag = links[own], start_tag[own]
        ends = page.tokens.gap_end[page.elements.close[links]]
        text = page.visible.characters_before(ends) - page.visible.characters_before(page.tokens.tag_end[start_tag])
        code = page.code.copy()
        code[start_tag] = len("<a>") + np.maximum(text - _TAGS, 0)
        return page.with_code(code)


@dataclass(frozen=True, slots=True)
class BareTags(Prefilter):
    """Strips all tags of their attributes: text is weighed against the number of tags rather than their length.

    Paper: ghorbani2014, section 3.2, for links alone (Filter 2); that it is done to all tags is ours.
    On today's pages class names, sources of images and data for scripts outweigh the text around them, which the
    methods that compare text with code were not made for. The recipe `addanag-bare` has a word-bag F1 of .910 on the
    709 articles of wcxb-dev and .721 on Wikipedia where `addanag` has .854 and .396, and .801 on average over samples
    of 12 sets of pages where that has .729 (2026-11-16; document/lines.py names them).
    """

    name: ClassVar[str] = "bare-tags"

    def __call__(self, page: Document) -> Document:
        """Let each tag count for its name and its brackets, never for more than it did."""
        code = page.tokens.code
        names = np.array(_LENGTHS + [len(name) for name in page.tokens.invented] + [0])
        bare = names[np.minimum(np.abs(code), len(names) - 1)] + np.where(code < 0, len("</>"), len("<>"))
        return page.with_code(np.minimum(bare, page.code))
