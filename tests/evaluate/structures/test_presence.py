"""What became of a structure, and a test for each of the bounds."""

from __future__ import annotations

import pytest

from webwinnow.evaluate.structures.presence import MISSING, MISSING_HEADING, WHOLE, presences
from webwinnow.evaluate.structures.structure import Outlined, Structure, StructureKind

BEFORE, AFTER = "it rained all night", "and then the sun came out"
CELLS = tuple(f"cell{number}" for number in range(100))


def presence(cells: tuple[str, ...], text: str, kind: str = "table", **settings: bool) -> str:
    words = (*BEFORE.split(), *cells, *AFTER.split())
    first = len(BEFORE.split())
    outlined = Outlined(words, (Structure(StructureKind(kind), first, first + len(cells)),))
    (found,) = presences(outlined, text, **settings)
    return str(found)


def around(cells: tuple[str, ...]) -> str:
    return "\n".join([BEFORE, " | ".join(cells), AFTER])


def test_all_words_are_whole_and_none_are_missing() -> None:
    assert presence(CELLS, around(CELLS)) == "whole"
    assert presence(CELLS, around(())) == "missing"
    assert presence(CELLS, "") == "missing"


@pytest.mark.parametrize(("lost", "expected"), [(0, "whole"), (2, "whole"), (3, "cut"), (80, "cut"), (81, "missing")])
def test_the_bounds(lost: int, expected: str) -> None:
    assert (WHOLE, MISSING) == (0.98, 0.2)
    assert presence(CELLS, around(CELLS[lost:])) == expected


def test_a_small_table_may_not_lose_one_cell() -> None:
    assert presence(CELLS[:6], around(CELLS[:5])) == "cut"


def test_a_lost_column_is_a_cut() -> None:
    assert presence(CELLS, around(CELLS[::2])) == "cut"


def test_words_that_stand_elsewhere_do_not_make_it_whole() -> None:
    cells = ("sun", "rain", "night", "out")
    assert presence(cells, f"{BEFORE} {AFTER}") == "missing"
    assert presence(cells, f"{BEFORE} {AFTER} the rain of that night was long, sun was out at noon") == "missing"


def test_numbers_between_items_do_no_harm() -> None:
    items = ("sand", "clay", "loam")
    assert presence(items, f"{BEFORE}\n1. sand\n2. clay\n3. loam\n{AFTER}", "list") == "whole"


def test_a_copy_at_another_place_is_as_good_but_not_for_gold() -> None:
    moved = "\n".join([BEFORE, AFTER, *CELLS[:4]])
    assert presence(CELLS[:4], moved) == "whole"
    assert presence(CELLS[:4], moved, copies=False) == "missing"


def test_a_heading_is_a_line_of_its_own() -> None:
    heading = ("what", "goes", "in")
    assert presence(heading, f"{BEFORE}\n## What goes in?\n{AFTER}", "heading") == "whole"
    assert presence(heading, f"{BEFORE} what goes in {AFTER}", "heading") == "cut"
    assert presence(heading, f"{BEFORE}\nWhat goes\n{AFTER}", "heading") == "cut"
    assert MISSING_HEADING == 0.5
    assert presence(heading, f"{BEFORE}\nin\n{AFTER}", "heading") == "missing"


def test_a_heading_of_the_gold_stands_at_its_own_place() -> None:
    text = f"sun\n{BEFORE}\n{AFTER}"
    assert presence(("sun",), text, "heading") == "whole"
    assert presence(("sun",), text, "heading", copies=False) == "missing"
