"""Content-Seeker: figures of segments, granularity, heuristics, and pages that it wins and loses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from kept import PARAGRAPH, kept_text
from markup import markup
from nodes import nodes
from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBER
from webwinnow.errors import ParameterError
from webwinnow.extractors.content_seeker import ContentSeeker, columns, segment_of_runs, segments
from webwinnow.extractors.content_seeker.heuristics import cleaned


def kept(source: str, classifier: str = "forest") -> str:
    return kept_text(ContentSeeker(classifier), source)


def test_the_features_of_the_thesis() -> None:
    page = Document("<div><p>the end <a>here</a><img><img><iframe></iframe></p><p>more</p></div>")
    found = segments(page)
    rows = {page.name(element): dict(zip(columns(), row, strict=True)) for element, row in zip(
        found.element.tolist()[::-1], found.rows.tolist()[::-1], strict=True)}  # fmt: skip
    first = rows["p"]
    assert np.expm1(first["images"]) == pytest.approx(2)
    assert np.expm1(first["frames"]) == pytest.approx(1)
    assert np.expm1(first["links"]) == pytest.approx(1)
    assert np.expm1(first["length"]) == pytest.approx(10)
    assert first["linked share"] == pytest.approx(0.4)
    assert np.expm1(first["stop words"]) >= 1
    assert first["depth"] == rows["div"]["depth"] + 1
    assert first["where it ends"] == pytest.approx(10 / 14)


@given(markup())
def test_segments_are_the_blocks_with_words(source: str) -> None:
    page = Document(source)
    expected = [
        node.index
        for node in nodes(page)
        if BLOCK[NUMBER.get(node.name, 0)] and any(text.words for each in node.subtree() for text in each.texts)
    ]
    assert segments(page).element.tolist() == expected


def test_the_outermost_good_element_is_the_segment() -> None:
    page = Document("<div><section><p>one<p>two</section><p>three</div>")
    names = [page.name(element) for element in range(len(page.elements))]
    good = np.array([names.index("section"), names.index("p")])
    segment = segment_of_runs(page, good)
    assert [page.name(each) for each in segment.tolist()] == ["section", "section", "p"]


def test_the_largest_block_drops_a_box_inside_a_segment() -> None:
    page = Document(f"<article><div>{PARAGRAPH * 3}</div><aside>Read this, too</aside></article>")
    names = [page.name(element) for element in range(len(page.elements))]
    segment = np.full(len(page.runs), names.index("article"))
    marked = cleaned(page, segment, np.ones(len(page.runs), np.bool_))
    assert marked.tolist() == [True, True, True, False]


def test_the_table_pattern_keeps_the_posts_and_drops_the_rest() -> None:
    posts = f"<table><tr><td>{PARAGRAPH}</td></tr><tr><td>{PARAGRAPH}</td></tr></table>"
    page = Document(f"<div><span>Page 1 of 1</span>{posts}</div>")
    marked = cleaned(page, np.zeros(len(page.runs), np.intp), np.ones(len(page.runs), np.bool_))
    assert marked.tolist() == [False, True, True]


def test_unknown_choices_are_refused() -> None:
    with pytest.raises(ParameterError, match="forest, tree, svm or perceptron"):
        ContentSeeker(classifier="oracle")
    with pytest.raises(ParameterError, match="True or False"):
        ContentSeeker(heuristics=2)


def test_pages_without_text() -> None:
    assert kept("") == kept("<p></p>") == kept("<p>!</p>") == ""
