import re
from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.measures import Snippets, WordBag
from webwinnow.evaluate.report.leaderboard import leaderboard, overall, verdict
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.summary import summarise

CLEAR = [0.9, 0.95, 0.92, 0.97, 0.91, 0.96, 0.94, 0.93, 0.9, 0.95]
BELOW = [score - 0.3 + place / 100 for place, score in enumerate(CLEAR)]
NEAR = [score + (0.01 if place % 2 else -0.012) for place, score in enumerate(CLEAR)]


def words(html: str) -> str:
    return LexborHTMLParser(html).text().replace("\u00a0", " ")


def table(run) -> tuple[list[str], list[dict[str, str]]]:
    board = Material(run).board
    assert board is not None
    tree = LexborHTMLParser(leaderboard(board, "Leaderboard"))
    heads = [each.text() for each in tree.css("thead th")]
    rows = [dict(zip(heads, [each.text() for each in row.css("th, td")], strict=True)) for row in tree.css("tbody tr")]
    return heads, rows


def test_the_numbers_are_those_of_the_summary(make_run) -> None:
    run = make_run({"p": {"low": BELOW, "clear": CLEAR}})
    _, rows = table(run)
    for row, name in zip(rows, ("clear", "low"), strict=True):
        (summary,) = (each for each in run.summary.packages[0].candidates if each.candidate == name)
        measured = summary.measures[WordBag()]
        f1 = measured.columns["f1"]
        assert row["Candidate"] == name
        assert row["F1"] == f"{f1.mean:.3f}"
        assert row["95\u00a0% interval"] == f"{f1.low:.3f}–{f1.high:.3f}"
        assert row["Precision"] == f"{measured.columns['precision'].mean:.3f}"
        assert row["Recall"] == f"{measured.columns['recall'].mean:.3f}"
        assert row["Std"] == f"{measured.deviation:.3f}"
        assert row["Scored"] == "10"
        assert row["Failed"] == "0"


def test_failures_stand_apart_and_have_a_column_only_if_there_are_any(make_run) -> None:
    heads, _ = table(make_run({"p": {"clear": CLEAR}}))
    assert "F1 with failures" not in heads
    heads, rows = table(make_run({"p": {"failing": [*CLEAR[:-1], None], "clear": CLEAR}}))
    assert heads[-1] == "F1 with failures"
    failing = next(row for row in rows if row["Candidate"] == "failing")
    assert failing["Failed"] == "1 (10.0\u00a0%)"
    assert failing["Scored"] == "9"
    assert failing["F1"] == f"{sum(CLEAR[:-1]) / 9:.3f}"
    assert failing["F1 with failures"] == f"{sum(CLEAR[:-1]) / 10:.3f}"


def test_rows_can_be_sorted_by_exact_numbers(make_run) -> None:
    board = Material(make_run({"p": {"low": BELOW, "clear": CLEAR}})).board
    assert board is not None
    tree = LexborHTMLParser(leaderboard(board, "Leaderboard"))
    orders = [float(each.attributes["data-order"] or "") for each in tree.css("td.main")]
    assert orders == pytest.approx([sum(CLEAR) / 10, sum(BELOW) / 10])
    assert [each.attributes.get("aria-sort") for each in tree.css("th[aria-sort]")] == ["descending"]


def test_level_candidates_are_marked_and_others_are_not(make_run) -> None:
    _, rows = table(make_run({"p": {"low": BELOW, "near": NEAR, "clear": CLEAR}}))
    assert [row["Rank"] for row in rows] == ["1 highest", "1 ≈ best", "3 "]


def test_a_significant_difference_is_called_better(make_run) -> None:
    board = Material(make_run({"p": {"low": BELOW, "clear": CLEAR}})).board
    assert board is not None
    said = words(verdict(board))
    assert said.startswith("clear has the highest mean F1 (0.933, 95 % interval ")
    assert said.endswith("and is significantly better than the other.")


def test_a_difference_that_may_be_chance_is_not_called_better(make_run) -> None:
    board = Material(make_run({"p": {"low": BELOW[:4], "near": NEAR[:4], "clear": CLEAR[:4]}})).board
    assert board is not None
    said = words(verdict(board))
    assert not re.search("better|worse|beats|best", said)
    assert said.endswith("Not significantly different from it: near, low.")


def test_many_level_candidates_are_counted(make_run) -> None:
    board = Material(make_run({"p": {f"c{number}": NEAR for number in range(10)}})).board
    assert board is not None
    assert words(verdict(board)).endswith("c1, c2, c3, c4, c5, c6 and 3 more.")


def test_failures_are_part_of_the_verdict(make_run) -> None:
    board = Material(make_run({"p": {"failing": [*CLEAR[:-1], None], "low": BELOW}})).board
    assert board is not None
    assert "mean F1 with failed pages counted as 0 (0.838)" in words(verdict(board))


def snippets_run(make_run):
    """A run whose pages have snippets as their only gold."""
    scores = {"plain": [(1.0, 0.1)] * 4, "bte": [(0.8, 0.9)] * 4}
    cells = {
        ("p", name): tuple(
            Cell(f"page-{number:03}", 1_000, 0.001, {Snippets(): {"with": found, "without": absent}})
            for number, (found, absent) in enumerate(values)
        )
        for name, values in scores.items()
    }
    measures = (WordBag(), Snippets())
    summary = summarise("1.2.3", measures, (), cells)
    run = make_run({"p": {"plain": [0.5] * 4, "bte": [0.5] * 4}})
    return replace(run, cells=cells, measures=measures, summary=summary)


def test_where_the_leading_measure_has_no_gold_the_next_is_shown(make_run) -> None:
    html = overall(Material(snippets_run(make_run)))
    tree = LexborHTMLParser(html)
    assert "by snippets" in tree.css_first("caption").text()
    assert [each.text() for each in tree.css("thead th")][2:5] == ["With", "95\u00a0% interval", "Without"]
    assert "With alone rewards keeping everything: read it beside Without." in tree.css_first(".verdict").text()


def test_without_any_score_it_says_so(make_run) -> None:
    assert "No page could be scored" in overall(Material(make_run({"p": {"a": [None]}})))


def test_several_packages_are_said_to_be_joined(make_run) -> None:
    run = make_run({"one": {"a": [0.5, 0.7]}, "two": {"a": [0.9]}})
    tree = LexborHTMLParser(overall(Material(run)))
    caption = "Leaderboard by word-bag, 3 pages of 2 packages; each page counts the same, whatever its package"
    assert tree.css_first("caption").text() == caption
    assert tree.css_first("td.main b").text() == "0.700"
