"""A collection: the dated texts of many files, without duplicates, and a list of all that was left out.

Files may mix encodings: lines that are not UTF-8 are decoded apart, and reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from webwinnow.document.charset import detection
from webwinnow.document.charset.decode import marked, without_mark
from webwinnow.document.charset.encodings import decode_as
from webwinnow.trends.readers import READERS, format_of
from webwinnow.trends.record import Fields, FileProblem, Record, moment

_MIXED: Final = 0.5
"""A file in which no more than this share of the lines with letters beyond ASCII is broken is UTF-8 with bad lines."""
_DOI: Final = "https://doi.org/"
_NO_WORDS: Final = re.compile(r"[\W_]+")


def text_of(data: bytes, file: str) -> tuple[str, list[FileProblem]]:
    """Decode a file; newlines become one kind, NULs are left out."""
    text, problems = _decoded(data, file)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", ""), problems


def _decoded(data: bytes, file: str) -> tuple[str, list[FileProblem]]:
    name = marked(data) or detection.utf_16(data)
    if name is not None:
        return decode_as(without_mark(data, name), name), []
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        return _line_by_line(data, file)


def _line_by_line(data: bytes, file: str) -> tuple[str, list[FileProblem]]:
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    foreign = [at for at, line in enumerate(lines) if not line.isascii()]
    broken = [at for at in foreign if not _is_utf_8(lines[at])]
    legacy = detection.legacy(b"\n".join(lines[at] for at in broken), None)
    if len(broken) > _MIXED * len(foreign):
        message = f"the file is not UTF-8 (this line is the first): read as {legacy}"
        return decode_as(b"\n".join(lines), legacy), [FileProblem(file, broken[0] + 1, message)]
    bad = set(broken)
    texts = [decode_as(line, legacy if at in bad else "utf-8") for at, line in enumerate(lines)]
    return "\n".join(texts), [FileProblem(file, at + 1, f"the line is not UTF-8: read as {legacy}") for at in broken]


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Collection:
    """Dated texts in the order in which they were read."""

    records: tuple[Record, ...]
    problems: tuple[FileProblem, ...] = ()
    """Records that are left out, and what else was wrong with the files."""
    duplicates: tuple[FileProblem, ...] = ()
    """Records that are left out because another says the same."""


def read_collection(
    files: Iterable[tuple[str, bytes]], *, form: str | None = None, keep_duplicates: bool = False
) -> Collection:
    """Read files, given as name and content; a format that is not given follows from name or content."""
    records: list[Record] = []
    problems: list[FileProblem] = []
    duplicates: list[FileProblem] = []
    known: dict[int, Record] = {}
    for file, data in files:
        text, found = text_of(data, file)
        del data  # as large as the text
        problems += found
        for item in READERS[form or format_of(file, text)](text, file):
            made = _record(item, file) if isinstance(item, Fields) else item
            if isinstance(made, FileProblem):
                problems.append(made)
                continue
            first = _same(known, made, item.doi if isinstance(item, Fields) else "")
            if first is not made:
                duplicates.append(FileProblem(made.file, made.line, f"the same as {first.file}:{first.line}"))
            if first is made or keep_duplicates:
                records.append(made)
    return Collection(tuple(records), tuple(problems), tuple(duplicates))


def _record(found: Fields, file: str) -> Record | FileProblem:
    """Make a record of what a file says, or say what is missing."""
    date, abstract = moment(found.date), " ".join(found.abstract.split())
    if not abstract:
        return FileProblem(file, found.line, "the record has no abstract: left out")
    if date is None:
        said = f"{found.date[:40]!r} has no year" if found.date.strip() else "the record has no year"
        return FileProblem(file, found.line, f"{said}: left out")
    url = found.url.strip().split()[0] if found.url.strip() else _DOI + found.doi.strip() if found.doi.strip() else ""
    journal, title = " ".join(found.journal.split()), " ".join(found.title.split())
    return replace(Record(journal, title, date, abstract, url), file=file, line=found.line)


def _same(known: dict[int, Record], record: Record, doi: str) -> Record:
    """Return the record that says the same and came first; records are the same by DOI, or by the words they hold."""
    keys = list(_keys(record, doi))
    first = next((known[key] for key in keys if key in known), record)
    for key in keys:
        known.setdefault(key, first)
    return first


def _keys(record: Record, doi: str) -> Iterator[int]:
    if doi.strip():
        yield hash(doi.strip().casefold().removeprefix(_DOI))
    yield hash((_NO_WORDS.sub(" ", record.title.casefold()).strip(), record.abstract.casefold()))
