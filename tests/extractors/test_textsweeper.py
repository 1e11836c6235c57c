"""TextSweeper against a recursion after formulas 1 and 2."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_parts
from markup import markup
from nodes import Node, body_of, nodes
from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK
from webwinnow.document.links import link_elements
from webwinnow.document.visibility import shown_elements
from webwinnow.extractors.textsweeper import _INLINE, TextSweeper, no_content
from webwinnow.spans import Spans

LONG = "This sentence is long enough to be a passage, and it is about nothing at all."


def kept(source: str, **settings: object) -> list[str]:
    return kept_parts(TextSweeper(**settings), source)


def layout(node: Node | None, sweeper: TextSweeper) -> float:
    if node and node.name in ("h1", "h2", "h3", "h4", "h5", "h6"):
        return sweeper.heading
    return sweeper.bold if node and node.name in ("b", "strong", "em") else 1.0


@given(markup())
def test_ratios_are_those_of_the_recursion(source: str) -> None:
    page, sweeper = Document(source), TextSweeper()
    all_nodes, removed, links, seen = (
        nodes(page),
        no_content(page),
        page.inside(link_elements(page)),
        shown_elements(page),
    )

    def net(node: Node) -> float:
        """Formula 1 for all text inside, without links."""
        own = 0.0
        if not removed[node.index] and not links[node.index]:
            around = layout(node, sweeper) * layout(node.parent, sweeper)
            own = sum(t.characters * min(t.characters / sweeper.passage, 1) * around for t in node.texts)
        return own + sum(map(net, node.children))

    def tags(node: Node) -> int:
        inside = [inner.index for inner in node.descendants()]
        return sum(bool(seen[i] and not removed[i] and not _INLINE[page.elements.tag[i]]) for i in inside)

    found = sweeper.ratios(page, removed, links)
    for node in all_nodes:
        level = len(list(node.around()))
        expected = net(node) / max(tags(node) + level, 1) if node.index >= body_of(all_nodes).index else 0
        assert found[node.index] == pytest.approx(expected)


def naive_kept(page: Document, sweeper: TextSweeper) -> Spans:
    """The rest of section 3, node by node: what comes close to the best, their common path, the clean-up."""
    every, removed, links = nodes(page), no_content(page), page.inside(link_elements(page))
    ratio = sweeper.ratios(page, removed, links).tolist()
    if max(ratio) <= 0:
        return page.select([])
    near = [node for node in every if ratio[node.index] >= sweeper.tolerance * max(ratio)]
    chains = [[node, *node.around()] for node in near]
    top = next(node for node in chains[0] if all(node in chain for chain in chains))

    def block(node: Node) -> int:
        """The nearest block, else the root."""
        return next((n.index for n in (node, *node.around()) if BLOCK[page.elements.tag[n.index]]), 0)

    def is_good(place: int) -> bool:
        own = [
            (text, node) for node in every if block(node) == place and not removed[node.index] for text in node.texts
        ]
        total = sum(text.characters for text, _ in own)
        linked = sum(text.characters for text, node in own if links[node.index])
        return total >= sweeper.minimum and linked <= sweeper.links * total

    kept = [node for node in top.subtree() if not removed[node.index] and is_good(block(node))]
    return page.select([(text.start, text.end) for node in kept for text in node.texts])


@given(markup(), st.sampled_from([0.0, 0.5, 0.9, 1.0]), st.sampled_from([0, 5, 10]), st.sampled_from([0.0, 0.5, 1.0]))
def test_kept_is_what_the_steps_of_the_section_keep(source: str, tolerance: float, minimum: int, links: float) -> None:
    page, sweeper = Document(source), TextSweeper(tolerance=tolerance, minimum=minimum, links=links)
    assert sweeper(page) == naive_kept(page, sweeper)


def test_worked_example() -> None:
    """40 plain characters weigh 40, 30 in a heading 45, 10 in a short text 10 * 10 / 25 = 4; the link weighs nothing.

    The division has 89 on level 2 with three tags, a ratio of 89 / 5; the paragraph 40 / 3, the heading 45 / 3.
    """
    source = f"<body><div><h1>{'h' * 30}</h1><p>{'p' * 40}</p><p>{'s' * 10}<a href=x>{'l' * 90}</a></p></div></body>"
    page = Document(source)
    found = TextSweeper().ratios(page, no_content(page), page.inside(link_elements(page)))
    assert found.tolist() == pytest.approx([0, 89 / (4 + 1), 89 / (3 + 2), 45 / 3, 40 / 3, 4 / 3, 0])


def test_the_tolerance_joins_what_is_nearly_as_good() -> None:
    one, two = f"<section><p>{LONG} {LONG} {LONG}</p></section>", f"<section><p>{LONG}</p></section>"
    source = f"<body><div><main>{one}{two}</main></div>{'<nav><i>x</i></nav>' * 30}</body>"
    assert kept(source, tolerance=1) == [f"{LONG} {LONG} {LONG}"]
    assert kept(source, tolerance=0.5) == [f"{LONG} {LONG} {LONG}", LONG]


def test_the_clean_up_drops_short_blocks_and_blocks_of_links() -> None:
    source = f"<body><p>{LONG}</p><p>Short</p><p>Related: <a href=x>{LONG}</a></p><p>{LONG}</p></body>"
    assert kept(source) == [LONG, LONG]
    assert kept(source, minimum=0, links=1) == [LONG, "Short", "Related:", LONG, LONG]


def test_it_wins_on_an_article_with_teasers_around() -> None:
    teasers = f"<div><p>{LONG} <a href=x>Read more</a></p></div>" * 5
    article = f"<article><h1>A heading for the article</h1>{f'<p>{LONG}</p>' * 5}</article>"
    found = kept(f"<body><aside>{teasers}</aside>{article}<aside>{teasers}</aside></body>")
    assert found == ["A heading for the article", *[LONG] * 5]


def test_texts_that_end_in_dots_are_teasers_unless_asked_to_be_strict() -> None:
    """Section 3: a text that ends with a phrase like "Read more" or "..." makes links of its element and the parent."""
    teasers = f"<aside><div><p>{LONG} {LONG} {LONG} ...</p></div></aside>"
    source = f"<body>{teasers}<article><p>{LONG}</p><p>{LONG}</p></article></body>"
    assert kept(source, tolerance=1) == [LONG, LONG]
    assert kept(source, tolerance=1, teasers="strict") == [f"{LONG} {LONG} {LONG} ..."]


def test_it_loses_an_article_that_is_all_links() -> None:
    assert kept(
        f"<body><article>{f'<p><a href=x>{LONG}</a></p>' * 5}</article><footer>All rights reserved</footer>"
    ) == ["All rights reserved"]


def test_forms_go_unless_they_hold_the_page() -> None:
    assert kept(f"<body><p>{LONG}</p><form>Tell us what you think</form><p>{LONG}</p></body>") == [LONG, LONG]
    assert kept(f"<body><form><p>{LONG}</p><p>{LONG}</p></form></body>") == [LONG, LONG]


@pytest.mark.parametrize("source", ["", "<a href=x>only a link</a>", "<button>x</button>", "<p></p>"])
def test_pages_without_text_of_their_own(source: str) -> None:
    assert kept(source) == []


def test_no_content_marks_whole_subtrees() -> None:
    page = Document(f"<body><p>{LONG}</p><form><p>x</p><button>y</button></form></body>")
    assert [page.name(i) for i in np.flatnonzero(no_content(page)).tolist()] == ["form", "p", "button"]
