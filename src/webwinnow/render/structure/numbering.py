"""The place of each item in its list, counting those that are not kept."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER

_ITEM: Final = NUMBER["li"]


def item_numbers(page: Document) -> dict[int, int]:
    """Count for each item the items before it in the same list."""
    items = np.flatnonzero(page.elements.tag == _ITEM)
    order = np.argsort(page.elements.parent[items], kind="stable")
    parents = page.elements.parent[items][order]
    first = np.searchsorted(parents, parents)
    return dict(zip(items[order].tolist(), (np.arange(len(items)) - first).tolist(), strict=True))
