"""Crunch: lists of links go, by the link quota filter.

Paper: mohammadzadeh2013, section 3.2.1 ("the Link Quota Filter technique has been utilized"), and 3.2.4; gupta2003.
Ours: the quota of a list, all it holds included, is a quotient of differences of prefix sums.
UNSPECIFIED: which elements are link lists, and the threshold. Ours: `ul`, `ol`, `dl`, `dir`, `menu` and `nav`; 0.5, the
middle one of gottron2007.
Deviations: none.   Cost: O(elements).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.subtrees import Marked
from webwinnow.prefilters.crunch.removal import links, without_elements
from webwinnow.stages import Prefilter

_LIST: Final = column("ul ol dl dir menu nav")


@dataclass(frozen=True, slots=True)
class CrunchLinkLists(Prefilter):
    """Removes lists that are mostly links: menus, and lists of sources, too."""

    name: ClassVar[str] = "crunch-link-lists"
    threshold: float = 0.5
    """Lists with a larger share of linked characters are removed."""

    def __post_init__(self) -> None:
        """Check the threshold."""
        self.require_range("threshold", 0, 1)

    def __call__(self, page: Document) -> Document:
        """Hide the lists."""
        return without_elements(page, self.link_lists(page))

    def link_lists(self, page: Document) -> Marked:
        """Mark the lists with too large a quota of links."""
        total = page.in_subtrees(page.characters_before)
        linked = page.in_subtrees(page.characters_inside(links(page)))
        marked: Marked = _LIST[page.elements.tag] & (linked > self.threshold * total)
        return marked
