"""Finding what is wrong with a test package before it spoils results.

Whether the words of a gold text occur in its page is a crude check, on purpose apart from the extraction code.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias, TypeVar

from webwinnow.document.charset.decode import decode
from webwinnow.document.references import decode_references
from webwinnow.errors import PackageError
from webwinnow.evaluate.meta import PageMeta
from webwinnow.evaluate.package import (
    DESCRIPTION,
    PAGE_ENDINGS,
    Package,
    PageFiles,
    group_files,
    read_gold,
    read_meta,
    read_page,
)
from webwinnow.language.words import words

# Every branch also ends where the page ends, so that an unclosed tag is read once and hostile pages stay linear.
_CODE: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b[^>]*(?:>|\Z).*?(?:</\1\b[^>]*(?:>|\Z)|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_INLINE: Final = re.compile(
    r"</?(?:a|abbr|acronym|b|big|bdi|bdo|cite|code|dfn|del|em|font|i|ins|kbd|mark|nobr|q|ruby|s|samp|small|span|strike"
    r"|strong|sub|sup|time|tt|u|var|wbr)(?:[\s/][^>]*)?(?:>|\Z)",
    re.IGNORECASE,
)
_TAG: Final = re.compile(r"<[a-z/!?][^>]*(?:>|\Z)", re.IGNORECASE)
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]+")
_APOSTROPHE: Final = re.compile("[\u2018\u2019\u02bc`]")


@dataclass(frozen=True, slots=True)
class MissingWords:
    """Gold words the page does not have: how large a share of all gold words, and the first few."""

    share: float
    first: tuple[str, ...]


def missing_words(gold: str, page: str, *, first: int = 5) -> MissingWords:
    """Look for each gold word in the decoded page; case, typography and inline tags make no difference."""
    wanted = words(_comparable(gold))
    visible = _CODE.sub(" ", page)
    missing = _not_in(visible, wanted)
    if missing:  # rarely, so joining is tried only now: `<b>W</b>ord` is one word
        missing = _not_in(_INLINE.sub("", visible), missing)
    return MissingWords(len(missing) / len(wanted) if wanted else 0.0, tuple(dict.fromkeys(missing))[:first])


def _not_in(markup: str, wanted: list[str]) -> list[str]:
    found = set(words(_comparable(decode_references(_TAG.sub(" ", markup)))))
    return [word for word in wanted if word not in found]


def _comparable(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _APOSTROPHE.sub("'", _UNSEEN.sub("", plain))


_PAGE_TYPES = (
    "article blog collection comments documentation encyclopedia forum home listing overview product qa service"
)
_DOCUMENTED = (
    "id dataset site source gold_kind gold_selector gold_comments gold_related gold_markdown headline_in_gold "
    "headings encoding language_from excerpt dir readerable tags split generator theme structures media annotations "
    "gold_by"
)
PAGE_TYPES: Final = frozenset(_PAGE_TYPES.split())
DOCUMENTED: Final = frozenset(_DOCUMENTED.split())
"""Keys beyond those of `PageMeta` that packages and importers of ours use."""
EMPTY: Final = "empty"
"""The kind of gold of a page that has no main content, so that its empty gold is no oversight."""
LARGE_PAGE: Final = 10_000_000
"""Bytes from which a page is named: extraction and scoring will take their time."""
NOTABLE_SHARE: Final = 0.02
"""Share of gold words absent from the page that is named; below, it is a caption or a typing error."""
FOREIGN_SHARE: Final = 0.5
"""Share of absent gold words that makes an error: such gold belongs to another page, or was not read as UTF-8."""


@dataclass(frozen=True, slots=True)
class PackageProblem:
    """One thing found: an error makes results wrong, a warning may; what concerns no page or file has None."""

    severity: Literal["error", "warning"]
    page: str | None
    file: str | None
    message: str


Read = TypeVar("Read")
Problems: TypeAlias = Generator[PackageProblem, None, Read]
"""Problems found while reading, and at the end what was read."""


@dataclass(slots=True)
class _Census:
    """What can only be judged over all pages: who has what; digests are kept, never contents."""

    keys: dict[str, list[str]] = field(default_factory=dict)
    page_types: dict[str, list[str]] = field(default_factory=dict)
    html: dict[str, list[str]] = field(default_factory=dict)
    gold: dict[str, list[str]] = field(default_factory=dict)


def validate(package: Package) -> list[PackageProblem]:
    """Check a whole package; reads every page once and keeps none."""
    return list(check(package))


def check(package: Package) -> Iterator[PackageProblem]:
    """Yield problems while pages are read: first the folder's, then each page's, then common ones."""
    yield from _folder(package)
    census = _Census()
    some_gold = any(files.gold is not None for files in package.pages)
    if not some_gold and package.pages:
        yield PackageProblem("warning", None, None, "no page has gold text: only snippets and meta data count")
    for files in package.pages:
        yield from _page(files, census, some_gold=some_gold)
    yield from _common(census)


def _folder(package: Package) -> Iterator[PackageProblem]:
    grouped, strangers = group_files(package.folder)
    if not package.pages:
        yield PackageProblem("error", None, None, "the package has no page")
    for page_id, files in grouped.items():
        pages = [ending for ending in PAGE_ENDINGS if ending in files]
        if not pages:
            for path in files.values():
                yield PackageProblem("error", page_id, path.name, "belongs to no page: add the page or remove the file")
        elif len(pages) > 1:
            yield PackageProblem("error", page_id, files[pages[1]].name, f"the page is there twice; {pages[0]} is used")
    for path in strangers:
        yield PackageProblem("warning", None, path.name, "is part of no page and is not read")
    claimed = package.description.get("pages")
    if isinstance(claimed, int) and claimed != len(package.pages):
        yield PackageProblem("warning", None, DESCRIPTION, f"says {claimed} pages, there are {len(package.pages)}")


def _page(files: PageFiles, census: _Census, *, some_gold: bool) -> Iterator[PackageProblem]:
    meta = yield from _meta(files, census)
    gold = yield from _gold(files, meta, census, some_gold=some_gold)
    html = yield from _html(files, meta, census)
    wanted = gold or "\n".join(meta.with_snippets)
    if html is not None and wanted:
        yield from _words(files, wanted, html)


def _meta(files: PageFiles, census: _Census) -> Problems[PageMeta]:
    if files.meta is None:
        yield PackageProblem("warning", files.id, None, "no meta data: language, URL and page type are unknown")
        return PageMeta()
    try:
        meta = read_meta(files.meta)
    except PackageError as error:
        yield _broken(files, files.meta, error)
        return PageMeta()
    for key in meta.extra.keys() - DOCUMENTED:
        census.keys.setdefault(key, []).append(files.id)
    if meta.page_type is not None and meta.page_type not in PAGE_TYPES:
        census.page_types.setdefault(meta.page_type, []).append(files.id)
    return meta


def _gold(files: PageFiles, meta: PageMeta, census: _Census, *, some_gold: bool) -> Problems[str]:
    if files.gold is None:
        if some_gold:
            yield PackageProblem("warning", files.id, None, "no gold text: the page counts only where it can")
        return ""
    try:
        gold = read_gold(files.gold)
    except PackageError as error:
        yield _broken(files, files.gold, error)
        return ""
    if not gold.strip():
        if meta.extra.get("gold_kind") != EMPTY:
            message = f"the gold is empty: write it, or set the key gold_kind to {EMPTY!r} if it is meant so"
            yield PackageProblem("error", files.id, files.gold.name, message)
        return ""
    if "\ufffd" in gold:
        yield PackageProblem("warning", files.id, files.gold.name, "has replacement characters: decoded wrongly once")
    census.gold.setdefault(_digest(gold.strip().encode()), []).append(files.id)
    return gold


def _html(files: PageFiles, meta: PageMeta, census: _Census) -> Problems[str | None]:
    try:
        content = read_page(files.html)
    except PackageError as error:
        yield _broken(files, files.html, error)
        return None
    if not content.strip():
        yield PackageProblem("error", files.id, files.html.name, "the page is empty")
        return None
    if len(content) > LARGE_PAGE:
        yield PackageProblem("warning", files.id, files.html.name, f"is large: {len(content) / 1e6:.0f} MB")
    census.html.setdefault(_digest(content), []).append(files.id)
    decoded = decode(content, url=meta.url)
    broken = decoded.text.count("\ufffd")
    if broken:
        message = f"{broken} character(s) cannot be read as {decoded.encoding}"
        yield PackageProblem("warning", files.id, files.html.name, message)
    return decoded.text


def _words(files: PageFiles, wanted: str, html: str) -> Iterator[PackageProblem]:
    missing = missing_words(wanted, html)
    if missing.share <= NOTABLE_SHARE:
        return
    path = files.gold or files.meta
    listed = ", ".join(missing.first)
    severity: Literal["error", "warning"] = "error" if missing.share >= FOREIGN_SHARE else "warning"
    kind = "gold" if files.gold else "snippet"
    message = f"{missing.share:.0%} of the {kind} words are not in the page: {listed}"
    yield PackageProblem(severity, files.id, path.name if path else None, message)


def _common(census: _Census) -> Iterator[PackageProblem]:
    for kind, found in (("page", census.html), ("gold", census.gold)):
        for ids in found.values():
            if len(ids) > 1:
                yield PackageProblem("warning", ids[0], None, f"the same {kind} as {_some(ids[1:])}")
    for page_type, ids in sorted(census.page_types.items()):
        yield PackageProblem("warning", None, None, f"unknown page type {page_type!r}: {_some(ids)}")
    for key, ids in sorted(census.keys.items()):
        yield PackageProblem("warning", None, None, f"unknown key {key!r}: {_some(ids)}")


def _broken(files: PageFiles, path: Path, error: PackageError) -> PackageProblem:
    return PackageProblem("error", files.id, path.name, str(error).removeprefix(f"{path}: "))


def _some(ids: list[str]) -> str:
    listed = ", ".join(ids[:3])
    return listed if len(ids) <= 3 else f"{listed} and {len(ids) - 3} more"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
