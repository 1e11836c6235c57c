import numpy as np
import pytest

from webwinnow.evaluate.measures import Snippets, WordBag
from webwinnow.evaluate.report.material import Board, Material, make_board, mean_of, page_scores
from webwinnow.evaluate.report.worst import worst_pages

CLEAR = [0.9, 0.95, 0.92, 0.97, 0.91, 0.96, 0.94, 0.93, 0.9, 0.95]
BELOW = [score - 0.3 + place / 100 for place, score in enumerate(CLEAR)]
NEAR = [score + (0.01 if place % 2 else -0.012) for place, score in enumerate(CLEAR)]


def board_of(run) -> Board:
    board = Material(run).board
    assert board is not None
    return board


def test_the_highest_stands_first_and_ranks_are_shared_unless_the_difference_is_significant(make_run) -> None:
    board = board_of(make_run({"p": {"low": BELOW, "near": NEAR, "clear": CLEAR}}))
    assert [(row.mark.name, row.rank, row.standing) for row in board.rows] == [
        ("clear", 1, "best"),
        ("near", 1, "level"),
        ("low", 3, "behind"),
    ]


def test_a_higher_mean_on_too_few_pages_is_not_called_better(make_run) -> None:
    board = board_of(make_run({"p": {"low": BELOW[:4], "high": CLEAR[:4]}}))
    assert [(row.mark.name, row.standing) for row in board.rows] == [("high", "best"), ("low", "level")]


def test_who_fails_on_hard_pages_does_not_stand_above_who_answers(make_run) -> None:
    easy = [0.99, 0.99, *[None] * 8]
    board = board_of(make_run({"p": {"easy": easy, "clear": CLEAR}}))
    assert [row.mark.name for row in board.rows] == ["clear", "easy"]
    assert mean_of(board.rows[1], "f1") == pytest.approx(0.99)
    assert board.rows[1].standing == "behind"
    assert board.failed


def test_who_has_no_score_stands_last_without_a_rank(make_run) -> None:
    board = board_of(make_run({"p": {"none": [None] * 10, "clear": CLEAR}}))
    assert [(row.mark.name, row.rank) for row in board.rows] == [("clear", 1), ("none", None)]
    assert [row.mark.name for row in board.scored] == ["clear"]


def test_marks_follow_the_run_and_not_the_rank(make_run) -> None:
    board = board_of(make_run({"p": {"low": BELOW, "clear": CLEAR}}))
    assert [(row.mark.name, row.mark.number) for row in board.rows] == [("clear", 1), ("low", 0)]


def test_the_first_measure_with_scores_is_taken(make_run) -> None:
    run = make_run({"p": {"clear": CLEAR}})
    material = Material(run)
    board = make_board(run.summary.packages[0], material.marks, [Snippets(), WordBag()])
    assert board is not None and board.measure == WordBag()
    assert board.columns == ("f1", "precision", "recall")
    assert make_board(run.summary.packages[0], material.marks, ["snippets"]) is None


SCORES = {
    "one": {"a": [0.5, 0.9, None], "b": [0.6, 0.9, 0.2]},
    "two": {"a": [0.1], "b": [0.0]},
}


@pytest.fixture
def scores(make_run):
    return page_scores(make_run(SCORES), ["one", "two"], WordBag(), "f1")


def test_each_number_stands_at_its_page(scores) -> None:
    assert scores.pages == (("one", "page-000"), ("one", "page-001"), ("one", "page-002"), ("two", "page-000"))
    assert scores.of("b").tolist() == [0.6, 0.9, 0.2, 0.0]
    assert np.isnan(scores.of("a")[2])


def test_a_failure_is_no_score_but_loses_its_duel(scores) -> None:
    assert np.isfinite(scores.of("a")).sum() == 3
    assert scores.wins("a", "b") == (1, 2, 1)
    assert scores.wins("b", "a") == (2, 1, 1)


def test_times_are_of_answers_only(scores) -> None:
    sizes, seconds = scores.timed("a")
    assert sizes.tolist() == [10_000, 11_000, 10_000]
    assert seconds == pytest.approx([0.001, 0.002, 0.001])


def test_the_worst_pages_come_lowest_first_with_the_best_of_all(scores) -> None:
    worst = worst_pages(scores, "a", 2)
    assert [(each.package, each.page, each.score) for each in worst] == [
        ("two", "page-000", 0.1),
        ("one", "page-000", 0.5),
    ]
    assert [(each.best, each.best_score) for each in worst] == [("a", 0.1), ("b", 0.6)]


def test_failures_are_no_worst_pages(scores) -> None:
    assert len(worst_pages(scores, "a", 10)) == 3


def test_of_equal_pages_those_that_others_do_well_on_come_first(make_run) -> None:
    run = make_run({"p": {"a": [0.0, 0.0, 0.0], "b": [0.1, 0.9, 0.5]}})
    worst = worst_pages(page_scores(run, ["p"], WordBag(), "f1"), "a", 3)
    assert [each.page for each in worst] == ["page-001", "page-002", "page-000"]
