"""The type of a page: article, overview, media or empty.

Overview pages (home pages, listings, collections) are told from articles by a sum of small decision trees over the
figures of the page; its weights and where they come from stand in `overview.json`. Empty pages and pages around one
medium are told by rules.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final, Literal

from webwinnow.document import Document
from webwinnow.document.link_text import net_text_length
from webwinnow.pagetype.figures import page_figures
from webwinnow.pagetype.trees import Trees
from webwinnow.spans import Spans

PageTypeName = Literal["article", "overview", "media", "empty"]
NOTHING: Final = 20
"""Words below which a page has nothing worth reading, such as "Please enable JavaScript" or "404 Not Found"."""
LITTLE: Final = 50
"""Words of prose below which a large medium is the main thing of its page: a caption, not an article."""
FEW: Final = 2
"""Large media on a page that is about one of them; more are a gallery of teasers."""
MANY_HEADLINES: Final = 0.2
"""The share of words in links as long as headlines from which on a page is an overview, whatever media it shows."""


@dataclass(frozen=True, slots=True)
class PageType:
    """What a page is, how sure that is, and the figures behind it."""

    name: PageTypeName
    confidence: float
    """Between 0 and 1; of articles and overviews, the model's probability."""
    figures: Mapping[str, float]

    def __str__(self) -> str:
        """Give the name."""
        return self.name

    def summary(self) -> dict[str, object]:
        """Give name and confidence as a JSON object holds them."""
        return {"name": self.name, "confidence": round(self.confidence, 4)}

    def to_json(self) -> dict[str, object]:
        """Give all that a JSON object can hold."""
        return self.summary() | {"figures": {name: round(value, 4) for name, value in self.figures.items()}}


def page_type(page: Document, content: Spans | None = None) -> PageType:
    """Tell the type of a page; `content` is the text whose net length is wanted among the figures, else all text."""
    figures = page_figures(page)
    chosen = page.visible if content is None else content
    figures["net_text_length"] = float(net_text_length(page, chosen))
    name, confidence = _named(figures)
    return PageType(name, confidence, MappingProxyType(figures))


def overview_probability(figures: Mapping[str, float]) -> float:
    """Give the probability that a page with these figures is an overview page."""
    return 1 / (1 + math.exp(-overview_model().score(figures)))


def _named(figures: Mapping[str, float]) -> tuple[PageTypeName, float]:
    large = figures["players"] + figures["large_images"]
    if figures["words"] < NOTHING and not large:
        return "empty", 1 - figures["words"] / (2 * NOTHING)
    few_teasers = figures["headline_link_share"] < MANY_HEADLINES
    if 0 < large <= FEW and figures["prose_words"] < LITTLE and few_teasers:
        return "media", 1 - figures["prose_words"] / (2 * LITTLE)
    probability = overview_probability(figures)
    return ("overview", probability) if probability >= 0.5 else ("article", 1 - probability)


@cache
def overview_model() -> Trees:
    """Read the trees that come with the package."""
    text = resources.files("webwinnow.pagetype").joinpath("overview.json").read_text(encoding="utf-8")
    return Trees.from_json(json.loads(text)["model"])
