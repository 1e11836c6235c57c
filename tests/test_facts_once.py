"""Facts are found once per page: whoever asks again gets the same value."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.headline import find_headline, find_outline, rank_headlines
from webwinnow.losses import find_dropped, find_embedded, find_warnings
from webwinnow.media import find_media, main_media
from webwinnow.metadata import find_metadata
from webwinnow.posts import find_posts, find_regions
from webwinnow.spans import Spans

PAGE = (
    "<title>Grain</title><meta name=author content='Ada Lovelace'><h1>Grain</h1><h2>Tossing</h2><p>Toss the grain.</p>"
    "<figure><img src=a.png width=800 height=600></figure>"
    '<script type="application/ld+json">{"@type": "Article", "articleBody": "%s"}</script>' % ("Toss it. " * 40)
)


def headline_spans(page: Document, content: Spans | None) -> Spans:
    """Return the part of a headline that its page keeps; the rest is made for each who asks."""
    found = find_headline(page, content=content)
    assert found is not None
    return found.spans


FACTS: dict[str, Callable[[Document], object]] = {
    "json-ld": lambda page: declared(page).json_ld,
    "headline": lambda page: headline_spans(page, None),
    "headlines": rank_headlines,
    "headline by method": lambda page: rank_headlines(page, "tf"),
    "headline in content": lambda page: headline_spans(page, page.visible),
    "outline": lambda page: find_outline(page, page.visible),
    "metadata": lambda page: find_metadata(page).authors,
    "posts": find_posts,
    "regions": find_regions,
    "media": find_media,
    "main media": lambda page: main_media(page, page.visible),
    "dropped": lambda page: find_dropped(page, page.select([(0, 150)])),
    "warnings": lambda page: find_warnings(page, page.visible),
    "embedded": lambda page: find_embedded(page, 0),
}


@pytest.mark.parametrize("name", FACTS)
def test_asked_twice_found_once(name: str) -> None:
    page = Document(PAGE)
    assert FACTS[name](page) is FACTS[name](page)
    assert FACTS[name](Document(PAGE)) is not None


def test_other_content_is_another_question() -> None:
    page = Document(PAGE)
    none = page.select([])
    assert find_outline(page, none) == ()
    assert [each.text for each in find_outline(page, page.visible)] == ["Grain", "Tossing"]
    assert main_media(page, page.visible, None) == find_media(page)
