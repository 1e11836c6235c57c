"""Records in columns: CSV, and JSON, whose keys are called as columns are.

CSV: the first line names the columns; comma, semicolon or tab separate them, whichever the first line has most of.
JSON: an object on each line, as `webwinnow extract -f json` prints them, or a list of objects, or one object. In
webwinnow's own objects, the text is the main content, the date is `metadata.published`, and the journal is the name of
the site.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from typing import Final

from webwinnow.trends.record import Fields, FileProblem

_NAMES: Final = {
    "journal": "journal, journal title, source, source title, site, site_name, publication, publication name",
    "title": "title, headline, article title, document title",
    "date": "date, year, published, publication year, publication date, publicationyear, py, issued",
    "abstract": "abstract, text, content, abstract note, summary, ab",
    "url": "url, link, address, source url",
    "doi": "doi",
}
_FIELDS: Final = {name: field for field, names in _NAMES.items() for name in names.split(", ")}
_IN_METADATA: Final = {"published": "date", "site_name": "journal", "title": "title", "url": "url"}
_BETWEEN: Final = " \t\r\n,"


def field_of(name: str) -> str | None:
    """Return the field that a name stands for; None for any other.

    >>> field_of("Publication Year"), field_of("Pages")
    ('date', None)
    """
    return _FIELDS.get(name.strip("\ufeff \"'").casefold())


def read_json(text: str, file: str) -> Iterator[Fields | FileProblem]:
    """Yield the objects of a file, and what is wrong with it."""
    text = text.lstrip("\ufeff")
    start = text.lstrip()
    if start[:1] == "[" or start.split("\n", 1)[0].strip() == "{":  # one list, or an object over many lines
        yield from _listed(text, file)
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield _object(json.loads(line), number)
            except (ValueError, RecursionError) as error:
                yield FileProblem(file, number, f"the line is no JSON object ({error}): left out")


def _listed(text: str, file: str) -> Iterator[Fields | FileProblem]:
    """Read one object after the other, so that each has its line."""
    at = text.index("[") + 1 if text.lstrip()[:1] == "[" else 0
    decoder, line, counted = json.JSONDecoder(), 1, 0
    while True:
        while text[at : at + 1] and text[at] in _BETWEEN:
            at += 1
        line, counted = line + text.count("\n", counted, at), at
        if text[at : at + 1] in ("", "]"):
            return
        try:
            value, at = decoder.raw_decode(text, at)
            yield _object(value, line)
        except (ValueError, RecursionError) as error:
            yield FileProblem(file, line, f"the list cannot be read from here ({error}): the rest is left out")
            return


def _object(value: object, line: int) -> Fields:
    if not isinstance(value, dict):
        raise ValueError(f"{type(value).__name__} instead of an object")
    return _first_of_each(_named(value), line)


def _named(found: dict[str, object]) -> Iterator[tuple[str | None, str]]:
    """Yield fields and values: the object's own, and then what its metadata say."""
    for key, value in found.items():
        yield field_of(key), _written(value)
    metadata = found.get("metadata")
    if isinstance(metadata, dict):
        for key, field in _IN_METADATA.items():
            yield field, _written(metadata.get(key))
    yield "url", _written(found.get("page"))  # where webwinnow read it: better than no address


def _written(value: object) -> str:
    if isinstance(value, dict):  # a fact of webwinnow: its value, and where it comes from
        value = value.get("value")
    return value.strip() if isinstance(value, str) else str(value) if type(value) is int else ""


def read_table(text: str, file: str) -> Iterator[Fields | FileProblem]:
    """Yield the rows of a table, and what is wrong with it."""
    lines = text.removeprefix("\ufeff").split("\n")
    separator = max(",;\t", key=lines[0].count)
    rows = csv.reader((f"{line}\n" for line in lines), delimiter=separator)
    columns: list[str | None] | None = None
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield FileProblem(file, line, f"the row cannot be read ({error}): left out")
            continue
        if columns is None:
            columns = [field_of(name) for name in row]
            if "abstract" not in columns:
                yield FileProblem(file, line, "no column is named abstract, text or content: the file is left out")
                return
        elif any(cell.strip() for cell in row):
            # Rows may be shorter than the first, or longer.
            yield _first_of_each(zip(columns, row, strict=False), line)


def _first_of_each(named: Iterable[tuple[str | None, str]], line: int) -> Fields:
    """Take for each field the first value that says something."""
    values: dict[str, str] = {}
    for name, value in named:
        if name and value.strip():
            values.setdefault(name, value)
    return Fields(line, **values)
