"""The largest block of text string against a walk from each text up to its holder."""

from __future__ import annotations

import pytest
from hypothesis import given

from markup import markup
from nodes import Node, nodes
from webwinnow.document import Document
from webwinnow.document.blocks import text_string_sizes
from webwinnow.document.html_names import BLOCK, NUMBER
from webwinnow.extractors.largest_block import LargestBlock


def kept(source: str) -> list[str]:
    page = Document(source)
    return [page.source[start:end] for start, end in LargestBlock()(page)]


def block_around(node: Node) -> Node:
    while node.parent and not (node.name in NUMBER and BLOCK[NUMBER[node.name]]):
        node = node.parent
    return node


@given(markup())
def test_sizes_are_those_of_the_walk(source: str) -> None:
    page = Document(source)
    expected = [0] * len(page.elements)
    for node in nodes(page):
        holder = block_around(node)
        if holder.name == "p" and holder.parent:
            holder = block_around(holder.parent)
        if not node.within("a"):
            expected[holder.index] += sum(text.characters for text in node.texts)
    assert text_string_sizes(page).tolist() == expected


def test_it_wins_on_an_article_with_a_heading_and_a_list() -> None:
    article = "<h2>Heading</h2><p>A paragraph that is long.</p><ul><li>item</ul><p>Another paragraph that is long.</p>"
    found = kept(f"<nav><p><a>menu</a></p></nav><div>{article}</div><footer>All rights reserved by us</footer>")
    assert found == ["Heading", "A paragraph that is long.", "item", "Another paragraph that is long."]


def test_it_loses_the_parts_of_an_article_in_several_boxes() -> None:
    assert kept("<div><p>The first part.</p></div><div><p>The second part is longer.</p></div>") == [
        "The second part is longer."
    ]


def test_linked_text_is_no_text_string() -> None:
    assert kept("<div><a>A very long text that is all one link</a></div><section><p>short</p></section>") == ["short"]


@pytest.mark.parametrize("source", ["", "<p></p>"])
def test_pages_without_text(source: str) -> None:
    assert kept(source) == []
