"""Published data sets become test packages: importers are found here by name and loaded when used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from webwinnow.errors import UsageError
from webwinnow.evaluate.making import Made

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
