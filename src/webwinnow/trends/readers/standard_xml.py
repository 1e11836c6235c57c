"""The standard XML of mohammadzadeh2013, listing 6.2: journal, title, date, abstract and address of each record.

Read by expat as a stream, so that a file that breaks off gives the records before the break. No other file is ever
opened, whatever the document type says.
Ours: listing 6.2 shows one record; many stand in a `collection`, and the schema `research.xsd` allows either. There is
no document type, since nothing needs one; `url` is added where an address is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module, resources
from io import BytesIO
from typing import Final
from xml.parsers import expat

from webwinnow.drawing.markup import element
from webwinnow.errors import MissingExtraError, WebwinnowError
from webwinnow.trends.readers.columns import field_of
from webwinnow.trends.record import Fields, FileProblem, Record

_RECORD: Final = "research"
_PIECE: Final = 1 << 20
_DECLARATION: Final = '<?xml version="1.0" encoding="utf-8"?>\n'


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


def read_xml(text: str, file: str) -> Iterator[Fields | FileProblem]:
    """Yield the records of a file, and what is wrong with it."""
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
        message = expat.ErrorString(error.code)
        yield FileProblem(file, error.lineno, f"the XML cannot be read from here ({message}): the rest is left out")


def standard_xml(records: Iterable[Record]) -> str:
    """Write records as standard XML."""
    return f"{_DECLARATION}<collection>\n{''.join(map(_research, records))}</collection>\n"


def schema() -> bytes:
    """Return the schema, as XSD."""
    return resources.files("webwinnow.trends").joinpath("research.xsd").read_bytes()


def check_standard(xml: bytes) -> None:
    """Raise WebwinnowError with line and reason if a file does not fit the schema."""
    try:
        etree = import_module("lxml.etree")
    except ImportError as error:
        raise MissingExtraError("lxml", "trends") from error
    fitting = etree.XMLSchema(etree.fromstring(schema()))
    try:
        for _, found in etree.iterparse(BytesIO(xml), schema=fitting, tag="research", huge_tree=True):
            found.clear()  # so that no tree of the whole file is built
    except etree.XMLSyntaxError as error:
        raise WebwinnowError(f"the XML does not fit the schema: {error}") from error


def _research(record: Record) -> str:
    parts = {"journal": record.journal, "title": record.title, "date": record.date, "abstract": record.abstract}
    parts |= {"url": record.url} if record.url else {}
    return "<research>\n" + "".join(f"{element(name, text)}\n" for name, text in parts.items()) + "</research>\n"
