"""A page to look at: the original with marks around all its text, that say what was kept, and of what kind the rest is.

The marked page is shown in a frame in which no script runs and which loads nothing (see `workbench.js`); its own policy
says the same, so that it is harmless wherever it is opened.
"""

from typing import Any, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.drawing.markup import escape
from webwinnow.extraction import Result
from webwinnow.spans import Spans

_AS_WRITTEN: Final = column("title textarea option select script style xmp iframe noembed noframes plaintext svg math")
"""Elements whose text cannot hold a mark."""
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"
_STYLE: Final = """
ww-mark { border-radius: 2px; color: inherit; }
ww-mark[data-kind=kept] { background: rgb(46 160 67 / .25); outline: 1px solid rgb(46 160 67 / .35); }
ww-mark:not([data-kind=kept]) { opacity: .55; text-decoration: line-through rgb(200 60 60 / .7); }
ww-mark[data-kind=hidden] { opacity: .4; text-decoration: underline dotted rgb(120 80 200); }
ww-mark:hover, ww-mark.chosen { opacity: 1; outline: 2px solid rgb(30 100 220); }
"""


def look(result: Result) -> dict[str, Any]:
    """Return what the workbench shows of a result, besides its formats."""
    page, confidence = result.page, result.confidence
    return {
        "url": page.url,
        "title": result.title,
        "extractor": str(result.extractor),
        "share": round(result.share, 6),
        "confidence": confidence,
        "page_type": result.page_type.summary(),
        "kept": result.spans.characters,
        "dropped": [each.to_json() for each in result.dropped],
        "warnings": list(result.warnings),
        "source": page.source,
        "marked": marked_page(result),
    }


def marked_page(result: Result) -> str:
    """Wrap every stretch of text in a mark with its kind and its place; all else stays as it is."""
    page = result.page
    kinds = [("kept", result.spans), *((each.kind, each.spans) for each in result.dropped)]
    written = _can_be_marked(page)
    places = sorted((start, end, kind) for kind, spans in kinds for start, end in spans & written)
    parts, at = [_head()], 0
    for start, end, kind in places:
        mark = f'<ww-mark data-kind="{escape(kind)}" data-at="{start}-{end}">'
        parts += [page.source[at:start], mark, page.source[start:end], "</ww-mark>"]
        at = end
    return "".join([*parts, page.source[at:]])


def _head() -> str:
    """Stand above all of the page: its own doctype, html and head are then merged into ours, with their attributes."""
    return f'<!doctype html><meta http-equiv="Content-Security-Policy" content="{POLICY}"><style>{_STYLE}</style>'


def _can_be_marked(page: Document) -> Spans:
    runs, raw = page.runs, page.inside(_AS_WRITTEN[page.elements.tag])
    free = ~np.append(raw, False)[runs.home]
    return Spans.from_sorted(runs.start[free], runs.end[free], len(page.source))
