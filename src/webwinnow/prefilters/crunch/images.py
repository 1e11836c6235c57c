"""Crunch: images go; in a page of spans that means that their tags count as nothing.

Paper: mohammadzadeh2013, section 3.2.1; gupta2003.
Deviations: none.   Cost: O(elements).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.prefilters.crunch.removal import without_elements
from webwinnow.stages import Prefilter

_IMAGE: Final = column("img image picture")


@dataclass(frozen=True, slots=True)
class CrunchImages(Prefilter):
    """Removes images: no text changes, but methods that count tags see fewer."""

    name: ClassVar[str] = "crunch-images"

    def __call__(self, page: Document) -> Document:
        """Let the tags of images count as nothing."""
        return without_elements(page, _IMAGE[page.elements.tag])
