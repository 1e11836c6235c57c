"""Structures are kept or dropped as wholes, and short ones go with the text around them."""

from __future__ import annotations

import numpy as np
import pytest

from webwinnow import extract
from webwinnow.document import Document
from webwinnow.document.structures import KINDS
from webwinnow.explain.why import why
from webwinnow.extractors.consensus import wholes
from webwinnow.extractors.consensus.consensus import Consensus
from webwinnow.extractors.consensus.wholes import FIGURES, announced, copied_wholes, figures, joined, with_sections
from webwinnow.kernels import LIBRARY
from webwinnow.signals.symmetric_trees import DEPTH, SymmetricTrees

PARAGRAPHS = (
    "Winnowing separates grain from chaff with the help of the wind, as it has been done for thousands of years.",
    "The harvest is thrown into the air, so that the lighter chaff is blown away while the heavier grain falls back.",
    "On most farms machines do the work today, yet the principle is the same: a stream of air lifts what is light.",
    "Whoever has tried it once knows that the right wind matters more than anything else, and that patience helps.",
)
STRUCTURES = (
    "<ol start=3><li>third<ul><li>nested</li></ul></li><li>fourth</li></ol>",
    "<table><caption>Yield by year</caption><tr><th>Year<th>Yield<tr><td>2023<td>4.1<tr><td>2024<td>3.9</table>",
    "<pre><code>toss(grain)\nwait(wind)</code></pre>"
    "<figure><img src=field.jpg width=800 height=600><figcaption>A farmer in the field</figcaption></figure>",
)
BETWEEN = "".join(f"<p>{text}</p>{more}" for text, more in zip(PARAGRAPHS, (*STRUCTURES, ""), strict=True))
SMALL = f"<title>How to winnow</title><h1>How to winnow</h1>{BETWEEN}"
FRAMED = (
    f"<html><head><title>How to winnow - Farm News</title></head><body><nav><ul><li><a href=/>Home</a>"
    f"<li><a href=/n>News</a></ul></nav><main><article><h1>How to winnow</h1>{BETWEEN}</article></main>"
    "<aside><ul><li><a href=/1>Ten ploughs for the spring</a><li><a href=/2>A bridge of ropes</a></ul></aside>"
    "<footer><p>All rights reserved. <a href=/p>Privacy</a></p></footer></body></html>"
)


@pytest.mark.parametrize("source", [SMALL, FRAMED])
def test_structures_between_paragraphs_are_whole(source: str) -> None:
    found = extract(source).markdown
    for line in ("3. third", "nested", "4. fourth", "Yield by year", "| 2023 | 4.1 |", "| 2024 | 3.9 |"):
        assert line in found
    for text in ("toss(grain)\nwait(wind)", *PARAGRAPHS):
        assert text in found
    assert "A farmer in the field" in found or source == SMALL  # packages differ on captions; a bare page has no say
    assert "Ten ploughs" not in found


def test_why_names_the_structure() -> None:
    place = why(Document(FRAMED), Consensus(), "third").places[0]
    assert "whole list" in {signal.name for decision in place.decisions for signal in decision.signals}


def together(odds: list[float], words: list[float], whole: list[int], *kinds: str) -> np.ndarray:
    kind = np.array([KINDS.index(each) for each in kinds], dtype=np.int8)
    return joined(np.array(odds), np.array(words), np.array(whole), kind, np.full(len(kind), -1))


def test_all_blocks_of_a_structure_are_as_likely() -> None:
    found = together([3.0, 1.0, -1.0, 3.0], [20.0, 2.0, 2.0, 20.0], [-1, 0, 0, -1], "table")
    assert found[1] == found[2] > 0
    assert found[[0, 3]].tolist() == [3.0, 3.0]


def test_a_long_structure_speaks_for_itself() -> None:
    odds = [4.0, -1.0, -1.0, 4.0]
    short = together(odds, [30.0, 3.0, 3.0, 30.0], [-1, 0, 0, -1], "list")
    long = together(odds, [30.0, 900.0, 900.0, 30.0], [-1, 0, 0, -1], "list")
    assert short[1] > 0 > long[1]


def test_captions_listen_less_than_tables() -> None:
    caption, table = (
        together([4.0, -1.0, 4.0], [30.0, 5.0, 30.0], [-1, 0, -1], kind)[1] for kind in ("figure", "table")
    )
    assert -1.0 < caption < table
    assert table > 0


