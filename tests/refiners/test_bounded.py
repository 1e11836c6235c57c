"""Bounded extraction."""

from __future__ import annotations

import pytest

from webwinnow import Document, extract
from webwinnow.errors import ParameterError
from webwinnow.expression import parse
from webwinnow.refiners.bounded import Bounded
from webwinnow.render.text import render_text

PARAGRAPH = "Toss the grain and let the wind take the chaff, then toss the grain again. " * 4
PAGE = (
    "<title>How to winnow - Mill</title><div><p>Teaser above</p></div><div id=a><h1>How to winnow</h1>"
    f"<p>{PARAGRAPH}</p><p>Short.</p><p>{PARAGRAPH}</p></div><div><p>Footer below</p></div>"
)


def test_what_is_outside_of_the_limits_is_cut_off() -> None:
    page = Document(PAGE)
    text = render_text(page, Bounded()(page, page.visible))
    assert text.startswith("How to winnow")
    assert "Short." in text
    assert "Teaser" not in text
    assert "Footer" not in text


def test_what_was_missed_between_the_limits_comes_back_unless_it_shall_not() -> None:
    page = Document(PAGE)
    long = page.select(
        [(PAGE.index("Toss"), PAGE.index("Short")), (PAGE.rindex("<p>Toss"), PAGE.index("</div><div><p>F"))]
    )
    assert "Short." in render_text(page, Bounded()(page, long))
    assert "Short." not in render_text(page, Bounded(fill=False)(page, long))
    assert Bounded(fill=False)(page, long) == long


def test_the_subtree_grows_until_it_holds_the_region() -> None:
    source = (
        f"<title>How to winnow</title><p>Above</p><article><header><h1>How to winnow</h1></header><p>{PARAGRAPH}</p>"
        "</article><p>Below</p>"
    )
    text = extract(source, "plain >> bounded").text
    assert "Toss the grain" in text
    assert "Below" not in text


def test_a_headline_below_the_content_is_a_wrong_one() -> None:
    source = f"<title>How to winnow</title><p>{PARAGRAPH}</p><h1>How to winnow</h1>"
    page = Document(source)
    assert Bounded()(page, page.visible) == page.visible


@pytest.mark.parametrize("source", ["", "<p>x", "<title>t</title>", "<meta property=og:title content=x><p>text"])
def test_without_a_headline_nothing_changes(source: str) -> None:
    page = Document(source)
    assert Bounded()(page, page.visible) == page.visible


def test_it_composes_and_prints() -> None:
    stage = parse("danag >> bounded(share=0.7)")
    assert str(stage) == "danag >> bounded(share=0.7)"
    assert extract(PAGE, "vote(1, bte, lqf >> bounded)").text
    with pytest.raises(ParameterError, match="share must be from 0 to 1"):
        Bounded(share=2)


def test_titlefinder_finds_the_headline_unless_another_method_is_named() -> None:
    """Section 7.2.1 combines extractors with TitleFinder, which knows the title and no headings."""
    source = f"<title>Winnowing grain</title><h1>The Mill</h1><p>Above</p><h2>Winnowing grain</h2><p>{PARAGRAPH}</p>"
    page = Document(source)
    bounds = {
        method: render_text(page, Bounded(headline=method)(page, page.visible)) for method in ("tf", "largest-font")
    }
    assert Bounded() == Bounded(headline="tf")
    assert bounds["tf"].startswith("Winnowing grain")
    assert bounds["largest-font"].startswith("The Mill")
    with pytest.raises(ParameterError, match="bounded: headline must be headline, tf,"):
        Bounded(headline="h1")
