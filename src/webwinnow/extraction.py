"""`extract`: from a page to its main content, in one call."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from webwinnow.catalogue import DEFAULT
from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.expression import parse
from webwinnow.render.html import Outline, render_html
from webwinnow.render.json import render_json
from webwinnow.render.table import render_spans
from webwinnow.render.text import render_text
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Stage

FORMATS: Final = ("text", "html", "json", "spans")


@dataclass(frozen=True, slots=True)
class Result:
    """The main content of a page: where it is, and renderings of it."""

    page: Document
    spans: Spans
    """The main content, as offsets in `page.source`."""
    extractor: Extractor

    @property
    def text(self) -> str:
        """The main content as readable text."""
        return render_text(self.page, self.spans)

    @property
    def title(self) -> str | None:
        """The text of the page's title element."""
        return self.page.title

    @property
    def share(self) -> float:
        """The share of the visible text that was kept."""
        return self.spans.share_of(self.page.visible)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to know before trusting the result, if anything."""
        found = self.extractor.warnings(self.page)
        nothing = len(self.page.visible) > 0 and not len(self.spans)
        return (*found, *(["no main content was found"] if nothing else []))

    def html(self, outline: Outline = "remove") -> str:
        """The page with its main content outlined (see render/html.py for the four ways)."""
        return render_html(self.page, self.spans, outline)

    def json(self) -> str:
        """The result as one line of JSON."""
        return render_json(self.page, self.spans, str(self.extractor), self.warnings)

    def render(self, form: str = "text", outline: Outline = "remove") -> str:
        """Render in a form given by name: text, html, json or spans."""
        if form not in FORMATS:
            raise UsageError(f"unknown format {form!r}: one of {', '.join(FORMATS)}")
        if form == "text":
            return self.text
        if form == "html":
            return self.html(outline)
        return self.json() if form == "json" else render_spans(self.spans)


def extract(
    page: str | bytes | Document,
    extractor: str | Stage = DEFAULT,
    *,
    url: str | None = None,
    encoding: str | None = None,
) -> Result:
    """Find the main content of a page.

    >>> extract("<nav><a href=/>Home</a></nav><p>Winnow the grain, drop the chaff.</p>").text
    'Winnow the grain, drop the chaff.\\n'
    """
    chosen = _parsed(extractor) if isinstance(extractor, str) else extractor
    if not isinstance(chosen, Extractor):
        raise UsageError(f"{chosen} is a {chosen.kind} and does not decide what is content: add an extractor")
    document = read(page, url=url, encoding=encoding)
    return Result(document, chosen(document), chosen)


def read(page: str | bytes | Document, *, url: str | None = None, encoding: str | None = None) -> Document:
    """Make a Document of whatever holds a page."""
    if isinstance(page, Document):
        return page
    if isinstance(page, str):
        return Document(page, url=url)
    return Document.from_bytes(bytes(page), url=url, encoding=encoding)


_parsed = lru_cache(maxsize=64)(parse)
