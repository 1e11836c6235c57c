"""The text of single elements in one line, read when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from webwinnow.document.blocks import breaking_tags
from webwinnow.document.document import Document
from webwinnow.document.references import decode_references


def element_texts(page: Document, elements: Iterable[int], tags: int | None = None) -> Iterator[str]:
    """Read the text of each element, with a blank wherever a block starts or ends.

    With `tags`, the text ends after that many tags inside, so that elements in each other cost no more than the page.
    """
    tokens, source = page.tokens, page.source
    starts, ends, breaks = tokens.gap_start.tolist(), tokens.gap_end.tolist(), breaking_tags(page.markup).tolist()
    for element in elements:
        first, close = int(page.elements.first[element]), int(page.elements.close[element])
        last = close if tags is None else min(close, first + tags)
        pieces = [" " * breaks[gap - 1] + source[starts[gap] : ends[gap]] for gap in range(first + 1, last + 1)]
        yield " ".join(decode_references("".join(pieces)).split())
