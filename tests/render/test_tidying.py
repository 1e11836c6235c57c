"""What is said twice is seen once, and lines that are drawn are rules; in columns as in blocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow import extract
from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.render.markdown import tree_markdown
from webwinnow.render.structure.building import build_tree, tidy_tree
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.render.structure.tidying import _marks, possible_marks, tidied

LONG = "The mill had stood still for eighty years when the sea came back"


def markdown(source: str) -> str:
    """Tidy columns and blocks, compare, and write them."""
    page = Document(source, url="https://example.org/")
    tree = build_tree(page, page.visible, None, None)
    found = tidied(tree)
    if isinstance(tree, ColumnTree) and LIBRARY:
        marks, (kinds, depths, _, _) = _marks(LIBRARY, tree.columns), tree.shape
        assert not len(marks) or not (marks & ~possible_marks(kinds, depths)).any()
    assert tuple(found) == tuple(tidied(tuple(tree)))
    assert tidy_tree(page, page.visible, None, None) == found
    return tree_markdown(found)


@pytest.mark.parametrize(
    ("source", "written"),
    [
        (f"<p>{LONG}</p><p>{LONG}</p><p>{LONG}</p><p>End", f"{LONG}\n\nEnd\n"),
        (f"<p>{LONG}</p><p>{LONG}.</p>", f"{LONG}\n\n{LONG}.\n"),
        ("<h2>Mills</h2><h2>Mills</h2><p>One", "## Mills\n\nOne\n"),
        ("<h2>Mills</h2><h3>Mills</h3><p>One", "## Mills\n\nOne\n"),
        ("<p>Turn, turn</p><p>Turn, turn</p>", "Turn, turn\n\nTurn, turn\n"),
        (f"<ul><li>{LONG}<li>{LONG}</ul>", f"- {LONG}\n- {LONG}\n"),
        (f"<p>{LONG} <img src=a.png alt=x></p><p>{LONG} <img src=b.png alt=y></p>", None),
    ],
)
def test_a_block_is_not_said_twice_in_a_row(source: str, written: str | None) -> None:
    found = markdown(source)
    assert found == written or (written is None and found.count(LONG) == 2)


@pytest.mark.parametrize(
    ("behind", "alternative"),
    [
        ("<p>The mill at dawn.</p>", ""),
        ("<h2>THE MILL AT DAWN</h2>", ""),
        ("<p>The mill at noon</p>", "The mill at dawn"),
        ("<p><img src=b.png alt='The mill at dawn'></p>", "The mill at dawn"),
        ("", "The mill at dawn"),
    ],
)
def test_a_picture_says_what_the_next_block_does_not(behind: str, alternative: str) -> None:
    assert f"![{alternative}](https://example.org/a.png)" in markdown(
        f"<p>One</p><p><img src=a.png alt='The mill at dawn'></p>{behind}<p>Two"
    )


def test_a_caption_names_its_picture() -> None:
    figure = "<figure><img src=a.png alt='The mill at dawn'><figcaption>The mill at dawn</figcaption></figure>"
    assert markdown(f"<p>One</p>{figure}") == "One\n\n![](https://example.org/a.png)\n\n*The mill at dawn*\n"


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("<ul><li><ul><li>one<li>two</ul></ul>", "- one\n- two\n"),
        ("<ul><li><ul><li><ul><li>one</ul></ul></ul>", "- one\n"),
        ("<ol><li><ol><li>one<li>two</ol></ol>", "1. one\n2. two\n"),
        ("<ul><li><ul><li>one</ul><li>two</ul>", "- one\n- two\n"),
        ("<ul><li><ul><li><ul><li>one</ul></ul><li>two</ul>", "- one\n- two\n"),
        ("<ul><li>all<ul><li>one</ul><li>two</ul>", "- all\n  - one\n- two\n"),
        ("<ol><li><ol><li>one</ol><li>two</ol>", "1. 1. one\n2. two\n"),
        ("<ul><li><ul><li>one</ul><p>more</p><li>two</ul>", "- - one\n\n  more\n\n- two\n"),
    ],
)
def test_an_item_that_is_but_a_list_gives_way_to_it(source: str, written: str) -> None:
    assert markdown(source) == written


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("<ul><li>A<li>B</ul>", "![one](A)\n\n![two](B)\n\nEnd\n"),
        ("<ul><li>A<li>B mill</ul>", "- ![one](A)\n- ![two](B) mill\n\nEnd\n"),
        ("<ol><li>A<li>B</ol>", "1. ![one](A)\n2. ![two](B)\n\nEnd\n"),
        ("<ul><li><ul><li>A<li>B</ul><p>One</p><li>Two</ul>", "- ![one](A)\n\n  ![two](B)\n\n  One\n\n- Two\n\nEnd\n"),
        ("<ul><li><ul><li>A<li>B</ul><li>Two</ul>", "- ![one](A)\n\n  ![two](B)\n\n- Two\n\nEnd\n"),
        ("<ul><li><ul><li>A</ul></ul>", "![one](A)\n\nEnd\n"),
    ],
)
def test_a_list_of_pictures_has_no_bullets(source: str, written: str) -> None:
    for name, image in (("A", "<img src=a.png alt=one>"), ("B", "<img src=b.png alt=two>")):
        source = source.replace(name, image)
        written = written.replace(f"({name})", f"(https://example.org/{name.lower()}.png)")
    assert markdown(f"<h2>Mills</h2>{source}<p>End") == f"## Mills\n\n{written}"


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("<ol><li><b>1</b><p>Grind</p><li><p>02.<p>Bake</ol>", "1. Grind\n2. Bake\n"),
        ("<ol><li><h3>2</h3><p>Grind</ol>", "1. ### 2\n\n   Grind\n"),
        ("<ol><li>1<li>2</ol>", "1. 1\n2. 2\n"),
        ("<ul><li><p>1<p>Grind</ul>", "- 1\n\n  Grind\n"),
    ],
)
def test_an_item_has_its_number_once(source: str, written: str) -> None:
    assert markdown(source) == written


@pytest.mark.parametrize("drawn", ["______", "-----", "* * *", "— — —–", "═══", "• • •", "&mdash;&mdash;&mdash;"])
def test_a_line_that_is_drawn_is_a_rule(drawn: str) -> None:
    assert markdown(f"<p>One</p><p>{drawn}</p><p>Two</p>") == "One\n\n___\n\nTwo\n"
    assert markdown(f"<p>One</p><p>{drawn}</p><p>{drawn}<hr><p>Two</p>") == "One\n\n___\n\nTwo\n"
    assert markdown(f"<p>{drawn}</p><p>One</p><p>{drawn}</p>") == "One\n"
    assert markdown(f"<blockquote>One<p>{drawn}</p>Two</blockquote>") == "> One\n>\n> Two\n"


@pytest.mark.parametrize("other", ["...", "--", "Name: ______", "C++", "- one"])
def test_other_signs_stay(other: str) -> None:
    assert "___\n" not in markdown(f"<p>One</p><p>{other}</p><p>Two</p>").replace("\\_", "")
    assert markdown(f"<p>One</p><p>{other}</p><p>Two</p>").count("\n\n") == 2


def test_renderings_are_tidy_and_spans_are_not() -> None:
    source = f"<h1>Mills of the coast</h1><p>{LONG}, and nobody slept.</p><p>{LONG}, and nobody slept.</p>"
    result = extract(source, "plain")
    assert result.markdown.count(LONG) == 1
    assert sum("eighty" in block.text for block in result.blocks) == 1
    assert result.spans.characters > 2 * len(LONG)


PARTS = (
    f"{LONG}|{LONG}|a|one|1|2|----|***|<p>|</p>|<h2>|</h2>|<hr>|<ul>|</ul>|<ol>|</ol>|<li>|</li>|<blockquote>|</blockquote>|"
    "<img src=a.png alt=one>|<figure>|<figcaption>|</figure>|<br>|<b>|</b>|<table><tr><td>|<td>|</table>|é—|———|"
    "שלום|<div dir=rtl>|<div dir=ltr>|<p lang=he>|</div>|<img src=b.png alt=שלום>|<img src=c.gif alt=—>|"
    "<dl><dt>|<dd>|</dl>|<ol start=2>|<br>——"
).split("|")


@given(st.lists(st.sampled_from(PARTS), max_size=30).map("".join))
def test_columns_and_blocks_are_tidied_alike(source: str) -> None:
    markdown(source)
