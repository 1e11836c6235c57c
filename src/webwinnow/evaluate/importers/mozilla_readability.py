"""Mozilla Readability's test pages: `test-pages/SLUG/{source.html,expected.html,expected-metadata.json}`.

The gold is the text of `expected.html`, which is what Readability gives: good to compare with it, biased to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from webwinnow.errors import PackageError
from webwinnow.evaluate.element_text import parse, text_of
from webwinnow.evaluate.importers.sources import find, read_object, read_text
from webwinnow.evaluate.making import Made, Skipped, create, page_id_of
from webwinnow.evaluate.meta import Meta, primary_language
from webwinnow.evaluate.writing import NewPage

DESCRIPTION: Final = {
    "origin": "mozilla/readability, test pages",
    "licence": "Apache-2.0",
    "gold": "text of expected.html: accepted output of Readability, biased to it",
}
KEPT: Final = {"siteName": "site", "excerpt": "excerpt", "dir": "dir", "readerable": "readerable"}


def convert(source: Path, destination: Path) -> Made:
    """Make a package of the folder of test pages, or of the repository that holds it."""
    return create(destination, DESCRIPTION, _pages(find(source, "*/source.html", "test pages")))


def meta_of(content: dict[str, Any]) -> Meta:
    """Read Readability's expected meta data; raises PackageError where it has another form."""
    extra = {ours: content[theirs] for theirs, ours in KEPT.items() if content.get(theirs) is not None}
    language = content.get("lang")
    ours = {
        "title": content.get("title"),
        "author": content.get("byline"),
        "date": content.get("publishedTime"),
        "language": primary_language(language) if isinstance(language, str) else None,
    }
    return Meta.from_json({**ours, "gold_kind": "full-regression", **extra})


def _pages(sources: Iterable[Path]) -> Iterator[NewPage | Skipped]:
    for source in sources:
        expected, about = source.with_name("expected.html"), source.with_name("expected-metadata.json")
        name = source.parent.name
        if not expected.is_file():
            yield Skipped(name, "no expected.html")
            continue
        try:
            meta = meta_of(read_object(about) if about.is_file() else {})
        except PackageError as error:
            yield Skipped(name, str(error))
            continue
        body = parse(read_text(expected)).body
        yield NewPage(page_id_of(name), source.read_bytes(), text_of([body] if body else []), meta)