def test_a_list_between_text_does_not_fall_out() -> None:
    words, whole = [30.0, 20.0, 20.0, 30.0], [-1, 0, 0, -1]
    inside, at_the_end = (together([3.0, -2.0, -2.0, last], words, whole, "list")[1] for last in (3.0, -1.0))
    assert inside > 0 > at_the_end


def test_what_is_plainly_something_else_stays_so() -> None:
    found = together([2.0, 2.0, -6.0, 2.0, 2.0], [40.0, 40.0, 4.0, 40.0, 40.0], [0] * 5, "table")
    assert found[2] == -6.0
    assert (found[[0, 1, 3, 4]] > 1).all()


def test_pages_without_structures_stay_as_they_are() -> None:
    assert together([1.0, -1.0], [1.0, 1.0], [-1, -1]).tolist() == [1.0, -1.0]


@pytest.mark.parametrize("seed", range(20))
def test_compiled_code_says_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = np.random.default_rng(seed)
    blocks, structures = int(numbers.integers(1, 60)), int(numbers.integers(1, 9))
    odds = numbers.normal(0, 4, blocks).astype(np.float32)
    words, whole = numbers.integers(0, 500, blocks) / 2, numbers.integers(-1, structures, blocks)
    kind = numbers.integers(0, len(KINDS), structures).astype(np.int8)
    lead = numbers.choice(np.append(np.flatnonzero(whole < 0), -1), structures)
    lists, doubted = forest(numbers), numbers.choice([0, -3, 1], blocks).astype(np.float32)
    asked = [(None, None), (lists, None), (lists, doubted)]
    ours = [joined(odds, words, whole, kind, lead, *each) for each in asked]
    monkeypatch.setattr(wholes, "LIBRARY", None)
    theirs = [joined(odds, words, whole, kind, lead, *each) for each in asked]
    assert all(mine.dtype == other.dtype for mine, other in zip(ours, theirs, strict=True))
    assert np.array_equal(ours, theirs)


def forest(numbers: np.random.Generator) -> SymmetricTrees:
    """Make trees that ask for all figures of a list."""
    trees = 2 * len(FIGURES)
    column = np.resize(np.arange(len(FIGURES)), (trees, DEPTH))
    leaf = numbers.normal(0, 2, (trees, 2**DEPTH)).astype(np.float32)
    return SymmetricTrees(column, numbers.normal(0, 3, (trees, DEPTH)).astype(np.float32), leaf, 0.25)


def surely(said: float) -> SymmetricTrees:
    """Make trees that say the same of every list."""
    return SymmetricTrees(
        np.zeros((1, DEPTH), np.intp), np.zeros((1, DEPTH), np.float32), np.full((1, 2**DEPTH), said, np.float32), 0.0
    )


@pytest.mark.parametrize("library", [LIBRARY, None])
def test_trees_for_lists_have_a_second_opinion(library: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wholes, "LIBRARY", library)
    odds, words = np.array([3, -1, -1, -3], np.float32), np.array([30.0, 5.0, 5.0, 30.0])
    given = odds, words, np.array([-1, 0, 0, -1])

    def listed(kind: str, trees: SymmetricTrees | None, doubted: float = 0.0) -> float:
        kinds, lead = np.array([KINDS.index(kind)], np.int8), np.array([-1])
        return float(joined(*given, kinds, lead, trees, np.full(4, doubted, np.float32))[1])

    without = listed("list", None)
    assert listed("list", surely(5.0)) > max(without, 0.0)
    assert listed("links", surely(-5.0)) < listed("links", None)
    assert listed("table", surely(5.0)) == listed("table", None)
    assert listed("list", surely(5.0), doubted=-3.0) == without


def test_a_list_is_told_by_its_items_and_by_the_text_around() -> None:
    odds, words = np.array([1, 2, -2, 4], np.float32), np.array([10.0, 3.0, 3.0, 10.0])
    kind, lead = np.array([KINDS.index("list")], np.int8), np.array([0])
    (found,) = figures(odds, words, np.array([-1, 0, 0, -1]), kind, lead)
    assert dict(zip(FIGURES, found.tolist(), strict=True)) == {
        "own": 0.0, "highest": 2.0, "lowest": -2.0, "words": 6.0, "words per block": 3.5, "before": 1.0, "behind": 4.0,
        "lead": 1.0, "kind": 1.0,
    }  # fmt: skip


