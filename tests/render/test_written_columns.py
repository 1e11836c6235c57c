"""Markdown of a tree of columns: compiled code writes what Python does."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from render.structured_pages import ADDRESS, PAGES
from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.render import markdown
from webwinnow.render.layout import laid_out
from webwinnow.render.markdown import MarkdownDialect, compiled, tree_markdown
from webwinnow.render.structure.block import Block, Inline, Kind, plain_links
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structure.columns import ColumnTree

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")
LARGEST = 999_999_999


def both(source: str, images: frozenset[int] | None = None) -> str:
    """Write by both, compare, and return what they write."""
    page = Document(source, url=ADDRESS)
    tree = build_tree(page, page.visible, None, images)
    for each in (tree, plain_links(tree, links=False)):
        written = laid_out(tuple(each), MarkdownDialect())
        assert tree_markdown(each) == written
        if isinstance(each, ColumnTree) and LIBRARY:
            assert compiled.write_columns(LIBRARY, each.columns, LARGEST) in (written, None)
    return tree_markdown(tree)


@given(markup())
def test_any_page_is_written_alike(source: str) -> None:
    both(source)


@pytest.mark.parametrize("name", PAGES)
def test_known_structures_are_written_alike(name: str) -> None:
    both(PAGES[name].source)


TEXTS = (
    "a|A1|é|中|🔥|𠀋|٣|, |. |: |：|! |?|-|+|=|>|>|#|##|####### |1. |12) |:|'|\"|’|…|€|€ | | | |&nbsp;|_|*|~|`|``"
    "|\\|[|]|[x]|[ ]|[^|](|]:|&lt;|&lt;b|&lt;/|&amp;|&amp;amp;|&amp;#38;|&amp;x_é;|$|$5|$$|!|!|<br>|"
).split("|")
MARKS = (
    "<b>|</b>|<i>|</i>|<s>|</s>|<u>|</u>|<sup>|</sup>|<sub>|</sub>|<code>|</code>|<mark>|</mark>"
    "|<a href='/x y(1)&amp;amp;'>|</a>|<a href=/y>|<img src=a.png alt='an [image] *!'>"
    "|<img src='data:image/png,x' alt=''>|<img src=é.png alt='$a$ $b$'>"
).split("|")


@given(
    st.lists(st.sampled_from(TEXTS + MARKS), max_size=16).map("".join), st.sampled_from(["p", "h2", "td", "dt", "li"])
)
def test_any_line_is_written_alike(source: str, name: str) -> None:
    around = {"td": "<table><tr><th>a<th>b<tr><td>c<td>", "dt": "<dl><dt>", "li": "<ol start=3><li>"}.get(
        name, f"<{name}>"
    )
    both(around + source)


STRUCTURES = (
    "a|b|<p>|<p>|<br>|<hr>|<h3>|</h3>|<b>|</b>|<ul>|<ul>|</ul>|<ol>|<ol start=-2>|<ol start=999999999>|</ol>|<li>|<li>"
    "|<li>|</li>|<blockquote>|</blockquote>|<figure>|<figcaption>|</figure>|<table>|<caption>|<thead>|<tr>|<tr>|<td>|<td>|<th>"
    "|<td colspan=3>|<td rowspan=3>|<td colspan=99 rowspan=9>|</table>|<dl>|<dt>|<dt>|<dd>|<dd>|</dl>"
    "|<pre>x\n\n ``` y |<pre class=py>|</pre>|<img src=a.png alt=one>|x \\| y|<a href=/x>|</a>"
    "|<div class=admonition>|<div class='callout tip'>|<p class=callout-title>|Tip:|note|</div>"
).split("|")


@pytest.mark.parametrize(
    ("title", "written"),
    [("Tip!", "> [!TIP]\n> grain\n>\n> chaff\n"), ("Winnow", "> [!TIP]\n> **Winnow**\n>\n> grain\n>\n> chaff\n"),
     ("<img src=a.png>Tip", None), ("", "> [!TIP]\n> grain\n>\n> chaff\n")],
)  # fmt: skip
def test_callouts_are_written_alike(title: str, written: str | None) -> None:
    found = both(f"<div class='callout tip'><p class=callout-title>{title}</p><p>grain</p><p>chaff</p></div>")
    assert written in (None, found)
    both(f"<ul><li><div class='callout tip'><p class=callout-title>{title}</p></div><li>a</ul>")


@given(st.lists(st.sampled_from(STRUCTURES), max_size=30).map("".join))
def test_structures_of_any_order_are_written_alike(source: str) -> None:
    both(source)
    both(source, images=frozenset())


@pytest.mark.parametrize(
    "source",
    [
        "<blockquote>" * 40 + "deep",
        "<ul><li>" * 40 + "deep",
        "<table>" + "<tr><td rowspan=3 colspan=32>a<th>b" * 60 + "</table>",
        "<table><tr><td><ol><li>one<li>two<ul><li>three</ul></ol><pre>x\n\ny|z</pre><td><hr></table>",
        "<p>" + "<b>a: </b>b <i>c</i>d " * 200,
        "<p>" + "&lt;" * 3000 + "<p>" + "*_~`[]" * 500,
        "<p><a href='/" + "é|" * 400 + "'>a</a>" * 3,
    ],
)
def test_large_structures_are_written_alike(source: str) -> None:
    both(source)


def test_a_headline_stands_above() -> None:
    tree = build_tree(page := Document("<p>the grain", url=ADDRESS), page.visible)
    assert isinstance(tree, ColumnTree)
    above = Block(Kind.HEADING, level=1, inlines=(Inline("Winnow #"),))
    assert tree_markdown(tree.below(above)) == "# Winnow \\#\n\nthe grain\n"
    assert tree_markdown(ColumnTree(tree.columns, Block(Kind.PARAGRAPH))) == "\n\nthe grain\n"


def test_lines_with_rare_characters_are_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = build_tree(page := Document("<p><b>𠀋</b>", url=ADDRESS), page.visible)
    assert isinstance(tree, ColumnTree) and LIBRARY
    assert compiled.write_columns(LIBRARY, tree.columns, LARGEST) is None
    assert tree_markdown(tree) == "**𠀋**\n"
    monkeypatch.setattr(markdown, "LIBRARY", None)
    assert tree_markdown(tree) == "**𠀋**\n"


def test_characters_are_known_as_python_knows_them() -> None:
    def known(points: Iterator[int]) -> Iterator[int]:
        for character in map(chr, points):
            category = unicodedata.category(character)[0]
            told = (character.isspace(), character.isalnum(), character.isdecimal(), category == "P", category == "S")
            yield sum(bit << at for at, bit in enumerate(told))

    points = [point for bounds in compiled._KNOWN for point in range(*bounds)]
    assert compiled._sorts().tolist() == list(known(iter(points)))
