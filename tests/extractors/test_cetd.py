"""CETD: text density against a naive tree, and the formulas by hand (mohammadzadeh2013, section 3.2.7)."""

from __future__ import annotations

from math import e, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_text
from markup import markup
from nodes import Node, body_of, nodes
from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBER
from webwinnow.document.visibility import shown_elements
from webwinnow.errors import ParameterError
from webwinnow.expression import parse
from webwinnow.extractors.cetd import CETD, composite_density, densities, text_density
from webwinnow.spans import Spans

LINKS = ("a", "button", "select")
PARAGRAPHS = ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "dd", "dt", "td", "th", "pre", "figcaption")
ARTICLE = (
    "<body><ul><li><a href=1>Home</a></li><li><a href=2>News</a></li><li><a href=3>Sport</a></li></ul>"
    "<div><p>A long paragraph with a good many words in it, and no markup at all to break it up anywhere.</p>"
    "<p>And another long paragraph, which is as simple as the first one, and says nothing new.</p></div>"
    "<div><a href=4>Imprint</a> <a href=5>Privacy</a></div></body>"
)


def kept(source: str, **settings: str) -> str:
    return kept_text(CETD(**settings), source)


class Recursive:
    """Densities of all nodes as the papers compute them, node by node."""

    def __init__(self, page: Document, kind: str) -> None:
        self.kind, self.nodes = kind, nodes(page)
        self.body, self.seen = body_of(self.nodes), shown_elements(page)
        all_text = self.body.characters()
        self.share = self.body.characters_within(*LINKS) / max(all_text, 1)
        self.density = {node.index: self.density_of(node) for node in self.nodes}

    def density_of(self, node: Node) -> float:
        tags = [inner for inner in node.descendants() if self.seen[inner.index]]
        links = sum(inner.name in LINKS for inner in tags)
        return self.formula(node.characters(), len(tags), node.characters_within(*LINKS), links)

    def formula(self, characters: int, tags: int, linked: int, links: int) -> float:
        if not characters:
            return 0.0
        unlinked, tags, linked, links = max(characters - linked, 1), max(tags, 1), max(linked, 1), max(links, 1)
        if self.kind == "text":
            return characters / tags
        base = log(characters / unlinked * linked + self.share * characters + e)
        return characters / tags * log(characters / linked * tags / links, base)

    def above_threshold(self) -> set[int]:
        """Go down from the body into every node that is dense enough, or that is inline in a paragraph."""

        def go(node: Node) -> set[int]:
            inside = [go(child) for child in node.children if self.is_dense(child)]
            return {node.index}.union(*inside)

        self.threshold = self.density[self.body.index]
        return go(self.body)

    def is_dense(self, node: Node) -> bool:
        is_block = node.name in NUMBER and bool(BLOCK[NUMBER[node.name]])
        return self.density[node.index] >= self.threshold or (node.within(*PARAGRAPHS) and not is_block)

    def density_sum(self, node: Node) -> float:
        if not node.children:
            return self.density[node.index]
        pieces = sum(self.formula(text.characters, 1, 0, 1) for text in node.texts)
        return sum(self.density[child.index] for child in node.children) + pieces

    def largest_sums(self) -> set[int]:
        """Mark the node with the largest sum, then that of each part that is dense enough (sun2011)."""
        marked: set[int] = set()
        passed: set[int] = set()

        def best(node: Node) -> Node:
            return max(node.subtree(), key=lambda inner: (round(self.density_sum(inner), 9), -inner.index))

        def mark(node: Node) -> None:
            marked.update(inner.index for inner in node.subtree())
            passed.update(outer.index for outer in node.around() if outer.index >= self.body.index)

        def go(node: Node) -> None:
            if node.index not in marked and self.density[node.index] >= threshold:
                mark(best(node))
                for child in node.children:
                    go(child)

        target = best(self.body)
        path = [node for node in [target, *target.around()] if node.index >= self.body.index]
        threshold = min(self.density[node.index] for node in path)
        go(self.body)
        return marked | passed

    def select(self, page: Document, chosen: set[int]) -> Spans:
        texts = [(text.start, text.end) for node in self.nodes if node.index in chosen for text in node.texts]
        return page.select(texts)


@given(markup(), st.sampled_from(["text", "composite"]))
def test_densities_are_those_of_the_recursion(source: str, kind: str) -> None:
    page = Document(source)
    expected = Recursive(page, kind).density
    assert densities(page, kind) == pytest.approx([expected[index] for index in range(len(page.elements))])


@given(markup())
def test_what_is_dense_up_to_the_body_is_kept(source: str) -> None:
    page = Document(source)
    reference = Recursive(page, "text")
    assert CETD(density="text")(page) == reference.select(page, reference.above_threshold())


@given(markup(12))
def test_density_sums_mark_what_the_search_marks(source: str) -> None:
    page = Document(source)
    reference = Recursive(page, "text")
    assert CETD(density="text", select="density-sum")(page) == reference.select(page, reference.largest_sums())


