"""Published data sets become test packages: importers are found here by name and loaded when used.

Encodings and layouts of their files vary; what all importers need to read them stands here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, cast

from webwinnow.document.charset.decode import decode
from webwinnow.errors import PackageError, UsageError
from webwinnow.evaluate.making import Made


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


Importer = Callable[[Path, Path], Made]
"""Takes the folder of the data set and the folder of the package to make."""

FORMATS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cleaneval": "webwinnow.evaluate.importers.text_gold:cleaneval",
        "dragnet": "webwinnow.evaluate.importers.text_gold:dragnet",
        "l3s-gn1": "webwinnow.evaluate.importers.l3s_gn1:l3s_gn1",
        "mozilla-readability": "webwinnow.evaluate.importers.json_gold:mozilla_readability",
        "scrapinghub": "webwinnow.evaluate.importers.json_gold:scrapinghub",
        "wcxb": "webwinnow.evaluate.importers.json_gold:wcxb",
    }
)


def importer(name: str) -> Importer:
    """Find the importer of a format; raises UsageError naming the formats there are."""
    if name not in FORMATS:
        near = get_close_matches(name, FORMATS, 1, 0.4) or FORMATS
        raise UsageError(f"no importer for the format {name!r}: did you mean {' or '.join(near)}?")
    module, _, function = FORMATS[name].partition(":")
    return cast(Importer, getattr(import_module(module), function))
