"""Our own methods to find headlines, in this process; what they answer with is a headline and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters.adapter import Answer, Asked
from webwinnow.headline import METHODS, find_headline

_TINY = b"<!doctype html><title>A page - A site</title><h1>A page</h1><p>Some words to begin with."


@dataclass(frozen=True, slots=True)
class HeadlineAdapter:
    """A method of `webwinnow headline`."""

    kind: ClassVar[str] = "headline"

    method: str
    headlines: bool = True

    @classmethod
    def of(cls, method: str) -> HeadlineAdapter:
        """Find a method; raises UsageError naming those there are."""
        if method not in METHODS:
            raise UsageError(f"unknown method {method!r}: one of {', '.join(METHODS)}")
        return cls(method)

    @property
    def name(self) -> str:
        """What tables show: one method has the name of the measure."""
        return f"headline -m {self.method}"

    @property
    def specification(self) -> str:
        """The method's name."""
        return self.method

    def version(self) -> str:
        """Nothing: the version of the program is part of every cell."""
        return ""

    def prepare(self) -> None:
        """Read the weights and fill what is computed once."""
        self(Asked("", _TINY))

    def __call__(self, page: Asked) -> Answer:
        """Find the headline; that there is none is a decision of ours, and is scored as such."""
        start = perf_counter()
        found = find_headline(Document.from_bytes(page.html, url=page.url), self.method)
        text = found.text if found else ""
        return Answer(text, perf_counter() - start, text)
