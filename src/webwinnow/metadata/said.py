"""What meta tags and items say, as values with where they stand and how far to trust them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from webwinnow.declared.json_ld import texts
from webwinnow.metadata.found import Found
from webwinnow.metadata.statements import Article, Statements

TAG_LIMIT: Final = 60
"""How many values of one kind are kept."""
_ADDRESSED: Final = frozenset({"image", "url", "mainEntityOfPage", "license"})
_ADDRESSES: Final = ("@value", "url", "contentUrl", "@id")
"""Properties that hold addresses, and where objects have them."""


def metas(sources: Statements, keys: Mapping[str, float]) -> list[Found]:
    """Return what meta tags say, given how far each can be trusted."""
    said = sources.said
    return [
        Found(meta.content, f"meta {key}", meta.start, meta.end, worth)
        for key, worth in keys.items()
        if key in said
        for meta in said[key]
    ]


def items(articles: list[Article], names: Mapping[str, float], *, every: bool = False) -> list[Found]:
    """Return what items say in some of their properties: the first value of each, or every one."""
    found: list[Found] = []
    for article in articles:
        properties = article.item.properties
        if names.keys().isdisjoint(properties):
            continue
        for name in [name for name in names if name in properties]:  # in the order of the table
            worth = names[name]
            values = texts(properties[name], *(_ADDRESSES if name in _ADDRESSED else ()))
            for at, value in enumerate(values[: TAG_LIMIT if every else 1]):
                found.append(Found(value, article.source(name), *article.place(name, at), article.weight * worth))
    return found
