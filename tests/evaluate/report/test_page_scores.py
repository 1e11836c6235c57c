import numpy as np
import pytest

from webwinnow.evaluate.report.page_scores import page_scores
from webwinnow.evaluate.report.worst import worst_pages

SCORES = {
    "one": {"a": [0.5, 0.9, None], "b": [0.6, 0.9, 0.2]},
    "two": {"a": [0.1], "b": [0.0]},
}


@pytest.fixture
def scores(make_run):
    return page_scores(make_run(SCORES), ["one", "two"], "word-bag", "f1")


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
    worst = worst_pages(page_scores(run, ["p"], "word-bag", "f1"), "a", 3)
    assert [each.page for each in worst] == ["page-001", "page-002", "page-000"]
