"""Scrapy: the main content of a response, and an item pipeline that adds it to every item.

from webwinnow.integrations.scrapy import winnow

def parse(self, response):
    yield {"url": response.url, "text": winnow(response).markdown}
"""

from __future__ import annotations

from typing import Any, Self

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.http import Response

from webwinnow.extraction import extract
from webwinnow.fetch.fetched import from_header
from webwinnow.plain_data import short_facts
from webwinnow.result import Result


def winnow(response: Response, **options: Any) -> Result:
    """Find the main content of a response; `options` are those of `webwinnow.extract`."""
    stated = (response.headers.get("Content-Type") or b"").decode("latin-1")
    return extract(from_header(response.url, response.body, stated).document(), **options)


class WinnowPipeline:
    """Replaces the page in a field of each item by its main content, and adds what is known of the page.

    ITEM_PIPELINES = {"webwinnow.integrations.scrapy.WinnowPipeline": 300}

    Settings: WINNOW_FIELD, the field that holds the page (`html`); WINNOW_FORMAT, how the content is written, into a
    field of that name (`markdown`); WINNOW_EXTRACTOR, an expression. Items without that field pass unchanged.
    """

    def __init__(self, field: str = "html", form: str = "markdown", extractor: str = "consensus") -> None:
        """Take the settings."""
        self.field, self.form, self.extractor = field, form, extractor

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Read the settings of a crawl."""
        settings = crawler.settings
        return cls(
            settings.get("WINNOW_FIELD", "html"),
            settings.get("WINNOW_FORMAT", "markdown"),
            settings.get("WINNOW_EXTRACTOR", "consensus"),
        )

    def process_item(self, item: Any, spider: object = None) -> Any:  # noqa: ARG002  (older versions hand it over)
        """Write the main content into the item."""
        fields = ItemAdapter(item)
        page = fields.get(self.field)
        if not page:
            return item
        result = extract(page, self.extractor, url=fields.get("url"))
        del fields[self.field]
        fields.update({self.form: result.render(self.form), **short_facts(result)})  # type: ignore[arg-type]
        return item
