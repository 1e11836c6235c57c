"""XML of strangers, read safely: no entity may be declared, nothing outside is fetched, nesting is bounded.

Expat reads; it never fetches anything by itself. A declaration of an entity, with which a few bytes could become
gigabytes, ends the reading. What is broken is read up to where it breaks: many a feed is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

DEPTH: Final = 64
LONGEST: Final = 100_000
"""Characters of one text that are kept."""
_NAMESPACE: Final = "\n"


class UnsafeXmlError(ValueError):
    """The document declares entities or is nested too deep."""


@dataclass(slots=True)
class XmlElement:
    """An element without its namespace: name, attributes, the text in it and the elements in it."""

    name: str
    attributes: dict[str, str]
    text: list[str] = field(default_factory=list)
    inside: list[XmlElement] = field(default_factory=list)

    def first(self, *names: str) -> XmlElement | None:
        """Return the first element in it of the first of these names that it holds."""
        return next((each for name in names for each in self.inside if each.name == name), None)

    def said(self, *names: str) -> str | None:
        """Return the text of the first element of these names, white space folded; None if there is none."""
        found = self.first(*names)
        text = " ".join("".join(found.text).split()) if found else ""
        return text or None


def read_xml(data: bytes, limit: int) -> XmlElement:
    """Read a document with at most so many elements; raises UnsafeXmlError, and ValueError if it is no XML at all.

    >>> read_xml(b"<a><b>salt</b></a>", 10).said("b")
    'salt'
    """
    reader = _Reader(limit)
    parser = expat.ParserCreate(namespace_separator=_NAMESPACE)
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.text
    parser.EntityDeclHandler = _refuse
    try:
        parser.Parse(data.lstrip(), True)
    except expat.ExpatError as error:
        if reader.root is None:
            raise ValueError(f"no XML: {error}") from None
    except _EnoughError:
        pass
    if reader.root is None:
        raise ValueError("no XML: it has no element")
    return reader.root


class _EnoughError(Exception):
    """The limit is reached."""


def _refuse(*_: object) -> None:
    raise UnsafeXmlError("it declares entities: that is refused")


class _Reader:
    """Builds the tree; what is open is a stack, so nothing recurses."""

    def __init__(self, limit: int) -> None:
        self.root: XmlElement | None = None
        self._open: list[XmlElement] = []
        self._left = limit

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Open an element."""
        self._left -= 1
        if self._left < 0:
            raise _EnoughError
        if len(self._open) >= DEPTH:
            raise UnsafeXmlError(f"it is nested more than {DEPTH} levels deep: that is refused")
        element = XmlElement(_plain(name), {_plain(key): value for key, value in attributes.items()})
        if self._open:
            self._open[-1].inside.append(element)
        elif self.root is None:
            self.root = element
        self._open.append(element)

    def end(self, _: str) -> None:
        """Close the element that is open."""
        self._open.pop()

    def text(self, text: str) -> None:
        """Keep a piece of text."""
        if self._open and len(self._open[-1].text) < LONGEST // 100:
            self._open[-1].text.append(text[:LONGEST])


def _plain(name: str) -> str:
    return name.rpartition(_NAMESPACE)[2].lower()
