"""Columns over subtrees against walks through the nodes."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from nodes import body_of, nodes
from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.tree import elements
from webwinnow.document.tree.elements import (
    BY_HAND,
    HEADING,
    ITEM,
    Owners,
    along_ancestors,
    along_jumps,
    around,
    best_in_subtrees,
    bits_around,
    body,
    child_sums,
    common_ancestor,
    depths,
    jumps,
    levels,
    subtree_sums,
    surroundings,
)
from webwinnow.document.visibility import shown_elements
from webwinnow.prefilters.link_filters import Filter1


@given(markup(), st.randoms(use_true_random=False))
def test_sums_depths_and_best_elements(source: str, random) -> None:
    page = Document(source)
    amounts = np.array([random.randint(0, 3) for _ in range(len(page.elements))])
    for node in nodes(page):
        inside = [other.index for other in node.subtree()]
        assert depths(page.elements)[node.index] == len(list(node.around()))
        assert subtree_sums(page.elements, amounts)[node.index] == amounts[inside].sum()
        assert child_sums(page.elements, amounts)[node.index] == sum(amounts[child.index] for child in node.children)
        assert best_in_subtrees(page.elements, amounts)[node.index] == max(
            inside, key=lambda index: (amounts[index], -index)
        )


@given(markup(), st.randoms(use_true_random=False))
def test_marked_elements(source: str, random) -> None:
    page = Document(source)
    marked = np.array([random.random() < 0.2 for _ in range(len(page.elements))])
    for node in nodes(page):
        assert around(page.elements, marked)[node.index] == any(marked[other.index] for other in node.descendants())
    chosen = np.flatnonzero(marked)
    if len(chosen):
        holders = [{index, *(n.index for n in nodes(page)[index].around())} for index in chosen.tolist()]
        assert common_ancestor(page.elements, chosen) == max(set.intersection(*holders))


@given(markup(), st.randoms(use_true_random=False))
def test_amounts_along_ancestors(source: str, random) -> None:
    page = Document(source)
    amounts = np.array([[random.randint(0, 9) for _ in range(len(page.elements))] for _ in range(2)])
    amounts[:, 0] = 0
    parent = page.elements.parent.astype(np.intp)
    largest = along_ancestors(parent, amounts[0], np.maximum)
    sums = along_jumps(jumps(parent), amounts, np.add)
    for node in nodes(page):
        lineage = [node.index, *(other.index for other in node.around())]
        assert largest[node.index] == amounts[0, lineage].max()
        assert sums[:, node.index].tolist() == amounts[:, lineage].sum(axis=1).tolist()


@given(markup())
def test_levels_pass_children_before_their_parents(source: str) -> None:
    page = Document(source)
    passed: set[int] = set()
    for level in levels(page.elements):
        groups = np.split(level.children, level.starts[1:])
        for parent, children in zip(level.parents.tolist(), groups, strict=True):
            assert [child.index for child in nodes(page)[parent].children] == children.tolist()
            assert passed >= {other.index for child in nodes(page)[parent].children for other in child.descendants()}
            passed |= set(children.tolist())
    assert passed == set(range(1, len(page.elements)))


@given(markup())
def test_body(source: str) -> None:
    page = Document(source)
    assert body(page.elements) == body_of(nodes(page)).index


def names_shown(page: Document) -> list[str]:
    return [page.name(element) for element in np.flatnonzero(shown_elements(page)).tolist()]


def test_what_is_not_shown_does_not_count() -> None:
    page = Document(
        "<head><title>t</title></head><body><p>text<script>x</script><svg><path/></svg><template><b>x</b></template>"
        "<div hidden><i>some</i></div><span hidden></span></p>"
    )
    assert names_shown(page) == ["html", "body", "p"]


def test_tags_that_count_as_nothing_vanish() -> None:
    page = Document("<p>text <a href=x>link <b>bold</b></a></p>")
    assert names_shown(page) == ["html", "body", "p", "a", "b"]
    assert names_shown(Filter1()(page)) == ["html", "body", "p"]


def test_hidden_elements_whose_text_is_shown_count() -> None:
    page = Document("<body hidden><p>text of a page that a script shows</p></body>")
    assert page.visible
    assert names_shown(page) == ["html", "body", "p"]


def test_text_directly_in_elements() -> None:
    page = Document("<p>one <b>two</b> three</p>")
    paragraph = np.array([page.name(element) == "p" for element in range(len(page.elements))])
    assert [page.source[start:end] for start, end in page.select_elements(paragraph)] == ["one", "three"]


@given(markup())
def test_surroundings_are_what_the_tree_says(source: str) -> None:
    page, again = Document(source), Document(source)
    bits = surroundings(page)
    for name, bit in (("a button", BY_HAND), ("h1 h2 h3 h4 h5 h6", HEADING), ("li", ITEM)):
        marked = np.array([page.name(element) in name.split() for element in range(len(bits))])
        assert ((bits & bit) > 0).tolist() == page.inside(marked).tolist()
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(elements, "LIBRARY", None)
        assert surroundings(again).tolist() == bits.tolist()


@given(markup(), st.randoms(use_true_random=False))
def test_bits_of_all_around(source: str, random: Random) -> None:
    page = Document(f"<ul><li>a{source}")
    own = np.array([random.choice((0, 0, 1, 6, 128)) for _ in range(len(page.elements))], np.uint8)
    of_name = column("li a p") * np.uint8(8)
    wanted: list[int] = []
    for element, parent in enumerate(page.elements.parent.tolist()):
        bits = int(own[element]) | int(of_name[page.elements.tag[element]])
        wanted.append(bits | (wanted[parent] if parent >= 0 else 0))
    assert bits_around(page, of_name, own).tolist() == wanted
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(elements, "LIBRARY", None)
        assert bits_around(page, of_name, own).tolist() == wanted


def test_owners_in_columns_are_those_of_a_dictionary() -> None:
    known = {7: 3, 2: -1, 40: 12}
    owners = Owners(np.array(list(known.items()), dtype=np.int32))
    assert dict(owners) == known and list(owners) == [2, 7, 40] and len(owners) == 3
    assert owners.get(7) == 3 and 8 not in owners and owners.get(41, 5) == 5


def test_a_page_that_implies_many_elements_has_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "<table><tr><td>x</table>" * 300
    many = Document(source)
    monkeypatch.setattr(elements, "MANY_OWNERS", 1)
    columns = Document(source)
    assert dict(columns.elements.owner) == dict(many.elements.owner)
    assert [columns.extent(at) for at in range(900)] == [many.extent(at) for at in range(900)]
    tags = len(many.tokens.code)
    assert (columns.elements.by_start_tag(tags) == many.elements.by_start_tag(tags)).all()


@given(markup())
def test_tags_and_the_elements_that_they_open(source: str) -> None:
    page = Document(source)
    opened = page.elements.by_start_tag(len(page.tokens.code)).tolist()
    assert [page.elements.opened_by(tag) for tag in range(len(opened))] == opened
    own = [element for element in opened if element >= 0]
    places = elements.extents(page.tokens, page.elements, np.array(own, np.intp))
    assert [tuple(place) for place in places] == [page.extent(element) for element in own]
