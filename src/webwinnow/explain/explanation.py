"""`explain`: from a page and a stage to what the stage did with the page, as the data of pictures.

A stage shows itself by `curves`; every panel is made from the very numbers that the stage decides by.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from webwinnow.document import Document
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Prefilter, Refiner, Stage
from webwinnow.stages.curves import Panels


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """The panels of a stage, in the order of its work: the last one shows the decision."""

    expression: str
    title: str | None
    """The page's title."""
    url: str | None
    found: Spans
    """What the stage left of the page."""
    visible: Spans
    """What readers see of the page."""
    panels: Panels

    @property
    def share(self) -> float:
        """The share of the visible text that was kept."""
        return self.found.share_of(self.visible)

    @property
    def name(self) -> str:
        """The page, by what it says of itself."""
        return self.title or self.url or "page without a title"

    @property
    def summary(self) -> str:
        """How much was kept, in words."""
        kept, seen = self.found.characters, self.visible.characters
        return f"kept {kept:,} of {seen:,} visible characters ({self._per_cent()})"

    def _per_cent(self) -> str:
        """Write the share; neither 0 nor 100 unless it is so."""
        kept, seen = self.found.characters, self.visible.characters
        if not seen or kept in (0, seen):
            return "100 %" if seen and kept else "0 %"
        return f"{min(max(100 * kept / seen, 1), 99):.0f} %"

    def to_json(self) -> str:
        """Write all the data as one JSON object."""
        known = {
            "expression": self.expression,
            "title": self.title,
            "url": self.url,
            "share": round(self.share, 6),
            "kept_characters": self.found.characters,
            "visible_characters": self.visible.characters,
            "spans": list(self.found),
            "panels": [panel.to_json() for panel in self.panels],
        }
        return json.dumps(known, ensure_ascii=False) + "\n"


def explain(page: Document, stage: Stage) -> Explanation:
    """Show what a stage does with a page; a refiner alone corrects the decision to keep everything."""
    found = page.visible
    panels: Panels = ()
    if isinstance(stage, Prefilter):
        found, panels = stage(page).visible, stage.curves(page)
    elif isinstance(stage, Refiner):
        found, panels = page.select(stage(page, found)), stage.curves(page, found)
    elif isinstance(stage, Extractor):
        found, panels = stage(page), stage.curves(page)
    return Explanation(str(stage), page.title, page.url, found, page.visible, panels)
