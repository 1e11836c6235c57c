"""What meta tags and items say."""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.metadata.said import items, metas
from webwinnow.metadata.statements import find_articles, read_statements

PAGE = """<meta name=author content=Ada><meta name=author content=Bob><script type="application/ld+json">
{"@type": "Article", "name": ["Tides", "Ebb"], "url": {"@id": "https://example.org/a"}}</script><p>text</p>"""


def test_meta_tags_come_with_their_place_and_their_worth() -> None:
    found = metas(read_statements(Document(PAGE)), {"author": 0.5, "nothing": 1.0})
    assert [(each.value, each.source, each.confidence) for each in found] == [
        ("Ada", "meta author", 0.5),
        ("Bob", "meta author", 0.5),
    ]
    assert PAGE[found[1].start : found[1].end] == "<meta name=author content=Bob>"


def test_items_tell_the_first_value_or_all_and_addresses_of_objects() -> None:
    articles = find_articles(read_statements(Document(PAGE)))
    assert [each.value for each in items(articles, {"name": 1.0})] == ["Tides"]
    assert [each.value for each in items(articles, {"name": 1.0}, every=True)] == ["Tides", "Ebb"]
    assert [each.value for each in items(articles, {"url": 1.0})] == ["https://example.org/a"]
