"""A record on its way: what a reader found, and the row that comes out, with exactly one outcome."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

Outcome = Literal[
    "extracted",
    "overview",
    "empty",
    "too large",
    "not html",
    "undecodable",
    "timeout",
    "out of memory",
    "crashed",
]
OUTCOMES: Final[tuple[Outcome, ...]] = (
    "extracted",
    "overview",
    "empty",
    "too large",
    "not html",
    "undecodable",
    "timeout",
    "out of memory",
    "crashed",
)
FAILED: Final[frozenset[Outcome]] = frozenset(("too large", "undecodable", "timeout", "out of memory", "crashed"))
"""Outcomes whose records are kept aside, so that they can be run again."""
WITH_TEXT: Final[frozenset[Outcome]] = frozenset(("extracted", "overview"))


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One record of an input, as read."""

    id: str
    """The shard's name and the number of the record in it: unique in a job, the same in every run."""
    body: bytes | str
    url: str | None = None
    charset: str | None = None
    content_type: str | None = None
    name: str | None = None
    """The path of a file or member, or the row's own id."""
    kind: str = "file"
    """file, member, row, or the type of a WARC record: response, resource, revisit."""
    warc_record_id: str | None = None
    offset: int | None = None
    time: str | None = None
    """When the page was fetched, as its archive says."""
    status: int | None = None
    truncated: str | None = None
    outcome: Outcome | None = None
    """What is known before any work: the reader could not give the page to anyone."""
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What became of a record: one line of the results."""

    id: str
    url: str | None
    name: str | None
    kind: str
    warc_record_id: str | None
    offset: int | None
    time: str | None
    status: int | None
    truncated: str | None
    outcome: Outcome
    reason: str | None = None
    headline: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None
    language: str | None = None
    page_type: str | None = None
    confidence: float | None = None
    text: str | None = None
    spans: tuple[tuple[int, int], ...] = ()
    size: int = 0
    """Bytes of the page."""
    seconds: float = 0.0
    """CPU time of the page: the one value that differs from run to run."""
    duplicate_of: str | None = None
    """The id of the record that this one nearly repeats."""
    sketch: tuple[int, ...] = field(default=(), repr=False)
    """A sketch of the text, to find near-duplicates by; not part of the results."""


COLUMNS: Final = tuple(each for each in ResultRow.__dataclass_fields__ if each != "sketch")
"""The columns of the results, in their order."""


def row_of(record: PageRecord, outcome: Outcome, reason: str | None = None, **found: Any) -> ResultRow:
    """Make the row of a record."""
    size = len(record.body.encode()) if isinstance(record.body, str) else len(record.body)
    return ResultRow(
        record.id, record.url, record.name, record.kind, record.warc_record_id, record.offset, record.time,
        record.status, record.truncated, outcome, reason, **{"size": size} | found,
    )  # fmt: skip
