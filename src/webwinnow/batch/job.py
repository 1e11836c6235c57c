"""A job, what it reads and what comes out: records and rows. Values alone; where it runs is an engine's matter."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal, get_args

from webwinnow.catalogue import DEFAULT
from webwinnow.errors import UsageError
from webwinnow.expression import parse_extractor
from webwinnow.limits import Limits
from webwinnow.stages import Extractor
from webwinnow.version import __version__

Form = Literal["parquet", "jsonl", "wet", "text-dir"]
TextForm = Literal["text", "markdown"]
FORMS: Final[tuple[Form, ...]] = ("parquet", "jsonl", "wet", "text-dir")
TEXT_FORMS: Final[tuple[TextForm, ...]] = ("text", "markdown")


@dataclass(frozen=True, slots=True)
class Job:
    """Everything that decides what the records of a run are; the same on every engine."""

    inputs: tuple[str, ...]
    """Folders, globs, archives, tables, lists (`@file`), as paths or URLs of object stores."""
    output: str
    """The folder of the results, a path or a URL."""
    extractor: Extractor = field(default_factory=lambda: parse_extractor(DEFAULT))
    form: Form = "parquet"
    text: TextForm = "text"
    facts: bool = True
    """Whether headline, authors, date, language and page type are found, too."""
    limits: Limits = field(default_factory=Limits)
    html_column: str = "html"
    """The column of jsonl and Parquet inputs that holds the page."""
    site_templates: bool = False
    """Whether what repeats over the pages of a site is found first, and used."""
    min_confidence: float = 0.0
    """The confidence below which a record has no text, and is said to be doubtful."""
    near_duplicates: bool = False
    """Whether records whose texts are nearly those of others are marked."""

    site_model: str = ""
    """The file that the first pass made, which is no setting."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense, before anything is read."""
        if not self.inputs:
            raise UsageError("nothing to read: name folders, archives, tables or lists")
        if not self.output:
            raise UsageError("no place for the results: name a folder")
        if self.form not in FORMS or self.text not in TEXT_FORMS:
            raise UsageError(f"results are {', '.join(FORMS)} of {', '.join(TEXT_FORMS)}: choose of these")

    def settings(self) -> dict[str, Any]:
        """Return what decides over records, as plain data: the inputs may grow, this may not change."""
        return {
            "program": __version__,
            "extractor": str(self.extractor),
            "format": self.form,
            "text": self.text,
            "facts": self.facts,
            "limits": asdict(self.limits),
            "html_column": self.html_column,
            "site_templates": self.site_templates,
            "min_confidence": self.min_confidence,
            "near_duplicates": self.near_duplicates,
        }

    @property
    def digest(self) -> str:
        """Name the settings by their hash."""
        return hashlib.sha256(json.dumps(self.settings(), sort_keys=True).encode()).hexdigest()[:16]


Outcome = Literal[
    "extracted",
    "overview",
    "doubtful",
    "empty",
    "too large",
    "not html",
    "undecodable",
    "timeout",
    "out of memory",
    "crashed",
]
OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)
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
    minhash: tuple[int, ...] = ()
    """What near-duplicates agree in, if they are asked for (see `duplicates`)."""
    duplicate_of: str | None = None
    """The id of the record that stays of a group of near-duplicates; known when all shards are complete."""
    size: int = 0
    """Bytes of the page."""
    seconds: float = 0.0
    """CPU time of the page: the one value that differs from run to run."""


COLUMNS: Final = tuple(ResultRow.__dataclass_fields__)
"""The columns of the results, in their order."""


def row_of(record: PageRecord, outcome: Outcome, reason: str | None = None, **found: Any) -> ResultRow:
    """Make the row of a record."""
    size = len(record.body.encode()) if isinstance(record.body, str) else len(record.body)
    return ResultRow(
        record.id, record.url, record.name, record.kind, record.warc_record_id, record.offset, record.time,
        record.status, record.truncated, outcome, reason, **{"size": size} | found,
    )  # fmt: skip
