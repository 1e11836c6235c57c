"""Bounded: nothing above the headline, and nothing below the element that holds headline and main region.

Paper: mohammadzadeh2013, section 7.2.1: the headline is the upper limit of the main content; the lower limit is the
end of the smallest subtree that contains it. The gap of R2L and its relatives then is no longer needed.
Ours: the subtrees that hold the headline are a chain, so the smallest one that also holds the region is a look-up.
UNSPECIFIED: which of the four methods of TitleFinder finds the headline. Ours: `tf`; with `headline="headline"`, that
is the default method of `webwinnow headline`, which is given what was found. No headline, no bounds. Word-bag F1 of
`danag >> bounded` with tf .804, aggregate .804, headline .819, of `danag` alone .723 (macro average over 40 pages each
of wcxb-dev, fundus, daniel-waddle, rtl-selected, atf-news and wikipedia-silver, 2026-11-17).
UNSPECIFIED: what the region is, since strays in a footer would stretch the subtree over the page. Ours: `share` of
what was found below the headline; where that much is not below it, the headline is a wrong one, and nothing changes.
Ours: all text between the limits is content, as the last sentence of the section says; without `fill`, what was found
is only cut off at the limits.
Deviations: none.   Cost: O(page).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.headline import METHODS, find_headline
from webwinnow.spans import Spans
from webwinnow.stages import Refiner
from webwinnow.stages.curves import Panels, kept_text

_SEEN: Final = (
    "Each column is a block of the page: text outside of links above the axis, linked text below it. Chosen is what"
    " stands between the headline and the end of the element that holds it and most of what was found; everything where"
    " no headline stands above it. Section 7.2.1 of mohammadzadeh2013."
)


@dataclass(frozen=True, slots=True)
class Bounded(Refiner):
    """Keeps all that stands between the headline and the end of the element that holds it and the main region."""

    name: ClassVar[str] = "bounded"
    share: float = 0.5
    """How much of what was found must lie between the limits. Of 0.3, 0.5, 0.8 and 0.95 behind danag on 150 pages of
    wcxb-dev, 0.5 was best and 0.3 the same (2026-11-16)."""
    fill: bool = True
    """Whether all text between the limits is kept; else, what was found is cut off at them."""
    headline: str = "tf"
    """How the headline is found: a method of `webwinnow headline`."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("share", 0, 1)
        self.require_choice("headline", METHODS)

    def __call__(self, page: Document, found: Spans) -> Spans:
        """Find the limits and keep what lies between them."""
        top = self._top(page, found)
        if top is None:
            return page.select(found)
        limits = self.limits(page, found, top)
        return page.select(limits if self.fill else found & limits)

    def curves(self, page: Document, found: Spans) -> Panels:
        """Show the text between the limits, and the text that is kept."""
        top = self._top(page, found)
        limits = page.visible if top is None else page.select(self.limits(page, found, top))
        return (
            kept_text(page, str(self), limits, "Text between the limits", _SEEN),
            kept_text(page, str(self), self(page, found)),
        )

    def _top(self, page: Document, found: Spans) -> int | None:
        """Find where the headline starts; None where there is no headline, or nothing was found."""
        headline = find_headline(page, self.headline, found)
        seen = page.select([] if headline is None else headline.spans)
        return int(seen.starts[0]) if len(seen) and len(found) else None

    def limits(self, page: Document, found: Spans, top: int) -> Spans:
        """Find the stretch between the limits; the whole page where too little of what was found lies below `top`."""
        size = len(page.source)
        below = page.within(found & Spans([(top, size)], size=size))
        all_of_it = page.within(found).characters_before[-1]
        home = int(page.runs.home[np.searchsorted(page.runs.start, top, side="right") - 1])
        around = np.flatnonzero(page.elements.last[: home + 1] > home)[::-1]  # the chain, innermost first
        enough = np.flatnonzero(below.in_subtrees(below.characters_before)[around] >= self.share * all_of_it)
        if not len(enough):
            return Spans.whole(size)
        return Spans([(top, page.extent(int(around[enough[0]]))[1])], size=size)
