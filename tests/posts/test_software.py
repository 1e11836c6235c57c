"""Posts and comments in the markup of common software are found with author, time, text and what they answer."""

from __future__ import annotations

import pytest

from post_software import PAGES, Expected
from webwinnow.document import Document
from webwinnow.posts import comment_regions, find_posts, thread_regions
from webwinnow.render.text import render_text


def found_on(expected: Expected):
    document = Document(expected.source, url=expected.url)
    return document, find_posts(document)


@pytest.fixture(params=PAGES)
def expected(request: pytest.FixtureRequest) -> Expected:
    return PAGES[request.param]


def test_every_post_is_found_with_its_author(expected: Expected) -> None:
    _, found = found_on(expected)
    answers = found.posts[expected.opening :]
    assert [post.author for post in answers] == list(expected.people)
    assert found.is_thread == expected.is_thread
    assert 0.5 <= found.confidence <= 1


def test_kinds_and_what_answers_what(expected: Expected) -> None:
    _, found = found_on(expected)
    answers = found.posts[expected.opening :]
    kinds = expected.kinds if len(expected.kinds) > 1 else expected.kinds * len(answers)
    assert [post.kind for post in answers] == list(kinds)
    if expected.opening:
        assert found.posts[0].kind == ("post" if expected.is_thread else "article")
    parents = expected.parents or [0 if expected.opening else None] * len(answers)
    assert [post.parent for post in answers] == list(parents)
    for post in found.posts:
        assert post.depth == (0 if post.parent is None else found.posts[post.parent].depth + 1)


def test_times(expected: Expected) -> None:
    _, found = found_on(expected)
    for post, time in zip(found.posts[expected.opening :], expected.times, strict=False):
        assert (post.time or "").startswith(time), post.time_text


def test_texts_hold_what_was_said_and_no_more(expected: Expected) -> None:
    document, found = found_on(expected)
    for post, said in zip(found.posts[expected.opening :], expected.texts, strict=True):
        text = " ".join(render_text(document, post.text).split())
        assert text.startswith(said) and len(text) <= len(said) + 30
        assert post.text & post.spans == post.text
        assert post.spans & document.visible == post.spans
    for one in found.posts:
        for other in found.posts:
            assert one is other or not len(one.spans & other.spans)


def test_regions_are_the_posts(expected: Expected) -> None:
    document, found = found_on(expected)
    regions = comment_regions(document) | thread_regions(document)
    for post in found.posts[expected.opening :]:
        assert post.spans & regions == post.spans
    article = document.source.find("eighty-eight")
    if article >= 0:
        assert not regions.contains(article)
