"""When a page was published and changed."""

from __future__ import annotations

from datetime import date

import pytest

from webwinnow.document import Document
from webwinnow.metadata import Metadata, find_metadata

TODAY = date(2024, 6, 1)


def found(source: str, url: str | None = None) -> Metadata:
    return find_metadata(Document(source, url=url), today=TODAY)


def json_ld(content: str) -> str:
    return f'<script type="application/ld+json">{content}</script>'


@pytest.mark.parametrize(
    "source",
    [
        json_ld('{"@type": "Article", "datePublished": "2024-05-03"}'),
        "<meta property=article:published_time content=2024-05-03>",
        "<meta name=dc.date.issued content='3 May 2024'>",
        "<h1>Tides</h1><b itemprop=datePublished content=2024-05-03>Friday</b>",
        "<h1>Tides</h1><time datetime=2024-05-03>Friday</time>",
        "<h1>Tides</h1><relative-time datetime=2024-05-03>last month</relative-time>",
        "<h1>Tides</h1><p>Orlby, 3 May 2024</p>",
        "<html lang=fa><h1>جزر و مد</h1><p>جمعه ۱۴ اردیبهشت ۱۴۰۳</p>",
        "<html lang=th><h1>น้ำ</h1><p>3 พฤษภาคม 2567</p>",
        "<h1>Tides</h1>" + "<p>Text.</p>" * 60 + "<p>Posted on May 3, 2024</p>",
        "<h1>Tides</h1><p>Updated:</p><p>May 3, 2024</p>",
    ],
)
def test_every_place_that_tells_the_date(source: str) -> None:
    published = found(source).published
    assert published is not None
    assert published.value == "2024-05-03"


@pytest.mark.parametrize("path", ["2024/05/03/tides", "20240503-tides", "world/2024/may/03/tides", "2024-05-03.html"])
def test_the_address_may_tell_the_date(path: str) -> None:
    published = found("<h1>Tides</h1>", f"https://example.org/{path}").published
    assert published is not None
    assert (published.value, published.source, published.start, published.end) == ("2024-05-03", "url", 0, 0)


def test_published_and_modified_are_kept_apart() -> None:
    source = "<h1>Tides</h1><p>Published: 3 May 2024</p><p>Updated: 5 May 2024</p>"
    result = found(source)
    assert result.published is not None
    assert result.modified is not None
    assert (result.published.value, result.modified.value) == ("2024-05-03", "2024-05-05")
    assert source[result.modified.start : result.modified.end] == "Updated: 5 May 2024"


def test_a_date_in_the_future_is_trusted_little_and_loses_against_any_other() -> None:
    future = "<meta property=article:published_time content=2031-01-01>"
    assert found(future).published.confidence < 0.3
    assert found(f"{future}<h1>T</h1><p>3 May 2024</p>").published.value == "2024-05-03"


def test_today_in_another_time_zone_is_no_future() -> None:
    published = found("<meta property=article:published_time content=2024-06-02>").published
    assert published is not None
    assert published.confidence > 0.8


def test_the_clock_is_read_if_no_day_is_given() -> None:
    result = find_metadata(Document("<meta property=article:published_time content=2024-05-03T10:11:12Z>"))
    assert result.published is not None
    assert result.published.value == "2024-05-03T10:11:12Z"
    assert result.published.confidence > 0.8


def test_dates_of_comments_and_other_pages_count_less() -> None:
    source = "<h1>T</h1><div class=related><time datetime=2024-01-01>x</time></div><time datetime=2024-05-03>x</time>"
    assert found(source).published.value == "2024-05-03"


@pytest.mark.parametrize(
    "source", ["", "<h1>Tides</h1><p>3 hours ago</p>", "<p>call 0800 123456</p>", "<time>soon</time>"]
)
def test_no_date(source: str) -> None:
    assert found(source).published is None


