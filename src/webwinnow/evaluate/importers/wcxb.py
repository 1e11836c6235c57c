"""Web Content Extraction Benchmark (WCXB): `ground-truth/ID.json`, `html/ID.html.gz`, also below `dev/`, `test/`.

A ground truth has `url` and the objects `ground_truth` (main_content, title, author, publish_date, with, without)
and `_internal` (the page type). Its Markdown goes to the key `gold_markdown`, the name of the part to `split`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from webwinnow.errors import PackageError
from webwinnow.evaluate.importers.sources import find, read_object
from webwinnow.evaluate.making import Made, Skipped, create, page_id_of
from webwinnow.evaluate.meta import Meta
from webwinnow.evaluate.package import PAGE_ENDINGS, read_page
from webwinnow.evaluate.writing import NewPage

DESCRIPTION: Final = {
    "origin": "Murrough-Foley/web-content-extraction-benchmark",
    "licence": "CC-BY-4.0",
    "gold": "main content, title, author, date and snippets, reviewed by people",
}
PARTS: Final = frozenset({"dev", "test"})


def convert(source: Path, destination: Path) -> Made:
    """Make a package of the whole benchmark or of one of its parts."""
    return create(destination, DESCRIPTION, _pages(find(source, "ground-truth/*.json", "ground truth")))


def meta_of(content: dict[str, Any], part: str | None) -> Meta:
    """Read the meta data of a ground truth; raises PackageError where it has another form."""
    truth, page_type = _object(content, "ground_truth"), _object(_object(content, "_internal"), "page_type")
    extra = {
        "gold_markdown": truth.get("main_content_markdown"),
        "tags": page_type.get("tags"),
        "split": part,
    }
    return Meta.from_json(
        {
            "url": content.get("url"),
            "title": truth.get("title"),
            "author": truth.get("author"),
            "date": truth.get("publish_date"),
            "page_type": page_type.get("primary"),
            "with": truth.get("with"),
            "without": truth.get("without"),
            "gold_kind": "full",
            **{key: value for key, value in extra.items() if value},
        }
    )


def _pages(truths: Iterable[Path]) -> Iterator[NewPage | Skipped]:
    for truth in truths:
        folder = truth.parent.parent
        paths = (folder / "html" / f"{truth.stem}{ending}" for ending in PAGE_ENDINGS)
        page = next((path for path in paths if path.is_file()), None)
        part = folder.name if folder.name in PARTS else None
        yield Skipped(truth.stem, "no page in folder html") if page is None else _page(truth, page, part)


def _page(truth: Path, page: Path, part: str | None) -> NewPage | Skipped:
    try:
        content = read_object(truth)
        gold = _object(content, "ground_truth").get("main_content")
        meta = meta_of(content, part)
        html = read_page(page)
    except PackageError as error:
        return Skipped(truth.stem, str(error))
    if not isinstance(gold, str) or not gold.strip():
        gold = None  # pages that a script fills have snippets at best
        meta = Meta.from_json({**meta.to_json(), "gold_kind": "snippets"})
    return NewPage(page_id_of(truth.stem), html, gold, meta)


def _object(content: dict[str, Any], key: str) -> dict[str, Any]:
    value = content.get(key)
    return value if isinstance(value, dict) else {}
