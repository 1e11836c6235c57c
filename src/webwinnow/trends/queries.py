"""Queries: named lists of keywords, chosen by somebody who knows the field; a TOML file with a table `[queries]`.

[queries]
evolution = ["evolution", "gene flow", "natural selection"]
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Final

from webwinnow.errors import UsageError
from webwinnow.trends.record import Problem

_EXAMPLE: Final = 'queries = ["first keyword", "second keyword"]'


@dataclass(frozen=True, slots=True)
class Query:
    """A topic, and the words and phrases that speak of it."""

    name: str
    keywords: tuple[str, ...]
    lines: tuple[int, ...] = ()
    """Per keyword: its line in the file; none for queries that were made otherwise."""


def read_queries(text: str, file: str) -> tuple[tuple[Query, ...], tuple[Problem, ...]]:
    """Read the queries of a file; those that are empty or no lists of words are reported."""
    try:
        table = tomllib.loads(text).get("queries")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{file}: no TOML ({error}): correct it there") from error
    if not isinstance(table, dict) or not table:
        raise UsageError(f"{file}: it has no table [queries]: write [queries] and below it name = [{_EXAMPLE[11:]}")
    queries: list[Query] = []
    problems: list[Problem] = []
    for name, value in table.items():
        line = _line(text, rf"^\s*[\"']?{re.escape(name)}[\"']?\s*=", 1)
        listed = [value] if isinstance(value, str) else value if isinstance(value, list) else None
        if listed is None or not all(isinstance(keyword, str) for keyword in listed):
            problems.append(Problem(file, line, f"query {name!r} is no list of keywords: left out"))
        elif not any(keyword.strip() for keyword in listed):
            problems.append(Problem(file, line, f"query {name!r} is empty: left out"))
        else:
            lines = (_line(text, rf"[\"']{re.escape(keyword)}[\"']", line) for keyword in listed)
            queries.append(Query(name, tuple(listed), tuple(lines)))
    return tuple(queries), tuple(problems)


def _line(text: str, pattern: str, first: int) -> int:
    """Find the line of something at or behind a line; that line itself where it cannot be found."""
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    found = re.compile(pattern, re.MULTILINE).search(text, starts[first - 1])
    return text.count("\n", 0, found.end()) + 1 if found else first
