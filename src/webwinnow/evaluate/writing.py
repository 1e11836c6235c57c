"""Writing that is seen whole or not at all: aside first, under a name with a leading dot, then renamed."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from webwinnow.errors import PackageError
from webwinnow.evaluate.meta import Meta
from webwinnow.evaluate.package import GOLD_ENDING, META_ENDING, PAGE_ENDINGS, PageFiles


@dataclass(frozen=True, slots=True)
class NewPage:
    """A page on its way into a package."""

    id: str
    html: bytes
    gold: str | None
    meta: Meta


def write_aside(path: Path, content: bytes) -> None:
    """Write a file; whoever looks sees the old file or the new one, never a part."""
    aside = _aside(path)
    try:
        aside.write_bytes(content)
        aside.replace(path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


def write_page(folder: Path, page: NewPage) -> PageFiles:
    """Write a page's files, the page itself last; raises PackageError rather than overwrite one."""
    if not page.id or page.id != page.id.strip() or page.id.startswith(".") or re.search(r"[/\\\0\n]", page.id):
        raise PackageError(f"{folder}: {page.id!r} cannot name a file: use no slash and no leading dot")
    if any((folder / f"{page.id}{ending}").exists() for ending in PAGE_ENDINGS):
        raise PackageError(f"{folder}: a page {page.id!r} exists already: give another id or remove it first")
    meta, gold = folder / f"{page.id}{META_ENDING}", folder / f"{page.id}{GOLD_ENDING}"
    known = json.dumps(page.meta.to_json(), ensure_ascii=False, indent=1)
    # Lone surrogates, which JSON can smuggle in, are no text and have no UTF-8; they become question marks.
    _write_once(meta, f"{known}\n".encode(errors="replace"))
    if page.gold is not None:
        _write_once(gold, page.gold.encode(errors="replace"))
    html = folder / f"{page.id}.html.gz"
    write_aside(html, gzip.compress(page.html, mtime=0))  # no time stamp: the same page gives the same file
    return PageFiles(page.id, html, None if page.gold is None else gold, meta)


@contextmanager
def folder_aside(destination: Path) -> Iterator[Path]:
    """Give a folder to fill that becomes `destination` at the end, or vanishes if the filling fails."""
    if destination.exists() and not (destination.is_dir() and not any(destination.iterdir())):
        raise PackageError(f"{destination}: already exists: choose another folder or remove it first")
    destination.parent.mkdir(parents=True, exist_ok=True)
    aside = _aside(destination)
    aside.mkdir()
    try:
        yield aside
        if destination.is_dir():
            destination.rmdir()  # empty, as checked above; renaming onto it fails on some systems
        aside.rename(destination)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise


def _write_once(path: Path, content: bytes) -> None:
    """Write a file unless it is there; the same content may be, left by an addition that was cut off."""
    if not path.exists():
        write_aside(path, content)
    elif path.read_bytes() != content:
        raise PackageError(f"{path}: exists already and differs: remove it or give another id")


def _aside(path: Path) -> Path:
    # In the same folder, so that renaming stays within one file system; the name is kept short for its limits.
    return path.with_name(f".{path.name[:100]}.{uuid4().hex}")
