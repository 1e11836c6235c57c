"""The marks and the mapping: exact on every page that we have, in a real browser."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from benchmarks.geometry import same_texts

from test_conformance import PAGES
from webwinnow.document import Document
from webwinnow.geometry import Browser
from webwinnow.geometry.mapping import (
    ATTRIBUTE,
    COMMENT,
    MeasuredNodes,
    element_boxes,
    marked,
    nodes_of,
    run_boxes,
    same_names,
)

GOLDEN = sorted((Path(__file__).parent.parent / "pages").glob("*/source.html"))
STEP = 1 if os.environ.get("WEBWINNOW_TEST_GEOMETRY") else 4
"""A second of a browser for each page: `make geometry` tries all of them."""


def test_marks_stand_behind_names_and_texts() -> None:
    page = Document("<DIV class=x>one<br/>two</DIV><script>if (a < b) c</script><!-- no -->three")
    assert marked(page) == (
        f'<DIV {ATTRIBUTE}="0" class=x>one<!--{COMMENT}0--><br {ATTRIBUTE}="1"/>two<!--{COMMENT}1--></DIV>'
        f'<script {ATTRIBUTE}="3">if (a < b) c</script><!-- no -->three<!--{COMMENT}2-->'
    )


@pytest.mark.parametrize("source", PAGES[-1::-STEP])
def test_exact_on_pages_of_the_conformance_suite(browser: Browser, source: str) -> None:
    assert_exact(Document(source), browser)


@pytest.mark.parametrize("file", GOLDEN[::STEP], ids=lambda file: file.parent.name)
def test_exact_on_golden_pages(browser: Browser, file: Path) -> None:
    assert_exact(Document.from_bytes(file.read_bytes()), browser)


def assert_exact(page: Document, browser: Browser) -> None:
    measured = browser.measured(page, texts=True)
    missing = np.flatnonzero(~same_names(page, measured)).tolist()
    # Without a tag and without text, a browser makes html, head and body, and we make none.
    assert not [page.name(element) for element in missing]
    assert same_texts(page, measured).all()


def test_what_the_parser_moves_is_found_where_it_went(browser: Browser) -> None:
    page = Document("<p>a<b>b<p>c</b>d<table><tr><td>e</table></p><template><i>f</i></template><svg><path /></svg>")
    measured = browser.measured(page, texts=True)
    assert same_names(page, measured).all()
    assert same_texts(page, measured)[: len(page.runs) - 1].all()


def test_a_tag_that_made_two_nodes_reaches_over_both() -> None:
    page = Document("<a>x</a>")
    measured = MeasuredNodes.of(
        {
            "elements": [
                *[0, -1, 0, 1, 10, 20, 30, 40, 16, 400, 0, -1, 1, 1],
                *[0, -1, 0, 1, 50, 0, 10, 10, 16, 400, 0, -1, 1, 1],
            ],
            "runs": [0, 0, 1, 10, 20, 5, 5, 16, 400, 255, -1, 1, 1],
            "names": ["a"],
            "texts": ["x"],
            "width": 100,
            "height": 50,
        }
    )
    link = next(element for element in range(len(page.elements)) if page.name(element) == "a")
    boxes, runs = element_boxes(page, measured), run_boxes(page, measured)
    assert nodes_of(page, measured)[link] == 0
    assert (boxes.left[link], boxes.top[link], boxes.right[link], boxes.bottom[link]) == (10, 0, 60, 60)
    assert runs.known.tolist() == [True] and runs.colour[0] == 255


def test_a_wrong_mapping_would_be_found(browser: Browser) -> None:
    page, other = Document("<h1>one</h1><p>two</p>"), Document("<p>one</p><h1>three</h1>")
    measured = browser.measured(other, texts=True)
    assert not same_names(page, measured).all()
    assert same_texts(page, measured).tolist() == [True, False]
