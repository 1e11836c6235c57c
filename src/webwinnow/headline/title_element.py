"""The title element: what it says and where it stands."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.spans import Spans

_TITLE: Final = NUMBER["title"]
_DRAWING: Final = column("svg")


def title_spans(page: Document) -> Spans:
    """Find the title element that `Document.title` reads, with its tags; nothing where there is none."""
    titles = (page.elements.tag == _TITLE) & ~page.inside(_DRAWING[page.elements.tag])
    return Spans([page.extent(element) for element in np.flatnonzero(titles)[:1].tolist()], size=len(page.source))
