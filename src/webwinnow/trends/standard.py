"""The standard XML of mohammadzadeh2013, listing 6.2: journal, title, date and abstract of each record, and its
address.

Ours: listing 6.2 shows one record; many stand in a `collection`, and the schema `research.xsd` allows either. There is
no document type, since nothing needs one; `url` is added where an address is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module, resources
from io import BytesIO
from typing import Final

from webwinnow.drawing.markup import element
from webwinnow.errors import MissingExtraError, WebwinnowError
from webwinnow.trends.record import Record

_DECLARATION: Final = '<?xml version="1.0" encoding="utf-8"?>\n'


def standard_xml(records: Iterable[Record]) -> str:
    """Write records as standard XML."""
    return f"{_DECLARATION}<collection>\n{''.join(map(_research, records))}</collection>\n"


def schema() -> bytes:
    """Give the schema, as XSD."""
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
