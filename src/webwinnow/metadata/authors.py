"""The authors of a page: what its markup says, else its bylines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from webwinnow.declared.json_ld import texts
from webwinnow.metadata.articles import Article
from webwinnow.metadata.bylines import find_bylines
from webwinnow.metadata.claim import Claim
from webwinnow.metadata.found import Found
from webwinnow.metadata.names import distinct, names_in
from webwinnow.metadata.sources import Statements
from webwinnow.metadata.surroundings import Surroundings

_PROPERTIES: Final = {"author": 1.0, "creator": 0.9, "contributor": 0.5, "dc:creator": 0.9}
_METAS: Final = {
    "citation_author": 0.92, "parsely-author": 0.84, "sailthru.author": 0.8, "byl": 0.8, "byline": 0.8, "author": 0.78,
    "article:author": 0.76, "article:author_name": 0.78, "dc.creator": 0.6, "dcterms.creator": 0.6,
    "dc:creator": 0.6, "dc.creator.name": 0.6, "cxenseparse:author": 0.76, "cxenseparse:recs:author": 0.76,
    "rbauthors": 0.76, "article.author": 0.76, "mediator_author": 0.76, "og:article:author": 0.74, "og:author": 0.74,
    "dc.contributor": 0.4, "twitter:creator": 0.1,
}  # fmt: skip
"""Meta tags that name authors, and how far to trust each: after how often each was right on the first half of the sites
of fundus, postlight-parser, trafilatura-eval and wcxb-dev where it was frequent there (`author` 0.78 of 188 pages,
`article:author` 0.85 of 39, `twitter:data1` 0.91 of 109; November 2026), else by likeness to those."""
_WRITTEN_BY: Final = re.compile(
    r"written by|verfasst von|écrit par|escrito por|scritto da|geschreven door|author", re.I
)
_SITE_ITSELF: Final = 0.45
"""What a site as its own author is worth: less than any person."""
_AGREES: Final = 0.1
"""What each further source that names one of the same people adds, as a share of the doubt that is left; swept from
0.06 to 0.2 as the bylines were (see bylines.py), with no difference from 0.1 on."""


def find_authors(
    sources: Statements, articles: list[Article], around: Surroundings, site_names: tuple[str, ...]
) -> tuple[tuple[Found, ...], tuple[Found, ...]]:
    """Give the authors, and all candidates, best first; the authors all come from one place."""
    stated = [*_items(sources, articles), *_metas(sources)]
    claims = [*stated, *find_bylines(sources, around, everywhere=not stated)]
    site = {_key(name) for name in site_names} | _host_names(sources.page.url)
    keys = [frozenset(_key(name) for name in claim.values) for claim in claims]
    weighed = [
        _weighed(claim, own, list(zip(claims, keys, strict=True)), site)
        for claim, own in zip(claims, keys, strict=True)
    ]
    order = sorted(weighed, key=lambda claim: -claim.confidence)
    candidates = tuple(found for claim in order for found in _each(claim))
    return (_each(order[0]) if order else ()), candidates


def _each(claim: Claim) -> tuple[Found, ...]:
    return tuple(Found(name, claim.source, claim.start, claim.end, round(claim.confidence, 4)) for name in claim.values)


def _items(sources: Statements, articles: list[Article]) -> Iterator[Claim]:
    named = {
        str(item.properties["@id"]): item.properties
        for _, item in sources.items
        if isinstance(item.properties.get("@id"), str) and "name" in item.properties
    }
    for article in articles:
        for name, worth in _PROPERTIES.items():
            value = article.item.properties.get(name)
            if value is None:
                continue
            names = distinct(each for text in _people(value, named) for each in names_in(text))
            if names:
                yield Claim(names, article.source(name), *article.place(name), article.weight * worth)


def _people(value: object, named: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
    """Give the names behind an author property, also those that it only refers to."""
    for each in value[:100] if isinstance(value, list) else [value]:
        if isinstance(each, dict) and not each.get("name") and str(each.get("@id")) in named:
            yield from texts(named[str(each["@id"])].get("name"))
        elif isinstance(each, dict) and not each.get("name"):
            yield from texts([each.get("@value"), f"{each.get('givenName', '')} {each.get('familyName', '')}"])
        else:
            yield from texts(each)


def _metas(sources: Statements) -> Iterator[Claim]:
    for key in [key for key in _METAS if key in sources.declared.meta_by_key]:
        worth = _METAS[key]
        said = [meta for meta in sources.declared.said(key) if not meta.content.startswith(("http", "/", "@"))]
        names = distinct(name for meta in said for name in names_in(meta.content))
        if names:
            yield Claim(names, f"meta {key}", said[0].start, said[-1].end, worth)
    for number in ("1", "2"):
        labels, values = sources.declared.said(f"twitter:label{number}"), sources.declared.said(f"twitter:data{number}")
        if labels and values and _WRITTEN_BY.search(labels[0].content) and (names := names_in(values[0].content)):
            yield Claim(names, f"meta twitter:data{number}", values[0].start, values[0].end, 0.84)


def _weighed(claim: Claim, own: frozenset[str], others: list[tuple[Claim, frozenset[str]]], site: set[str]) -> Claim:
    """Raise what other places agree with, lower what only names the site."""
    agreeing = {other.source for other, names in others if own & names}
    confidence = claim.confidence + (1 - claim.confidence) * _AGREES * min(len(agreeing) - 1, 4)
    return replace(claim, confidence=confidence * (_SITE_ITSELF if own <= site else 1))


def _key(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _host_names(url: str | None) -> set[str]:
    """Give the names that a site's address suggests: example.org and example."""
    try:
        host = (urlsplit(url or "").hostname or "").removeprefix("www.")
    except ValueError:
        return set()
    return {_key(host), _key(host.partition(".")[0])} - {""}
