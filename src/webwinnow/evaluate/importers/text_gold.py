"""Data sets whose gold is text files beside the pages: CleanEval and Dragnet.

CleanEval has pages `1.html` and gold `1.txt` or `1-cleaned.txt`, in any folders below the source. The gold's first line
may be `URL: ...`. Segments are marked `<p>` paragraph, `<h>` heading and `<l>` list item and are wrapped at a fixed
width. The marks go, the wraps are joined, one line per segment; the headings are kept in the key `headings`. Data set:
baroni2008 (key of references.bib); CleanPortalEval has the same form.

Dragnet has `HTML/X.html` and `Corrected/X.html.corrected.txt`, where a line parts the article from its comments. The
separator `!@#$%^&*()  COMMENTS` was typed by hand and varies: any line of such signs before the word counts. The
article is the gold, the comments go to the key `gold_comments`. Data set: peters2013.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from webwinnow.evaluate.importers import by_name, find, read_text
from webwinnow.evaluate.making import Made, NewPage, Skipped, create, page_id_of
from webwinnow.evaluate.meta import PageMeta

CLEANEVAL: Final = {
    "origin": "CleanEval 2007 shared task",
    "gold": "by hand after the CleanEval guidelines; marks removed, wraps joined, headings in key `headings`",
}

_URL_LINE: Final = re.compile(r"\s*URL:[ \t]*(\S*)[^\n]*(?:\n|\Z)")
_MARK: Final = re.compile(r"<\s*(/?)\s*([phl])\s*>", re.IGNORECASE)
_BLANK_LINE: Final = re.compile(r"\n\s*\n")
_WRAPPER: Final = re.compile(rb"\s*<text\s[^>]*?\bid=\"([^\"]+)\"", re.IGNORECASE)


def cleaneval(source: Path, destination: Path) -> Made:
    """Make a package of CleanEval's folders of pages and gold."""
    pages = by_name(find(source, "*.html", "pages"), ".html")
    texts = {name.removesuffix("-cleaned"): path for name, path in _texts(source).items()}
    return create(destination, CLEANEVAL, _cleaneval_pages(pages, texts))


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


def _cleaneval_pages(pages: dict[str, Path], texts: dict[str, Path]) -> Iterator[NewPage | Skipped]:
    for name in sorted(pages.keys() | texts.keys()):
        if name not in pages or name not in texts:
            yield Skipped(name, "gold without a page" if name in texts else "page without gold")
        else:
            yield _cleaneval_page(name, pages[name].read_bytes(), read_text(texts[name]))


def _cleaneval_page(name: str, html: bytes, text: str) -> NewPage:
    head, wrapper = _URL_LINE.match(text), _WRAPPER.match(html)
    url = head[1] if head else ""
    if not url and wrapper:
        url = wrapper[1].decode("utf-8", "replace")
    parts = segments(text[head.end() :] if head else text)
    headings = [part for mark, part in parts if mark == "h"]
    meta = PageMeta(url=url or None, extra={"gold_kind": "full", "headings": headings})
    return NewPage(page_id_of(name), html, "\n".join(part for _, part in parts), meta)


DRAGNET: Final = {
    "origin": "Dragnet training data",
    "gold": "copied by hand from a browser without scripts; readers' comments in key `gold_comments`",
}

_SEPARATOR: Final = re.compile(r"^[ \t]*[!@#$%^&*() \t]{6,}COMMENTS[ \t]*$", re.MULTILINE)


def dragnet(source: Path, destination: Path) -> Made:
    """Make a package of Dragnet's folders `HTML` and `Corrected`."""
    pages = by_name(find(source, "*.html", "pages"), ".html")
    corrected = by_name(find(source, "*.corrected.txt", "gold texts"), ".corrected.txt")
    texts = {name.removesuffix(".html"): path for name, path in corrected.items()}
    return create(destination, DRAGNET, _dragnet_pages(pages, texts))


def parted(text: str) -> tuple[str, str]:
    """Part a corrected text into article and comments; the second is empty if there are none."""
    article, *comments = _SEPARATOR.split(text)
    return article.strip(), "\n\n".join(part.strip() for part in comments if part.strip())


def _dragnet_pages(pages: dict[str, Path], texts: dict[str, Path]) -> Iterator[NewPage | Skipped]:
    for name in sorted(pages.keys() | texts.keys()):
        if name not in pages or name not in texts:
            yield Skipped(name, "gold without a page" if name in texts else "page without gold")
            continue
        article, comments = parted(read_text(texts[name]))
        extra = {"gold_kind": "full", **({"gold_comments": comments} if comments else {})}
        yield NewPage(page_id_of(name), pages[name].read_bytes(), article, PageMeta(extra=extra))
