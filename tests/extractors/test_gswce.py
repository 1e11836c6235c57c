"""Gaussian Smoothing-based Web Content Extraction (mohammadzadeh2013, section 3.2.8)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_text
from markup import markup
from nodes import Node
from nodes import nodes as page_nodes
from webwinnow.document import Document
from webwinnow.extractors.gswce import GSWCE, nodes
from webwinnow.spans import Spans

MENU = "<ul>" + "<li><a>entry</a></li>" * 30 + "</ul>"
PARAGRAPH = "<p>" + "The wind takes the chaff and leaves the grain on the floor. " * 4 + "</p>"


def kept(source: str, **parameters: object) -> str:
    return kept_text(GSWCE(**parameters), source)


@given(markup())
def test_found_is_the_text_of_one_element(source: str) -> None:
    page = Document(source)
    found = GSWCE()(page)
    elements = [
        page.select([(page.tokens.gap_start[first + 1], page.tokens.gap_end[close])])
        for first, close in zip(page.elements.first.tolist(), page.elements.close.tolist(), strict=True)
    ]
    assert not len(found) or found in elements


def naive_gswce(page: Document, stage: GSWCE) -> Spans:
    """Section 3.2.8, token by token and node by node: potential content tokens, their longest row, what holds it."""
    smooth, tokens, chosen = stage.smoothed(page)[0].tolist(), page.words_and_tags, nodes(page)
    start, is_tag = tokens.start[chosen].tolist(), tokens.is_tag[chosen].tolist()
    rows: list[list[int]] = [[]]
    for at, ratio in enumerate(smooth):
        if ratio > stage.threshold:
            rows[-1].append(at)
        elif rows[-1]:
            rows.append([])
    longest = max((row for row in rows if any(not is_tag[at] for at in row)), key=len, default=[])
    words = [start[at] for at in longest if not is_tag[at]]
    if not words:
        return page.select([])
    every = page_nodes(page)
    homes = [next(node for node in every for text in node.texts if text.start <= word < text.end) for word in words]
    chains = [[home, *home.around()] for home in homes]
    ancestor = next(node for node in chains[0] if all(node in chain for chain in chains))
    held: Node = next(
        (node for node in (ancestor, *ancestor.around()) if node.name in ("p", "tr", "td", "div")), ancestor
    )
    return page.select([(text.start, text.end) for node in held.subtree() for text in node.texts])


@given(markup(), st.sampled_from([0.2, 0.5, 0.7]))
def test_found_is_what_the_steps_of_the_section_find(source: str, threshold: float) -> None:
    page, stage = Document(source), GSWCE(radius=1, rounds=1, threshold=threshold)
    assert stage(page) == naive_gswce(page, stage)


def test_nodes_are_words_and_start_tags() -> None:
    smooth, is_word = GSWCE().smoothed(Document("<div><b>one two</b></div><br>three"))
    assert is_word.tolist() == [False, False, True, True, False, True]
    assert len(smooth) == 6


def test_it_wins_on_an_article_in_an_element_of_its_own() -> None:
    found = kept(f"{MENU}<div>{PARAGRAPH * 5}<p>Short end.</p></div>{MENU}")
    assert found.count("The wind") == 20
    assert found.endswith("Short end.")
    assert "entry" not in found


def test_it_loses_what_else_stands_in_the_element() -> None:
    assert "entry" in kept(f"<div>{MENU}{PARAGRAPH * 3}</div>")


def test_the_nearest_container_of_one_paragraph_is_the_paragraph() -> None:
    words = "The wind <b>takes</b> the chaff and leaves the grain on the floor. " * 20
    assert kept(f"<div>{MENU}<p>{words}</p>{MENU}</div>").count("chaff") == 20
    assert "entry" not in kept(f"<div>{MENU}<p>{words}</p>{MENU}</div>")


@pytest.mark.parametrize("source", ["", "<p></p>", "<div>" * 40 + "one" + "</div>" * 40])
def test_pages_without_content(source: str) -> None:
    assert kept(source) == ""


def test_without_a_container_the_ancestor_itself_is_kept() -> None:
    """Section 3.2.8 seeks the nearest `p`, `tr`, `td` or `div`; a page of today may have none around its article."""
    words = "some words of an article without any tags in it " * 20
    menu, footer = "<a><b></b></a>" * 40, "<b></b>" * 80 + "Imprint"
    page = Document(f"<body><nav>{menu}</nav><article>{words}</article><footer>{footer}</footer></body>")
    assert [page.source[start:end] for start, end in GSWCE()(page)] == [words.strip()]


def test_the_longest_stretch_counts_tokens() -> None:
    """The longest sub-sequence of potential content tokens; tags above the threshold are tokens, too."""
    smooth, is_word = np.full(12, 0.9), np.array([True] * 5 + [False] + [True, False] * 3)
    smooth[5] = 0.1
    assert GSWCE().longest(smooth, is_word) == [(6, 11)]
    assert GSWCE().longest(smooth, np.zeros(12, dtype=np.bool_)) == []
