"""The result as one JSON object, for programs; `docs/result.schema.json` is its schema."""

from __future__ import annotations

import json
from collections.abc import Mapping

from webwinnow.document import Document
from webwinnow.render.text import render_text
from webwinnow.spans import Spans


def render_json(page: Document, spans: Spans, facts: Mapping[str, object]) -> str:
    """Render what the spans hold and what else is known; one line, so that many make a jsonl file."""
    found = {
        "url": page.url,
        "title": page.title,
        "encoding": page.encoding,
        "text": render_text(page, spans),
        "share": round(spans.share_of(page.visible), 6),
        "spans": list(spans),
        "byte_spans": list(page.byte_spans(spans)),
        **facts,
    }
    return json.dumps(found, ensure_ascii=False) + "\n"