def sections(odds: list[float], heading: list[bool], words: list[float] | None = None) -> list[float]:
    given = np.array(odds, dtype=np.float32), np.array(words or [5.0] * len(odds)), np.full(len(odds), -1)
    found: list[float] = with_sections(*given, np.array(heading), 0.5).tolist()
    return found


def test_a_heading_listens_to_the_text_below() -> None:
    assert sections([-1.0, 3.0, 5.0], [True, False, False]) == [1.5, 3.0, 5.0]
    assert sections([1.0, -3.0, 5.0], [True, False, True]) == [-1.0, -3.0, 5.0]


def test_headings_one_above_the_other_listen_to_the_same_text() -> None:
    assert sections([-1.0, 1.0, 3.0], [True, True, False]) == [1.0, 2.0, 3.0]


def test_a_long_heading_speaks_for_itself() -> None:
    assert sections([2.0, -4.0], [True, False], [30.0, 5.0]) == [2.0, -4.0]


@pytest.mark.parametrize("seed", range(20))
def test_compiled_code_says_the_same_of_sections(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = np.random.default_rng(seed)
    blocks = int(numbers.integers(1, 60))
    odds, heading = numbers.normal(0, 4, blocks).astype(np.float32), numbers.random(blocks) < 0.4
    words, whole = numbers.integers(0, 50, blocks) / 2, numbers.integers(-1, 2, blocks)
    ours = with_sections(odds, words, whole, heading, 0.4)
    monkeypatch.setattr(wholes, "LIBRARY", None)
    theirs = with_sections(odds, words, whole, heading, 0.4)
    assert ours.dtype == theirs.dtype
    assert np.array_equal(ours, theirs)


def copied(again: list[bool], whole: list[int], *kinds: str) -> list[bool]:
    kind = np.array([KINDS.index(each) for each in kinds], dtype=np.int8)
    found: list[bool] = copied_wholes(np.array(again), np.full(len(again), 9.0), np.array(whole), kind).tolist()
    return found


def test_no_cell_falls_out_of_a_table_because_another_says_the_same() -> None:
    assert copied([False, False, True, False], [0, 0, 0, -1], "table") == [False] * 4
    assert copied([False, True, True, True], [-1, 0, 0, 0], "table") == [False, True, True, True]


def test_a_quotation_is_a_copy_only_where_the_text_beside_it_is_one() -> None:
    assert copied([False, True, False], [-1, 0, -1], "quotation") == [False] * 3
    assert copied([True, True, False], [-1, 0, -1], "quotation") == [True, True, False]


def test_what_is_announced_is_kept_with_the_announcement() -> None:
    odds, words = np.array([2.0, -3.0, 0.5, -1.0, -2.0, 0.3, -1.0], np.float32), np.array([5.0, 2, 2, 5, 2, 2, 2])
    whole, kind = np.array([-1, 0, 0, -1, 1, -1, 2]), np.array([KINDS.index("list")] * 3)
    found = announced(odds, words, whole, kind, np.array([0, 3, 5]))
    assert found.tolist() == pytest.approx([2, 1, 1, -1, -2, 0.3, 0.3])  # up to a limit; never by what is dropped
    assert found.dtype == odds.dtype
    assert announced(odds, words, whole, kind, np.full(3, -1)) is odds


def test_few_words_announce_no_links() -> None:
    odds, whole = np.array([2.0, -3.0], np.float32), np.array([-1, 0])
    links = np.array([KINDS.index("links")])
    assert announced(odds, np.array([1.0, 9]), whole, links, np.array([0])) is odds
    assert announced(odds, np.array([4.0, 9]), whole, links, np.array([0])).tolist() == [2, 1]


def test_no_colon_is_followed_by_nothing() -> None:
    listed = "<ul><li><a href=/a>Oak mills</a><li><a href=/b>Elm mills</a><li><a href=/c>Ash mills</a></ul>"
    page = FRAMED.replace(STRUCTURES[0], f"<p>On this coast there are three kinds of them:</p>{listed}")
    assert "- Oak mills\n- Elm mills\n- Ash mills\n" in extract(page).text
