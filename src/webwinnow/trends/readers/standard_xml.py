"""The standard XML of mohammadzadeh2013, listing 6.2: what `webwinnow trends convert` writes, one record or many.

Read by expat as a stream, so that a file that breaks off gives the records before the break. No other file is ever
opened, whatever the document type says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from webwinnow.trends.readers.names import field_of
from webwinnow.trends.record import Fields, Problem

_RECORD: Final = "research"
_PIECE: Final = 1 << 20


@dataclass(slots=True)
class _Reading:
    """Where the parser is: the record and the field it stands in, and the records that are whole."""

    parser: expat.XMLParserType
    whole: list[Fields] = field(default_factory=list)
    line: int = 0
    values: dict[str, str] = field(default_factory=dict)
    inside: str | None = None
    pieces: list[str] = field(default_factory=list)

    def start(self, name: str, _: dict[str, str]) -> None:
        """Begin a record or a field."""
        if name == _RECORD:
            self.line, self.values = self.parser.CurrentLineNumber, {}
        elif self.line:
            self.inside, self.pieces = field_of(name), []

    def text(self, piece: str) -> None:
        """Take a piece of a field's text."""
        if self.inside:
            self.pieces.append(piece)

    def end(self, name: str) -> None:
        """End a record or a field."""
        if name == _RECORD:
            self.whole.append(Fields(self.line, **self.values))
            self.line = 0
        elif self.inside:
            self.values.setdefault(self.inside, " ".join("".join(self.pieces).split()))
            self.inside = None


def read_xml(text: str, file: str) -> Iterator[Fields | Problem]:
    """Give the records of a file, and what is wrong with it."""
    parser = expat.ParserCreate("utf-8")  # the text is decoded already, whatever its first line says
    reading, data = _Reading(parser), text.removeprefix("\ufeff").encode("utf-8", "replace")
    parser.StartElementHandler, parser.EndElementHandler = reading.start, reading.end
    parser.CharacterDataHandler = reading.text
    try:
        for at in range(0, len(data) + 1, _PIECE):
            parser.Parse(data[at : at + _PIECE], at + _PIECE > len(data))
            yield from reading.whole
            reading.whole.clear()
    except expat.ExpatError as error:
        yield from reading.whole
        told = expat.ErrorString(error.code)
        yield Problem(file, error.lineno, f"the XML cannot be read from here ({told}): the rest is left out")