def test_broken_dates_are_passed_over() -> None:
    source = json_ld('{"@type": "Article", "datePublished": "2024-99-99"}') + "<h1>T</h1><p>3 May 2024</p>"
    assert found(source).published.value == "2024-05-03"


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://example.org/2019/02/07/tides", "2019-02-07"),
        ("https://example.org/2019/feb/07/tides", "2019-02-07"),
        ("https://example.org/2024/05/04/tides", "2024-05-03"),  # the same moment in another time zone
        ("https://example.org/tides-20190207.html", "2024-05-03"),  # a number, perhaps
        ("https://example.org/tides", "2024-05-03"),
    ],
)
def test_a_date_does_not_contradict_the_address(url: str, day: str) -> None:
    published = found(
        "<meta property=article:published_time content=2024-05-03T10:00:00Z><h1>Tides</h1>", url
    ).published
    assert published is not None
    assert published.value[:10] == day


def test_a_month_in_the_address_speaks_against_dates_of_other_years() -> None:
    source = "<meta property=article:published_time content=2024-05-03><h1>T</h1><time datetime=2019-02-09>9 Feb</time>"
    published = found(source, "https://example.org/2019/02/tides").published
    assert published is not None
    assert published.value == "2019-02-09"


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("<p>May 2, 2024 11:00 pm</p>", "2024-05-02T23:00:41-05:00"),  # what readers see
        ("<time datetime=2024-05-02T22:00:41-06:00>2 May</time>", "2024-05-02T22:00:41-06:00"),
        ("<p>May 2, 2024 11:07 pm</p>", "2024-05-03T04:00:41Z"),  # another moment: no time zone is seven minutes off
        ("<p>May 2, 2024</p>", "2024-05-03T04:00:41Z"),  # a day alone tells no time zone
        ("<p>May 3, 2024 4:00</p>", "2024-05-03T04:00:41Z"),
    ],
)
def test_a_moment_is_told_in_the_time_zone_in_which_the_page_shows_it(shown: str, value: str) -> None:
    source = f"<meta property=article:published_time content=2024-05-03T04:00:41Z><h1>Tides</h1>{shown}"
    published = found(source).published
    assert published is not None and published.value == value


def test_a_day_that_begins_elsewhere_is_the_day_that_readers_see() -> None:
    source = "<meta property=article:published_time content=2024-05-02T22:00:00Z><h1>Tides</h1><p>3 May 2024</p>"
    published = found(source).published
    assert published is not None and published.value == "2024-05-03T00:00:00+02:00"


def test_digits_of_other_scripts_tell_the_time_zone_too() -> None:
    source = "<meta property=article:published_time content=2024-05-03T04:00:41Z><h1>T</h1><p>۲۰۲۴-۰۵-۰۳ ۰۶:۰۰</p>"
    published = found(source).published
    assert published is not None and published.value == "2024-05-03T06:00:41+02:00"


def test_an_hour_is_more_exact_than_the_address_in_utc() -> None:
    source = "<h1>Tides</h1><p><time class=published datetime=2024-05-02T23:30:00-05:00>2 May</time>"
    address = "https://example.org/2024-05-03/tides"
    assert found(source, address).published.value == "2024-05-02T23:30:00-05:00"
    earlier = source.replace("23:30:00", "12:30:00")  # the same day in UTC, too: no reason to doubt the address
    assert found(earlier, address).published.value == "2024-05-03"


def test_what_was_published_before_its_last_change_has_the_earlier_date() -> None:
    item = '{"@type": "NewsArticle", "datePublished": "2024-05-03T10:11:51Z", "dateModified": "2024-05-03T10:11:51Z"}'
    source = json_ld(item) + "<meta property=article:published_time content=2019-09-17T16:57:43Z><h1>Tides</h1>"
    assert found(source).published.value == "2019-09-17T16:57:43Z"
    assert found(source.replace("2019-09-17T16:57:43Z", "2024-05-03T09:00:00Z")).published.value[:10] == "2024-05-03"


def test_posts_may_tell_when_they_were_created() -> None:
    source = '<post-view created-timestamp="2024-05-03T09:47:05.754000+0000"><h1>Tides</h1><p>Rise.</post-view>'
    published = found(source).published
    assert published is not None and published.value == "2024-05-03T09:47:05+00:00"
