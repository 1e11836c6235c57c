import pytest

from webwinnow.evaluate.cell import Cell, Failure
from webwinnow.evaluate.summarising import Wanted, summarise
from webwinnow.evaluate.tables import page_table, summary_table

CELLS = [
    Cell("a", 10, 0.5, {"word-bag": {"precision": 1.0, "recall": 0.5, "f1": 2 / 3}}, expected=("word-bag",)),
    Cell("b", 20, failure=Failure("crash", "a\tb\nc"), expected=("word-bag",)),
]


def rows(table: str) -> list[list[str]]:
    return [line.split("\t") for line in table.splitlines()]


def test_one_line_per_page_with_time_and_every_number():
    head, first, second = rows(page_table(CELLS, ["word-bag", "snippets"]))
    assert head[:5] == ["page", "outcome", "reason", "bytes", "seconds"]
    assert head[5:] == ["word-bag precision", "word-bag recall", "word-bag f1", "snippets with", "snippets without"]
    assert first == ["a", "scored", "", "10", "0.5", "1", "0.5", "0.666666667", "", ""]
    assert second == ["b", "failed", "crash: a b c", "20", "", "", "", "", "", ""]


def test_the_summary_has_one_line_per_package_candidate_and_measure():
    summary = summarise(Wanted("", ("word-bag",), ()), {("p", "x"): CELLS, ("q", "x"): CELLS[1:]})
    head, *lines = rows(summary_table(summary))
    named = [dict(zip(head, line, strict=True)) for line in lines]
    assert [(line["package"], line["measure"]) for line in named] == [
        ("p", "word-bag"),
        ("q", ""),
        ("all packages", "word-bag"),
    ]
    assert float(named[0]["f1"]) == pytest.approx(2 / 3)
    assert float(named[0]["f1_with_failures"]) == pytest.approx(1 / 3)
    assert [line["failures"] for line in named] == ["1", "1", "2"]
    assert (named[1]["f1"], named[1]["seconds_per_kB"]) == ("", "")
