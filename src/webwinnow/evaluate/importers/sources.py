"""Reading the files of published data sets, whose encodings and layouts vary."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from webwinnow.document.charset.decode import decode
from webwinnow.errors import PackageError


def read_text(path: Path) -> str:
    """Read a text: UTF-8 if it is, or else in the encoding it looks like; lines end in a line feed."""
    content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = decode(content).text
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def read_object(path: Path) -> dict[str, Any]:
    """Read a JSON object; raises PackageError naming the file."""
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise PackageError(f"{path}: cannot be read as JSON ({error}): check the file") from None
    if not isinstance(content, dict):
        raise PackageError(f"{path}: holds no JSON object: check that this is the data set's file")
    return content


def find(source: Path, pattern: str, what: str) -> list[Path]:
    """List the files below a folder that fit a pattern, sorted; raises PackageError if there is none."""
    found = sorted(path for path in source.rglob(pattern) if path.is_file())
    if not found:
        raise PackageError(f"{source}: no {what} ({pattern}) below it: give the folder of the data set")
    return found


def by_name(paths: Iterable[Path], ending: str) -> dict[str, Path]:
    """Index files by their name without its ending; raises PackageError if two have the same name."""
    named: dict[str, Path] = {}
    for path in paths:
        name = path.name.removesuffix(ending)
        if name in named:
            raise PackageError(f"{path} and {named[name]} have the same name: import their folders one by one")
        named[name] = path
    return named
