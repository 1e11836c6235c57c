"""RIS, read by rispy: the tags of mohammadzadeh2013, table 6.2, and the others that say the same.

Records are cut here, so that each has its line and a broken one spoils no other. Also read is what listing 6.1 shows:
one blank before the hyphen, and texts that go on in the next line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Final

from webwinnow.errors import MissingExtraError
from webwinnow.trends.record import Fields, FileProblem

_TAGS: Final = {
    "journal": ("JO", "JF", "T2", "JA", "J2"),
    "title": ("TI", "T1", "CT"),
    "date": ("PY", "Y1", "DA"),
    "abstract": ("AB", "N2"),
    "url": ("UR", "L2"),
    "doi": ("DO",),
}
"""The tags that each field is taken from: the first that is there."""
_KNOWN: Final = frozenset("TY AU TI JO VL IS PB SN UR DO SP EP PY AB ER KW T1 T2 A1 A2 Y1 DA N1 N2 JF JA".split())
"""Tags that are believed with one blank; with two, as the format wants it, every tag is."""
_LINE: Final = re.compile(r"([A-Z][A-Z0-9])( {1,3})-(?: (.*)|)$")
_LINES: Final = re.compile(r"[^\n]*\n|[^\n]+")
"""One line after the other: all at once would be as large as the file again."""
_USED: Final = {tag: tag for tag in ("TY", "ER", *(tag for tags in _TAGS.values() for tag in tags))}


@dataclass(slots=True)
class _Open:
    """A record that is being read: its lines, each with its tag, and the pieces that go on."""

    line: int
    pieces: list[list[str]] = field(default_factory=list)


def read_ris(text: str, file: str) -> Iterator[Fields | FileProblem]:
    """Yield the records of a RIS file, and what is wrong with it."""
    rispy, record, outside = _library(), None, False
    for number, written in enumerate(_LINES.finditer(text), start=1):
        line = written[0].rstrip("\n")
        tag, content = _parted(line)
        if tag == "TY":
            if record:
                yield FileProblem(file, record.line, f"the record has no ER: it ends before line {number}")
                yield from _parsed(rispy, record, file)
            record, outside = _Open(number, [[f"TY  - {content}"]]), False
        elif record is None:
            if line.strip("\ufeff \t") and not outside:
                yield FileProblem(file, number, "text outside of records is left out: a record begins with TY")
                outside = True
        elif tag == "ER":
            yield from _parsed(rispy, record, file)
            record = None
        elif tag:
            record.pieces.append([f"{tag}  - {content}"])
        else:
            record.pieces[-1].append(line.strip())
    if record:
        yield FileProblem(file, record.line, "the record has no ER: the file ends before it")
        yield from _parsed(rispy, record, file)


def _parted(line: str) -> tuple[str, str]:
    found = _LINE.match(line.lstrip("\ufeff").rstrip())
    if not found or (len(found[2]) == 1 and found[1] not in _KNOWN):
        return "", line
    return found[1], found[3] or ""


def _parsed(rispy: ModuleType, record: _Open, file: str) -> Iterator[Fields | FileProblem]:
    """Hand one record to rispy; what it cannot read is one record less."""
    lines = [" ".join(piece) for piece in record.pieces]
    parser = rispy.RisParser(mapping=_USED, list_tags=[], delimiter_tags_mapping={}, skip_unknown_tags=True)
    try:
        found = parser.parse_lines(iter([*lines, "ER  - "]))[0]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        yield FileProblem(file, record.line, f"the record cannot be read ({error}): left out")
        return
    values = {name: next((found[tag] for tag in tags if found.get(tag)), "") for name, tags in _TAGS.items()}
    yield Fields(record.line, **values)


def _library() -> ModuleType:
    try:
        return import_module("rispy")
    except ImportError as error:
        raise MissingExtraError("rispy", "trends") from error
