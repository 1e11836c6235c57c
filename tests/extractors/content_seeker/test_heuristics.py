"""Largest block of text string and table pattern, each against a naive version."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_parts
from markup import markup
from nodes import Node, nodes
from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBER
from webwinnow.errors import ParameterError
from webwinnow.extractors.content_seeker.heuristics import LargestBlock, TablePattern, repeated, text_string_sizes


def kept(source: str) -> list[str]:
    return kept_parts(LargestBlock(), source)


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


POSTS = ["I have a question about my mill.", "You should ask the miller.", "The miller is away until Sunday."]


def kept_pattern(source: str, **settings: int) -> list[str]:
    return kept_parts(TablePattern(**settings), source)


def unlinked(node: Node) -> int:
    return node.characters() - node.characters_within("a")


def naive_value(members: list[Node], posts: int) -> int:
    sizes = [unlinked(member) for member in members]
    return sum(sizes) - max(sizes) if len(sizes) >= posts else 0


@given(markup(), st.integers(2, 4))
def test_the_group_has_the_largest_value(source: str, posts: int) -> None:
    page = Document(source)
    groups: dict[tuple[int, str], list[Node]] = {}
    for node in nodes(page):
        if node.parent and node.name in NUMBER and BLOCK[NUMBER[node.name]] and unlinked(node):
            groups.setdefault((node.parent.index, node.name), []).append(node)
    best = max((naive_value(members, posts) for members in groups.values()), default=0)
    found = np.flatnonzero(repeated(page, posts)).tolist()
    values = {tuple(m.index for m in members): naive_value(members, posts) for members in groups.values()}
    assert values.get(tuple(found), 0) == best
    assert bool(found) == (best > 0)


@pytest.mark.parametrize(
    ("around", "post"),
    [
        ("<table>{}</table>", "<tr><td>{}</td></tr>"),
        ("<div>{}</div>", "<table><tr><td>{}</td></tr></table>"),
        ("<ol>{}</ol>", "<li><p>{}</p></li>"),
        ("<main>{}</main>", "<article><div>{}</div></article>"),
    ],
)
def test_it_wins_on_the_posts_of_a_forum(around: str, post: str) -> None:
    menu = "<ul><li><a>Boards</a><li><a>Members</a><li>Now</ul>"
    thread = around.format("".join(post.format(text) for text in POSTS))
    assert kept_pattern(f"<body>{menu}<h1>Mills</h1>{thread}<p>Powered by a board</p></body>") == POSTS


def test_it_loses_a_thread_of_one_post() -> None:
    assert kept_pattern(f"<body><div><p>{POSTS[0]}</p></div></body>") == []


def test_a_long_box_beside_small_ones_is_no_pattern() -> None:
    page = f"<body><div>Header</div><div><p>{POSTS[0]}</p><p>{POSTS[1]}</p></div><div>Footer</div></body>"
    assert kept_pattern(page) == POSTS[:2]


def test_more_posts_can_be_asked_for() -> None:
    source = f"<p>{POSTS[0]}</p><p>{POSTS[1]}</p>"
    assert kept_pattern(source) == POSTS[:2]
    assert kept_pattern(source, posts=3) == []


@pytest.mark.parametrize("posts", [1, 0, 2.5, 10_000])
def test_other_numbers_are_refused(posts: float) -> None:
    with pytest.raises(ParameterError, match="table-pattern: posts must be a whole number"):
        TablePattern(posts=posts)
