"""polars: `pl.col("html").winnow.text()` after `import webwinnow.integrations.polars`."""

from __future__ import annotations

from typing import Any

import polars

from webwinnow.extraction import extract


@polars.api.register_expr_namespace("winnow")
class WinnowNamespace:
    """The main content of each page of a column; what is null stays null."""

    def __init__(self, pages: polars.Expr) -> None:
        """Take the pages."""
        self._pages = pages

    def text(self, **options: Any) -> polars.Expr:
        """Return readable text; `options` are those of `webwinnow.extract`."""
        return self.render("text", **options)

    def markdown(self, **options: Any) -> polars.Expr:
        """Return Markdown."""
        return self.render("markdown", **options)

    def render(self, form: Any, **options: Any) -> polars.Expr:
        """Return the content in a form of `Result.render`."""
        return self._pages.map_elements(
            lambda page: extract(page, **options).render(form), return_dtype=polars.String, skip_nulls=True
        )
