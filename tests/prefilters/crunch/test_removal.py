"""Taking elements out: nothing of them is seen or counted, and nothing else changes."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from markup import markup, well_formed
from nodes import nodes
from webwinnow.document import Document
from webwinnow.document.subtrees import body
from webwinnow.prefilters.crunch.removal import links, without_elements


@given(markup(), st.randoms(use_true_random=False))
def test_the_text_inside_is_hidden_and_no_other(source: str, random) -> None:
    page = Document(source)
    marked = np.array([random.random() < 0.2 for _ in range(len(page.elements))])
    left = without_elements(page, marked)
    expected = [
        (text.start, text.end)
        for node in nodes(page)
        if not any(marked[other.index] for other in [node, *node.around()])
        for text in node.texts
    ]
    assert left.visible == page.select(expected)
    assert ((left.code == page.code) | (left.code == 0)).all()


@given(well_formed(), st.randoms(use_true_random=False))
def test_the_tags_inside_count_as_nothing_and_no_others(source: str, random) -> None:
    page = Document(source)
    marked = np.array([random.random() < 0.2 for _ in range(len(page.elements))])
    marked[: body(page.elements) + 1] = False
    gone = [page.extent(element) for element in np.flatnonzero(page.inside(marked)).tolist()]
    left = without_elements(page, marked)
    for tag, start in enumerate(page.tokens.tag_start.tolist()):
        is_gone = any(first <= start < end for first, end in gone)
        assert left.code[tag] == (0 if is_gone else page.code[tag])


def test_nothing_to_remove_leaves_the_very_page() -> None:
    page = Document("<p>text</p>")
    assert without_elements(page, np.zeros(len(page.elements), dtype=bool)) is page


def test_links_have_an_address() -> None:
    page = Document("<a href=x>one</a><a name=y>two</a><A HREF=z>three</A><b href=x>four</b><a>five</a>")
    assert [page.attributes(element) for element in np.flatnonzero(links(page)).tolist()] == [
        {"href": "x"},
        {"href": "z"},
    ]


def test_a_link_that_is_opened_again_keeps_its_address() -> None:
    page = Document("<p><a href=x>one<p>two</a>")
    assert links(page).sum() == 2
