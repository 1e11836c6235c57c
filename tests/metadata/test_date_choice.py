"""Which of the dates of a page is meant."""

from __future__ import annotations

from datetime import date

import pytest

from webwinnow.document import Document
from webwinnow.metadata import find_metadata

DECLARED = (
    '<script type="application/ld+json">{"@type": "Article", "datePublished": "2024-05-03", '
    '"dateModified": "2024-05-20"}</script>'
)


def day(source: str) -> str:
    published = find_metadata(Document(source), today=date(2024, 6, 1)).published
    assert published is not None
    return published.value[:10]


@pytest.mark.parametrize(
    "shown",
    [
        "<p>2 March 2023</p>",
        "<time datetime=2023-03-02>2 March</time>",
    ],
)
def test_an_earlier_date_that_readers_see_is_that_of_the_publication(shown: str) -> None:
    assert day(f"{DECLARED}<h1>Tides</h1>{shown}<p>Text.") == "2023-03-02"


@pytest.mark.parametrize(
    "shown",
    [
        "<p>20 May 2024</p>",
        "<p>Updated: 20 May 2024</p>",
        "<time datetime=2024-05-20>20 May</time>",
        "<time class='entry-date published updated' datetime=2024-05-20>20 May</time>",
        "<time class=pubdate datetime=2024-05-20>Last updated 20 May</time>",
        "<p class=published-and-updated>20 May 2024</p>",
    ],
)
def test_a_later_date_may_be_that_of_a_change(shown: str) -> None:
    assert day(f"{DECLARED}<h1>Tides</h1>{shown}<p>Text.") == "2024-05-03"


@pytest.mark.parametrize(
    "shown",
    [
        "<time class=ContentHeaderPublishDate datetime=2024-05-20>20 May</time>",
        "<p class=published>20 May 2024</p>",
        "<p>Published on 20 May 2024</p>",
    ],
)
def test_a_later_date_that_is_shown_as_that_of_the_publication(shown: str) -> None:
    assert day(f"{DECLARED}<h1>Tides</h1>{shown}<p>Text.") == "2024-05-20"
    assert day(f"{DECLARED}<h1>Tides</h1>{shown}<p>First on 3 May 2024</p>") == "2024-05-03"


def test_readers_decide_between_two_declared_dates() -> None:
    meta = "<meta name=sailthru.date content=2024-05-20>"
    assert day(f"{meta}{DECLARED}<h1>Tides</h1><p>Text.") == "2024-05-03"
    assert day(f"{meta}{DECLARED}<h1>Tides</h1><p>20 May 2024</p>") == "2024-05-20"


def test_one_day_is_another_time_zone() -> None:
    assert day(f"{DECLARED}<h1>Tides</h1><p>2 May 2024</p>") == "2024-05-03"
