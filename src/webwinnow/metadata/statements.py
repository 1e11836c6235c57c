"""What a page says about itself in its markup, which items describe the page, and where readers look for the rest.

Readers look for author and date around the headline, outside of comments, menus and lists of others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.declared import Declared, Item, declared, texts
from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.word_search import Tags, WordSearch, start_tags, tags_holding
from webwinnow.headline import find_headline
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
_APART: Final = column("nav footer noscript template")
_BEFORE, _BEHIND = 150, 350
"""Bylines and dates are looked for in so many tags before and behind the headline."""
BYLINE_WORDS: Final = ("author", "byl", "autor", "auteur", "writer", "reporter", "creator", "/editors/", "contributor")
"""What stands in tags that mark bylines."""
DATE_WORDS: Final = ("datetime=", "created-timestamp=")
"""What stands in tags that tell a date."""
_ITEMPROP: Final = WordSearch(("itemprop",), ignore_case=True)
_TYPEOF: Final = WordSearch(("typeof=",), ignore_case=True)
_TELLING: Final = WordSearch(("itemprop", "typeof=", *DATE_WORDS, *BYLINE_WORDS), ignore_case=True)
"""What any tag has that is looked at near the headline."""
_OTHER: Final = re.compile(
    r"""(?:class|id)\s*=\s*["']?[^"'>]*?(?<![a-z])(?:comments?(?:-?list|-?area|-?section|-?body|-?author)?|"""
    r"""related|recommend(?:ed|ations)?|sidebar|popular|trending|most-read|footer|promo)(?![a-z])(?!-?(?:count|link))""",
    re.IGNORECASE,
)


_OTHER_WORDS: Final = (
    "comment", "related", "recommend", "sidebar", "popular", "trending", "most-read", "footer", "promo",
)  # fmt: skip
"""Of which one stands in each of them: the pattern takes many times as long."""


@dataclass(frozen=True, slots=True)
class Statements:
    """The markup's own statements, and the surroundings of the headline."""

    page: Document
    declared: Declared
    around: Surroundings
    """Where readers look for author and date."""
    opened: npt.NDArray[np.int32]
    """Per tag: the element that it opens, -1 if it opens none."""
    items: tuple[tuple[str, Item], ...]
    """Items with the syntax they were written in."""


def read_statements(page: Document, content: Spans | None = None) -> Statements:
    """Read a page's statements about itself.

    Microdata and RDFa are read only if there is some near the headline: looking for them in every tag costs as much as
    all the rest.
    """
    said = declared(page)
    around = find_surroundings(page, content)
    items = [("json-ld", item) for item in said.json_ld]
    items += [("microdata", item) for item in said.microdata] if _holds(page, around.near, _ITEMPROP) else []
    items += [("rdfa", item) for item in said.rdfa] if _holds(page, around.near, _TYPEOF) else []
    opened = page.elements.by_start_tag(len(page.tokens.code))
    return Statements(page, said, around, opened, tuple(items))


def _holds(page: Document, tags: Tags, words: WordSearch) -> bool:
    return len(tags_holding(page, tags, words)) > 0


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
    titles = {
        _folded(title) for title in (sources.page.title or "", *(m.content for m in sources.declared.said("og:title")))
    }
    found = [
        Article(item, syntax, weight * (0.97 if syntax != "json-ld" else 1))
        for syntax, item in sources.items[:LOOKED_AT]
        if (weight := _weight(item, titles)) > 0
    ]
    return sorted(found, key=lambda article: -article.weight)[:LIMIT]


def _weight(item: Item, titles: set[str]) -> float:
    types = {kind.lower() for kind in item.types}
    if any(kind.endswith(("article", "posting")) for kind in types):
        weight = 0.9
    elif types & _ARTICLES:
        weight = 0.8
    elif types & _PAGES or not types:
        weight = 0.7
    else:
        return 0.0
    if {step.lower() for step in item.path} & _OTHERS:
        weight *= 0.4
    headlines = {_folded(text) for name in ("headline", "name") for text in texts(item.properties.get(name))}
    same = any(len(one) > 8 and (one in title or title in one) for one in headlines for title in titles if title)
    return min(weight + 0.08, 1.0) if same else weight


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The place of the headline, and the parts of the page that are about something else."""

    page: Document
    headline: int
    """Offset behind the headline; where the page has none, where the main content starts."""
    around_headline: frozenset[int]
    """The elements that hold the headline: they are about the page whatever they are called."""
    near: Tags
    """The start tags around the headline that may say something of authors, dates or properties."""
    _known: dict[int, bool] = field(default_factory=dict, compare=False, repr=False)
    """Answers given before; asking again gives the same."""

    def distance(self, at: int) -> int:
        """Count the runs of text between the headline and an offset; negative before the headline."""
        runs = self.page.runs.start
        return int(np.searchsorted(runs, at)) - int(np.searchsorted(runs, self.headline))

    def is_elsewhere(self, element: int) -> bool:
        """Tell whether an element stands in a menu, a footer, comments or a list of other pages."""
        way: list[int] = []
        while element > 0 and element not in self.around_headline and element not in self._known:
            way.append(element)
            if self._is_other(element):
                break
            element = int(self.page.elements.parent[element])
        answer = self._known.get(element, bool(way) and element == way[-1])
        self._known.update(dict.fromkeys(way, answer))
        return answer

    def _is_other(self, element: int) -> bool:
        page = self.page
        if _APART[page.elements.tag[element]]:
            return True
        tag = page.elements.start_tag(element)
        written = page.source[page.tokens.tag_start[tag] : page.tokens.tag_end[tag]][:600] if tag >= 0 else ""
        small = written.lower()
        if small.isascii() and not any(word in small for word in _OTHER_WORDS):
            return False
        return "=" in written and _OTHER.search(written) is not None


def find_surroundings(page: Document, content: Spans | None) -> Surroundings:
    """Find what stands around the headline; where readers see none, around the start of the main content."""
    headline = find_headline(page, content=content)
    seen = page.select(headline.spans) if headline else page.select([])
    if not len(seen):
        start = int(content.starts[0]) if content is not None and len(content) else 0
        return Surroundings(page, start, frozenset(), _near(page, start))
    home = int(page.runs.home[np.searchsorted(page.runs.start, seen.starts[0], side="right") - 1])
    end = int(seen.ends[-1])
    return Surroundings(page, end, frozenset(_with_ancestors(page, home)), _near(page, end))


def _near(page: Document, at: int) -> Tags:
    tag = int(np.searchsorted(page.tokens.tag_start, at))
    return tags_holding(page, start_tags(page, tag - _BEFORE, tag + _BEHIND), _TELLING)


def _with_ancestors(page: Document, element: int) -> Iterator[int]:
    while element >= 0:
        yield element
        element = int(page.elements.parent[element])
