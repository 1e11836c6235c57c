"""CleanEval: pages `1.html` and gold `1.txt` or `1-cleaned.txt`, in any folders below the source.

The gold's first line may be `URL: ...`. Segments are marked `<p>` paragraph, `<h>` heading and `<l>` list item
and are wrapped at a fixed width. The marks go, the wraps are joined, one line per segment; the headings are kept
in the key `headings`. Data set: baroni2008 (key of references.bib); CleanPortalEval has the same form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from webwinnow.evaluate.importers.sources import by_name, find, read_text
from webwinnow.evaluate.making import Made, Skipped, create, page_id_of
from webwinnow.evaluate.meta import Meta
from webwinnow.evaluate.writing import NewPage

DESCRIPTION: Final = {
    "origin": "CleanEval 2007 shared task",
    "gold": "by hand after the CleanEval guidelines; marks removed, wraps joined, headings in key `headings`",
}

_URL_LINE: Final = re.compile(r"\s*URL:[ \t]*(\S*)[^\n]*(?:\n|\Z)")
_MARK: Final = re.compile(r"<\s*(/?)\s*([phl])\s*>", re.IGNORECASE)
_BLANK_LINE: Final = re.compile(r"\n\s*\n")
_WRAPPER: Final = re.compile(rb"\s*<text\s[^>]*?\bid=\"([^\"]+)\"", re.IGNORECASE)


def convert(source: Path, destination: Path) -> Made:
    """Make a package of CleanEval's folders of pages and gold."""
    pages = by_name(find(source, "*.html", "pages"), ".html")
    texts = {name.removesuffix("-cleaned"): path for name, path in _texts(source).items()}
    return create(destination, DESCRIPTION, _pages(pages, texts))


def segments(text: str) -> list[tuple[str, str]]:
    """Part marked text into (mark, text) pairs; text without a mark is parted at blank lines, mark `p`."""
    found = []
    first, *marked = _MARK.split(text)
    for part in _BLANK_LINE.split(first):
        found.append(("p", part))
    for closing, mark, part in zip(marked[::3], marked[1::3], marked[2::3], strict=True):
        found.append(("p" if closing else mark.lower(), part))
    folded = ((mark, " ".join(part.split())) for mark, part in found)
    return [(mark, part) for mark, part in folded if part]


def _texts(source: Path) -> dict[str, Path]:
    return by_name(find(source, "*.txt", "gold texts"), ".txt")


def _pages(pages: dict[str, Path], texts: dict[str, Path]) -> Iterator[NewPage | Skipped]:
    for name in sorted(pages.keys() | texts.keys()):
        if name not in pages or name not in texts:
            yield Skipped(name, "gold without a page" if name in texts else "page without gold")
        else:
            yield _page(name, pages[name].read_bytes(), read_text(texts[name]))


def _page(name: str, html: bytes, text: str) -> NewPage:
    head, wrapper = _URL_LINE.match(text), _WRAPPER.match(html)
    url = head[1] if head else ""
    if not url and wrapper:
        url = wrapper[1].decode("utf-8", "replace")
    parts = segments(text[head.end() :] if head else text)
    headings = [part for mark, part in parts if mark == "h"]
    meta = Meta(url=url or None, extra={"gold_kind": "full", "headings": headings})
    return NewPage(page_id_of(name), html, "\n".join(part for _, part in parts), meta)
