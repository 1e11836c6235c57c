"""`find_metadata`: all that a page says about itself, each value with where it stands and how sure it is.

Authors, dates, the language and the title have modules of their own (authors.py, published.py, spoken.py, titles.py);
site, description, section, address, image, feed, licence and tags are read here.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from webwinnow.declared import declared
from webwinnow.declared.declaration import FEED_TYPES, Link
from webwinnow.declared.json_ld import texts
from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.headline.site import LONGEST_TITLE, Site, parts, read_site, squeezed
from webwinnow.lazy_values import cached_property
from webwinnow.metadata import keys
from webwinnow.metadata.authors import find_authors
from webwinnow.metadata.found import Found, ranked
from webwinnow.metadata.published import find_page_dates
from webwinnow.metadata.said import TAG_LIMIT, items, metas
from webwinnow.metadata.spoken import find_language
from webwinnow.metadata.statements import LOOKED_AT, Article, Statements, find_articles, read_statements
from webwinnow.metadata.titles import find_title, find_titles
from webwinnow.spans import Spans

_LICENCES: Final = (
    "creativecommons.org/",
    "opendatacommons.org/",
    "gnu.org/licenses",
    "nationalarchives.gov.uk/doc/open",
)
_PUBLISHERS: Final = frozenset({"newsmediaorganization", "organization"})
_OF_SITE, _PUBLISHED_BY = 0.9, 0.6
"""How far to trust the names of items that are sites, and of those that are such publishers."""
_NO_ADDRESS: Final = re.compile(r"\s|^(?!https?:)[a-z][a-z0-9+-]*:(?!\d)", re.IGNORECASE)
"""White space, or a scheme that leads to no page."""
_COMMENTS: Final = re.compile(r"comment|kommentar|comentario|commento", re.IGNORECASE)
"""What a feed of comments has in its title or address."""

_SINGLE: Final = (
    "published", "modified", "site_name", "description", "language", "section", "canonical_url", "image", "feed",
    "licence",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known about a page; None or empty where nothing was found."""

    title: Found | None
    """What the page is called: its headline."""
    authors: tuple[Found, ...]
    """Who wrote it, in the page's order."""
    published: Found | None
    """When it was published, as ISO 8601."""
    modified: Found | None
    """When it was last changed, as ISO 8601."""
    site_name: Found | None
    description: Found | None
    language: Found | None
    """The language as a tag such as `en-GB`; that of the text where the page does not say it, or says another."""
    section: Found | None
    """The part of the site that it stands in."""
    canonical_url: Found | None
    image: Found | None
    feed: Found | None
    """The address of the site's feed."""
    licence: Found | None
    tags: tuple[Found, ...]
    candidates: Mapping[str, tuple[Found, ...]]
    """All that was found for each of the fields, best first."""

    def to_json(self, *, candidates: bool = False) -> dict[str, Any]:
        """Return the values as plain ones for JSON, with all candidates if asked."""
        fields = ("title", "authors", *_SINGLE, "tags")
        plain = {name: _plain(getattr(self, name)) for name in fields}
        every = {name: _plain(found) for name, found in self.candidates.items()} if candidates else {}
        return plain | {"candidates": every} if candidates else plain


def _plain(found: Found | tuple[Found, ...] | None) -> Any:
    """Return a value as plain data."""
    if isinstance(found, Found):
        return found._asdict()
    return None if found is None else [each._asdict() for each in found]


def find_metadata(page: Document, content: Spans | None = None, *, today: date | None = None) -> Metadata:
    """Find what a page says about itself; `content`, the main content, helps where the page has no headline.

    Found once per page, content and day. Dates after `today` are trusted little; if it is not given, the clock is read.

    >>> page = Document('<meta name=author content="Ada Lovelace"><time datetime=2024-05-03>3 May</time>')
    >>> found = find_metadata(page)
    >>> found.authors[0].value, found.published.value
    ('Ada Lovelace', '2024-05-03')
    """
    day = today or datetime.now(UTC).date()
    # The page keeps it without the candidates, which keep the page: else neither would go before a collection.
    found, many = page.once((find_metadata, content, day), lambda: _found(page, content, day))
    return Metadata(**found, candidates=_Candidates(page, content, many))


