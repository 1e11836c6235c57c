"""The result as one JSON object, for programs."""

from __future__ import annotations

import json

from webwinnow.document import Document
from webwinnow.headline import Headline, Subtitle
from webwinnow.media import Medium
from webwinnow.metadata import Metadata
from webwinnow.pagetype import PageType
from webwinnow.render.text import render_text
from webwinnow.spans import Spans


def render_json(
    page: Document,
    spans: Spans,
    extractor: str,
    warnings: tuple[str, ...] = (),
    media: tuple[Medium, ...] = (),
    metadata: Metadata | None = None,
    headline: Headline | None = None,
    outline: tuple[Subtitle, ...] = (),
    page_type: PageType | None = None,
) -> str:
    """Render everything that is known about the result; one line, so that many make a jsonl file."""
    found = {
        "url": page.url,
        "title": page.title,
        "headline": headline.to_json() if headline else None,
        "outline": [subtitle.to_json() for subtitle in outline],
        "text": render_text(page, spans),
        "extractor": extractor,
        "warnings": list(warnings),
        "encoding": page.encoding,
        "share": round(spans.share_of(page.visible), 6),
        "spans": list(spans),
        "byte_spans": list(page.byte_spans(spans)),
        "media": [medium.to_json() for medium in media],
        "metadata": metadata.to_json() if metadata else None,
        "page_type": page_type.summary() if page_type else None,
    }
    return json.dumps(found, ensure_ascii=False) + "\n"
