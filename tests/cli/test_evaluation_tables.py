"""Tables of results in the terminal; `test_evaluate.py` reads whole ones."""

from __future__ import annotations

from webwinnow.cli.evaluation_tables import _shown, aligned
from webwinnow.evaluate.measures import BlockOrder, Snippets, WordBag
from webwinnow.evaluate.measures.structures import WholeTables


def test_a_measure_shows_f1_or_all_it_has() -> None:
    assert _shown(WordBag(), {"precision", "recall", "f1"}, 1) == ["f1"]
    assert _shown(Snippets(), {"without", "with"}, 9) == ["with", "without"]
    assert _shown(WholeTables(), {"extra", "missing", "cut", "whole"}, 6) == ["whole", "cut", "missing", "extra"]
    assert _shown(WholeTables(), set(), 6) == []


def test_with_many_measures_only_what_candidates_are_compared_by() -> None:
    assert _shown(WholeTables(), {"extra", "missing", "cut", "whole"}, 7) == ["whole"]
    assert _shown(BlockOrder(), {"order"}, 7) == ["order"]


def test_names_to_the_left_and_numbers_to_the_right() -> None:
    assert aligned([["", "f1"], ["bte", "0.5"], ["lqf", "0.25"]]) == "       f1\nbte   0.5\nlqf  0.25\n"
