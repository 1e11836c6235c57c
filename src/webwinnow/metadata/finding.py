"""`find_metadata`: all that a page says about itself, each value with where it stands and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from typing import Any

from webwinnow.document import Document
from webwinnow.metadata import facts
from webwinnow.metadata.articles import find_articles
from webwinnow.metadata.authors import find_authors
from webwinnow.metadata.found import Found
from webwinnow.metadata.published import find_page_dates
from webwinnow.metadata.sources import read_statements
from webwinnow.spans import Spans


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known about a page; None or empty where nothing was found."""

    authors: tuple[Found, ...]
    """Who wrote it, in the page's order."""
    published: Found | None
    """When it was published, as ISO 8601."""
    modified: Found | None
    """When it was last changed, as ISO 8601."""
    site_name: Found | None
    description: Found | None
    language: Found | None
    """The language as a tag such as `en-GB`."""
    canonical_url: Found | None
    image: Found | None
    licence: Found | None
    tags: tuple[Found, ...]
    candidates: Mapping[str, tuple[Found, ...]]
    """All that was found for each of the fields, best first."""

    def to_json(self, *, candidates: bool = False) -> dict[str, Any]:
        """Give the values as plain ones for JSON, with all candidates if asked."""
        plain = asdict(self)
        every = plain.pop("candidates")
        return plain | {"candidates": every} if candidates else plain


def find_metadata(page: Document, content: Spans | None = None, *, today: date | None = None) -> Metadata:
    """Find what a page says about itself; `content`, the main content, helps where the page has no headline.

    Dates after `today` are trusted little; if it is not given, the clock is read.

    >>> page = Document('<meta name=author content="Ada Lovelace"><time datetime=2024-05-03>3 May</time>')
    >>> found = find_metadata(page)
    >>> found.authors[0].value, found.published.value
    ('Ada Lovelace', '2024-05-03')
    """
    sources = read_statements(page, content)
    articles = find_articles(sources)
    many = {
        "site_name": facts.find_site_name(sources, articles),
        "description": facts.find_description(sources, articles),
        "language": facts.find_language(sources, articles),
        "canonical_url": facts.find_canonical_url(sources, articles),
        "image": facts.find_image(sources, articles),
        "licence": facts.find_licence(sources, articles),
        "tags": facts.find_tags(sources, articles),
    }
    site_names = tuple(each.value for each in many["site_name"])
    authors, many["authors"] = find_authors(sources, articles, sources.around, site_names)
    language = many["language"][0].value if many["language"] else ""
    dates = find_page_dates(sources, articles, sources.around, language, today or datetime.now(UTC).date())
    many |= {"published": dates.published, "modified": dates.modified}
    best = {name: next(iter(found), None) for name, found in many.items() if name not in ("authors", "tags")}
    return Metadata(authors=authors, tags=many["tags"], candidates=many, **best)
