"""Finding what is wrong with a test package before it spoils results."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias, TypeVar

from webwinnow.document.decode import decode
from webwinnow.errors import PackageError
from webwinnow.evaluate.description import DESCRIPTION
from webwinnow.evaluate.gold_words import missing_words
from webwinnow.evaluate.meta import Meta
from webwinnow.evaluate.package import (
    PAGE_ENDINGS,
    Package,
    PageFiles,
    group_files,
    read_gold,
    read_meta,
    read_page,
)

_PAGE_TYPES = (
    "article blog collection comments documentation encyclopedia forum home listing overview product qa service"
)
_DOCUMENTED = (
    "id dataset site source gold_kind gold_selector gold_comments gold_related gold_markdown headline_in_gold "
    "headings encoding language_from excerpt dir readerable tags split"
)
PAGE_TYPES: Final = frozenset(_PAGE_TYPES.split())
DOCUMENTED: Final = frozenset(_DOCUMENTED.split())
"""Keys beyond those of `Meta` that packages and importers of ours use."""
EMPTY: Final = "empty"
"""The kind of gold of a page that has no main content, so that its empty gold is no oversight."""
LARGE_PAGE: Final = 10_000_000
"""Bytes from which a page is named: extraction and scoring will take their time."""
NOTABLE_SHARE: Final = 0.02
"""Share of gold words absent from the page that is named; below, it is a caption or a typing error."""
FOREIGN_SHARE: Final = 0.5
"""Share of absent gold words that makes an error: such gold belongs to another page, or was not read as UTF-8."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing found: an error makes results wrong, a warning may; what concerns no page or file has None."""

    severity: Literal["error", "warning"]
    page: str | None
    file: str | None
    message: str


Read = TypeVar("Read")
Problems: TypeAlias = Generator[Problem, None, Read]
"""Problems found while reading, and at the end what was read."""


@dataclass(slots=True)
class _Census:
    """What can only be judged over all pages: who has what; digests are kept, never contents."""

    keys: dict[str, list[str]] = field(default_factory=dict)
    page_types: dict[str, list[str]] = field(default_factory=dict)
    html: dict[str, list[str]] = field(default_factory=dict)
    gold: dict[str, list[str]] = field(default_factory=dict)


def validate(package: Package) -> list[Problem]:
    """Check a whole package; reads every page once and keeps none."""
    return list(check(package))


def check(package: Package) -> Iterator[Problem]:
    """Give problems one by one while pages are read: first the folder's, then each page's, then common ones."""
    yield from _folder(package)
    census = _Census()
    some_gold = any(files.gold is not None for files in package.pages)
    if not some_gold and package.pages:
        yield Problem("warning", None, None, "no page has gold text: only snippets and meta data count")
    for files in package.pages:
        yield from _page(files, census, some_gold=some_gold)
    yield from _common(census)


def _folder(package: Package) -> Iterator[Problem]:
    grouped, strangers = group_files(package.folder)
    if not package.pages:
        yield Problem("error", None, None, "the package has no page")
    for page_id, files in grouped.items():
        pages = [ending for ending in PAGE_ENDINGS if ending in files]
        if not pages:
            for path in files.values():
                yield Problem("error", page_id, path.name, "belongs to no page: add the page or remove the file")
        elif len(pages) > 1:
            yield Problem("error", page_id, files[pages[1]].name, f"the page is there twice; {pages[0]} is used")
    for path in strangers:
        yield Problem("warning", None, path.name, "is part of no page and is not read")
    claimed = package.description.get("pages")
    if isinstance(claimed, int) and claimed != len(package.pages):
        yield Problem("warning", None, DESCRIPTION, f"says {claimed} pages, there are {len(package.pages)}")


def _page(files: PageFiles, census: _Census, *, some_gold: bool) -> Iterator[Problem]:
    meta = yield from _meta(files, census)
    gold = yield from _gold(files, meta, census, some_gold=some_gold)
    html = yield from _html(files, meta, census)
    wanted = gold or "\n".join(meta.with_snippets)
    if html is not None and wanted:
        yield from _words(files, wanted, html)