def _found(
    page: Document, content: Spans | None, today: date
) -> tuple[dict[str, Any], Mapping[str, tuple[Found, ...]]]:
    """Find the values of all fields, and all candidates for each but the title."""
    sources = read_statements(page, content)
    articles = find_articles(sources)
    many = {
        "site_name": find_site_name(sources, articles),
        "description": find_description(sources, articles),
        "language": find_language(sources, articles, content),
        "section": find_section(sources, articles),
        "canonical_url": find_canonical_url(sources, articles),
        "image": find_image(sources, articles),
        "feed": find_feeds(sources),
        "licence": find_licence(sources, articles),
        "tags": find_tags(sources, articles),
    }
    site_names = tuple(each.value for each in many["site_name"])
    authors, many["authors"] = find_authors(sources, articles, sources.around, site_names)
    language = many["language"][0].value if many["language"] else ""
    dates = find_page_dates(sources, articles, sources.around, language, today)
    many |= {"published": dates.published, "modified": dates.modified}
    best = {name: next(iter(found), None) for name, found in many.items() if name not in ("authors", "tags")}
    return {"title": find_title(page, content), "authors": authors, "tags": many["tags"], **best}, many


class Byline:
    """Who wrote what a page shows, and when: as `find_metadata` says, each found when it is first asked for.

    Nothing else is found; a page must not keep it, for it keeps the page.
    """

    def __init__(self, page: Document, content: Spans | None = None) -> None:
        """Take a page and its main content."""
        self._content = content
        self._sources = read_statements(page, content)
        self._articles = find_articles(self._sources)

    @cached_property
    def author(self) -> str | None:
        """The first author."""
        site_names = tuple(each.value for each in find_site_name(self._sources, self._articles))
        authors, _ = find_authors(self._sources, self._articles, self._sources.around, site_names)
        return authors[0].value if authors else None

    @cached_property
    def published(self) -> str | None:
        """When it was published, as ISO 8601."""
        languages = find_language(self._sources, self._articles, self._content)
        language, today = languages[0].value if languages else "", datetime.now(UTC).date()
        dates = find_page_dates(self._sources, self._articles, self._sources.around, language, today)
        return dates.published[0].value if dates.published else None


class _Candidates(Mapping[str, tuple[Found, ...]]):
    """What was found for each field; the headlines that are not the first are read when somebody asks for them."""

    def __init__(self, page: Document, content: Spans | None, found: Mapping[str, tuple[Found, ...]]) -> None:
        self._page, self._content, self._found = page, content, found

    def __getitem__(self, name: str) -> tuple[Found, ...]:
        return find_titles(self._page, self._content) if name == "title" else self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(("title", *self._found))

    def __len__(self) -> int:
        return 1 + len(self._found)


def find_site_name(sources: Statements, articles: list[Article]) -> tuple[Found, ...]:
    """Find what the site calls itself."""
    found = [*metas(sources, keys.SITE_NAME), *items(articles, {"publisher": 0.85, "sourceOrganization": 0.6})]
    for syntax, item in sources.items[:LOOKED_AT]:
        worth = _worth_of_name(item.types)
        worth = worth if worth != _PUBLISHED_BY or not item.path else 0.0
        for name in texts(item.properties.get("name"))[:1] if worth else ():
            found.append(Found(name, f"{syntax} {item.types[0]}.name", item.start, item.end, worth))
    site = read_site(sources.page)
    named = [_saying(each, _own_name(decode_references(each.value), site)) for each in found]
    return ranked([*named, *_from_title(sources.page, site), *_handle(sources, site), *_host(sources.page.url)])


@lru_cache(maxsize=512)
def _worth_of_name(types: tuple[str, ...]) -> float:
    """Tell how far to trust the name of an item of some types; most pages have the same few."""
    kinds = {kind.lower() for kind in types}
    return _OF_SITE if "website" in kinds else _PUBLISHED_BY if kinds & _PUBLISHERS else 0.0


