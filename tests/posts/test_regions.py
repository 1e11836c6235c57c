"""Where posts stand, and whether the first of them is one of the list."""

from __future__ import annotations

import pytest

from post_software import ARTICLE, PAGES, each, page
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


def test_a_notice_above_a_thread_is_not_its_opening() -> None:
    expected = PAGES["phpbb"]
    notice = f"<div class=notice><p>{ARTICLE[0]}</p></div>"
    document = Document(expected.source.replace("<body>", f"<body>{notice}"), url=expected.url)
    regions = find_regions(document)
    assert regions.begins_in_list and regions.thread.posts == 4


def test_teasers_of_other_threads_are_no_thread() -> None:
    teaser = (
        '<div class="post-teaser"><h3><a href="/t/%(n)d">A long headline about the mill, part %(n)d</a></h3>'
        "<b>%(who)s</b><i>May %(day)d, 2024</i><p>%(what)s %(what)s</p></div>"
    )
    expected = PAGES["phpbb"]
    source = expected.source.replace("<div class=footer>", f"<div class=others>{each(teaser)}</div><div class=footer>")
    regions = find_regions(Document(source, url=expected.url))
    assert regions.thread.posts == 4 and not regions.weblog.posts


def test_some_of_each_are_tried() -> None:
    assert len(BY_LIST) > 3 and len(BELOW) > 3
