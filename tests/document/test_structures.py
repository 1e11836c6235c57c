"""What is read as one thing, and what only stands together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.document.structures import KINDS, data_tables, filled_tables, find_structures, layout_lists

LISTS = [NUMBER[name] for name in ("ul", "ol", "menu", "dir")]
TABLE = "<table><tr><th>Year<th>Rain<tr><td>2024<td>812</table>"


def kinds(source: str) -> list[str]:
    return [KINDS[kind] for kind in find_structures(Document(source)).kind]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (TABLE, ["table"]),
        ("<ul><li>one<li>two</ul><ol><li>three</ol>", ["list", "list"]),
        ("<dl><dt>Grain<dd>What is kept.</dl>", ["definitions"]),
        ("<pre>a = 1</pre><figure><img><figcaption>A field</figcaption></figure>", ["code", "figure"]),
        ("<blockquote><p>Toss it.<p>Toss it again.</blockquote>", ["quotation"]),
        ("<ul><li>one<ol><li>inside</ol><li>two</ul>", ["list"]),
        (f"<blockquote>{TABLE}</blockquote>", ["quotation"]),
    ],
)
def test_structures_are_found(source: str, expected: list[str]) -> None:
    assert kinds(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "",
        "<p>text",
        "<ul><li><h2>A story</h2><p>What it is about.<li><h2>Another</h2><p>More of it.</ul>",
        "<table role=presentation><tr><td>left<td>right<tr><td>more<td>text</table>",
        "<table><tr><td><h1>The page</h1><p>Its text.<td><p>A column beside it.</table>",
        f"<table><tr><td>tinwhistle<td>{'A long post. ' * 30}<tr><td>Gaffer<td>{'A long answer. ' * 30}</table>",
        "<ul><li></ul><figure><img></figure><pre> </pre>",
    ],
)
def test_what_only_stands_together_is_none(source: str) -> None:
    assert kinds(source) == []


def test_inside_a_list_of_articles_their_own_lists_are_found() -> None:
    assert kinds("<ul><li><h2>A story</h2><ol><li>first<li>second</ol></ul>") == ["list"]


def test_elements_know_the_structure_around_them() -> None:
    page = Document("<p>a<ul><li>b<li>c</ul><p>d<pre>e</pre>")
    home = page.runs.home[page.blocks.runs]
    assert find_structures(page).around(home).tolist() == [-1, 0, 0, -1, 1]
    assert find_structures(Document("<p>a")).around(home).tolist() == [-1] * 5


@given(markup())
def test_any_page_has_structures_that_do_not_overlap(source: str) -> None:
    page = Document(source)
    found = find_structures(page)
    assert (found.element[1:] >= found.last[:-1]).all()
    assert found is find_structures(page)


def test_a_table_of_which_one_cell_holds_something_is_none() -> None:
    page = Document("<table><tr><td><td>Translate this page<td></table><p>x<table><tr><td>a<td>b<tr><td>c<td>d</table>")
    needed = np.ones(len(page.elements.tag), dtype=np.bool_)
    assert len(data_tables(page, needed)) == 2
    assert filled_tables(page, needed, page.runs.home) == {max(data_tables(page, needed))}


def test_lists_of_links_are_structures_only_by_themselves() -> None:
    menu = "<ul><li><a href=/a>Home</a><li><a href=/b>News</a></ul>"
    assert kinds(menu) == ["links"]
    assert kinds(f"<ol><li>A step with some words of its own in it.{menu}</ol>") == ["list"]
    assert kinds(f"<ul><li><a href=/a>All the stories of the week</a><pre>code</pre><li>{menu}</ul>") == ["code"]


LONG = "The mill had stood still for eighty years. " * 50


@pytest.mark.parametrize(
    ("source", "layout"),
    [
        (f"<ul><li><p>{LONG}</p></ul>", [True]),
        (f"<ul><li><ul><li><p>{LONG}</p><li>More<li></ul></ul>", [True, True]),
        (f"<ol><li>{LONG}</ol>", [True]),
        (f"<ul><li>{LONG}<li>{LONG}<ul><li>one<li>two</ul></ul>", [True, False]),
        (f"<ol><li>{LONG}<li>{LONG}</ol>", [False]),  # numbers may be those of sections
        (f"<ul><li>{LONG}<li>{LONG[:700]}<li>one<li>two</ul>", [False]),
        ("<ul><li>All of it<ul>" + 99 * "<li>one point of many" + "</ul></ul>", [False, False]),
        ("<ul><li>one<li>two</ul>", [False]),
        (f"<ul><li>{LONG[:300]}</ul>", [False]),
        (f"<ul><li><h3>Mill</h3>{LONG[:400]}<li><h3>Pond</h3>{LONG[:300]}<li>more</ul>", [True]),  # cards
        (f"<ol><li><h3>Mill</h3>{LONG[:400]}<li><h3>Pond</h3>{LONG[:300]}</ol>", [False]),
        (f"<ul><li><h3>Mill</h3>{LONG[:400]}<li>{LONG[:300]}<li>more</ul>", [False]),
    ],
)
def test_lists_around_articles_are_layout(source: str, layout: list[bool]) -> None:
    page = Document(source)
    found = layout_lists(page)
    assert [bool(found[at]) for at in np.flatnonzero(np.isin(page.elements.tag, LISTS))] == layout


@given(source=markup())
def test_only_lists_lay_out(source: str) -> None:
    page = Document(source)
    assert set(page.elements.tag[layout_lists(page)].tolist()) <= {*LISTS}
