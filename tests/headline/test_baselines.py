"""The paper's baselines."""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.headline.baselines import largest_font, title


def test_the_first_heading_of_the_highest_order() -> None:
    page = Document("<h3>Three</h3><h2>Two <b>b</b>old</h2><h2>Other</h2>")
    assert [(each.text, each.source) for each in largest_font(page)][:2] == [("Two bold", "h2"), ("Other", "h2")]
    assert page.text(*next(iter(largest_font(page)[0].spans))) == "Two"


def test_headings_without_text_are_passed_over() -> None:
    page = Document("<h1><img src=logo.png></h1><h1 hidden>x</h1><h2>Two</h2>")
    assert largest_font(page)[0].text == "Two"
    assert largest_font(Document("<p>none")) == ()


def test_ten_headings_are_enough() -> None:
    assert len(largest_font(Document("<h1>x</h1>" * 1000))) == 10


def test_the_title_as_it_is() -> None:
    source = "<head><title> Grain &amp;\n chaff - Mill</title></head>"
    found = title(Document(source))
    assert found[0].text == "Grain & chaff - Mill"
    start, end = next(iter(found[0].spans))
    assert source[start:end].startswith("<title> Grain")
    assert title(Document("<title> </title>")) == title(Document("<p>x")) == ()
    assert title(Document("<svg><title>icon</title></svg>")) == ()
