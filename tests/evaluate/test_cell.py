import json

import pytest

from webwinnow.evaluate.cell import UNKNOWN, Cell, Failure
from webwinnow.evaluate.measures import Snippets, WordBag

BAG, SNIPPETS = WordBag(), Snippets()
SCORED = Cell(
    "a",
    size=1000,
    seconds=0.25,
    scores={BAG: {"precision": 0.5, "recall": 1.0, "f1": 2 / 3}, SNIPPETS: {"with": None, "without": 1.0}},
    approximate=(BAG,),
    expected=(BAG, SNIPPETS),
    page_type="article",
    language="en",
    site="news.example",
)
FAILED = Cell("b", size=7, expected=(BAG,), failure=Failure("timeout", "no answer within 60 s"))
NO_GOLD = Cell("c", size=7, seconds=0.1)


@pytest.mark.parametrize("cell", [SCORED, FAILED, NO_GOLD])
def test_json_and_back(cell):
    assert Cell.from_json(json.loads(json.dumps(cell.to_json()))) == cell


def test_three_outcomes():
    assert [cell.outcome for cell in (SCORED, FAILED, NO_GOLD)] == ["scored", "failed", "no gold"]


def test_a_failure_has_no_number():
    assert FAILED.number(BAG, "f1") is None
    assert SCORED.number(BAG, "f1") == 2 / 3
    assert SCORED.number(SNIPPETS, "with") is None
    assert SCORED.number("blocks", "f1") is None


def test_what_is_empty_is_not_written():
    assert NO_GOLD.to_json() == {"page": "c", "size": 7, "seconds": 0.1}
    assert Cell.from_json({"page": "c"}).language == UNKNOWN


@pytest.mark.parametrize("content", [{}, {"page": "a", "colour": "red"}, {"page": "a", "failure": {"kind": "x"}}])
def test_what_is_no_cell_is_refused(content):
    with pytest.raises((KeyError, TypeError)):
        Cell.from_json(content)
