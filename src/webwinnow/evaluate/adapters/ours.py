"""What is ours, in this process: extractors (bytes to document to spans to text), and methods to find headlines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import ClassVar

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters.adapter import Answer, Asked
from webwinnow.expression import parse_extractor
from webwinnow.extraction import extract
from webwinnow.headline import METHODS, find_headline
from webwinnow.media import media_rule
from webwinnow.recipes import Recipes, shipped
from webwinnow.result import Result
from webwinnow.stages import Extractor
from webwinnow.stages.combined import uses_geometry

_TINY = b"<!doctype html><title>A page</title><p>Some words to begin with, and a <a href=/>link</a>."


@dataclass(frozen=True, slots=True)
class ExpressionAdapter:
    """An extractor; a recipe keeps its name, everything else is named as it prints.

    With `timed`, every extractor reads the page anew, from its bytes, so that times can be compared. Without, what was
    found out about a page serves all extractors, one after the other, and no times are given: half the work.
    """

    kind: ClassVar[str] = "expression"

    name: str
    extractor: Extractor
    headlines: bool = False
    writes_markdown: bool = True
    timed: bool = True

    @classmethod
    def of(cls, expression: str, recipes: Recipes | None = None, *, timed: bool = True) -> ExpressionAdapter:
        """Read an expression; raises UsageError if it is none or does not decide what is content."""
        known = shipped() if recipes is None else recipes
        extractor, written = parse_extractor(expression, known), expression.strip()
        return cls(written if written in known else str(extractor), extractor, timed=timed)

    @property
    def specification(self) -> str:
        """The extractor as it prints: recipes are written out, so that it changes when a recipe does."""
        return str(self.extractor)

    def version(self) -> str:
        """Return whether times are measured; the version of the program is part of every cell."""
        return "" if self.timed else "not timed"

    def prepare(self) -> None:
        """Import the stages and fill what they compute once."""
        self(Asked("", _TINY))

    def __call__(self, page: Asked) -> Answer:
        """Extract and render. An empty result is a decision of ours, and is scored as such."""
        start = perf_counter()
        read = Document.from_bytes(page.html, url=page.url) if self.timed else _read_once(page.html, page.url)
        if page.geometry is not None and uses_geometry(self.extractor):
            read = read.with_geometry(page.geometry)
        result = extract(read, self.extractor)
        text = result.render("text", speakers=False)  # who wrote what is scored by pairs of author and text
        seconds = perf_counter() - start if self.timed else None
        headline = result.headline.text if result.headline else None
        return Answer(text, seconds, headline, result.markdown if page.markdown else None, _chosen_media(result))


@lru_cache(maxsize=1)
def _read_once(html: bytes, url: str | None) -> Document:
    """Read a page, and keep it until the next one is asked for."""
    return Document.from_bytes(html, url=url)


def _document(page: Asked) -> Document:
    """Decode a page, with what a browser showed of it if that is known."""
    document = Document.from_bytes(page.html, url=page.url)
    return document if page.geometry is None else document.with_geometry(page.geometry)


def _chosen_media(result: Result) -> tuple[str, ...]:
    """Return the media of an extractor that has a rule of its own for them; those of others nobody asks for."""
    if media_rule(result.extractor) is None:
        return ()
    return tuple(medium.url or medium.kind for medium in result.media)


_WITH_HEADLINE = b"<!doctype html><title>A page - A site</title><h1>A page</h1><p>Some words to begin with."


@dataclass(frozen=True, slots=True)
class HeadlineAdapter:
    """A method of `webwinnow headline`."""

    kind: ClassVar[str] = "headline"

    method: str
    headlines: bool = True
    writes_markdown: bool = False

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
        """Return nothing: the version of the program is part of every cell."""
        return ""

    def prepare(self) -> None:
        """Read the weights and fill what is computed once."""
        self(Asked("", _WITH_HEADLINE))

    def __call__(self, page: Asked) -> Answer:
        """Find the headline; that there is none is a decision of ours, and is scored as such."""
        start = perf_counter()
        found = find_headline(_document(page), self.method)
        text = found.text if found else ""
        return Answer(text, perf_counter() - start, text)