def _own_name(name: str, site: Site) -> str:
    """Return the part of a name before or behind a motto that the address says, too; else the name."""
    return next(_said_by_address(name, site), name)


def _said_by_address(name: str, site: Site) -> Iterator[str]:
    """Yield the parts of a name or title that the address says, too."""
    letters = squeezed(name)
    if any([host in letters for host in site.hosts]):  # noqa: C419 - each name asks, and hosts are few
        yield from (part for part, _ in parts(name, site) if squeezed(part) in site.hosts)


def _from_title(page: Document, site: Site) -> Iterator[Found]:
    """Yield the part of the title that the address says, too: `Tides | Just Mills` of justmills.example."""
    title = page.title or ""
    for part in _said_by_address(title[:LONGEST_TITLE], site):
        if part != title:
            place = next(iter(declared(page).title_spans), (0, 0))
            yield Found(part, "title", *place, 0.87)  # surer than a publisher, which may own many sites


def _handle(sources: Statements, site: Site) -> Iterator[Found]:
    """Yield the site's name on a social network if the address says it, too: `@mills` of mills.example is Mills."""
    for each in metas(sources, keys.HANDLE):
        name = each.value.removeprefix("@")
        if squeezed(name) in site.hosts:
            yield _saying(each, name.capitalize() if name.islower() else name)


def _host(url: str | None) -> Iterator[Found]:
    """Take the host for the site, if nothing else names it."""
    try:
        host = urlsplit(url or "").hostname
    except ValueError:
        return
    if host:
        yield Found(host.removeprefix("www."), "url", 0, 0, 0.2)


def find_description(sources: Statements, articles: list[Article]) -> tuple[Found, ...]:
    """Find the page's own summary."""
    return ranked([*metas(sources, keys.DESCRIPTION), *items(articles, {"description": 0.85, "abstract": 0.8})])


def find_section(sources: Statements, articles: list[Article]) -> tuple[Found, ...]:
    """Find the part of the site that the page stands in: what it declares, else the category that it links to."""
    stated = [*metas(sources, keys.SECTION), *items(articles, {"articleSection": 0.85})]
    return ranked([*(_saying(each, _first_of_list(each.value)) for each in stated), *_categories(sources)])


def _saying(found: Found, value: str) -> Found:
    """Return what was found with another value."""
    if value == found.value:
        return found
    return Found(value, found.source, found.start, found.end, found.confidence)


def _first_of_list(value: str) -> str:
    """Return the first of several sections: parted by commas without a blank, or at least three; two may be one name.

    >>> _first_of_list("Baking,Bread"), _first_of_list("Mills, Wind, Sea"), _first_of_list("Food, Drink")
    ('Baking', 'Mills', 'Food, Drink')
    """
    parts = [part.strip() for part in value.split(",")]
    is_list = len(parts) > 1 and all(parts) and (", " not in value or len(parts) > 2)
    return parts[0] if is_list else value


def _categories(sources: Statements) -> Iterator[Found]:
    """Yield the categories that the page links to as its own, as weblog software writes them."""
    own = [link for link in sources.links if not link.in_head and _is_category(link)]
    for rank, link in enumerate(own[:TAG_LIMIT]):
        element = sources.page.elements.opened_by(link.tag)
        text = sources.page.text_of(element, 100, hidden=True) if element >= 0 else ""
        if text:
            yield Found(text, "link category", link.start, link.end, max(0.75 - 0.01 * rank, 0.1))


def _is_category(link: Link) -> bool:
    return "category" in link.relations or ("tag" in link.relations and "/category/" in link.address)


def find_feeds(sources: Statements) -> tuple[Found, ...]:
    """Find the feeds that the page links to, those of comments last."""
    found = []
    for link in sources.links:
        written = sources.page.source[link.start : link.end]
        if link.in_head and "alternate" in link.relations and any(kind in written.lower() for kind in FEED_TYPES):
            worth = 0.4 if _COMMENTS.search(written) else 0.95
            found.append(Found(link.address, "link alternate", link.start, link.end, worth))
    return ranked(_absolute(sources, found))


