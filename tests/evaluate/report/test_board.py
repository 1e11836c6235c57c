import pytest

from webwinnow.evaluate.report.board import Board, make_board, mean_of
from webwinnow.evaluate.report.material import Material

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
    board = make_board(run.summary.packages[0], material.marks, ["snippets", "word-bag"])
    assert board is not None and board.measure == "word-bag"
    assert board.columns == ("f1", "precision", "recall")
    assert make_board(run.summary.packages[0], material.marks, ["snippets"]) is None
