"""JSON: an object on each line, as `webwinnow extract -f json` prints them, or a list of objects, or one object.

Of webwinnow's own objects, the text is the main content, the date is `metadata.published`, and the journal is the name
of the site. Other objects have the keys that columns of a table have.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from webwinnow.trends.readers.names import field_of
from webwinnow.trends.record import Fields, Problem

_IN_METADATA: Final = {"published": "date", "site_name": "journal", "title": "title", "url": "url"}
_BETWEEN: Final = " \t\r\n,"


def read_json(text: str, file: str) -> Iterator[Fields | Problem]:
    """Give the objects of a file, and what is wrong with it."""
    text = text.lstrip("\ufeff")
    start = text.lstrip()
    if start[:1] == "[" or start.split("\n", 1)[0].strip() == "{":  # one list, or an object over many lines
        yield from _listed(text, file)
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield _fields(json.loads(line), number)
            except (ValueError, RecursionError) as error:
                yield Problem(file, number, f"the line is no JSON object ({error}): left out")


def _listed(text: str, file: str) -> Iterator[Fields | Problem]:
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
            yield _fields(value, line)
        except (ValueError, RecursionError) as error:
            yield Problem(file, line, f"the list cannot be read from here ({error}): the rest is left out")
            return


def _fields(value: object, line: int) -> Fields:
    if not isinstance(value, dict):
        raise ValueError(f"{type(value).__name__} instead of an object")
    values: dict[str, str] = {}
    for key, field in _named(value):
        if key and field:
            values.setdefault(key, field)
    return Fields(line, **values)


def _named(found: dict[str, object]) -> Iterator[tuple[str | None, str]]:
    """Give fields and values: the object's own, and then what its metadata say."""
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
