"""Scrapinghub's article-extraction-benchmark: `ground-truth.json` and `html/ID.html.gz`.

The ground truth maps ids to objects with `articleBody` (without the headline) and `url`; other keys are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from webwinnow.errors import PackageError
from webwinnow.evaluate.importers.sources import find, read_object
from webwinnow.evaluate.making import Made, Skipped, create, page_id_of
from webwinnow.evaluate.meta import Meta
from webwinnow.evaluate.package import PAGE_ENDINGS, read_page
from webwinnow.evaluate.writing import NewPage

TRUTH: Final = "ground-truth.json"
DESCRIPTION: Final = {
    "origin": "scrapinghub/article-extraction-benchmark",
    "licence": "MIT",
    "gold": "article body by hand, without the headline",
}


def convert(source: Path, destination: Path) -> Made:
    """Make a package of the benchmark's folder."""
    truth = find(source, TRUTH, "ground truth")[0]
    return create(destination, DESCRIPTION, _pages(truth.parent / "html", read_object(truth)))


def _pages(folder: Path, truth: dict[str, Any]) -> Iterator[NewPage | Skipped]:
    for name in sorted(truth):
        page = next((path for ending in PAGE_ENDINGS if (path := folder / f"{name}{ending}").is_file()), None)
        yield Skipped(name, "no page in folder html") if page is None else _page(name, page, truth[name])


def _page(name: str, page: Path, content: object) -> NewPage | Skipped:
    if not isinstance(content, dict) or not isinstance(content.get("articleBody"), str):
        return Skipped(name, "the ground truth has no text `articleBody`")
    known = {key: value for key, value in content.items() if key != "articleBody"}
    try:
        meta = Meta.from_json({"page_type": "article", "gold_kind": "full", **known})
        return NewPage(page_id_of(name), read_page(page), content["articleBody"], meta)
    except PackageError as error:
        return Skipped(name, str(error))
