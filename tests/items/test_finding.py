"""What overview pages list."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given

from markup import markup
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.items import find_items, ways

CARD = """<article class=card><a href="/story-{n}"><img src=/{n}.jpg></a>
<h3><a href="/story-{n}#top">Story number {n} of the mill</a></h3>
<p>The miller of Orlby tells what happened on day {n} of the long winter.</p>
<a href=/tag>Mills</a> <time datetime="2024-05-0{n}">May {n}</time> <b>€ {n}9,90</b></article>"""
MENU = (
    "<nav><ul>"
    + "".join(f"<li><a href=/menu{n}>A rather long entry of a menu {n}</a>" for n in range(9))
    + "</ul></nav>"
)
LISTING = f"<body>{MENU}<main>{''.join(CARD.format(n=n) for n in (1, 2, 3, 4))}</main>"


def test_cards_have_title_link_date_price_and_teaser() -> None:
    first, *others = find_items(Document(LISTING, url="https://example.org/news"))
    assert (first.title, first.link) == ("Story number 1 of the mill", "https://example.org/story-1")
    assert (first.date, first.price) == ("2024-05-01", "€ 19,90")
    assert first.teaser == "The miller of Orlby tells what happened on day 1 of the long winter."
    assert [item.link[-1] for item in others] == ["2", "3", "4"]
    start = int(first.spans.starts[0])
    assert LISTING.find("Story number 1") == start


def test_a_list_of_bare_links() -> None:
    rows = "".join(
        f"<tr><td>{n}.<td><a href=https://example.org/{n}>Why the tide mill stands still {n}</a>" for n in range(5)
    )
    assert [item.link[-1] for item in find_items(Document(f"<table>{rows}</table>"))] == list("01234")


@pytest.mark.parametrize(
    "source",
    [
        MENU,
        "<p>" + "".join(f"Words before <a href=/{n}>a link in running text {n}</a>, and more. " for n in range(9)),
        "<ul>" + "".join(f"<li><a href=/{n}>Part {n}</a>" for n in range(9)),
        "<ul>" + "".join(f"<li><a href='javascript:go({n})'>A long enough title {n}</a>" for n in range(9)),
        "<h2><a href=/1>One story is no list of stories</a></h2>",
        "",
    ],
)
def test_menus_running_text_and_single_links_are_no_lists(source: str) -> None:
    assert find_items(Document(source, url="https://example.org/")) == ()


def test_a_result_has_the_items_of_an_overview_alone() -> None:
    many = (
        "<title>News</title>" + MENU + "".join(CARD.format(n=n % 9 + 1).replace("story-", f"s{n}-") for n in range(30))
    )
    result = extract(many, url="https://example.org/")
    assert result.page_type.type == "overview"
    assert len(result.items) == 30
    assert json.loads(result.json())["items"][0]["link"] == "https://example.org/s0-1"
    assert extract("<h1>Tides</h1>" + "<p>The mill stood still all winter, and nobody knew why.</p>" * 30).items == ()


@pytest.mark.parametrize(
    ("written", "price"),
    [
        ("May 1 € 19,90", "€ 19,90"),
        ("2018 14,95 €", "14,95 €"),
        ("1.299 EUR", "1.299 EUR"),
        ("$ 2,999.99", "$ 2,999.99"),
        ("Room 12", None),
    ],
)
def test_prices(written: str, price: str | None) -> None:
    rows = "".join(f"<li><a href=/{n}>A long enough title {n}</a> {written}" for n in (1, 2, 3))
    assert find_items(Document(f"<ul>{rows}</ul>"))[0].price == price


@given(source=markup())
def test_any_page(source: str) -> None:
    page = Document(source)
    for item in find_items(page):
        assert item.title and item.link and item.spans == page.select(item.spans)


def test_many_links_cost_no_more_than_a_moment() -> None:
    deep = "<div>" * 400 + "".join(f"<a href=/{n}>A long enough title {n}</a>" for n in range(20_000))
    assert len(find_items(Document(deep))) <= 600


@pytest.mark.parametrize(
    "price",
    [
        *(
            "US$ 5",
            "$5.00",
            "€ 5",
            "£5",
            "¥5",
            "₹5",
            "₽5",
            "₩5",
            "₺5",
            "zł 5",
            "Kč 5",
            "CHF 5",
            "EUR 5",
            "USD 5",
            "GBP 5",
        ),
        *(
            "SEK 5",
            "NOK 5",
            "DKK 5",
            "Rs. 5",
            "5 €",
            "5 £",
            "5円",
            "5元",
            "5 руб.",
            "5 TL",
            "5 kr",
            "5 Ft",
            "5 ₫",
            "5 تومان",
        ),
        *("5 ریال", "5 CHF", "5 zł", "5 Kč", "5 USD", "5 GBP", "5 EUR"),
    ],
)
def test_prices_have_any_currency(price: str) -> None:
    rows = "".join(f"<li><a href=/{n}>A long enough title {'abc'[n]}</a> {price}" for n in range(3))
    assert [item.price for item in find_items(Document(f"<ul>{rows}</ul>"))] == [price] * 3


@given(markup())
def test_cards_are_climbed_to_as_by_numpy(source: str) -> None:
    page = Document(source)
    every, fits = np.arange(len(page.elements), dtype=np.int32), np.arange(len(page.elements)) % 4 > 0
    ours, theirs = ways._climbed(page, every, fits), ways._climbed_by_numpy(page, every, fits)
    assert all(map(np.array_equal, ours, theirs))
