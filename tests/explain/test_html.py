"""One page of HTML: alone, safe, and with the page's text beside the curves."""

import html
import json
import re

import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.explain import explain
from webwinnow.explain import html as html_module
from webwinnow.explain.html import pieces, text_of_page, write_html, write_summary
from webwinnow.expression import parse
from webwinnow.extractors.bte import BTE
from webwinnow.extractors.dana import DANAg
from webwinnow.extractors.lqf import LQF
from webwinnow.render.text import render_text
from webwinnow.spans import Spans
from webwinnow.stages import Vote


def written(page: Document, stage=DANAg()) -> str:  # noqa: B008  (stages are values)
    return write_html(explain(page, stage), page)


def data(page: str) -> list[dict]:
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])


def shown(page: str) -> list[tuple[str, str]]:
    """The pieces of text: how they are marked, and what they say."""
    found = re.findall(r'<span class="(kept|dropped)" data-start="\d+" data-end="\d+">(.*?)</span>', page, re.S)
    return [(kind, html.unescape(text)) for kind, text in found]


def test_alone(example):
    page = written(example)
    assert page.startswith('<!doctype html>\n<html lang="en"><head><meta charset="utf-8">')
    assert not re.search(r"\ssrc=|<link|@import|\shref=|url\(|https?://", page)
    assert "default-src 'none'" in html.unescape(page)
    assert "prefers-color-scheme:dark" in page


def test_text_is_marked(example):
    found = shown(written(example))
    kept = " ".join(text for kind, text in found if kind == "kept")
    dropped = " ".join(text for kind, text in found if kind == "dropped")
    assert "the sea itself has made flour in Orlby" in kept
    assert "Ferry fares" in dropped and "Ferry fares" not in kept


@given(source=markup())
def test_all_visible_text_is_there_and_marked_as_found(source):
    page = Document(source)
    found = LQF()(page)
    every = pieces(page, found)
    size = len(page.source)
    assert Spans([(piece.start, piece.end) for piece in every], size=size) == page.visible
    assert Spans([(piece.start, piece.end) for piece in every if piece.kept], size=size) == found
    text = html.unescape(re.sub("<[^>]*>", "", text_of_page(page, found)))
    if page.visible.characters:
        assert folded(text) == folded(render_text(page, page.visible))


def folded(text: str) -> str:
    return re.sub(r"[\s\0\ufffd\x80-\x9f\x01-\x1f\x7f]+", "", text)


def test_words_stay_apart():
    page = Document("<p>one <b>two</b> <i>three</i>four<a href=/>, five</a></p>")
    text = re.sub("<[^>]*>", "", text_of_page(page, page.visible))
    assert text == "one two threefour, five"


def test_hostile_pages_run_nothing():
    page = Document("<title>&lt;/title>&lt;script>alert(1)&lt;/script></title><p>&lt;/script>&lt;script>alert(2)</p>")
    found = written(page, LQF())
    assert found.count("<script") == 2
    assert "<script>alert" not in found
    assert [text for _, text in shown(found)] == ["</script><script>alert(2)"]


def test_curves_lead_to_the_source(example):
    stage = Vote(2, (DANAg(), LQF(), BTE()))
    explanation = explain(example, stage)
    found = data(write_html(explanation, example))
    assert len(found) == len(explanation.panels)
    for panel, numbers in zip(explanation.panels, found, strict=True):
        assert len(numbers["x"]) == len(numbers["start"]) + 1 == len(numbers["at"])
        assert numbers["start"] == panel.start.tolist()
        assert [region[2:4] for region in numbers["regions"]] == panel.pairs().tolist()


def test_keyboard_and_screen_readers(example):
    page = written(example)
    assert page.count('role="slider"') == page.count('tabindex="0" role="slider"') == 2
    assert page.count("aria-valuemax") >= 2
    assert 'aria-label="Text of the page"' in page


def test_nothing_to_show(bare):
    page = written(bare)
    assert page.count("<figure") == 2
    assert ("no visible text" in page) == (not bare.visible.characters)


def test_a_long_page_is_cut_and_says_so(long_page, monkeypatch):
    monkeypatch.setattr(html_module, "LONGEST", 1000)
    page = written(long_page, LQF())
    assert "more characters are left out here" in page
    assert sum(len(text) for _, text in shown(page)) < 1200
    assert max(len(numbers["start"]) for numbers in data(page)) <= 2000
    assert "more characters are left out here" not in written(Document("<p>short</p>"))


@pytest.mark.parametrize("expression", ["consensus", "lqf >> bte", "filter1", "bounded", "lqf | bte"])
def test_every_kind_of_stage_on_real_and_bare_pages(expression, example, bare):
    for page in (example, bare):
        shown = write_summary(explain(page, parse(expression)), page)
        assert expression in shown
        assert "visible characters" in shown


def test_very_many_stretches_are_not_all_listed(long_page):
    shown = write_summary(explain(long_page, parse("lqf")), long_page)
    assert len(shown.splitlines()) < 24
    assert "shorter stretches" in shown


def test_titles_stay_on_one_line():
    page = Document("<title>Mill\n news</title><p>Winnow the grain, drop the chaff.")
    assert write_summary(explain(page, parse("plain")), page).startswith("Mill news\nplain kept 33 of 33")
