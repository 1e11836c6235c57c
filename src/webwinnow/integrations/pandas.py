"""pandas: `frame["html"].winnow.text()` after `import webwinnow.integrations.pandas`."""

from __future__ import annotations

from typing import Any

import pandas

from webwinnow.extraction import extract
from webwinnow.integrations import PageColumn
from webwinnow.plain_data import short_facts


@pandas.api.extensions.register_series_accessor("winnow")
class WinnowAccessor(PageColumn[pandas.Series]):
    """The main content of each page of a column; what is missing stays missing."""

    def render(self, form: Any, **options: Any) -> pandas.Series:
        """Return the content in a form of `Result.render`."""
        return self._pages.map(lambda page: extract(page, **options).render(form), na_action="ignore")

    def facts(self, **options: Any) -> pandas.DataFrame:
        """Return headline, authors, date, language and page type, a column each; what is missing has no row."""
        pages = self._pages.dropna()
        return pandas.DataFrame([short_facts(extract(page, **options)) for page in pages], index=pages.index)
