"""What is ours, in this process: extractors (bytes to document to spans to text), and methods to find headlines."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters.adapter import Answer, Asked
from webwinnow.expression import parse_extractor
from webwinnow.extraction import extract
from webwinnow.headline import METHODS, find_headline
from webwinnow.recipes import Recipes, shipped

_TINY = b"<!doctype html><title>A page</title><p>Some words to begin with, and a <a href=/>link</a>."


@dataclass(frozen=True, slots=True)
class ExpressionAdapter:
    """An expression; a recipe keeps its name, everything else is named as it prints.

    The specification has no recipes left: it can be read by any process, and changes when a recipe does.
    """

    kind: ClassVar[str] = "expression"

    name: str
    specification: str
    headlines: bool = False

    @classmethod
    def of(cls, expression: str, recipes: Recipes | None = None) -> ExpressionAdapter:
        """Read an expression; raises UsageError if it is none or does not decide what is content."""
        known = shipped() if recipes is None else recipes
        printed = str(parse_extractor(expression, known))
        written = expression.strip()
        return cls(written if written in known else printed, printed)

    def version(self) -> str:
        """Nothing: the version of the program is part of every cell."""
        return ""

    def prepare(self) -> None:
        """Import the stages and fill what they compute once."""
        self(Asked("", _TINY))

    def __call__(self, page: Asked) -> Answer:
        """Extract and render. An empty result is a decision of ours, and is scored as such."""
        start = perf_counter()
        text = extract(page.html, self.specification, url=page.url).text
        return Answer(text, perf_counter() - start)


_WITH_HEADLINE = b"<!doctype html><title>A page - A site</title><h1>A page</h1><p>Some words to begin with."


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
        self(Asked("", _WITH_HEADLINE))

    def __call__(self, page: Asked) -> Answer:
        """Find the headline; that there is none is a decision of ours, and is scored as such."""
        start = perf_counter()
        found = find_headline(Document.from_bytes(page.html, url=page.url), self.method)
        text = found.text if found else ""
        return Answer(text, perf_counter() - start, text)
