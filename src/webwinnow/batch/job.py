"""A job: what is read, what becomes of it, and where that goes. Values alone; where it runs is an engine's matter."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal

from webwinnow.catalogue import DEFAULT
from webwinnow.errors import UsageError
from webwinnow.expression import parse_extractor
from webwinnow.stages import Extractor
from webwinnow.version import __version__

Form = Literal["parquet", "jsonl", "wet", "text-dir"]
TextForm = Literal["text", "markdown"]
FORMS: Final[tuple[Form, ...]] = ("parquet", "jsonl", "wet", "text-dir")
TEXT_FORMS: Final[tuple[TextForm, ...]] = ("text", "markdown")
TAG_WORK: Final = 60
"""Units of work of a tag; a byte is one unit. A least-squares fit of CPU time over bytes and tags of 300 pages of
wcxb-dev, dragnet and fundus gives a tag the time of 40 to 80 bytes (2026-11-17)."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a page may cost. Size and work depend on the page alone, so they decide the same on every machine."""

    size: int = 20_000_000
    """Bytes of a page, decompressed."""
    work: int = 60_000_000
    """Units of work: one for each byte, and `TAG_WORK` for each tag. All stages are linear in these."""
    seconds: float = 60.0
    """The last fence: the time that a page may take, alone in a worker."""
    memory: int = 2_000_000_000
    """The last fence, too: bytes that a worker may take on top of what it has when it is ready."""

    def __post_init__(self) -> None:
        """Refuse limits that nothing fits into."""
        for name, value in asdict(self).items():
            if not value > 0:
                raise UsageError(f"the limit of {name} is {value}: give a number above 0")


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
    limits: Limits = Limits()
    html_column: str = "html"
    """The column of jsonl and Parquet inputs that holds the page."""
    duplicates: bool = False
    """Whether near-duplicates are marked."""
    site_templates: bool = False
    """Whether what repeats over the pages of a site is found first, and used."""

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
            "duplicates": self.duplicates,
            "site_templates": self.site_templates,
        }

    @property
    def digest(self) -> str:
        """Name the settings by their hash."""
        return hashlib.sha256(json.dumps(self.settings(), sort_keys=True).encode()).hexdigest()[:16]
