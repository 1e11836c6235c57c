"""Queries: named lists of keywords, chosen by somebody who knows the field; a TOML file with a table `[queries]`.

    [queries]
    evolution = ["evolution", "gene flow", "natural selection"]

The TOML reader of Python tells no lines, so names and keywords are looked for in the text, each behind the one before.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from webwinnow.errors import UsageError
from webwinnow.trends.record import FileProblem

_EXAMPLE: Final = 'evolution = ["evolution", "gene flow"]'


@dataclass(frozen=True, slots=True)
class Query:
    """A topic, and the words and phrases that speak of it."""

    name: str
    keywords: tuple[str, ...]
    lines: tuple[int, ...] = ()
    """Per keyword: its line in the file; none for queries that were made otherwise."""


def read_queries(text: str, file: str) -> tuple[tuple[Query, ...], tuple[FileProblem, ...]]:
    """Read the queries of a file; those that are empty or no lists of words are reported."""
    try:
        table = tomllib.loads(text).get("queries")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{file}: no TOML ({error}): correct it there") from error
    if not isinstance(table, dict) or not table:
        raise UsageError(f"{file}: it has no table [queries]: write [queries], and below it {_EXAMPLE}")
    queries: list[Query] = []
    problems: list[FileProblem] = []
    newlines = [found.start() for found in re.finditer("\n", text)]
    for name, value in table.items():
        at = _place(text, rf"^\s*[\"']?{re.escape(name)}[\"']?\s*=", 0)
        line = bisect_left(newlines, at) + 1
        listed = [value] if isinstance(value, str) else value if isinstance(value, list) else None
        if listed is None or not all(isinstance(keyword, str) for keyword in listed):
            problems.append(FileProblem(file, line, f"query {name!r} is no list of keywords: left out"))
        elif not any(keyword.strip() for keyword in listed):
            problems.append(FileProblem(file, line, f"query {name!r} is empty: left out"))
        else:
            places = _keyword_places(text, listed, at)
            queries.append(Query(name, tuple(listed), tuple(bisect_left(newlines, place) + 1 for place in places)))
    return tuple(queries), tuple(problems)


def _keyword_places(text: str, keywords: list[str], at: int) -> list[int]:
    places: list[int] = []
    for keyword in keywords:
        at = _place(text, rf"[\"']{re.escape(keyword)}(?=[\"'])", at)
        places.append(at)
    return places


def _place(text: str, pattern: str, start: int) -> int:
    """Find where something ends, at or behind a place; that place where it cannot be found (written with escapes)."""
    found = re.compile(pattern, re.MULTILINE).search(text, start)
    return found.end() if found else start
