"""The work on a page, as a worker does it: checks that depend on the page alone, extraction, facts, one outcome."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import process_time
from typing import Any, Final

from webwinnow.batch.duplicates import text_bands
from webwinnow.batch.job import Job, Outcome, PageRecord, ResultRow, TextForm, row_of
from webwinnow.document import Document
from webwinnow.extraction import confident
from webwinnow.limits import Limits
from webwinnow.plain_data import short_facts
from webwinnow.prefilters.site_template import SiteTemplate
from webwinnow.result import Result
from webwinnow.site import known_site
from webwinnow.stages import Extractor

_HTML_TYPES: Final = ("text/html", "application/xhtml", "application/vnd.wap.xhtml", "text/x-server-parsed-html")
_UNSURE_TYPES: Final = ("text/plain", "application/xml", "text/xml", "application/octet-stream", "unk", "text/*")
_HTML_NAMES: Final = re.compile(r"\.(?:x?html?|shtml|xht|php|aspx?|jsp|cgi)(?:\.gz)?$", re.IGNORECASE)
_TAG: Final = re.compile(
    rb"<(?:!doctype\s+html|(?:html|head|body|title|meta|div|p|a|table|h[1-6]|article|section|span|br|img|script|ul)"
    rb"[\s/>])",
    re.IGNORECASE,
)
_LOOKED_AT: Final = 65_536
"""Bytes in which a page without a type must show its first tag."""
_BROKEN: Final = 0.1
"""The share of characters that could not be decoded from which a page is noise."""


@dataclass(frozen=True, slots=True)
class PageWork:
    """What a worker does with the pages of a job; sent to it once."""

    extractor: Extractor
    text: TextForm
    facts: bool
    limits: Limits
    min_confidence: float = 0.0
    near_duplicates: bool = False
    template: SiteTemplate | None = None
    """What repeats over the pages of a site; consensus takes it as a sign, for other extractors it is removed."""

    @classmethod
    def of(cls, job: Job) -> PageWork:
        """Take what the work on pages needs of a job."""
        template = known_site(job.site_model, job.extractor) if job.site_model else None
        return cls(job.extractor, job.text, job.facts, job.limits, job.min_confidence, job.near_duplicates, template)

    def __call__(self, records: Sequence[PageRecord]) -> list[ResultRow]:
        """Work on some records, one after the other."""
        return [self.row(record) for record in records]

    def row(self, record: PageRecord) -> ResultRow:
        """Work on one record; what a stage raises is an outcome."""
        before = process_time()
        row = self._row(record)
        return replace(row, seconds=round(process_time() - before, 6))

    def _row(self, record: PageRecord) -> ResultRow:
        known = known_outcome(record, self.limits)
        if known is not None:
            return row_of(record, *known)
        try:
            page = document(record, self.limits)
            if _is_noise(page.source):
                return row_of(record, "undecodable", f"read as {page.encoding}, it is noise")
            return self._extracted(record, page if self.template is None else self.template(page))
        except MemoryError:
            raise
        except Exception as error:  # the fence: a page that breaks a stage costs itself
            return row_of(record, "crashed", f"{type(error).__name__}: {error}")

    def _extracted(self, record: PageRecord, page: Document) -> ResultRow:
        result = confident(Result(page, self.extractor(page), self.extractor), self.min_confidence)
        text = result.render(self.text)
        found: dict[str, Any] = {"spans": tuple(result.spans), "confidence": result.confidence}
        outcome: Outcome = "extracted" if text.strip() else "empty"
        if self.facts:
            found |= short_facts(result)
            outcome = "overview" if outcome == "extracted" and found["page_type"] == "overview" else outcome
        if result.refusal:
            return row_of(record, "doubtful", f"less sure than {self.min_confidence:g}", **found)
        if outcome == "empty":
            return row_of(record, outcome, "no main content was found", **found)
        if self.near_duplicates:
            found["minhash"] = text_bands(text)
        return row_of(record, outcome, "; ".join(page.cut) or None, text=text, **found)


def known_outcome(record: PageRecord, limits: Limits) -> tuple[Outcome, str | None] | None:
    """Tell the outcome of a record that needs no work, with its reason."""
    if record.outcome is not None:
        return record.outcome, record.reason
    if record.kind == "revisit":
        return "empty", "a revisit: its body stands in an earlier record"
    if not record.body.strip():
        return "empty", "no body"
    if len(record.body) > limits.bytes:
        return "too large", f"more than {limits.bytes:,} bytes"
    why = _no_html(record)
    return None if why is None else ("not html", why)


def _no_html(record: PageRecord) -> str | None:
    """Say why a record is no HTML: its type, or, where that is unsure, the lack of tags."""
    stated = record.content_type or ""
    if stated.startswith(_HTML_TYPES):
        return None
    if stated and not stated.startswith(_UNSURE_TYPES):
        return f"its type is {stated[:80]}"
    if isinstance(record.body, str) or (record.name and _HTML_NAMES.search(record.name)):
        return None
    start = record.body[:_LOOKED_AT]
    return None if _TAG.search(start.replace(b"\0", b"")) else "no type is stated, and there are no tags"


def document(record: PageRecord, limits: Limits) -> Document:
    """Decode the page of a record."""
    if isinstance(record.body, str):
        return Document(record.body, url=record.url, limits=limits)
    return Document.from_bytes(record.body, url=record.url, transport=record.charset, limits=limits)


def _is_noise(source: str) -> bool:
    return source.count("\ufffd") > _BROKEN * len(source)
