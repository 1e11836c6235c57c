"""Readers of collections, one file each: from the text of a file to the fields of its records.

A reader gives what it can and reports the rest with its line; which one reads a file, its name decides, or its first
letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Final, TypeAlias

from webwinnow.trends.readers.columns import read_json, read_table
from webwinnow.trends.readers.references import read_bibtex, read_ris
from webwinnow.trends.readers.standard_xml import read_xml
from webwinnow.trends.record import Fields, FileProblem

Reader: TypeAlias = Callable[[str, str], Iterator[Fields | FileProblem]]

READERS: Final[dict[str, Reader]] = {
    "ris": read_ris,
    "bibtex": read_bibtex,
    "csv": read_table,
    "jsonl": read_json,
    "xml": read_xml,
}
"""The formats by name."""
_ENDINGS: Final = {
    ".ris": "ris", ".bib": "bibtex", ".bibtex": "bibtex", ".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl",
    ".ndjson": "jsonl", ".json": "jsonl", ".xml": "xml",
}  # fmt: skip
_OPENINGS: Final = (
    ("xml", re.compile(r"\s*<")),
    ("jsonl", re.compile(r"\s*[\[{]")),
    ("ris", re.compile(r"\s*TY {1,3}-")),
    ("bibtex", re.compile(r"\s*(?:%[^\n]*\s+)*@")),
)


def format_of(file: str, text: str) -> str:
    """Return the format by the ending of the file's name, or else by how the text begins; in doubt it is a table."""
    named = _ENDINGS.get(PurePath(file).suffix.lower())
    start = text[:4096].lstrip("\ufeff")
    return named or next((name for name, opening in _OPENINGS if opening.match(start)), "csv")
