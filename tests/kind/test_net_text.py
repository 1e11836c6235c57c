"""TextSweeper's detector of overview pages."""

from __future__ import annotations

from kind_pages import article_page, overview_page
from webwinnow.document import Document
from webwinnow.extraction import extract
from webwinnow.kind import NetText


def test_the_threshold_parts_overviews_from_articles() -> None:
    article, overview = (extract(source, "textsweeper") for source in (article_page(), overview_page()))
    assert not NetText()(article.page, article.spans)
    assert NetText()(overview.page, overview.spans)


def test_text_that_leads_elsewhere_does_not_count() -> None:
    page = Document("<p>twelve chars</p><p><a href=/>linked text</a></p><p>Old story <a>Read more</a></p>")
    assert not NetText(minimum=11)(page, page.visible)
    assert NetText(minimum=100)(page, page.visible)


def test_nothing_is_an_overview() -> None:
    page = Document("")
    assert NetText()(page, page.visible)


def test_the_faithful_detector_loses_on_short_articles() -> None:
    """A page that it must lose: an article whose language needs few characters."""
    found = extract(article_page("zh", paragraphs=6), "textsweeper")
    assert NetText()(found.page, found.spans)
    assert found.page_type.type == "article"
