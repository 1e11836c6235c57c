"""Crunch: links that are text go.

Paper: mohammadzadeh2013, section 3.2.1, Algorithm 1 ("isTextLink"); gupta2003.
A link is text unless an image stands directly in it, as in Crunch's own program.
Deviations: none.   Cost: O(elements).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.subtrees import Marked, child_sums
from webwinnow.prefilters.crunch.removal import links, without_elements
from webwinnow.stages import Prefilter

_IMAGE: Final = column("img image")


@dataclass(frozen=True, slots=True)
class CrunchTextLinks(Prefilter):
    """Removes links with their texts, those in the content, too: `--links-at-end` brings them back below it."""

    name: ClassVar[str] = "crunch-text-links"

    def __call__(self, page: Document) -> Document:
        """Hide the links."""
        return without_elements(page, text_links(page))


def text_links(page: Document) -> Marked:
    """Mark the links that no image stands in."""
    images = child_sums(page.elements, _IMAGE[page.elements.tag])
    marked: Marked = links(page) & (images == 0)
    return marked
