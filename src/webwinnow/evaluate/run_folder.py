"""What lies where in the folder of a run, and the lines of its append-only files.

    run.json                          what was run: program, measures, packages with their pages, candidates
    summary.json  summary.tsv         the results in short
    report.html                       the results to look at
    pages/<package>/<candidate>.tsv   the results page by page
    cells/<name>.jsonl                one line per cell, appended as they come (see `Cell`)
    texts/<name>.jsonl                one line per cell: the text found, for candidates that cannot be asked again

A file of cells is named by what its cells depend on: candidate, package digest, program and measures. So a run
goes on where one before was cut off, and a second run computes what has changed. A last line that was cut off is
passed over by readers and removed by the next writer.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from webwinnow.errors import WebwinnowError
from webwinnow.evaluate.cell import Cell

RUN: Final = "run.json"
SUMMARY: Final = "summary.json"
SUMMARY_TABLE: Final = "summary.tsv"
REPORT: Final = "report.html"
CELLS: Final = "cells"
TEXTS: Final = "texts"
PAGES: Final = "pages"

_UNSAFE: Final = re.compile(r"[^\w.-]+")


_LONGEST: Final = 60
"""Bytes of a name as part of a file's name; file systems allow 255 in all."""


def file_stem(name: str) -> str:
    """A name as part of a file's name: letters, digits, dots, dashes, underscores; never hidden, never long."""
    short = _UNSAFE.sub("-", name).strip("-.").encode("utf-8", "replace")[:_LONGEST]
    return short.decode("utf-8", "ignore") or "unnamed"


def table_paths(folder: Path, keys: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Path]:
    """Where the table of each package and candidate is; names that would be the same file get a hash."""
    plain = {key: folder / PAGES / file_stem(key[0]) / file_stem(key[1]) for key in keys}
    often = Counter(str(path).casefold() for path in plain.values())
    return {
        key: path.with_name(path.name + (_mark(key) if often[str(path).casefold()] > 1 else "") + ".tsv")
        for key, path in plain.items()
    }


def _mark(key: tuple[str, str]) -> str:
    return "-" + hashlib.sha256("\0".join(key).encode("utf-8", "replace")).hexdigest()[:8]


def read_cells(path: Path) -> dict[str, Cell]:
    """Read a file of cells by page; of two cells of one page the later counts, a missing file is empty."""
    cells = {}
    for content in _lines(path):
        try:
            cell = Cell.from_json(content)
        except (KeyError, TypeError) as error:
            raise WebwinnowError(f"{path}: a line is no cell ({error}): remove the file and run again") from None
        cells[cell.page] = cell
    return cells


def read_text(path: Path, page: str) -> str | None:
    """Read the text found on one page; None if there is none."""
    packed = [content["text"] for content in _lines(path) if content.get("page") == page]
    return zlib.decompress(base64.b85decode(packed[-1])).decode() if packed else None


def cell_line(cell: Cell) -> bytes:
    """A cell as a line."""
    return _line(cell.to_json())


def text_line(page: str, text: str) -> bytes:
    """A found text as a line, compressed by itself: lines are whole or lost one by one."""
    packed = base64.b85encode(zlib.compress(text.encode("utf-8", "replace"), 6)).decode()
    return _line({"page": page, "text": packed})


def append(path: Path, line: bytes) -> None:
    """Add a line to a file, in one piece."""
    with path.open("ab", buffering=0) as file:
        file.write(line)


def mend(path: Path) -> None:
    """Remove a last line that was cut off, so that the next one starts on a line of its own."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        content = file.read()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            file.truncate(whole)


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace") + b"\n"


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield _object(path, line)


def _object(path: Path, line: bytes) -> dict[str, Any]:
    try:
        content = json.loads(line)
    except ValueError as error:
        raise WebwinnowError(f"{path}: a line is broken ({error}): remove the file and run again") from None
    if not isinstance(content, dict):
        raise WebwinnowError(f"{path}: a line is no object: remove the file and run again")
    return content
