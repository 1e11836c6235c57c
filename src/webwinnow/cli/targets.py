"""Where the results of a run go, decided before the first page is read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from webwinnow.cli.file_names import SUFFIXES, file_paths
from webwinnow.errors import UsageError

Targets = Sequence[Path | None]
"""For each page the file that takes its result; None is standard output."""

ROWS: Final = ("json", "csv")
"""Formats that have a page in one line or row, so that many of them can follow each other."""


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
