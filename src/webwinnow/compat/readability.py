"""A stand-in for readability-lxml: `Document(page).summary()`, with its argument names."""

from __future__ import annotations

from typing import Any, Final

from webwinnow.compat import read_any, without_effect
from webwinnow.extraction import extract
from webwinnow.lazy_values import cached_property
from webwinnow.render.languages import page_direction, page_language
from webwinnow.render.reader import tree_markup
from webwinnow.result import Result

_IDLE: Final[dict[str, object]] = {
    "positive_keywords": None,
    "negative_keywords": None,
    "min_text_length": 25,
    "retry_length": 250,
    "xpath": False,
    "handle_failures": "discard",
}
_NO_TITLE: Final = "[no-title]"


class Document:
    """A page, and what is worth reading of it."""

    def __init__(
        self,
        input: Any,
        positive_keywords: Any = None,
        negative_keywords: Any = None,
        url: str | None = None,
        min_text_length: int = 25,
        retry_length: int = 250,
        xpath: bool = False,
        handle_failures: str | None = "discard",
    ) -> None:
        """Take the page as text or bytes; an address makes links absolute."""
        given = (positive_keywords, negative_keywords, min_text_length, retry_length, xpath, handle_failures)
        without_effect(dict(zip(_IDLE, given, strict=True)), _IDLE)
        self._page = read_any(input, url)

    @cached_property
    def _result(self) -> Result:
        return extract(self._page)

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """Return the main content as HTML of our own making; a `<div>` alone if it is to be part of a page."""
        without_effect({"keep_all_images": keep_all_images}, {"keep_all_images": False})
        tree = self._result.blocks
        body = f"<div>{''.join(tree_markup(tree, page_language(self._page, tree), page_direction(tree)))}</div>"
        return body if html_partial else f"<html><body>{body}</body></html>"

    def title(self) -> str:
        """Return the text of the title element."""
        return self._page.title or _NO_TITLE

    def short_title(self) -> str:
        """Return the headline: the title without the name of the site and the like."""
        headline = self._result.headline
        return headline.text if headline else self.title()

    def author(self) -> str:
        """Return the authors, with commas between them."""
        return ", ".join(author.value for author in self._result.metadata.authors) or "[no-author]"

    def content(self) -> str:
        """Return the page as it was read."""
        return self._page.source
