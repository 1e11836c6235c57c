"""Number of words and link density against the tree as one would write it down."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.document.blocks import atoms
from webwinnow.extractors.numwords_linkdensity import NumWordsLinkDensity, is_content

LONG = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"


def kept(source: str) -> list[str]:
    page = Document(source)
    return [page.source[start:end] for start, end in NumWordsLinkDensity()(page)]


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


def test_it_wins_on_an_article_between_menus() -> None:
    menu, first = "<ul><li><a>News</a></li><li><a>Sports</a></li></ul>", " ".join([LONG] * 3)
    found = kept(f"{menu}<p>{first}</p><p>A short paragraph.</p><p>{LONG}</p>{menu}")
    assert found == [first, "A short paragraph.", LONG]


def test_behind_links_only_a_long_block_counts() -> None:
    assert kept(f"<ul><li><a>News</a></li></ul><p>{LONG}</p>") == []


def test_it_loses_an_article_of_short_lines() -> None:
    assert kept("<p>Roses are red</p><p>Violets are blue</p>") == []


@pytest.mark.parametrize("source", ["", "<p></p>"])
def test_pages_without_text(source: str) -> None:
    assert kept(source) == []
