"""Dragnet: `HTML/X.html` and `Corrected/X.html.corrected.txt`, where a line parts the article from its comments.

The separator `!@#$%^&*()  COMMENTS` was typed by hand and varies: any line of such signs before the word counts.
The article is the gold, the comments go to the key `gold_comments`. Data set: peters2013 (key of references.bib).
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
    "origin": "Dragnet training data",
    "gold": "copied by hand from a browser without scripts; readers' comments in key `gold_comments`",
}

_SEPARATOR: Final = re.compile(r"^[ \t]*[!@#$%^&*() \t]{6,}COMMENTS[ \t]*$", re.MULTILINE)


def convert(source: Path, destination: Path) -> Made:
    """Make a package of Dragnet's folders `HTML` and `Corrected`."""
    pages = by_name(find(source, "*.html", "pages"), ".html")
    corrected = by_name(find(source, "*.corrected.txt", "gold texts"), ".corrected.txt")
    texts = {name.removesuffix(".html"): path for name, path in corrected.items()}
    return create(destination, DESCRIPTION, _pages(pages, texts))


def parted(text: str) -> tuple[str, str]:
    """Part a corrected text into article and comments; the second is empty if there are none."""
    article, *comments = _SEPARATOR.split(text)
    return article.strip(), "\n\n".join(part.strip() for part in comments if part.strip())


def _pages(pages: dict[str, Path], texts: dict[str, Path]) -> Iterator[NewPage | Skipped]:
    for name in sorted(pages.keys() | texts.keys()):
        if name not in pages or name not in texts:
            yield Skipped(name, "gold without a page" if name in texts else "page without gold")
            continue
        article, comments = parted(read_text(texts[name]))
        extra = {"gold_kind": "full", **({"gold_comments": comments} if comments else {})}
        yield NewPage(page_id_of(name), pages[name].read_bytes(), article, Meta(extra=extra))