def test_worked_example() -> None:
    """The body has 60 characters and 4 tags, so its density is 15; that of `b` is 4, that of the paragraphs more."""
    page = Document(f"<body><p>{'x' * 20}<b>{'y' * 4}</b></p><p>{'z' * 30}</p><b>{'w' * 6}</b></body>")
    assert densities(page, "text").tolist() == pytest.approx([60 / 5, 60 / 4, 24, 4, 30, 6])
    assert kept(page.source, density="text") == f"{'x' * 20} {'y' * 4} {'z' * 30}"  # `b` is part of its paragraph


@pytest.mark.parametrize("settings", [{}, {"select": "density-sum"}])
def test_it_wins_on_an_article_between_menus(settings: dict[str, str]) -> None:
    found = kept(ARTICLE, **settings)
    assert found.startswith("A long paragraph")
    assert found.endswith("says nothing new.")


def test_it_loses_links_beside_paragraphs() -> None:
    source = ARTICLE.replace("<div><p>", "<div><a href=6>One word</a><p>")
    assert "One word" not in kept(source)


def test_density_sums_keep_links_inside_of_sentences() -> None:
    source = ARTICLE.replace("another long paragraph", "another <a href=6>long</a> paragraph")
    assert "And another long paragraph, which" in kept(source, select="density-sum")


@pytest.mark.parametrize("source", ["", "<p></p>", "<frameset><frame></frameset>", "<script>x</script>", "text"])
@pytest.mark.parametrize("select", ["threshold", "density-sum"])
def test_pages_with_little_or_nothing(source: str, select: str) -> None:
    page = Document(source)
    assert CETD(select=select)(page) == page.visible


@pytest.mark.parametrize("settings", [{"density": "dense"}, {"select": "all"}, {"density": 1}, {"select": None}])
def test_other_choices_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=r"cetd: (density|select) must be \w+ or "):
        CETD(**settings)


def test_recipes() -> None:
    assert parse("cetd-ds") == CETD(select="density-sum")
    assert parse("cetd-td") == CETD(density="text")
    assert parse(str(CETD("text", "density-sum"))) == CETD("text", "density-sum")


def test_depth_and_breadth_cost_no_more_than_size() -> None:
    for source in ("<div>x" * 20_000, "<p>some words</p>" * 20_000):
        page = Document(source)
        assert np.isfinite(densities(page)).all()
        assert CETD(select="density-sum")(page).share_of(page.visible) > 0


def naive_composite(characters: int, tags: int, linked: int, links: int, share: float) -> float:
    """Formula 3.2 as sun2011 prints it; zeros in quotients are ones."""
    if not characters:
        return 0.0
    unlinked, tags, linked, links = max(characters - linked, 1), max(tags, 1), max(linked, 1), max(links, 1)
    base = log(characters / unlinked * linked + share * characters + e)
    return characters / tags * log(characters / linked * tags / links, base)


def test_text_density() -> None:
    assert text_density(np.array([100, 7, 0]), np.array([4, 0, 3])).tolist() == [25.0, 7.0, 0.0]


def test_formulas_of_the_worked_example() -> None:
    """200 characters, 4 tags, of them 20 characters in 1 link, on a page with a quarter of its text linked."""
    density = composite_density(np.array([200]), np.array([4]), np.array([20]), np.array([1]), 0.25)
    assert density[0] == pytest.approx(50 * log(40) / log(log(200 / 180 * 20 + 50 + e)))
    assert density[0] == pytest.approx(126.1, abs=0.05)


def test_text_alone_is_denser_than_links_alone() -> None:
    text, menu = composite_density(np.array([200, 200]), np.array([4, 4]), np.array([0, 200]), np.array([0, 4]), 0.5)
    assert text > 50 > menu == 0


@given(
    st.integers(0, 10_000).flatmap(lambda c: st.tuples(st.just(c), st.integers(0, c))),
    st.integers(0, 500).flatmap(lambda t: st.tuples(st.just(t), st.integers(0, t))),
    st.floats(0, 1),
)
def test_composite_density_is_the_formula(text: tuple[int, int], tags: tuple[int, int], share: float) -> None:
    characters, all_tags, linked, linked_tags = (np.array([each]) for each in (text[0], tags[0], text[1], tags[1]))
    found = composite_density(characters, all_tags, linked, linked_tags, share)
    assert found[0] == pytest.approx(naive_composite(text[0], tags[0], text[1], tags[1], share), rel=1e-9)
    assert found[0] >= 0


def test_link_words_in_a_kept_paragraph_are_kept() -> None:
    linked = "<p>A long paragraph with a good many words in it and <a href=x>two</a> links in <a href=y>it</a>.</p>"
    assert "two" in kept(f"<body>{'<ul><li><a href=1>Home</a></li></ul>' * 9}<div>{linked * 4}</div></body>")