def find_canonical_url(sources: Statements, articles: list[Article]) -> tuple[Found, ...]:
    """Find the address under which the page wants to be known."""
    links = _links(sources, "canonical", 0.95)
    stated = metas(sources, keys.ADDRESS)
    found = [*links, *stated, *items(articles, {"mainEntityOfPage": 0.6, "url": 0.7})]
    return ranked(_absolute(sources, [each for each in found if is_address(each.value)]))


def find_image(sources: Statements, articles: list[Article]) -> tuple[Found, ...]:
    """Find the picture that stands for the page."""
    found = [*metas(sources, keys.IMAGE), *_links(sources, "image_src", 0.8), *items(articles, {"image": 0.85})]
    return ranked(_absolute(sources, [each for each in found if is_address(each.value)]))


def find_licence(sources: Statements, articles: list[Article]) -> tuple[Found, ...]:
    """Find the licence of the content: an address, or what the page calls it."""
    links = [
        link._replace(confidence=link.confidence + 0.1 * any(known in link.value for known in _LICENCES))
        for link in _links(sources, "license", 0.8, in_head=False)
    ]
    found = [*links, *metas(sources, keys.LICENCE), *items(articles, {"license": 0.9})]
    return ranked(_absolute(sources, found))


def find_tags(sources: Statements, articles: list[Article]) -> tuple[Found, ...]:
    """Find the keywords, each once, in the order of the surest source."""
    stated = [*metas(sources, keys.TAGS), *items(articles, {"keywords": 0.85, "about": 0.4}, every=True)]
    linked, distinct = [*_tag_links(sources)], dict[str, Found]()
    most = TAG_LIMIT if len(stated) + bool(linked) == 1 else sys.maxsize  # alone, nothing agrees with what comes later
    parts = (
        Found(part, each.source, each.start, each.end, each.confidence)
        for each in stated
        for part in _parts(each, most)
    )
    for each in ranked([*parts, *linked]):
        distinct.setdefault(each.value.casefold(), each)
    return tuple(distinct.values())[:TAG_LIMIT]


def _parts(found: Found, most: int) -> list[str]:
    """Cut what is stated at its separators; parts behind so many different ones are left out."""
    separator = ";" if ";" in found.value and "," not in found.value else ","
    parts, known = list[str](), set[str]()
    for part in found.value.split(separator):
        if 1 < len(folded := part.strip(" #\"'")) < 80 and len(known) < most:
            parts.append(folded)
            known.add(folded.casefold())
    return parts


def _tag_links(sources: Statements) -> Iterator[Found]:
    page = sources.page
    own = (link for link in sources.links if "tag" in link.relations and not link.in_head)
    tagged = [link for link in own if not _is_category(link)][:TAG_LIMIT]
    if not tagged:
        return
    for link in tagged:
        element = page.elements.opened_by(link.tag)
        text = page.text_of(element, 100, hidden=True) if element >= 0 else ""
        if text:
            yield Found(text.strip("# "), "link tag", link.start, link.end, 0.7)


def _links(sources: Statements, relation: str, worth: float, *, in_head: bool = True) -> Iterator[Found]:
    for link in sources.links:
        if relation in link.relations and link.address and (link.in_head or not in_head):
            yield Found(link.address, f"link {relation}", link.start, link.end, worth if link.in_head else worth - 0.1)


def is_address(text: str) -> bool:
    """Tell whether a text can be an address, whole or relative; headings stand where addresses belong, too.

    >>> is_address("/2024/tides"), is_address("index.html"), is_address("Introduction"), is_address("3.5 inches")
    (True, True, False, False)
    """
    return not _NO_ADDRESS.search(text) and ("/" in text or "." in text.strip(".")) and text[:1] not in "#."


def _absolute(sources: Statements, found: Iterable[Found]) -> Iterator[Found]:
    """Complete addresses by the page's own; what is no address at all stays as it is."""
    for each in found:
        value = each.value
        if sources.page.url and (value.startswith("/") or "://" not in value[:12]) and " " not in value:
            try:
                value = urljoin(sources.page.url, value)
            except ValueError:
                continue
        yield _saying(each, value)
