"""The tree of a page as an outline."""

import html
import re

import pytest
from hypothesis import given

from markup import markup
from webwinnow import parse
from webwinnow.document import Document
from webwinnow.explain import explain
from webwinnow.explain import html as html_module
from webwinnow.explain.html import outline, write_html

TREE_FAMILY = [
    "cetd",
    "cetd-td",
    "cetd-ds",
    "wlr-dense",
    "wlr-media-dense",
    "textsweeper",
    "fe",
    "kfe",
    "lqf",
    "mantratzis",
]
SOURCE = (
    "<body><div id=main class='story wide'><p>one two <b>three</b></p><p>four five</p></div><ul><li><a>menu</a></ul>"
)


def written(page: Document, expression: str) -> str:
    return outline(page, explain(page, parse(expression)).panels) or ""


def lines(markup: str) -> list[tuple[str, str, str]]:
    """The elements: mark, name, numbers."""
    found = re.findall(r'<code class="(\w+)"[^>]*>(.*?)</code> <span class="numbers">(.*?)</span>', markup)
    return [(mark, html.unescape(name), told) for mark, name, told in found]


@pytest.mark.parametrize("expression", [*TREE_FAMILY, "largest-block", "lqf >> cetd"])
def test_the_tree_family_has_outlines(expression, example):
    page = write_html(explain(example, parse(expression)), example)
    assert page.count('<section class="outline"') == 1
    assert {mark for mark, _, _ in lines(page)} == {"kept", "dropped"}


@pytest.mark.parametrize("expression", ["bte", "danag", "plain", "vote(1, cetd, wlr)"])
def test_others_have_none(expression, example):
    assert '<section class="outline"' not in write_html(explain(example, parse(expression)), example)


def test_elements_are_named_as_style_sheets_do():
    names = [name for _, name, _ in lines(written(Document(SOURCE), "wlr"))]
    assert names == ["html", "body", "div#main.story.wide", "p", "b", "p", "ul", "li", "a"]


def test_numbers_are_those_of_the_curves():
    page = Document(SOURCE)
    panel = explain(page, parse("lqf")).panels[0]
    told = [numbers for _, _, numbers in lines(written(page, "lqf"))]
    assert told[-2:] == ["4 characters · quota 1", "4 characters · quota 0"]
    assert panel.curves[0].values.tolist()[-2:] == [1, 0]
    assert lines(written(page, "wlr"))[3][2].startswith("11 characters · words per leaf 3 · relevance ")


def test_chosen_elements_are_marked_and_what_is_around_them_is_open():
    tree = written(Document(SOURCE), "largest-block")
    assert [name for mark, name, _ in lines(tree) if mark == "kept"] == ["div#main.story.wide", "p", "b", "p"]
    assert re.findall(r"<details( open)?><summary><code[^>]*>([^<]*)", tree) == [
        (" open", "html"),
        (" open", "body"),
        ("", "div#main.story.wide"),
        ("", "p"),
        ("", "ul"),
        ("", "li"),
    ]


def test_a_large_page_shows_the_elements_with_most_text(monkeypatch, long_page):
    monkeypatch.setattr(html_module, "MOST_ELEMENTS", 50)
    tree = written(long_page, "cetd")
    assert len(lines(tree)) == 50
    assert "smaller elements are left out" in tree
    assert "left out" not in written(Document(SOURCE), "cetd")


def test_deep_pages():
    tree = written(Document("<div>" * 5000 + "words"), "wlr")
    assert tree.count("<details") == tree.count("</details>") > 400


@given(markup())
def test_any_page_and_nothing_runs(source):
    page = Document(source)
    tree = written(page, "lqf")
    shown = int((page.in_subtrees(page.characters_before) > 0).sum())
    assert len(lines(tree)) == shown
    assert set(re.findall(r"<(\w+)", tree)) <= set("section h2 span p details summary code".split())
