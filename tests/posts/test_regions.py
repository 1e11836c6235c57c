"""Where posts stand, and whether the first of them is one of the list."""

from __future__ import annotations

import pytest

from post_software import PAGES, page
from webwinnow.document import Document
from webwinnow.posts import find_opening, find_regions

BY_LIST = {name: expected for name, expected in PAGES.items() if expected.is_thread and not expected.opening}
BELOW = {name: expected for name, expected in PAGES.items() if not expected.is_thread and expected.opening}


@pytest.mark.parametrize("name", BY_LIST)
def test_the_first_post_of_a_forum_is_one_of_the_list(name: str) -> None:
    regions = find_regions(Document(BY_LIST[name].source, url=BY_LIST[name].url))
    assert regions.begins_in_list
    assert not len(regions.opening) and not regions.comments.posts


@pytest.mark.parametrize("name", BELOW)
def test_an_article_stands_outside_the_list_of_its_comments(name: str) -> None:
    document = Document(BELOW[name].source, url=BELOW[name].url)
    regions = find_regions(document)
    assert not regions.begins_in_list
    assert regions.opening.contains(document.source.index("eighty-eight"))
    assert regions.comments.posts and not len(regions.opening & regions.comments.spans)


def test_a_page_without_posts_has_an_opening_and_a_page_without_text_none() -> None:
    document = Document(page(""))
    regions = find_regions(document)
    assert not regions.begins_in_list and regions.opening.contains(document.source.index("eighty-eight"))
    assert find_opening(Document("")) is None


def test_some_of_each_are_tried() -> None:
    assert len(BY_LIST) > 3 and len(BELOW) > 3
