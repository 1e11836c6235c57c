r"""Lists of references: BibTeX and RIS; a broken entry is reported and spoils no other.

BibTeX, with macros and joined strings, has our own reader, because four fields are all that is wanted of it, each entry
needs its line, and an entry whose braces do not close must cost no more than itself: readers that parse a file as a
whole give up there or swallow the next ones. LaTeX becomes plain text: accents (`\"{o}`), special letters (`\ss`),
braces and commands.

RIS is read by rispy: the tags of mohammadzadeh2013, table 6.2, and the others that say the same. Records are cut here,
so that each has its line and a broken one spoils no other. Also read is what listing 6.1 shows: one blank before the
hyphen, and texts that go on in the next line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Final
from unicodedata import normalize

from webwinnow.errors import MissingExtraError
from webwinnow.trends.record import Fields, FileProblem

_ENTRY: Final = re.compile(r"^[ \t]*@[ \t]*(\w+)[ \t]*[{(]", re.MULTILINE)
_NAME: Final = re.compile(r"[\s,]*([A-Za-z][\w:.+-]*)\s*=\s*")
_BARE: Final = re.compile(r"[^\s,#{}\"=()]+")
_JOIN: Final = re.compile(r"\s*#\s*")
_KEY: Final = re.compile(r"[^,={}\"]*,")
_END: Final = re.compile(r"[\s,]*[})]")
_SIGN: Final = re.compile(r"\\.|[{}\"]", re.DOTALL)
_NO_ENTRIES: Final = frozenset(("comment", "preamble"))
_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_ACCENTS: Final = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
}  # fmt: skip
_LETTERS: Final = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł",
    "i": "i", "j": "j",
}  # fmt: skip
_ACCENT: Final = re.compile(r"\\([`'^~\"=.]|[uvHckrd](?![A-Za-z]))\s*(?:\{\s*\\?([A-Za-z])\s*\}|\\?([A-Za-z]))")
_LETTER: Final = re.compile(r"\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j)(?![A-Za-z])(?:\{\}|\s)?")
_ESCAPED: Final = re.compile(r"\\([&%$#_{}])")
_COMMAND: Final = re.compile(r"\\[A-Za-z]+\*?\s?|\\.")
_DASHES: Final = re.compile("-{2,3}")


class _BrokenError(Exception):
    """An entry that cannot be read further."""


def read_bibtex(text: str, file: str) -> Iterator[Fields | FileProblem]:
    """Yield the entries of a file, and what is wrong with it."""
    macros = {name: name for name in _MONTHS}
    starts = [*_ENTRY.finditer(text)]
    line, counted = 1, 0
    for number, start in enumerate(starts):
        line, counted = line + text.count("\n", counted, start.start()), start.start()
        stop = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        kind, body = start[1].lower(), text[start.end() : stop]
        if kind in _NO_ENTRIES:
            continue
        try:
            values = _values(body, macros, has_key=kind != "string")
        except _BrokenError as error:
            yield FileProblem(file, line, f"the entry is broken ({error}): left out")
            continue
        if kind == "string":
            macros.update(values)
        else:
            yield _fields(values, line)


def _values(body: str, macros: dict[str, str], *, has_key: bool) -> dict[str, str]:
    """Read `name = value` until the entry closes; names in lower case."""
    key = _KEY.match(body) if has_key else None
    at, values = key.end() if key else 0, dict[str, str]()
    while found := _NAME.match(body, at):
        value, at = _value(body, found.end(), macros)
        values.setdefault(found[1].lower(), value)
    if not _END.match(body, at):
        raise _BrokenError(f"after {list(values)[-1]!r}, if not before" if values else "it does not close")
    return values


def _value(body: str, at: int, macros: dict[str, str]) -> tuple[str, int]:
    """Read a value that may be joined of several by `#`."""
    parts: list[str] = []
    while True:
        if body[at : at + 1] in ("{", '"'):
            end = _closing(body, at)
            parts.append(body[at + 1 : end])
            at = end + 1
        else:
            bare = _BARE.match(body, at)
            if not bare:
                raise _BrokenError("a value is missing")
            parts.append(macros.get(bare[0].lower(), bare[0]))
            at = bare.end()
        join = _JOIN.match(body, at)
        if not join:
            return "".join(parts), at
        at = join.end()


def _closing(body: str, at: int) -> int:
    """Find the brace or the quote that ends a value."""
    depth, quoted = 0, body[at] == '"'
    for sign in _SIGN.finditer(body, at + quoted):
        if sign[0] == '"' and quoted and depth == 0:
            return sign.start()
        depth += (sign[0] == "{") - (sign[0] == "}")
        if depth == 0 and sign[0] == "}" and not quoted:
            return sign.start()
        if depth < 0:
            break
    raise _BrokenError("a value does not close")


def _fields(values: dict[str, str], line: int) -> Fields:
    written = {name: plain(value) for name, value in values.items()}
    date = written.get("date") or " ".join(filter(None, (written.get("month"), written.get("year"))))
    journal = next((written[name] for name in ("journal", "journaltitle", "booktitle") if written.get(name)), "")
    rest = {name: written.get(name, "") for name in ("title", "abstract", "url", "doi")}
    return Fields(line, journal=journal, date=date, **rest)


def plain(text: str) -> str:
    r"""Return the text that is meant.

    >>> plain(r"M{\"u}ller \& the {\em Gr\o{}nland} of 1999--2003")
    'Müller & the Grønland of 1999–2003'
    """
    if "\\" in text:
        text = _ACCENT.sub(lambda found: normalize("NFC", (found[2] or found[3]) + _ACCENTS[found[1]]), text)
        text = _LETTER.sub(lambda found: _LETTERS[found[1]], text)
        text = _COMMAND.sub(" ", _ESCAPED.sub(r"\1", text))
    text = text.replace("{", "").replace("}", "").replace("~", " ")
    return " ".join(_DASHES.sub("–", text).split())


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
