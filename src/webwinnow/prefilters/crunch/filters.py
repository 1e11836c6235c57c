"""Crunch: its filters together, each with a switch; what they leave is the content.

Paper: mohammadzadeh2013, section 3.2.1, Algorithm 1; gottron2007, section 5.1; gupta2003. Switches and thresholds start
as in Crunch's own program.
Ours: Algorithm 1 looks at an element before its children, so cells and lists are judged with their links still there;
therefore they come first and the filter of links after them. Tables come last, as the program has it.
Deviations: the program also removes forms, of which Algorithm 1 knows nothing.   Cost: O(elements) for each filter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.prefilters.crunch.ads import CrunchAds
from webwinnow.prefilters.crunch.empty_tables import CrunchEmptyTables
from webwinnow.prefilters.crunch.images import CrunchImages
from webwinnow.prefilters.crunch.link_cells import CrunchLinkCells
from webwinnow.prefilters.crunch.link_lists import CrunchLinkLists
from webwinnow.prefilters.crunch.styles import CrunchStyles
from webwinnow.prefilters.crunch.text_links import CrunchTextLinks
from webwinnow.stages import Prefilter


@dataclass(frozen=True, slots=True)
class CrunchFilters(Prefilter):
    """Removes advertisements, lists and cells of links, links, images and empty tables: the recipe `crunch`."""

    name: ClassVar[str] = "crunch-filters"
    ads: bool = True
    """Remove what comes from advertisement servers."""
    link_cells: bool = True
    """Remove table cells with too many links."""
    link_lists: bool = True
    """Remove lists of links."""
    text_links: bool = True
    """Remove links with their texts."""
    images: bool = True
    """Let images count as nothing."""
    div_styles: bool = False
    """Let style attributes of divisions count as nothing."""
    empty_tables: bool = True
    """Remove tables without text."""
    cell_ratio: float = 0.25
    """Cells with more links for each word are removed."""
    list_quota: float = 0.5
    """Lists with a larger share of linked characters are removed."""
    least: int = 1
    """Tables with fewer characters are removed."""

    def __post_init__(self) -> None:
        """Check the switches, and the thresholds by making the filters."""
        for name in ("ads", "link_cells", "link_lists", "text_links", "images", "div_styles", "empty_tables"):
            if not isinstance(getattr(self, name), bool):
                raise ParameterError(f"{self.name}: {name} must be True or False, not {getattr(self, name)!r}")
        self._filters()

    def __call__(self, page: Document) -> Document:
        """Apply the filters that are switched on."""
        for prefilter in self._filters():
            page = prefilter(page)
        return page

    def _filters(self) -> list[Prefilter]:
        every = (
            (self.link_cells, CrunchLinkCells(self.cell_ratio)),
            (self.link_lists, CrunchLinkLists(self.list_quota)),
            (self.ads, CrunchAds()),
            (self.text_links, CrunchTextLinks()),
            (self.images, CrunchImages()),
            (self.div_styles, CrunchStyles()),
            (self.empty_tables, CrunchEmptyTables(self.least)),
        )
        return [prefilter for on, prefilter in every if on]
