"""Small adapters to libraries that people already use, one file each; the library is needed, no extra of ours.

`scrapy`, `langchain`, `llama_index`, `pandas`, `polars`, `duckdb`, `spacy`; datatrove, Ray Data and Spark take whole
crawls and stand in `batch`. Each answers with what `extract` does; docs/integrations.md has a complete example of each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

_Column = TypeVar("_Column")


class PageColumn(ABC, Generic[_Column]):
    """A column of pages in a library for tables: `winnow` of pandas and polars."""

    def __init__(self, pages: _Column) -> None:
        """Take the pages."""
        self._pages = pages

    def text(self, **options: Any) -> _Column:
        """Return readable text; `options` are those of `webwinnow.extract`."""
        return self.render("text", **options)

    def markdown(self, **options: Any) -> _Column:
        """Return Markdown."""
        return self.render("markdown", **options)

    @abstractmethod
    def render(self, form: Any, **options: Any) -> _Column:
        """Return the content in a form of `Result.render`."""
