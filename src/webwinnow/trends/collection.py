"""A collection: the dated texts of many files, without doubles, and a report of all that was left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from webwinnow.trends.decoding import text_of
from webwinnow.trends.moments import moment
from webwinnow.trends.readers import READERS, format_of
from webwinnow.trends.record import Fields, Problem, Record

_DOI: Final = "https://doi.org/"
_NO_WORDS: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Collection:
    """Dated texts in the order in which they were read."""

    records: tuple[Record, ...]
    problems: tuple[Problem, ...] = ()
    """Records that are left out, and what else was wrong with the files."""
    duplicates: tuple[Problem, ...] = ()
    """Records that are left out because another says the same."""


def read_collection(
    files: Iterable[tuple[str, bytes]], *, form: str | None = None, keep_duplicates: bool = False
) -> Collection:
    """Read files, given as name and content; a format that is not given is told by name or content."""
    records: list[Record] = []
    problems: list[Problem] = []
    duplicates: list[Problem] = []
    known: dict[int, Record] = {}
    for file, data in files:
        text, found = text_of(data, file)
        del data  # as large as the text
        problems += found
        for item in READERS[form or format_of(file, text)](text, file):
            made = _record(item, file) if isinstance(item, Fields) else item
            if isinstance(made, Problem):
                problems.append(made)
                continue
            first = _same(known, made, item.doi if isinstance(item, Fields) else "")
            if first is not made:
                duplicates.append(Problem(made.file, made.line, f"the same as {first.file}:{first.line}"))
            if first is made or keep_duplicates:
                records.append(made)
    return Collection(tuple(records), tuple(problems), tuple(duplicates))


def _record(found: Fields, file: str) -> Record | Problem:
    """Make a record of what a file says, or say what is missing."""
    date, abstract = moment(found.date), " ".join(found.abstract.split())
    if not abstract:
        return Problem(file, found.line, "the record has no abstract: left out")
    if date is None:
        said = f"{found.date[:40]!r} has no year" if found.date.strip() else "the record has no year"
        return Problem(file, found.line, f"{said}: left out")
    url = found.url.strip().split()[0] if found.url.strip() else _DOI + found.doi.strip() if found.doi.strip() else ""
    journal, title = " ".join(found.journal.split()), " ".join(found.title.split())
    return replace(Record(journal, title, date, abstract, url), file=file, line=found.line)


def _same(known: dict[int, Record], record: Record, doi: str) -> Record:
    """Give the record that says the same and came first; records are the same by DOI, or by the words they hold."""
    keys = list(_keys(record, doi))
    first = next((known[key] for key in keys if key in known), record)
    for key in keys:
        known.setdefault(key, first)
    return first


def _keys(record: Record, doi: str) -> Iterator[int]:
    if doi.strip():
        yield hash(doi.strip().casefold().removeprefix(_DOI))
    yield hash((_NO_WORDS.sub(" ", record.title.casefold()).strip(), record.abstract.casefold()))
