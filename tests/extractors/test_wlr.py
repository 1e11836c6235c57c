"""Words to leaves, for text and with media (bhardwaj2014, section III)."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_parts
from markup import markup, well_formed
from nodes import Node, body_of, nodes
from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBER
from webwinnow.errors import ParameterError
from webwinnow.expression import parse
from webwinnow.extraction import extract
from webwinnow.extractors.wlr import WLR, WLRMedia, relevance, words_per_leaf

NOISY = ("title", "script", "head", "meta", "style", "noscript", "link", "select")
NOBODY_SEES = ("script", "style", "template", "noscript", "svg", "title")


def is_block(name: str) -> bool:
    return bool(name in NUMBER and BLOCK[NUMBER[name]]) and name not in NOBODY_SEES


def ratios(page: Document) -> np.ndarray:
    noisy = [node.within(*NOISY) for node in nodes(page)]
    return words_per_leaf(page, np.array(noisy))


def naive_leaves(page: Document, node: Node) -> list[int]:
    """The words of each leaf, where text that no start or end of a block parts is one leaf."""
    texts = sorted(
        (text.start, text.end, text.words)
        for inner in node.subtree()
        if not inner.within(*NOISY)
        for text in inner.texts
        if text.words
    )
    tags = [
        start
        for start, code in zip(page.tokens.tag_start.tolist(), page.tokens.code.tolist(), strict=True)
        if code and (is_block(page.tokens.name(abs(code))) or page.tokens.name(abs(code)) == "br")
    ]
    leaves = [words for _, _, words in texts[:1]]
    for (_, before_end, _), (start, _, words) in pairwise(texts):
        if any(before_end <= tag < start for tag in tags):
            leaves.append(words)
        else:
            leaves[-1] += words
    return leaves


def naive_ratio(page: Document, node: Node) -> float:
    """Formula 4: words by leaves."""
    leaves = naive_leaves(page, node)
    return sum(leaves) / len(leaves) if leaves else 0.0


def naive_relevance(all_nodes: list[Node], ratio: list[float], factor: str) -> list[float]:
    """Formulas 5 to 9, with the first factor of formula 6 as printed, or divided by the bound of formula 5."""
    bound = sqrt(max(ratio) * ratio[body_of(all_nodes).index])
    initial = [node.index for node in all_nodes if ratio[node.index] >= bound * (1 - 1e-12)]
    least, most = min(value for value in ratio if value), max(ratio)
    found = [0.0] * len(all_nodes)

    def weight(index: int) -> float:
        position = 1 - (index - min(initial)) / max(max(initial) - min(initial), 1)
        relative = (ratio[index] - least) / (most - least) if most > least else 1.0
        return position * max(relative, 0.0) if index in initial else 0.0

    def go(node: Node) -> float:
        inside = sum(go(child) for child in node.children)
        scale = max(bound, 1.0) if factor == "bound" else 1.0
        found[node.index] = ratio[node.index] / scale * max(weight(node.index), inside)
        return found[node.index]

    go(all_nodes[0])
    return found


def kept(source: str) -> list[str]:
    return kept_parts(WLR(factor="bound"), source)


@given(well_formed())
def test_ratios_are_those_of_the_nodes(source: str) -> None:
    page = Document(source)
    assert ratios(page) == pytest.approx([naive_ratio(page, node) for node in nodes(page)])


@pytest.mark.parametrize("factor", ["ratio", "bound"])
@given(source=markup())
def test_relevance_is_that_of_the_recursion(factor: str, source: str) -> None:
    page = Document(source)
    ratio = ratios(page)
    if ratio.any():
        expected = naive_relevance(nodes(page), ratio.tolist(), factor)
        assert relevance(page.elements, ratio, factor) == pytest.approx(expected)


@given(markup())
def test_the_most_relevant_element_of_the_initial_set_is_chosen(source: str) -> None:
    """Formula 6 multiplies by WLR(n), which is never below one: among all elements the whole page would win."""
    page = Document(source)
    ratio = ratios(page)
    if ratio.any():
        scores, bound = WLR(competing="dense").scores(page), sqrt(max(ratio) * ratio[body_of(nodes(page)).index])
        initial = [index for index in range(len(ratio)) if ratio[index] >= bound * (1 - 1e-12)]
        assert scores.chosen == [max(initial, key=lambda index: (scores.relevance[index], -index))]
        assert np.argmax(scores.relevance) == 0
        assert WLR().scores(page).chosen == [0]
    else:
        assert WLR()(page) == page.select([])


def test_of_dense_elements_a_block_wins_and_of_all_the_page_around_it() -> None:
    block = "<p>A block of some more words, as there are on most pages.</p>"
    page = Document(f"<body><ul>{'<li>Menu</li>' * 9}</ul><div>{block * 3}</div><footer>Imprint</footer></body>")
    assert {page.source[start:end] for start, end in WLR(competing="dense")(page)} == {block[3:-4]}
    assert WLR()(page) == page.visible


def test_worked_example() -> None:
    """Three leaves of 1, 6 and 6 words: the body has 13 / 3, the division 6, and max_WLR is 6.

    The bound is sqrt(6 * 13 / 3) = 5.099, so the division and its paragraphs are the initial set. Their r_WLR is 1 and
    their positions are 1, 1/2 and 0; the division is worth 6 / 5.099 * max(1, 6 / 5.099 / 2), the first paragraph half.
    """
    page = Document("<body><h1>Title</h1><div><p>one two three four five six</p><p>a <b>b</b> c d e f</p></div></body>")
    ratio = ratios(page)
    assert ratio.tolist() == pytest.approx([13 / 3, 13 / 3, 1, 6, 6, 6, 1])
    growth = 6 / sqrt(6 * 13 / 3)
    assert relevance(page.elements, ratio, "bound")[3:6] == pytest.approx([growth, growth / 2, 0])
    assert kept(page.source) == ["one two three four five six", "a", "b", "c d e f"]


def test_a_formatted_line_is_one_leaf() -> None:
    page = Document("<body><p>a <b>b</b> <i>c</i> <a href=x>d</a></p></body>")
    assert ratios(page)[body_of(nodes(page)).index] == 4


def test_a_line_break_ends_a_leaf() -> None:
    page = Document("<body><p>a b c<br>d</p></body>")
    assert ratios(page)[body_of(nodes(page)).index] == 2


def test_of_equally_relevant_elements_the_first_is_chosen() -> None:
    page = Document("<body><div><p>only these words</p></div></body>")
    relevant = relevance(page.elements, ratios(page), "bound")
    assert np.argmax(relevant) == 0
    assert kept(page.source) == ["only these words"]


def test_it_wins_on_an_article_between_menus() -> None:
    source = (
        "<body><ul><li><a>Home</a></li><li><a>News</a></li><li><a>Sport</a></li></ul><div>"
        + "<p>A paragraph of some more words, as there are in articles.</p>" * 3
        + "</div><footer><p>Imprint</p><p>Privacy</p></footer></body>"
    )
    assert kept(source) == ["A paragraph of some more words, as there are in articles."] * 3


def test_it_loses_to_one_long_line_elsewhere() -> None:
    source = f"<body><p>Short text.</p><p>Few words here.</p><footer><p>{'legal notice ' * 40}</p></footer></body>"
    assert kept(source) == [("legal notice " * 40).strip()]


def test_a_bound_keeps_one_long_line_from_winning() -> None:
    article = [f"{number}: {'some words of an article ' * 4}".strip() for number in ("One", "Two", "Three")]
    notice = ("legal notice " * 100).strip()
    source = f"<div>{''.join(f'<p>{text}</p>' for text in article)}</div><footer><p>{notice}</p></footer>"
    page = Document(f"<body>{'<li>menu</li>' * 30}{source}</body>")
    assert [page.source[start:end] for start, end in WLR(factor="bound")(page)] == [notice]
    assert [page.source[start:end] for start, end in WLR(20, "bound")(page)] == article


@given(well_formed(), st.integers(1, 5))
def test_bounded_leaves_count_for_no_more(source: str, longest: int) -> None:
    page = Document(source)
    noisy = np.array([node.within(*NOISY) for node in nodes(page)])
    bounded = words_per_leaf(page, noisy, longest)
    for node in nodes(page):
        leaves = [words for words in naive_leaves(page, node) if words]
        if is_block(node.name) and leaves:
            assert bounded[node.index] == pytest.approx(sum(min(leaf, longest) for leaf in leaves) / len(leaves))
        assert bounded[node.index] <= longest
    assert words_per_leaf(page, noisy, 1000) == pytest.approx(ratios(page))


@pytest.mark.parametrize("longest", [-1, 2.5, True])
def test_other_bounds_are_refused(longest: object) -> None:
    with pytest.raises(ParameterError, match="wlr: longest must be a whole number"):
        WLR(longest=longest)


@pytest.mark.parametrize(
    "source", ["", "<p></p>", "<body><noscript>never</noscript>", "<p>!?</p>", "<select><option>x</select>"]
)
def test_pages_without_words(source: str) -> None:
    assert kept(source) == []


def test_hundreds_of_dense_elements_inside_each_other() -> None:
    source = "<li>x</li>" * 500 + "<div>" * 500 + "word " * 1000
    assert kept(source)


TEXT = "A paragraph of some more words, as there are in articles."
SOURCE = (
    "<body><ul><li><a>Home</a></li><li><a>News</a></li></ul>"
    f"<div id=text><p>{TEXT}</p><p>{TEXT}</p></div>"
    "<div id=show><h2>Slides</h2><div id=frame><img src=slide width=800 height=600><img src=next width=20 height=20>"
    "<p>Next</p></div></div>"
    "<footer><img src=logo width=300 height=400><p>Imprint</p></footer></body>"
)


def test_the_text_is_that_of_wlr() -> None:
    page = Document(SOURCE)
    assert WLRMedia()(page) == WLR(competing="dense")(page)
    assert WLRMedia(longest=3)(page) == WLR(longest=3, competing="dense")(page)
    assert parse("wlr-media-dense")(page) == parse("wlr-dense")(page) == WLR(factor="bound")(page)


def test_larger_than_the_threshold_wherever_it_stands() -> None:
    page = Document(SOURCE)
    assert [medium.url for medium in WLRMedia().media(page)] == ["slide"]
    assert [medium.url for medium in WLRMedia(area=119_999).media(page)] == ["slide", "logo"]
    assert [medium.url for medium in WLRMedia(area=0).media(page)] == ["slide", "next", "logo"]


def test_ancestors_are_shown_and_siblings_are_not() -> None:
    shown = extract(SOURCE, "wlr-media-dense", headline=False).html()
    slide = "<img src=slide width=800 height=600>"
    assert shown == (
        f"<body><div id=text><p>{TEXT}</p><p>{TEXT}</p></div><div id=show><div id=frame>{slide}</div></div></body>"
    )


def test_what_step_2_hides_is_not_shown() -> None:
    """Media without words and size in the selected node, and elements without words outside of it."""
    kept_image = "<img src=mill width=640 height=480>"
    page = (
        "<head><style>p {}</style></head><body><img src=ad width=88 height=31><hr><p>Home</p>"
        f"<div><p>{TEXT}<img src=unknown></p><br>{kept_image}<p>{TEXT}<canvas></canvas></p></div><hr></body>"
    )
    assert extract(page, "wlr-media-dense", headline=False).html() == (
        "<head><style>p {}</style></head><body>" + f"<div><p>{TEXT}</p><br>{kept_image}<p>{TEXT}</p></div></body>"
    )
    assert "unknown" in extract(page, "wlr-dense").html()


def test_other_areas_are_refused() -> None:
    for area in (-1, 2.5, True):
        with pytest.raises(ParameterError, match="wlr-media: area must be a whole number"):
            WLRMedia(area=area)


def test_pages_without_words_may_have_media() -> None:
    result = extract("<canvas width=800 height=600></canvas>", "wlr-media")
    assert [medium.kind for medium in result.media] == ["canvas"]
    assert result.html() == "<canvas width=800 height=600></canvas>"
