"""A page prepared for measuring, so that a task is timed without what comes before it."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.pages import Page
from webwinnow import Result, extract
from webwinnow.document.charset.decode import decode
from webwinnow.lazy_values import cached_property


@dataclass(frozen=True)
class Sample:
    """The page's bytes, its text, and a fresh result to render."""

    page: Page

    @property
    def data(self) -> bytes:
        """The bytes."""
        return self.page.data

    @cached_property
    def text(self) -> str:
        """The decoded source."""
        return decode(self.data).text

    @cached_property
    def result(self) -> Result:
        """The main content, found by the default extractor."""
        return extract(self.data)

    def prepared(self) -> Sample:
        """Compute text and result now, so that no task is timed with them."""
        _ = self.text, self.result
        return self
