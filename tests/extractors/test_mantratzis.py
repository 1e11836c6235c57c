"""Lists and tables of links against scores that are added up link by link."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_parts
from markup import markup
from nodes import Node, nodes
from webwinnow.document import Document
from webwinnow.extractors.mantratzis import Mantratzis

NO_LEVEL = ("tbody", "thead", "tfoot", "tr")


def kept(source: str, **settings: float) -> list[str]:
    return kept_parts(Mantratzis(**settings), source)


def naive_score(node: Node, decay: float) -> float:
    """Add up the characters of all links inside, each faded by the levels between the link and the node."""
    faded = 0.0
    for inner in node.subtree():
        links = [outer for outer in [inner, *inner.around()] if outer.name == "a"]
        if links:
            chain = [links[-1], *links[-1].around()]  # from the outermost link up
            steps = chain[: chain.index(node)] if node in chain else []
            faded += sum(text.characters for text in inner.texts) * decay ** sum(s.name not in NO_LEVEL for s in steps)
    return faded / max(node.characters(), 1)


@given(markup(), st.sampled_from([1.0, 0.9, 0.5]))
def test_scores_are_those_of_the_links(source: str, decay: float) -> None:
    page = Document(source)
    expected = [naive_score(node, decay) for node in nodes(page)]
    assert Mantratzis(decay=decay).scores(page) == pytest.approx(expected)


def test_worked_example() -> None:
    """The list: 8 linked characters two levels down, 8 of 10 in all: 0.81 * 8 / 10. The table: rows are no levels."""
    page = Document("<ul><li><a>1234</a>,</li><li><a>5678</a>.</li></ul><table><tr><td><a>ab</a></td></tr></table>")
    scores = dict(zip(map(page.name, range(len(page.elements))), Mantratzis(decay=0.9).scores(page), strict=True))
    assert scores["a"] == 1
    assert scores["ul"] == pytest.approx(0.81 * 8 / 10)
    assert scores["td"] == pytest.approx(0.9)
    assert scores["tr"] == scores["table"] == pytest.approx(0.81)


def test_it_wins_on_lists_and_tables_of_links() -> None:
    lists = "<ul><li><a>Home</a><li><a>News</a></ul>"
    tables = "<table><tr><td><a>Sport</a><td><a>Culture</a><tr><td><a>Travel</a><td><a>Cars</a></table>"
    loose = "<div><p><a>One</a></p><p><a>Two</a></p></div>"
    text = "Text with <a>a link</a> in it that goes on for some while."
    found = kept(f"<body>{lists}{tables}<p>{text}</p>{loose}</body>")
    assert " ".join(found) == text.replace("<a>", "").replace("</a>", "")


def test_one_link_is_no_list() -> None:
    assert kept("<div><p><a>a single link</a></p></div><p>text</p>") == ["a single link", "text"]
    assert kept("<div><p><a>a single link</a></p></div><p>text</p>", branches=1) == ["text"]


def test_it_loses_on_a_footer_without_links() -> None:
    assert "All rights reserved" in kept("<p>text</p><footer>All rights reserved</footer>")


def test_the_body_stays_even_if_it_is_all_links() -> None:
    assert kept("<body><a>one</a><a>two</a><a>three</a></body>") == ["one", "two", "three"]
