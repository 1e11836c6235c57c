"""FeatureExtractor against Algorithm 2 as it is printed, with sets of nodes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_parts
from markup import markup
from nodes import Node, nodes
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.expression import parse
from webwinnow.extractors.fe import BLOCKS, FE, KFE, decompose, features

LAYOUT = (
    "<body><table><tr><td><a href=1>Home</a> <a href=2>News</a> <img src=x></td></tr>"
    "<tr><td><h1>Title</h1>The text of the page, which is rather long, and says all there is to say.</td></tr>"
    "<tr><td><form><input><button>Search</button></form></td></tr></table></body>"
)


def kept(source: str, extractor: FE) -> list[str]:
    return kept_parts(extractor, source)


def naive_blocks(root: Node, names: list[str]) -> set[int]:
    """Algorithm 2, with elements that have no text left out."""
    blocks = {root.index: root} if root.characters() else {}
    for name in names:
        for block in list(blocks.values()):
            new = [inner for inner in block.descendants() if inner.name == name and inner.characters()]
            if new:
                del blocks[block.index]
                blocks |= {inner.index: inner for inner in new}
    return set(blocks)


@given(markup(), st.permutations(BLOCKS.split()))
def test_blocks_are_those_of_algorithm_2(source: str, names: list[str]) -> None:
    page = Document(source)
    assert set(np.flatnonzero(decompose(page, names)).tolist()) == naive_blocks(nodes(page)[0], names)


@given(markup())
def test_features_are_counted_in_each_block(source: str) -> None:
    page = Document(source)
    blocks = np.flatnonzero(decompose(page, BLOCKS.split()))
    desired, remaining = features(page, blocks)
    for column, block in enumerate(blocks.tolist()):
        node = nodes(page)[block]
        linked = node.characters_within("a")
        assert desired[:, column].tolist()[::2] == [
            node.characters() - linked,
            sum(inner.name in ("ul", "ol", "dl") for inner in node.subtree()),
        ]
        images = sum(inner.name in ("img", "picture") for inner in node.subtree())
        assert remaining[:2, column].tolist() == [linked, images]


def test_it_wins_on_a_page_laid_out_in_a_table() -> None:
    assert kept(LAYOUT, FE()) == ["Title", "The text of the page, which is rather long, and says all there is to say."]


def test_it_loses_all_but_one_paragraph_of_an_article() -> None:
    article = "<p>The first one.</p><p>The second one is the longest of them all.</p><p>The third one.</p>"
    assert kept(article, FE()) == ["The second one is the longest of them all."]


def test_k_fe_keeps_the_paragraphs_that_are_like_the_best_one() -> None:
    article = (
        f"<p>{'The first is a long one. ' * 5}</p><p>By line</p><p>{'The third is long, too. ' * 5}</p><p>Tags</p>"
    )
    found = kept(article, KFE())
    assert [text.split(" ")[1] for text in found] == ["first", "third"]


def test_worked_example_of_the_basket() -> None:
    """Shares of two blocks: the menu has 8 of 8 linked characters and the image, the text 40 of 40 and the heading."""
    page = Document(
        "<table><tr><td><a href=x>12345678</a><img></td></tr><tr><td><b></b>" + "x" * 40 + "</td></tr></table>"
    )
    blocks = np.flatnonzero(decompose(page, ["table", "tr"]))
    desired, remaining = features(page, blocks)
    assert desired.tolist() == [[0, 40], [0, 1], [0, 0], [0, 0]]
    assert remaining[:2].tolist() == [[8, 0], [1, 0]]
    assert kept(page.source, FE()) == ["x" * 40]


def test_an_empty_basket_lets_all_compete() -> None:
    assert kept("<p><a href=x>one</a></p><p><a href=y>and two</a> </p>", KFE(blocks="p"))


def test_text_outside_of_blocks_is_lost_and_a_page_without_any_is_one_block() -> None:
    assert kept("outside <p>inside</p> outside", FE()) == ["inside"]
    assert kept("all <b>of</b> it<hr>", FE()) == ["all", "of", "it"]


@pytest.mark.parametrize("source", ["", "<table></table>", "<script>x</script>"])
def test_pages_without_text(source: str) -> None:
    assert kept(source, FE()) == kept(source, KFE()) == []


@pytest.mark.parametrize("blocks", ["", "  ", "tabel", 7])
def test_other_blocks_are_refused(blocks: object) -> None:
    with pytest.raises(ParameterError, match="fe: blocks must name"):
        FE(blocks=blocks)


def test_names_and_recipes() -> None:
    assert FE() != KFE()
    assert parse("kfe-div") == KFE(blocks="table tr div")
    assert parse(str(FE(blocks="p ul"))) == FE(blocks="p ul")
