"""The authors of a page: what its markup says, else its bylines.

Bylines are authors as readers see them: in elements that are marked as such, or behind words like "By".
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Final
from urllib.parse import urlsplit

from webwinnow.declared.json_ld import texts
from webwinnow.document import Document
from webwinnow.document.attributes import AttributeSearch
from webwinnow.document.html_names import NUMBER
from webwinnow.metadata.found import Claim, Found
from webwinnow.metadata.keys import AUTHORS, LABELLED, SURNAME_FIRST
from webwinnow.metadata.names import distinct, is_full_name, is_likely_name, names_in, starts_with_by
from webwinnow.metadata.near import BYLINE, MOST_RUNS, Surroundings, TellingTag, byline_tags, spoken_runs
from webwinnow.metadata.statements import Article, Statements

_PROPERTIES: Final = {"author": 1.0, "creator": 0.9, "contributor": 0.5, "dc:creator": 0.9}
_WRITTEN_BY: Final = re.compile(
    r"written by|verfasst von|écrit par|escrito por|scritto da|geschreven door|author", re.I
)
_SITE_ITSELF: Final = 0.45
"""What a site as its own author is worth: less than any person."""
_AGREES: Final = 0.1
"""What each further source that names one of the same people adds, as a share of the doubt that is left; swept from
0.06 to 0.2 as the bylines were (see `_REL`), with no difference from 0.1 on."""
_MARK: Final = re.compile(
    r"(?<![a-z])(?:(?P<strong>by-?line|author-?name|authors?|autor(?:e|es|en|in)?|auteurs?|post-author|entry-author)"
    r"|writers?|reporters?|verfasser|forfattere?|creator|byl)(?![a-z])"
)
_MARKING_PARTS: Final = (
    "author", "autor", "auteur", "byl", "by-l", "writer", "reporter", "verfasser", "forfatter", "creator",
)  # fmt: skip
"""One of these stands in each match of that pattern, which takes many times as long."""
_NOT: Final = re.compile(
    r"(?<![a-z])(?:bio|biography|desc|description|avatar|image|img|photo|social|follow|box-?links?|job|title|role|"
    r"date|time|count)(?![a-z])"
)
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PROFILE: Final = re.compile(
    r"/(?:authors?|autor(?:en|es|i)?|auteurs?|editors|writers?|contributors?|redaktion|staff|reporters?)/[^/?#]+/?$"
)
"""Addresses of pages about an author."""
_ATTRIBUTES: Final = ("class", "id", "rel", "itemprop", "property", "data-testid", "data-component", "data-qa")
_MARKING: Final = AttributeSearch((*_ATTRIBUTES, "href"))
_TAGS: Final = 400
_LONGEST: Final = 260
_PIECES: Final = 24
_PEOPLE: Final = 6
"""A list of more people than that is one of all authors of a site: one of ten on a page of wcxb-dev."""
_CONNECTOR: Final = 4
"""A text as short as this between two names joins them, in any language."""
_JOINS: Final = re.compile(
    r"^\s*[,&;]|[,&;]\s*$|^(?:and|und|et|y|e|en|och|og|ja|ve|i|и)\b|\b(?:and|und|et|y|och|og)$", re.IGNORECASE
)
_WORDS_OF_NAME: Final = 8
"""As many texts one behind the other may be one name."""
_ANCHOR: Final = NUMBER["a"]
_BR: Final = re.compile(r"<br\b", re.IGNORECASE)
_ANY_TAG: Final = re.compile(r"<[^>]*+>")
_BEFORE, _NEAR = 4, 25
"""A byline without a mark stands within so many runs of text before and behind the headline."""
_REL, _STRONG, _WEAK, _SPOKEN = 0.8, 0.72, 0.6, 0.55
"""How far to trust each kind of byline. A sweep of -0.1 to +0.05 on the first half of the sites of fundus,
postlight-parser, trafilatura-eval and wcxb-dev moved the mean accuracy of authors by 0.004 at most (November 2026)."""


def find_authors(
    sources: Statements, articles: list[Article], around: Surroundings, site_names: tuple[str, ...]
) -> tuple[tuple[Found, ...], tuple[Found, ...]]:
    """Return the authors, and all candidates, best first; the authors all come from one place."""
    stated = [*_items(sources, articles), *_metas(sources)]
    claims = [*stated, *find_bylines(sources, around, everywhere=not stated)]
    if not claims:
        return (), ()
    site = {_key(name) for name in site_names} | _host_names(sources.page.url)
    keys = [frozenset(_key(name) for name in claim.values) for claim in claims]
    others = list(zip(claims, keys, strict=True))
    weighed = [_weighed(claim, own, others, site) for claim, own in others]
    order = _completed(sorted(weighed, key=lambda claim: -claim.confidence))
    candidates = tuple(found for claim in order for found in _each(claim))
    return (_each(order[0]) if order else ()), candidates


def _each(claim: Claim) -> tuple[Found, ...]:
    return tuple(Found(name, claim.source, claim.start, claim.end, round(claim.confidence, 4)) for name in claim.values)


def _items(sources: Statements, articles: list[Article]) -> Iterator[Claim]:
    named = cache(lambda: _named_items(sources))  # few ask
    for article in articles:
        for name, worth in _PROPERTIES.items():
            value = article.item.properties.get(name)
            if value is None:
                continue
            names = distinct(each for text in _people(value, named) for each in names_in(text))
            if names:
                yield Claim(names, article.source(name), *article.place(name), article.weight * worth)


def _named_items(sources: Statements) -> dict[str, Mapping[str, object]]:
    """Return the properties of items with a name by what others refer to them with."""
    return {
        str(item.properties["@id"]): item.properties
        for _, item in sources.items
        if isinstance(item.properties.get("@id"), str) and "name" in item.properties
    }


def _people(value: object, named: Callable[[], Mapping[str, Mapping[str, object]]]) -> Iterator[str]:
    """Yield the names behind an author property, also those that it only refers to."""
    for each in value[:100] if isinstance(value, list) else [value]:
        if not isinstance(each, dict) or each.get("name"):
            yield from texts(each)
        elif str(each.get("@id")) in named():
            yield from texts(named()[str(each["@id"])].get("name"))
        else:
            yield from texts([each.get("@value"), f"{each.get('givenName', '')} {each.get('familyName', '')}"])


def _metas(sources: Statements) -> Iterator[Claim]:
    known = sources.said
    for key in [key for key in AUTHORS if key in known]:
        worth = AUTHORS[key]
        said = [meta for meta in known[key] if not meta.content.startswith(("http", "/", "@"))]
        surname_first = key in SURNAME_FIRST
        names = distinct(name for meta in said for name in names_in(meta.content, surname_first=surname_first))
        if names:
            yield Claim(names, f"meta {key}", said[0].start, said[-1].end, worth)
    for label, value in LABELLED.items():
        labels, values = known.get(label), known.get(value)
        if labels and values and _WRITTEN_BY.search(labels[0].content) and (names := names_in(values[0].content)):
            yield Claim(names, f"meta {value}", values[0].start, values[0].end, 0.84)


def _weighed(claim: Claim, own: frozenset[str], others: list[tuple[Claim, frozenset[str]]], site: set[str]) -> Claim:
    """Raise what other places agree with, lower what only names the site."""
    agreeing = {other.source for other, names in others if own & names}
    confidence = claim.confidence + (1 - claim.confidence) * _AGREES * min(len(agreeing) - 1, 4)
    return claim._replace(confidence=confidence * (_SITE_ITSELF if own <= site else 1))


def _completed(order: list[Claim]) -> list[Claim]:
    """Put the byline first that names more people than the best claim, if each of them has a mark of their own in it.

    Such are several links to authors in one element; and many a page declares only the first of its authors.
    """
    if not order:
        return order
    best, known = order[0], frozenset(map(_key, order[0].values))
    for claim in order:
        names = frozenset(map(_key, claim.values))
        if claim.source == "byline" and known < names and len(names) <= _PEOPLE and _is_list(claim, order):
            whole = claim._replace(confidence=best.confidence)
            return [whole, *(other for other in order if other is not claim)]
    return order


def _is_list(claim: Claim, order: list[Claim]) -> bool:
    """Tell whether a byline is full names alone, of which each stands in a byline of its own inside of it."""
    if not all(is_full_name(name) for name in claim.values):
        return False
    inner = {
        _key(other.values[0])
        for other in order
        if other.source == "byline" and len(other.values) == 1 and claim.start <= other.start < other.end <= claim.end
    }
    return inner.issuperset(map(_key, claim.values))


@lru_cache(maxsize=256)
def _key(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def _host_names(url: str | None) -> set[str]:
    """Return the names that a site's address suggests: example.org and example."""
    try:
        host = (urlsplit(url or "").hostname or "").removeprefix("www.")
    except ValueError:
        return set()
    return {_key(host), _key(host.partition(".")[0])} - {""}


