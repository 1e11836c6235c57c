"""Link Quota Filter against a naive recursion after Algorithm 3 of the paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_parts
from markup import markup
from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBER
from webwinnow.document.references import source_kinds
from webwinnow.extractors.lqf import LQF
from webwinnow.language.words import visible
from webwinnow.spans import Spans


class Tree:
    """The page as nodes, with the visible text of each node."""

    def __init__(self, page: Document) -> None:
        self.page = page
        self.children: dict[int, list[int]] = {element: [] for element in range(len(page.elements))}
        for element, parent in enumerate(page.elements.parent.tolist()):
            if parent >= 0:
                self.children[parent].append(element)
        self.texts: dict[int, list[tuple[int, int]]] = {element: [] for element in self.children}
        runs = zip(page.runs.start.tolist(), page.runs.end.tolist(), page.runs.home.tolist(), strict=True)
        for start, end, home in runs:
            if page.visible.contains(start):
                self.texts[home].append((start, end))

    def is_block(self, node: int) -> bool:
        return bool(BLOCK[self.page.elements.tag[node]])

    def is_link(self, node: int) -> bool:
        return bool(self.page.elements.tag[node] == NUMBER["a"])

    def length(self, start: int, end: int) -> int:
        return int(visible(source_kinds(self.page.source[start:end])).sum())

    def inline_texts(self, node: int) -> list[tuple[int, int]]:
        """The texts inside, without those of nested blocks."""
        inner = [text for child in self.children[node] if not self.is_block(child) for text in self.inline_texts(child)]
        return self.texts[node] + inner

    def amounts(self, node: int) -> tuple[int, int]:
        """Algorithm 3: linked and all characters of a node; blocks inside it and what they hold are left out."""
        total = link = sum(self.length(*text) for text in self.texts[node])
        link = 0
        for child in self.children[node]:
            if self.is_block(child):
                continue
            inside = sum(self.length(*text) for text in self.inline_texts(child))
            total += inside
            # The quota of an element that is no link, times its length, is the number of its linked characters.
            link += inside if self.is_link(child) else self.amounts(child)[0]
        return link, total


def linked_from_outside(tree: Tree, block: int) -> bool:
    """Whether a block stands inside a link: then all of its text is linked."""
    above = int(tree.page.elements.parent[block])
    return above >= 0 and (tree.is_link(above) or linked_from_outside(tree, above))


def naive_lqf(page: Document, threshold: float) -> Spans:
    tree = Tree(page)
    kept: list[tuple[int, int]] = []
    for node in tree.children:
        if node == 0 or tree.is_block(node):
            link, total = tree.amounts(node)
            link = total if linked_from_outside(tree, node) else link
            if link <= threshold * total:
                kept += tree.inline_texts(node)
    return Spans(kept, size=len(page.source))


def kept(source: str, threshold: float = 0.5) -> list[str]:
    return kept_parts(LQF(threshold), source)


@given(markup(), st.sampled_from([0, 0.25, 0.5, 0.75, 1]))
def test_blocks_kept_are_those_of_the_recursion(source: str, threshold: float) -> None:
    page = Document(source)
    assert LQF(threshold)(page) == naive_lqf(page, threshold)


@given(markup())
def test_it_judges_only_what_it_is_shown(source: str) -> None:
    page = Document(source)
    half = page.without(Spans([(0, len(page.source) // 2)], size=len(page.source)))
    assert LQF()(half).share_of(half.visible) <= 1
    assert LQF(1)(half) == half.visible


def test_it_wins_on_menus_beside_text() -> None:
    assert kept("<ul><li><a>menu</a><li><a>menu</a></ul><p>text with <a>one link</a> in a sentence</p>") == [
        "text with",
        "one link",
        "in a sentence",
    ]


def test_it_loses_on_a_footer_without_links() -> None:
    assert "All rights reserved" in kept("<p>text</p><footer>All rights reserved</footer>")


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [(0.25, []), (0.5, ["half", "half"]), (0.75, ["half", "half"]), (0, []), (1, ["half", "half"])],
)
def test_a_block_at_the_threshold_stays(threshold: float, expected: list[str]) -> None:
    assert kept("<p>half<a>half</a></p>", threshold) == expected


def test_each_character_counts_once() -> None:
    """Algorithm 3, taken literally, counts the link's text three times in all: a quota of 1/3 instead of 1/2."""
    assert kept("<p>half<a>half</a></p>", 0.4) == []
    assert kept("<p>half<b><i><a>half</a></i></b></p>", 0.49) == []


def test_text_of_a_block_in_a_link_counts_there_and_not_around_the_link() -> None:
    assert kept("<div>few<a><p>many linked characters</p></a></div>") == ["few"]


def test_nested_blocks_are_judged_by_themselves() -> None:
    source = "<div><a>link of the outer block</a><p>text of the inner one</p></div>"
    assert kept(source) == ["text of the inner one"]
    assert kept("<div>text of the outer block<p><a>linked</a></p></div>") == ["text of the outer block"]


def test_formatting_around_and_inside_links_counts_as_linked() -> None:
    assert kept("<p><b><a><i>linked words</i></a></b> few</p>") == []
    assert kept("<p><b>many plain words <a>linked</a></b></p>") == ["many plain words", "linked"]


def test_a_link_around_blocks_links_all_of_them() -> None:
    assert kept("<a href=/><div><h2>card</h2><p>text</p></div></a><p>plain") == ["plain"]


def test_a_link_that_a_paragraph_has_closed_does_not_go_on() -> None:
    assert kept("<p><a>link</p></a><p>the text of the page</p>") == ["the text of the page"]
