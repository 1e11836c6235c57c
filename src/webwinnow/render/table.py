"""The bare spans, one per line: start, tab, end."""

from __future__ import annotations

from webwinnow.spans import Spans


def render_spans(spans: Spans) -> str:
    """Render as tab-separated offsets."""
    return "".join(f"{start}\t{end}\n" for start, end in spans)
