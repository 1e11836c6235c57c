"""The type of a page: article, overview, media or empty; and the finer kind, where it is known.

Overview pages (home pages, listings, collections) are parted from articles by a sum of small decision trees over the
figures of the page (`overview.npz`; its card is `overview.md`). Empty pages and pages around one medium are found by
rules.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from webwinnow.document import Document
from webwinnow.document.links import net_text_length
from webwinnow.kind.figures import Figures
from webwinnow.kind.trees import Trees
from webwinnow.models import load_model
from webwinnow.spans import Spans

PageTypeName = Literal["article", "overview", "media", "empty"]
PageTypeMethod = Literal["learned", "textsweeper"]
NOTHING: Final = 20
"""Words below which a page has nothing worth reading, such as "Please enable JavaScript" or "404 Not Found"."""
LITTLE: Final = 50
"""Words of prose below which a large medium is the main thing of its page: a caption, not an article."""
FEW: Final = 2
"""Large media on a page that is about one of them; more are a gallery of teasers."""
MANY_HEADLINES: Final = 0.2
"""The share of words in links as long as headlines from which on a page is an overview, whatever media it shows."""
JOINED: Final = 200
"""Words of prose in paragraphs that follow each other from which a page is an article, though it has as many links as
an overview, if its finer kind says so, too: as articles of encyclopedias have. Of 15 pages of wikipedia-silver all are
articles then, 7 before; of 258 articles and forums of five other packages 244, 231 before; of 100 home pages 92 stay
overviews, 94 before, and of 30 listings and collections 27, 29 before. Without the limit, or without the kind, more is
lost (2026-11-17)."""
MINIMUM: Final = 1200
"""The best balanced accuracy of 50 to 6000 in steps of 50: 0.67 over articles and overviews of twelve packages in 30
languages (2026-11-16). On wcxb-dev and the home pages alone, which are mostly English, 2650 is best: 0.80, against
0.75 with 1200."""


@dataclass(frozen=True, slots=True)
class PageKind:
    """The most likely kind, finer than the type, and the probabilities of all kinds."""

    name: str
    """article, documentation, service, forum, listing, collection, product; `empty` if there is no text."""
    confidence: float
    probabilities: Mapping[str, float]

    def to_json(self) -> dict[str, object]:
        """Return all of it as a JSON object holds it."""
        chances = {name: round(chance, 4) for name, chance in self.probabilities.items()}
        return {"name": self.name, "confidence": round(self.confidence, 4), "probabilities": chances}


@dataclass(frozen=True, slots=True)
class PageType:
    """What a page is, how sure that is, and the figures behind it."""

    type: PageTypeName
    confidence: float
    """Between 0 and 1; of articles and overviews, the model's probability. The method `textsweeper` has none: 1."""
    figures: Mapping[str, float]
    kind: PageKind | None = None
    """The finer kind, where it is known: a model of the extractors finds it, and whoever asks both joins them."""

    def __str__(self) -> str:
        """Return the type."""
        return self.type

    def summary(self) -> dict[str, object]:
        """Return type and kind, each with how sure it is, as a JSON object holds them."""
        kind = self.kind.to_json() if self.kind else None
        return {"type": self.type, "confidence": round(self.confidence, 4), "kind": kind}

    def to_json(self) -> dict[str, object]:
        """Return all that a JSON object can hold."""
        return self.summary() | {"figures": {name: round(value, 4) for name, value in self.figures.items()}}


def page_type(
    page: Document,
    content: Callable[[], Spans] | None = None,
    kind: PageKind | None = None,
    method: PageTypeMethod = "learned",
) -> PageType:
    """Tell the type of a page; `content` finds the text whose net length is wanted among the figures, else all text.

    With the method `textsweeper`, the net length alone decides between overview and article, as `NetText` does.
    """
    chosen = content or (lambda: page.visible)
    figures = Figures(page, net_text_length=lambda: float(net_text_length(page, chosen())))
    if method == "textsweeper":
        return PageType("overview" if figures["net_text_length"] < MINIMUM else "article", 1.0, figures, kind)
    name, confidence = _named(figures)
    if name == "overview" and kind is not None and figures["joined_words"] >= JOINED:
        text = sum(kind.probabilities.get(each, 0.0) for each in ("article", "documentation"))
        name, confidence = ("article", text) if text > 0.5 else (name, confidence)
    return PageType(name, confidence, figures, kind)


def overview_probability(figures: Mapping[str, float]) -> float:
    """Return the probability that a page with these figures is an overview page."""
    return 1 / (1 + math.exp(-overview_model().score(figures)))


def _named(figures: Mapping[str, float]) -> tuple[PageTypeName, float]:
    if figures["words"] < NOTHING and not _large(figures):
        return "empty", 1 - figures["words"] / (2 * NOTHING)
    few_teasers = figures["headline_link_share"] < MANY_HEADLINES
    if figures["prose_words"] < LITTLE and few_teasers and 0 < _large(figures) <= FEW:
        return "media", 1 - figures["prose_words"] / (2 * LITTLE)
    probability = overview_probability(figures)
    return ("overview", probability) if probability >= 0.5 else ("article", 1 - probability)


def _large(figures: Mapping[str, float]) -> float:
    """Count the large media."""
    return figures["players"] + figures["large_images"]


@cache
def overview_model() -> Trees:
    """Read the trees that come with the package."""
    return Trees.from_model(load_model("overview", "webwinnow.kind"))


@dataclass(frozen=True, slots=True)
class NetText:
    """TextSweeper's detector: a page is an overview if its content has too little text that leads nowhere else.

    Paper: lang2012, section 3, last paragraph: the net text length of the returned node is below a minimum.
    Ours: the node is given as spans, so that the detector works with TextSweeper's result and with any other.
    UNSPECIFIED: the minimum. Ours: 1200 characters, see `MINIMUM`.
    Deviations: none.   Cost: O(elements + tags).
    """

    minimum: int = MINIMUM

    def __call__(self, page: Document, content: Spans) -> bool:
        """Tell whether the page is an overview page."""
        return net_text_length(page, content) < self.minimum
