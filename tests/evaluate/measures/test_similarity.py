"""Tree edit distance against counting by hand and a naive reference, and the pairing of parts."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate.measures.markdown import paired, similarity, text_distance
from webwinnow.evaluate.structures.markdown import Part, PartKind, read_markdown


def table(*rows: str) -> Part:
    cells = (tuple(Part(PartKind.CELL, cell) for cell in row.split()) for row in rows)
    return Part(PartKind.TABLE, parts=tuple(Part(PartKind.ROW, parts=row) for row in cells))


GOLD = table("a b", "1 2", "3 4")
"""Ten nodes: the table, three rows, six cells."""


@pytest.mark.parametrize(
    ("found", "lost"),
    [
        (GOLD, 0),
        (table("a b", "1 2"), 3),
        (table("a", "1", "3"), 3),
        (table("a b", "1 2", "3"), 1),
        (table("a b", "1 2", "3 5"), 1),
        (table("a b", "3 4", "1 2"), 4),
        (table(), 9),
    ],
)
def test_what_is_lost_counts_by_nodes(found: Part, lost: int) -> None:
    assert similarity(GOLD, found) == pytest.approx(1 - lost / 10)
    assert similarity(found, GOLD) == similarity(GOLD, found)


def test_a_cell_that_is_nearly_right_costs_its_edit_distance() -> None:
    assert similarity(table("abcd b", "1 2", "3 4"), table("abcx b", "1 2", "3 4")) == pytest.approx(1 - 0.25 / 10)


def test_a_list_that_lost_its_nesting_is_not_the_same() -> None:
    nested, flat = (read_markdown(text).parts[0] for text in ("- a\n  - b\n- c", "- a\n- b\n- c"))
    assert 0.2 < similarity(nested, flat) < 0.8
    ordered = read_markdown("3. a\n4. b").parts[0]
    assert similarity(ordered, read_markdown("1. a\n2. b").parts[0]) == pytest.approx(1 - 1 / 3)


def test_of_huge_tables_only_equal_ones_are_alike() -> None:
    large = table(*(f"{number} x y z" for number in range(1000)))
    other = table(*(f"{number} x y z" for number in range(1001)))
    assert (similarity(large, large), similarity(large, other)) == (1.0, 0.0)


@cache
def naive(first: tuple[Part, ...], second: tuple[Part, ...]) -> float:
    """Selkow's distance of two forests, by its definition."""
    if not first or not second:
        return sum(sum(1 for _ in part.walk()) for part in (*first, *second))
    mine, theirs = first[-1], second[-1]
    rename = text_distance(mine.text, theirs.text) if mine.kind is theirs.kind else 1.0
    return min(
        naive(first[:-1], second) + naive((mine,), ()),
        naive(first, second[:-1]) + naive((), (theirs,)),
        naive(first[:-1], second[:-1]) + rename + naive(mine.parts, theirs.parts),
    )


rows = st.lists(st.lists(st.sampled_from(["a", "b", "ab", "1"]), min_size=1, max_size=3).map(" ".join), max_size=4)


@given(rows, rows)
def test_the_distance_is_that_of_the_definition(first: list[str], second: list[str]) -> None:
    mine, theirs = table(*first), table(*second)
    nodes = max(sum(1 for _ in part.walk()) for part in (mine, theirs))
    assert similarity(mine, theirs) == pytest.approx(1 - naive(mine.parts, theirs.parts) / nodes)


def test_pairs_keep_their_order_and_what_has_no_partner_counts() -> None:
    one, two, three = table("a b"), table("c d"), table("e f")
    assert paired([one, two], [one, two], similarity) == 1.0
    assert paired([one, two], [two], lambda mine, theirs: float(mine == theirs)) == pytest.approx(2 / 3)
    assert paired([one, two], [two, one], lambda mine, theirs: float(mine == theirs)) == pytest.approx(1 / 2)
    assert paired([one], [one, three], lambda mine, theirs: float(mine == theirs)) == pytest.approx(2 / 3)
    assert paired([], [], similarity) is None
    assert paired([], [one], similarity) == 0.0
