"""Which kind of page it is, finer than its type: what the model of `consensus` knows beside its judgement of blocks."""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.extractors.consensus.consensus import Consensus
from webwinnow.kind import PageKind


def page_kind(page: Document) -> PageKind:
    """Tell the kind of a page."""
    if not len(page.blocks):
        return PageKind("empty", 1.0, {})
    kinds = Consensus().kinds(page)
    name = max(kinds, key=lambda each: kinds[each])
    return PageKind(name, kinds[name], kinds)
