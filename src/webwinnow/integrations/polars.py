"""polars: `pl.col("html").winnow.text()` after `import webwinnow.integrations.polars`."""

from __future__ import annotations

from typing import Any

import polars

from webwinnow.extraction import extract
from webwinnow.integrations import PageColumn


@polars.api.register_expr_namespace("winnow")
class WinnowNamespace(PageColumn[polars.Expr]):
    """The main content of each page of a column; what is null stays null."""

    def render(self, form: Any, **options: Any) -> polars.Expr:
        """Return the content in a form of `Result.render`."""
        return self._pages.map_elements(
            lambda page: extract(page, **options).render(form), return_dtype=polars.String, skip_nulls=True
        )
