"""A chunk: a part of a result as Markdown, with its headings and its places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webwinnow.render.json import encode, listed_pairs, quoted
from webwinnow.render.structure.places import Pairs
from webwinnow.spans import Spans


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a result."""

    text: str
    """The part as Markdown."""
    headings: tuple[str, ...]
    """The headings that it stands below, the highest first."""
    spans: Spans
    """Where it stands, as offsets in the page's source."""
    in_bytes: Spans
    """The same in the bytes that came."""
    size: int
    """How long the text is, in the unit that was asked for."""
    estimated: bool
    """Whether the size is an estimate: tokens, where nothing counts them."""

    @property
    def byte_spans(self) -> Pairs:
        """The same in the bytes that came, as pairs."""
        return tuple(self.in_bytes)

    def to_json(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        spans = list(self.spans)
        return {
            "text": self.text,
            "headings": list(self.headings),
            "spans": spans,
            "byte_spans": spans.copy() if self.in_bytes == self.spans else list(self.in_bytes),
            "size": self.size,
            "estimated": self.estimated,
        }

    def written(self) -> str:
        """Write the same as JSON; with very many places, plain data takes many times the room of the page."""
        spans, in_bytes = ("".join(listed_pairs(each.starts, each.ends)) for each in (self.spans, self.in_bytes))
        return (
            f'{{"text": {quoted(self.text)}, "headings": {encode(self.headings)}, "spans": [{spans}],'
            f' "byte_spans": [{in_bytes}], "size": {self.size}, "estimated": {encode(self.estimated)}}}'
        )
