"""An explanation: what a stage did with a page, as pictures' data."""

from __future__ import annotations

import json
from dataclasses import dataclass

from webwinnow.explain.panel import Panel
from webwinnow.spans import Spans


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
    panels: tuple[Panel, ...]

    @property
    def share(self) -> float:
        """The share of the visible text that was kept."""
        return self.found.share_of(self.visible)

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
