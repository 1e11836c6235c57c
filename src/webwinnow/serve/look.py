"""A page to look at: the original with marks around all its text, that say what was kept, and of what kind the rest is.

The marked page is shown in a frame in which no script runs and which loads nothing, unless the server is set to let it
load pictures and styles (see `original.js` of the workbench); its own policy says the same, so that it is harmless
wherever it is opened.
"""

from importlib import resources
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.drawing.markup import escape
from webwinnow.result import Result
from webwinnow.spans import Spans

_AS_WRITTEN: Final = column("title textarea option select script style xmp iframe noembed noframes plaintext svg math")
"""Elements whose text cannot hold a mark."""
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"
OUTSIDE: Final = (
    "default-src 'none'; style-src 'unsafe-inline' http: https:; img-src data: http: https:; "
    "font-src data: http: https:; media-src http: https:; form-action 'none'"
)
"""The policy where pictures and styles may come from elsewhere; no script may, under any."""
_STYLE: Final = resources.files("webwinnow").joinpath("serve", "workbench", "marks.css").read_text(encoding="utf-8")


def look(result: Result, *, marked: bool = True, outside: bool = False) -> dict[str, Any]:
    """Return what the workbench shows of a result, besides its formats; the page itself only if it is to be marked.

    `outside` lets it load pictures and styles from where it came from.
    """
    page, confidence = result.page, result.confidence
    found = places(result)
    shown = {"source": page.source, "marked": marked_page(page, found, outside)} if marked else {}
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
        "places": found,
        **shown,
    }


def places(result: Result) -> list[tuple[int, int, str]]:
    """Return every stretch of text that can hold a mark, with what became of it; no stretch reaches over a tag.

    The headline that renderings put on top is kept, too.
    """
    kept = result.with_headline
    kinds = [("kept", kept), *((each.kind, each.spans - kept) for each in result.dropped)]
    written = _can_be_marked(result.page)
    return sorted((start, end, kind) for kind, spans in kinds for start, end in spans & written)


def marked_page(page: Document, found: list[tuple[int, int, str]], outside: bool = False) -> str:
    """Wrap every stretch of text in a mark with its kind, its place and its block; all else stays as it is."""
    blocks = _blocks_of(page, np.array([start for start, _, _ in found], dtype=np.int64))
    parts, at = [_head(page.url if outside else None, outside)], 0
    for (start, end, kind), block in zip(found, blocks, strict=True):
        where = f' data-block="{block}"' if block >= 0 else ""
        mark = f'<ww-mark data-kind="{escape(kind)}" data-at="{start}-{end}"{where}>'
        parts += [page.source[at:start], mark, page.source[start:end], "</ww-mark>"]
        at = end
    return "".join([*parts, page.source[at:]])


def _blocks_of(page: Document, starts: npt.NDArray[np.int64]) -> list[int]:
    """Return the block that each place lies in; -1 for what readers do not see."""
    block = np.full(len(page.runs.start) + 1, -1, dtype=np.int64)
    block[page.blocks.runs] = page.blocks.of_run
    of_places: list[int] = block[np.searchsorted(page.runs.start, starts, side="right") - 1].tolist()
    return of_places


def _head(base: str | None, outside: bool) -> str:
    """Stand above all of the page: its own doctype, html and head are then merged into ours, with their attributes."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{OUTSIDE if outside else POLICY}">'
    place = f'<base href="{escape(base)}">' if base else ""
    return f"<!doctype html>{policy}{place}<style>{_STYLE}</style>"


def _can_be_marked(page: Document) -> Spans:
    runs, raw = page.runs, page.inside(_AS_WRITTEN[page.elements.tag])
    free = ~np.append(raw, False)[runs.home]
    return Spans.from_sorted(runs.start[free], runs.end[free], len(page.source))
