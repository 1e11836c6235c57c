r"""BibTeX: entries with their fields, macros and joined strings; a broken entry is reported and spoils no other.

Our own reader, because four fields are all that is wanted of it, each entry needs its line, and an entry whose braces
do not close must cost no more than itself: readers that parse a file as a whole give up there or swallow the next
ones. LaTeX becomes plain text: accents (`\"{o}`), special letters (`\ss`), braces and commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from unicodedata import normalize

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
