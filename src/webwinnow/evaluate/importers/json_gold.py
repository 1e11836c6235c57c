"""Data sets whose gold or meta data is JSON: Mozilla Readability's test pages, Scrapinghub's benchmark, WCXB.

Mozilla Readability has `test-pages/SLUG/{source.html,expected.html,expected-metadata.json}`. The gold is the text of
`expected.html`, which is what Readability gives: good to compare with it, biased to it.

Scrapinghub's article-extraction-benchmark has `ground-truth.json` and `html/ID.html.gz`. The ground truth maps ids to
objects with `articleBody` (without the headline) and `url`; other keys are kept.

The Web Content Extraction Benchmark (WCXB) has `ground-truth/ID.json` and `html/ID.html.gz`, also below `dev/` and
`test/`. A ground truth has `url` and the objects `ground_truth` (main_content, title, author, publish_date, with,
without) and `_internal` (the page type). Its Markdown goes to the key `gold_markdown`, the name of the part to `split`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from webwinnow.errors import PackageError
from webwinnow.evaluate.importers import find, read_object, read_text
from webwinnow.evaluate.making import Made, NewPage, Skipped, create, page_id_of, parse, text_of
from webwinnow.evaluate.meta import PageMeta, primary_language
from webwinnow.evaluate.package import PAGE_ENDINGS, read_page

MOZILLA_READABILITY: Final = {
    "origin": "mozilla/readability, test pages",
    "licence": "Apache-2.0",
    "gold": "text of expected.html: accepted output of Readability, biased to it",
}
KEPT: Final = {"siteName": "site", "excerpt": "excerpt", "dir": "dir", "readerable": "readerable"}


def mozilla_readability(source: Path, destination: Path) -> Made:
    """Make a package of the folder of test pages, or of the repository that holds it."""
    return create(
        destination, MOZILLA_READABILITY, _mozilla_readability_pages(find(source, "*/source.html", "test pages"))
    )


def mozilla_readability_meta(content: dict[str, Any]) -> PageMeta:
    """Read Readability's expected meta data; raises PackageError where it has another form."""
    extra = {ours: content[theirs] for theirs, ours in KEPT.items() if content.get(theirs) is not None}
    language = content.get("lang")
    ours = {
        "title": content.get("title"),
        "author": content.get("byline"),
        "date": content.get("publishedTime"),
        "language": primary_language(language) if isinstance(language, str) else None,
    }
    return PageMeta.from_json({**ours, "gold_kind": "full-regression", **extra})


def _mozilla_readability_pages(sources: Iterable[Path]) -> Iterator[NewPage | Skipped]:
    for source in sources:
        expected, about = source.with_name("expected.html"), source.with_name("expected-metadata.json")
        name = source.parent.name
        if not expected.is_file():
            yield Skipped(name, "no expected.html")
            continue
        try:
            meta = mozilla_readability_meta(read_object(about) if about.is_file() else {})
        except PackageError as error:
            yield Skipped(name, str(error))
            continue
        body = parse(read_text(expected)).body
        yield NewPage(page_id_of(name), source.read_bytes(), text_of([body] if body else []), meta)


TRUTH: Final = "ground-truth.json"
SCRAPINGHUB: Final = {
    "origin": "scrapinghub/article-extraction-benchmark",
    "licence": "MIT",
    "gold": "article body by hand, without the headline",
}


def scrapinghub(source: Path, destination: Path) -> Made:
    """Make a package of the benchmark's folder."""
    truth = find(source, TRUTH, "ground truth")[0]
    return create(destination, SCRAPINGHUB, _scrapinghub_pages(truth.parent / "html", read_object(truth)))


def _scrapinghub_pages(folder: Path, truth: dict[str, Any]) -> Iterator[NewPage | Skipped]:
    for name in sorted(truth):
        page = next((path for ending in PAGE_ENDINGS if (path := folder / f"{name}{ending}").is_file()), None)
        yield Skipped(name, "no page in folder html") if page is None else _scrapinghub_page(name, page, truth[name])


def _scrapinghub_page(name: str, page: Path, content: object) -> NewPage | Skipped:
    if not isinstance(content, dict) or not isinstance(content.get("articleBody"), str):
        return Skipped(name, "the ground truth has no text `articleBody`")
    known = {key: value for key, value in content.items() if key != "articleBody"}
    try:
        meta = PageMeta.from_json({"page_type": "article", "gold_kind": "full", **known})
        return NewPage(page_id_of(name), read_page(page), content["articleBody"], meta)
    except PackageError as error:
        return Skipped(name, str(error))


WCXB: Final = {
    "origin": "Murrough-Foley/web-content-extraction-benchmark",
    "licence": "CC-BY-4.0",
    "gold": "main content, title, author, date and snippets, reviewed by people",
}
PARTS: Final = frozenset({"dev", "test"})


def wcxb(source: Path, destination: Path) -> Made:
    """Make a package of the whole benchmark or of one of its parts."""
    return create(destination, WCXB, _wcxb_pages(find(source, "ground-truth/*.json", "ground truth")))


def wcxb_meta(content: dict[str, Any], part: str | None) -> PageMeta:
    """Read the meta data of a ground truth; raises PackageError where it has another form."""
    truth, page_type = _object(content, "ground_truth"), _object(_object(content, "_internal"), "page_type")
    extra = {
        "gold_markdown": truth.get("main_content_markdown"),
        "tags": page_type.get("tags"),
        "split": part,
    }
    return PageMeta.from_json(
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


def _wcxb_pages(truths: Iterable[Path]) -> Iterator[NewPage | Skipped]:
    for truth in truths:
        folder = truth.parent.parent
        paths = (folder / "html" / f"{truth.stem}{ending}" for ending in PAGE_ENDINGS)
        page = next((path for path in paths if path.is_file()), None)
        part = folder.name if folder.name in PARTS else None
        yield Skipped(truth.stem, "no page in folder html") if page is None else _wcxb_page(truth, page, part)


def _wcxb_page(truth: Path, page: Path, part: str | None) -> NewPage | Skipped:
    try:
        content = read_object(truth)
        gold = _object(content, "ground_truth").get("main_content")
        meta = wcxb_meta(content, part)
        html = read_page(page)
    except PackageError as error:
        return Skipped(truth.stem, str(error))
    if not isinstance(gold, str) or not gold.strip():
        gold = None  # pages that a script fills have snippets at best
        meta = PageMeta.from_json({**meta.to_json(), "gold_kind": "snippets"})
    return NewPage(page_id_of(truth.stem), html, gold, meta)


def _object(content: dict[str, Any], key: str) -> dict[str, Any]:
    value = content.get(key)
    return value if isinstance(value, dict) else {}
