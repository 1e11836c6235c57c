from dataclasses import replace

import pytest

from webwinnow.errors import UsageError
from webwinnow.evaluate.cell import Cell, Failure
from webwinnow.evaluate.comparison import compare_runs
from webwinnow.evaluate.measures import Characters, WholeBlocks, WordBag


def run_with(finished, f1s: dict[str, float | None], name: str = "x", **more):
    """A run of one candidate with these numbers; None is a failure."""
    cells = tuple(
        Cell(page, failure=Failure("crash", ""))
        if f1 is None
        else Cell(page, scores={WordBag(): {"precision": f1, "recall": f1, "f1": f1}})
        for page, f1 in f1s.items()
    )
    candidate = replace(finished.candidates[0], name=name)
    return replace(finished, candidates=(candidate,), cells={("small", name): cells}, **more)


def test_better_worse_and_newly(finished):
    before = run_with(finished, {"a": 0.5, "b": 0.5, "c": 0.5, "d": 0.5, "e": None, "f": 0.1})
    after = run_with(finished, {"a": 0.6, "b": 0.9, "c": 0.4, "d": 0.5, "e": 0.7})
    (compared,) = compare_runs(before, after)
    assert [(change.page, pytest.approx(change.difference)) for change in compared.better()] == [("b", 0.4), ("a", 0.1)]
    assert [change.page for change in compared.worse()] == ["c"]
    assert [(change.page, change.outcomes) for change in compared.newly()] == [("e", ("failed", "scored"))]
    assert compared.comparison is not None
    assert compared.comparison.difference.mean == pytest.approx((0.1 + 0.4 - 0.1) / 4)
    assert compared.comparison.better is None
    assert compared.same_corpus


def test_a_clear_gain_is_called_one(finished):
    pages = [str(number) for number in range(12)]
    before = run_with(finished, dict.fromkeys(pages, 0.5))
    after = run_with(finished, dict.fromkeys(pages, 0.6))
    (compared,) = compare_runs(before, after)
    assert compared.comparison is not None
    assert compared.comparison.better == "after"


def test_one_candidate_each_is_compared_whatever_its_name(finished):
    (compared,) = compare_runs(run_with(finished, {"a": 0.5}, "old"), run_with(finished, {"a": 0.5}, "new"))
    assert compared.candidates == ("old", "new")


def test_nothing_in_common(finished):
    before, after = run_with(finished, {"a": 0.5}), run_with(finished, {"a": 0.5})
    with pytest.raises(UsageError, match="no package in common"):
        compare_runs(before, replace(after, packages=(replace(after.packages[0], name="other"),)))
    with pytest.raises(UsageError, match="word-bag, word-set: choose"):
        compare_runs(before, after, Characters())
    with pytest.raises(UsageError, match="none: choose"):
        compare_runs(before, replace(after, measures=(WholeBlocks(),)))
    two = replace(after, candidates=finished.candidates)
    with pytest.raises(UsageError, match="no candidate in common"):
        compare_runs(run_with(finished, {"a": 0.5}, "alone"), two)


def test_a_changed_package_is_told(finished):
    after = run_with(finished, {"a": 0.5}, packages=(replace(finished.packages[0], digest="0"),))
    (compared,) = compare_runs(run_with(finished, {"a": None}), after)
    assert not compared.same_corpus
    assert compared.comparison is None
