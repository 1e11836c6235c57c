"""The result as one JSON object, for programs."""

from __future__ import annotations

import json

from webwinnow.document import Document
from webwinnow.render.text import render_text
from webwinnow.spans import Spans


def render_json(page: Document, spans: Spans, extractor: str, warnings: tuple[str, ...] = ()) -> str:
    """Render everything that is known about the result; one line, so that many make a jsonl file."""
    found = {
        "url": page.url,
        "title": page.title,
        "text": render_text(page, spans),
        "extractor": extractor,
        "warnings": list(warnings),
        "encoding": page.encoding,
        "share": round(spans.share_of(page.visible), 6),
        "spans": list(spans),
        "byte_spans": list(page.byte_spans(spans)),
    }
    return json.dumps(found, ensure_ascii=False) + "\n"
