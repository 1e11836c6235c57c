"""Shallow text features: the learned classifiers, and the tree of two features."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_parts, kept_text
from markup import markup
from webwinnow.document import Document
from webwinnow.document.blocks import atoms
from webwinnow.extractors.shallow import (
    NumWordsLinkDensity,
    Shallow,
    columns,
    is_content,
    own_figures,
    with_neighbours,
)


def figures(source: str) -> list[dict[str, float]]:
    page = Document(source)
    rows = with_neighbours(own_figures(page, atoms(page)))
    return [dict(zip(columns(), row, strict=True)) for row in rows.tolist()]


def kept(source: str, classifier: str = "tree") -> str:
    return kept_text(Shallow(classifier), source)


def test_the_features_of_the_thesis() -> None:
    first, second = figures("<div><h2>NASA News</h2>At 12:30 | <a>Mr. Smith</a> slept. He did</div>")
    assert first["number of words"] == 2
    assert first["average word length"] == 4
    assert first["words that start with a capital"] == 2
    assert first["words all in capitals"] == 1
    assert first["ratio of words all in capitals"] == 0.5
    assert (first["in h2"], first["in h1"], first["in div"], first["in p"]) == (1, 0, 1, 0)
    assert (second["in h2"], second["in div"]) == (0, 1)
    assert second["number of words"] == 8
    assert second["link density"] == pytest.approx(2 / 8)
    assert second["date and time tokens"] == 2
    assert second["vertical bars"] == 1
    assert second["ratio of full stops"] == pytest.approx(2 / 8)
    assert second["average sentence length"] == 4
    assert second["ratio of words that start with a capital"] == pytest.approx(4 / 8)
    assert (first["absolute position"], second["absolute position"]) == (0, 1)
    assert (first["relative position"], second["relative position"]) == (0, 1)


def test_the_local_context_is_the_figures_of_the_neighbours() -> None:
    first, second = figures("<p>one</p><p>two three</p>")
    assert (first["previous number of words"], first["next number of words"]) == (0, 2)
    assert (second["previous number of words"], second["next number of words"]) == (1, 0)


def test_the_figures_are_finite() -> None:
    page = Document("<p>!!!<p>| |<p>2026-11-15")
    assert np.isfinite(own_figures(page, atoms(page))).all()


LONG = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"


def kept_by_two_features(source: str) -> list[str]:
    return kept_parts(NumWordsLinkDensity(), source)


def asked(words: list[int], links: list[float], at: int) -> bool:
    """The tree, one question after the other."""
    before = words[at - 1] if at else 0
    behind = words[at + 1] if at + 1 < len(words) else 0
    if links[at] > 0.333333:
        return False
    if (links[at - 1] if at else 0) > 0.555556:
        return words[at] > 40 or behind > 17
    if words[at] > 16 or behind > 15:
        return True
    return before > 4


@given(st.lists(st.tuples(st.integers(0, 50), st.sampled_from([0.0, 0.3, 0.4, 0.6, 1.0])), min_size=1, max_size=12))
def test_all_blocks_at_once(blocks: list[tuple[int, float]]) -> None:
    words, links = [each[0] for each in blocks], [each[1] for each in blocks]
    expected = [asked(words, links, at) for at in range(len(blocks))]
    assert is_content(np.array(words), np.array(links)).tolist() == expected


def test_text_blocks_end_at_every_tag_but_links() -> None:
    page = Document("<p>one <a>two</a> three <b>four</b> five<!-- no tag --> six</p>")
    blocks = atoms(page)
    texts = [
        page.source[page.runs.start[a] : page.runs.end[b - 1]]
        for a, b in zip(blocks.first[:-1], blocks.first[1:], strict=True)
    ]
    assert texts == ["one <a>two</a> three", "four", "five<!-- no tag --> six"]


@given(markup())
def test_text_blocks_hold_every_visible_run_once(source: str) -> None:
    page = Document(source)
    blocks = atoms(page)
    assert blocks.runs.tolist() == page.blocks.runs.tolist()
    assert len(blocks) >= len(page.blocks) or not len(blocks)


def test_two_features_win_on_an_article_between_menus() -> None:
    menu, first = "<ul><li><a>News</a></li><li><a>Sports</a></li></ul>", " ".join([LONG] * 3)
    found = kept_by_two_features(f"{menu}<p>{first}</p><p>A short paragraph.</p><p>{LONG}</p>{menu}")
    assert found == [first, "A short paragraph.", LONG]


def test_behind_links_only_a_long_block_counts() -> None:
    assert kept_by_two_features(f"<ul><li><a>News</a></li></ul><p>{LONG}</p>") == []


def test_it_loses_an_article_of_short_lines() -> None:
    assert kept_by_two_features("<p>Roses are red</p><p>Violets are blue</p>") == []


@pytest.mark.parametrize("source", ["", "<p></p>"])
def test_two_features_on_pages_without_text(source: str) -> None:
    assert kept_by_two_features(source) == []
