"""Headlines that a page declares for programs: meta tags and JSON-LD."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webwinnow.declared import Item, declared, texts
from webwinnow.document import Document
from webwinnow.headline.candidate import Candidate, cleaned

META_KEYS: Final = {
    "og:title": "og:title",
    "twitter:title": "twitter:title",
    "title": "meta-title",
    "dc.title": "meta-title",
    "dcterms.title": "meta-title",
    "dc:title": "meta-title",
    "parsely-title": "meta-title",
    "sailthru.title": "meta-title",
    "citation_title": "meta-title",
    "headline": "microdata",
    "name": "meta-name",
}
"""Keys of meta tags, and the source that they count as."""
_ABOUT_PAGE: Final = (
    "Article", "NewsArticle", "BlogPosting", "Posting", "Report", "Product", "Question", "Recipe", "WebPage", "Book",
    "Course", "Event", "JobPosting", "Movie", "VideoObject", "SoftwareApplication", "CollectionPage", "ItemPage",
    "AboutPage", "FAQPage", "QAPage", "ProfilePage", "Service", "CreativeWork", "MedicalWebPage", "TechArticle",
)  # fmt: skip
_NEAR: Final = 2
"""How deep an object may stand in others to speak of the page itself."""
_MOST: Final = 40


def declared_headlines(page: Document) -> Iterator[Candidate]:
    """Give what meta tags and JSON-LD call the page."""
    for meta in declared(page).meta:
        if meta.key in META_KEYS:
            yield Candidate(cleaned(meta.content), META_KEYS[meta.key], meta.start, meta.end)
    named = [
        item
        for item in declared(page).json_ld
        if len(item.path) <= _NEAR and item.path[:1] in ((), ("mainEntity",), ("mainEntityOfPage",))
    ]
    for item in named[:_MOST]:
        yield from _of_item(item)


def about_news(page: Document) -> bool:
    """Tell whether the page declares itself to be an article of news."""
    return any(kind.endswith("Article") for item in declared(page).json_ld if not item.path for kind in item.types)


def _of_item(item: Item) -> Iterator[Candidate]:
    for text in texts(item.properties.get("headline"))[:1]:
        yield Candidate(cleaned(text), "json-ld", item.start, item.end)
    if any(kind.endswith(_ABOUT_PAGE) for kind in item.types):
        for text in texts(item.properties.get("name"))[:1]:
            yield Candidate(cleaned(text), "json-ld-name", item.start, item.end)
