"""What a page says about itself in its markup, and which items describe the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from webwinnow.declared import Item, Link, MetaTag, by_key, declared, texts
from webwinnow.document import Document
from webwinnow.metadata.keys import EVERY
from webwinnow.metadata.near import ITEMPROP, TYPEOF, Surroundings, find_surroundings
from webwinnow.spans import Spans

_ARTICLES: Final = frozenset(
    "report review recipe question qapage newsitem event course podcastepisode episode videoobject book "
    "technicalreport howto claimreview liveblogposting".split()
)
_PAGES: Final = frozenset("webpage itempage creativework mediaobject product aboutpage profilepage".split())
_OTHERS: Final = frozenset(
    "comment comments review reviews itemlistelement relatedlink citation ispartof publisher author isbasedon "
    "suggestedanswer acceptedanswer hasreview subjectof blogpost haspart mentions about video image workexample "
    "isrelatedto issimilarto associatedmedia primaryimageofpage sharedcontent".split()
)
"""Properties that lead from the page to something else."""
LOOKED_AT, LIMIT = 200, 40
"""How many items are looked at, and how many of them are asked what they say about the page."""


@dataclass(frozen=True, slots=True)
class Statements:
    """The markup's own statements, and the surroundings of the headline."""

    page: Document
    metas: tuple[MetaTag, ...]
    """The meta tags that say something about the page,"""
    said: Mapping[str, list[MetaTag]]
    """and the same by their keys."""
    links: tuple[Link, ...]
    around: Surroundings
    """Where readers look for author and date."""
    items: tuple[tuple[str, Item], ...]
    """Items with the syntax they were written in."""


def read_statements(page: Document, content: Spans | None = None) -> Statements:
    """Read a page's statements about itself.

    Microdata and RDFa are read only if there is some near the headline: looking for them in every tag costs as much as
    all the rest.
    """
    said = declared(page)
    around = find_surroundings(page, content)
    told = reduce(or_, [tag.bits for tag in around.near], 0)
    items = [("json-ld", item) for item in said.json_ld]
    items += [("microdata", item) for item in said.microdata] if told & ITEMPROP else []
    items += [("rdfa", item) for item in said.rdfa] if told & TYPEOF else []
    metas = said.among(EVERY)
    return Statements(page, metas, by_key(metas), said.links, around, tuple(items))


@dataclass(frozen=True, slots=True)
class Article:
    """An item that may describe the page."""

    item: Item
    syntax: str
    weight: float
    """From 0 to 1: how sure it is that the item is about the page."""

    def source(self, name: str) -> str:
        """Name the place of a property for people: `json-ld NewsArticle.author`."""
        return f"{self.syntax} {'/'.join(self.item.types[:1]) or 'item'}.{name}"

    def place(self, name: str, at: int = 0) -> tuple[int, int]:
        """Find where the n-th value of a property stands: its own element if it has one, else the item."""
        places = self.item.places.get(name, ())
        return places[min(at, len(places) - 1)] if places else (self.item.start, self.item.end)


def find_articles(sources: Statements) -> list[Article]:
    """Return the items that may describe the page, surest first."""
    if not sources.items:
        return []
    stated = (meta.content for meta in sources.said.get("og:title", ()))
    titles = {_folded(title) for title in (sources.page.title or "", *stated)} - {""}
    found = [
        Article(item, syntax, _weight(item, weight, titles) * (0.97 if syntax != "json-ld" else 1))
        for syntax, item in sources.items[:LOOKED_AT]
        if (weight := _weight_of_types(item.types))
    ]
    return sorted(found, key=lambda article: -article.weight)[:LIMIT]


@lru_cache(maxsize=512)
def _weight_of_types(kinds: tuple[str, ...]) -> float:
    """Tell how sure an item of some types is about the page; most pages have the same few."""
    types = {kind.lower() for kind in kinds}
    if any(kind.endswith(("article", "posting")) for kind in types):
        return 0.9
    if types & _ARTICLES:
        return 0.8
    return 0.7 if types & _PAGES or not types else 0.0


@lru_cache(maxsize=512)
def _leads_elsewhere(path: tuple[str, ...]) -> bool:
    return not _OTHERS.isdisjoint([step.lower() for step in path])


def _weight(item: Item, weight: float, titles: set[str]) -> float:
    if _leads_elsewhere(item.path):
        weight *= 0.4
    names = [item.properties[name] for name in ("headline", "name") if name in item.properties]
    headlines = {_folded(text) for value in names for text in texts(value)} if titles else ()
    same = any(len(one) > 8 and (one in title or title in one) for one in headlines for title in titles)
    return min(weight + 0.08, 1.0) if same else weight


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
