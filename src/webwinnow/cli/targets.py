"""Where the results of a run go, decided before the first page is read.

Files are named after their pages: readable, safe on any disk, and no two the same.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from unicodedata import normalize
from urllib.parse import unquote, urlsplit

from webwinnow.errors import UsageError
from webwinnow.render.formats import Format

Targets = Sequence[Path | None]
"""For each page the file that takes its result; None is standard output."""

ROWS: Final = ("json", "csv")
"""Formats that have a page in one line or row, so that many of them can follow each other."""
SUFFIXES: Final = {
    "text": ".txt",
    "markdown": ".md",
    "clean-html": ".html",
    "reader": ".html",
    "speech": ".txt",
    "tei": ".xml",
    "xml": ".xml",
    "csv": ".csv",
    "html": ".html",
    "json": ".json",
    "spans": ".tsv",
}
"""How the files of each format end."""

_ENDINGS: Final[dict[str, Format]] = {
    ".md": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xml": "xml",
    ".tei": "tei",
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "json",
    ".tsv": "spans",
}
"""What the end of a file's name asks for, unless -f does."""
_WEB: Final = re.compile(r"\s*https?:", re.IGNORECASE)
_ENDING: Final = re.compile(
    r"(?:\.(?:[xs]?html?|m?html?|webarchive|warc|php\d?|aspx?|jsp|cgi))?(?:\.gz|\.zst)?$", re.IGNORECASE
)
_UNSAFE: Final = re.compile(r"[^\w .,()+@=-]+")
_LONGEST: Final = 180
"""Bytes of a name; file systems allow 255, and a number and an ending are still to come."""


def by_ending(output: str | None) -> Format:
    """Tell the format that the name of a file asks for; text where it asks for none."""
    return _ENDINGS.get(Path(output or "").suffix.lower(), "text")


def targets(pages: Sequence[str], output: str | None, form: str) -> Targets:
    """Decide for each page; refuse what cannot work before any work is done."""
    if output is None or output == "-":
        return _standard_output(pages, form)
    if len(pages) > 1 or output.endswith("/") or Path(output).is_dir():
        return file_paths(pages, _folder(output), SUFFIXES[form])
    return [_file(Path(output))]


def _standard_output(pages: Sequence[str], form: str) -> Targets:
    if len(pages) > 1 and form not in ROWS:
        raise UsageError(f"{len(pages)} pages as {form} would run together: use -o DIR for a file each, or -f json")
    return [None] * len(pages)


def _folder(output: str) -> Path:
    folder = Path(output)
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{output}: is not a directory: several pages need one")
    looks_like_a_file = folder.suffix in {*SUFFIXES.values(), ".jsonl"} and not output.endswith("/")
    if looks_like_a_file and not folder.is_dir():
        raise UsageError(f"{output}: looks like a file, and several pages need a directory: end it with / to make one")
    return folder


def _file(path: Path) -> Path:
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no directory {path.parent}: make it first")
    return path


def file_paths(pages: Sequence[str], folder: Path, suffix: str) -> list[Path]:
    """Name one file for each page: by its own name, by its whole path where names repeat, at last with a number.

    No page that is read is ever written over.
    """
    short = [_stem(page) for page in pages]
    often = Counter(stem.casefold() for stem in short)
    stems = [stem if often[stem.casefold()] == 1 else _whole(page) for page, stem in zip(pages, short, strict=True)]
    return [folder / name for name in _unique(stems, suffix, _names_inside(folder, pages))]


def _names_inside(folder: Path, pages: Sequence[str]) -> set[str]:
    where = os.path.realpath(folder)
    return {Path(page).name.casefold() for page in pages if os.path.realpath(Path(page).parent) == where}


def _unique(stems: Sequence[str], suffix: str, taken: set[str]) -> Iterator[str]:
    """Number the names that are taken already; names that differ only in case are one file on some disks."""
    tried = Counter[str]()
    for stem in stems:
        name = stem + suffix
        while name.casefold() in taken:
            tried[stem] += 1
            name = f"{stem}-{tried[stem] + 1}{suffix}"
        taken.add(name.casefold())
        yield name


def _stem(page: str) -> str:
    return _whole(page) if _WEB.match(page) else _safe("stdin" if page == "-" else Path(page).name)


def _whole(page: str) -> str:
    if not _WEB.match(page):
        return _safe("-".join(part for part in Path(page).parts if part not in (Path(page).anchor, "..")))
    try:
        parts = urlsplit(page.strip())
        path = _ENDING.sub("", unquote(parts.path))
        return _safe("-".join(filter(None, [parts.hostname, path, unquote(parts.query)])))
    except ValueError:  # no URL at all, which reading it will tell
        return _safe(page)


def _safe(name: str) -> str:
    """Keep letters and digits of all scripts and a few signs; never hidden, never an option, never empty."""
    kept = re.sub("-{2,}", "-", _UNSAFE.sub("-", normalize("NFC", _ENDING.sub("", name))))
    return kept.encode()[:_LONGEST].decode(errors="ignore").strip(" .-") or "page"