def _meta(files: PageFiles, census: _Census) -> Problems[Meta]:
    if files.meta is None:
        yield Problem("warning", files.id, None, "no meta data: language, URL and page type are unknown")
        return Meta()
    try:
        meta = read_meta(files.meta)
    except PackageError as error:
        yield _broken(files, files.meta, error)
        return Meta()
    for key in meta.extra.keys() - DOCUMENTED:
        census.keys.setdefault(key, []).append(files.id)
    if meta.page_type is not None and meta.page_type not in PAGE_TYPES:
        census.page_types.setdefault(meta.page_type, []).append(files.id)
    return meta


def _gold(files: PageFiles, meta: Meta, census: _Census, *, some_gold: bool) -> Problems[str]:
    if files.gold is None:
        if some_gold:
            yield Problem("warning", files.id, None, "no gold text: the page counts only where it can")
        return ""
    try:
        gold = read_gold(files.gold)
    except PackageError as error:
        yield _broken(files, files.gold, error)
        return ""
    if not gold.strip():
        if meta.extra.get("gold_kind") != EMPTY:
            told = f"the gold is empty: write it, or set the key gold_kind to {EMPTY!r} if it is meant so"
            yield Problem("error", files.id, files.gold.name, told)
        return ""
    if "\ufffd" in gold:
        yield Problem("warning", files.id, files.gold.name, "has replacement characters: decoded wrongly once")
    census.gold.setdefault(_digest(gold.strip().encode()), []).append(files.id)
    return gold


def _html(files: PageFiles, meta: Meta, census: _Census) -> Problems[str | None]:
    try:
        content = read_page(files.html)
    except PackageError as error:
        yield _broken(files, files.html, error)
        return None
    if not content.strip():
        yield Problem("error", files.id, files.html.name, "the page is empty")
        return None
    if len(content) > LARGE_PAGE:
        yield Problem("warning", files.id, files.html.name, f"is large: {len(content) / 1e6:.0f} MB")
    census.html.setdefault(_digest(content), []).append(files.id)
    decoded = decode(content, url=meta.url)
    broken = decoded.text.count("\ufffd")
    if broken:
        told = f"{broken} character(s) cannot be read as {decoded.encoding}"
        yield Problem("warning", files.id, files.html.name, told)
    return decoded.text


def _words(files: PageFiles, wanted: str, html: str) -> Iterator[Problem]:
    missing = missing_words(wanted, html)
    if missing.share <= NOTABLE_SHARE:
        return
    path = files.gold or files.meta
    listed = ", ".join(missing.first)
    severity: Literal["error", "warning"] = "error" if missing.share >= FOREIGN_SHARE else "warning"
    kind = "gold" if files.gold else "snippet"
    told = f"{missing.share:.0%} of the {kind} words are not in the page: {listed}"
    yield Problem(severity, files.id, path.name if path else None, told)


def _common(census: _Census) -> Iterator[Problem]:
    for kind, found in (("page", census.html), ("gold", census.gold)):
        for ids in found.values():
            if len(ids) > 1:
                yield Problem("warning", ids[0], None, f"the same {kind} as {_some(ids[1:])}")
    for page_type, ids in sorted(census.page_types.items()):
        yield Problem("warning", None, None, f"unknown page type {page_type!r}: {_some(ids)}")
    for key, ids in sorted(census.keys.items()):
        yield Problem("warning", None, None, f"unknown key {key!r}: {_some(ids)}")


def _broken(files: PageFiles, path: Path, error: PackageError) -> Problem:
    return Problem("error", files.id, path.name, str(error).removeprefix(f"{path}: "))


def _some(ids: list[str]) -> str:
    listed = ", ".join(ids[:3])
    return listed if len(ids) <= 3 else f"{listed} and {len(ids) - 3} more"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