def find_bylines(sources: Statements, around: Surroundings, *, everywhere: bool) -> list[Claim]:
    """Find the authors that readers see near the headline; in the whole page only if asked and none is near."""
    page = sources.page
    near = [tag for tag in around.near if tag.bits & BYLINE]
    found = [*_marked(page, around, near), *_spoken(page, around)]
    if found or not everywhere:
        return found
    return list(_marked(page, around, byline_tags(page, _TAGS)))


def _marked(page: Document, around: Surroundings, among: list[TellingTag]) -> Iterator[Claim]:
    elements = [tag.element for tag in among[:_TAGS] if tag.element > 0]
    for element, attributes in zip(elements, _MARKING.read(page, elements), strict=True):
        base = _mark(attributes)
        if not base or around.is_elsewhere(element):
            continue
        names = _names(_pieces(page, element))
        if names:
            start, end = page.extent(element)
            yield Claim(names, "byline", start, end, base - _far(around.distance(start)))


def _far(distance: int) -> float:
    """Return by how much a place is worth less for standing far from the headline."""
    steps = distance if distance >= 0 else -distance + 4
    return min(steps * 0.004, 0.2)


def _mark(attributes: dict[str, str]) -> float:
    if "author" in attributes.get("rel", "").lower().split():
        return _REL
    names = " ".join([attributes[name] for name in _ATTRIBUTES if name in attributes])
    words = _CAMEL.sub("-", names).lower().replace("_", "-")
    mark = _MARK.search(words) if any([part in words for part in _MARKING_PARTS]) else None  # noqa: C419 - each tag asks
    if mark is None and not ("/" in attributes.get("href", "") and _PROFILE.search(attributes["href"].lower())):
        return 0.0
    return 0.0 if _NOT.search(words) else _STRONG if mark and mark["strong"] else _WEAK


