"""Which kind of page it is, finer than its type: what the model of `consensus` knows beside its judgement of blocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from webwinnow.document import Document
from webwinnow.extractors.consensus.consensus import Consensus


@dataclass(frozen=True, slots=True)
class PageKind:
    """The most likely kind, and the probabilities of all kinds."""

    name: str
    """article, documentation, service, forum, listing, collection, product; `empty` if there is no text."""
    confidence: float
    probabilities: Mapping[str, float]

    def to_json(self) -> dict[str, object]:
        """Give name and confidence."""
        return {"name": self.name, "confidence": round(self.confidence, 4)}


def page_kind(page: Document) -> PageKind:
    """Tell the kind of a page."""
    if not len(page.blocks):
        return PageKind("empty", 1.0, {})
    kinds = Consensus().kinds(page)
    name = max(kinds, key=lambda each: kinds[each])
    return PageKind(name, kinds[name], kinds)