_Piece = tuple[str, bool]
"""A text, and whether it is a link."""


def _pieces(page: Document, element: int) -> list[_Piece]:
    """Read the texts inside an element; none if it is too long for a byline."""
    runs, elements = page.runs, page.elements
    first = bisect_left(runs.gap.data, elements.first.item(element) + 1)
    last = bisect_right(runs.gap.data, elements.close.item(element))
    if last == first or runs.end.item(last - 1) - runs.start.item(first) > 40 * _LONGEST or last - first > MOST_RUNS:
        return []
    found: list[_Piece] = []
    while first < last:
        link = elements.tag.item(runs.home.item(first)) == _ANCHOR
        text, first = _piece(page, first, last)
        found.append((text, link))
    return found


def _piece(page: Document, run: int, last: int) -> tuple[str, int]:
    """Read a run, and those behind it that go on with the same name; the second value is the run behind all these.

    A name goes on in the middle of a word (`<b>J</b>ane`), or from one word to the next (`<b>Jane</b> <i>Doe</i>`).
    """
    text = _text(page, run)
    single = " " not in text
    while (run := run + 1) < last:
        following, between = _text(page, run), _between(page, run)
        if between == "" and _is_middle_of_word(text, following):
            text, single = text + following, single and " " not in following
        elif between == " " and single and _is_word_of_name(following) and _is_word_of_name(text.rpartition(" ")[2]):
            text += f" {following}"
        else:
            break
    return text, run


def _is_middle_of_word(text: str, following: str) -> bool:
    """Tell whether a text without a blank before it goes on with a word: "J" and "ane", but not "By" and "by Jane"."""
    spoken = starts_with_by(f"{text} x") or starts_with_by(f"{following} x")
    return text[-1:].isalpha() and following[:1].islower() and not spoken


def _is_word_of_name(text: str) -> bool:
    """Tell whether a text is one capitalised word that can be part of a name."""
    return text[:1].isupper() and " " not in text and text[-1] not in ",;:" and (len(text) == 1 or bool(names_in(text)))


def _between(page: Document, run: int) -> str | None:
    """Read what parts a run from the one before it: a blank or nothing; None if they stand in different lines."""
    runs, before = page.runs, page.markup.breaks_before
    if before[runs.gap.item(run)] > before[runs.gap.item(run - 1)]:
        return None
    written = page.source[runs.end.item(run - 1) : runs.start.item(run)]
    if _BR.search(written):
        return None
    return " " if _ANY_TAG.sub("", written) else ""


def _text(page: Document, run: int) -> str:
    start, end = page.runs.start.item(run), page.runs.end.item(run)
    return " ".join(page.text(start, min(end, start + 500)).split())


def _names(pieces: list[_Piece]) -> tuple[str, ...]:
    """Read names from the texts of a byline up to the first that is none: a date, a role, a sentence.

    Behind a first name, another one is a link as that was, or stands behind a comma or an "and".
    """
    found: list[str] = []
    linked = more = True
    for text, link in pieces[:_PIECES]:
        names = names_in(text) if len(text) <= _LONGEST else ()
        if names and all(is_likely_name(name) for name in names) and (more or _JOINS.match(text) or (link and linked)):
            found += names
            linked, more = link, bool(_JOINS.search(text))
        elif len(text) <= _CONNECTOR or not found:
            more = True
        else:
            break
    return distinct(found)


def _spoken(page: Document, around: Surroundings) -> Iterator[Claim]:
    """Find texts near the headline that begin with "By" or the like."""
    runs, headline = page.runs, around.run
    for run in spoken_runs(page, max(headline - _BEFORE, 0), min(headline + _NEAR, len(runs)), _LONGEST):
        start = runs.start.item(run)
        if not starts_with_by(f"{_text(page, run)} x"):
            continue
        at, (text, behind) = run, _piece(page, run, min(run + _WORDS_OF_NAME, len(runs)))
        if not names_in(text) and behind < len(runs):  # the name is the next text
            at, (text, behind) = behind, _piece(page, behind, min(behind + _WORDS_OF_NAME, len(runs)))
        elif not starts_with_by(text):
            continue
        names = _names([(text, False)])
        if names and len(text) <= _LONGEST and not around.is_elsewhere(runs.home.item(at)):
            yield Claim(names, "byline phrase", start, runs.end.item(behind - 1), _SPOKEN - _far(run - headline))
