from dataclasses import replace
from pathlib import Path

import pytest

from webwinnow.errors import UsageError, WebwinnowError
from webwinnow.evaluate.adapters import ExpressionAdapter
from webwinnow.evaluate.gate import (
    TOLERANCE,
    Floor,
    Floors,
    check,
    measured_floors,
    read_floors,
    update,
    write_floors,
)
from webwinnow.evaluate.measures import WholeBlocks, WordBag, WordSequence
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.run import EvaluationSettings, evaluate
from webwinnow.evaluate.summary import MeasureSummary

pytestmark = pytest.mark.usefixtures("in_this_process")

FLOORS = Path(__file__).parents[1] / "floors.json"
PINNED = ("plain", "bte", "lqf", "lqf >> bte")
MEASURES = (WordSequence(), WordBag(), WholeBlocks())


def with_result(run: Run, value: float) -> Run:
    """The same run, with all means set to a value."""

    def changed(measure: MeasureSummary) -> MeasureSummary:
        return replace(measure, with_failures=value)

    packages = tuple(
        replace(
            package,
            candidates=tuple(
                replace(each, measures={name: changed(found) for name, found in each.measures.items()})
                for each in package.candidates
            ),
        )
        for package in run.summary.packages
    )
    return replace(run, summary=replace(run.summary, packages=packages))


@pytest.fixture
def floors(finished) -> Floors:
    return update(Floors(), with_result(finished, 0.80009))


def test_what_a_run_reached_becomes_floors(finished, floors):
    assert [floor.key for floor in floors.floors] == [
        ("small", candidate, measure, "f1") for candidate in ("lqf", "plain") for measure in ("word-bag", "word-set")
    ]
    assert {floor.floor for floor in floors.floors} == {0.8}
    assert {floor.digest for floor in floors.floors} == {finished.packages[0].digest}


@pytest.mark.parametrize(
    ("reached", "passes"), [(0.9, True), (0.8, True), (0.8 - TOLERANCE, True), (0.8 - TOLERANCE - 0.0002, False)]
)
def test_a_result_may_fall_by_the_tolerance_and_no_further(finished, floors, reached, passes):
    verdict = check(floors, with_result(finished, reached))
    assert (verdict.passed, verdict.checked) == (passes, 4)
    if not passes:
        assert verdict.problems[0] == (
            "lqf on small, word-bag f1: 0.7978 is 0.0022 below the floor 0.8000 (tolerance 0.002)"
        )


def test_a_changed_package_closes_the_gate(finished, floors):
    changed = replace(finished, packages=(replace(finished.packages[0], digest="f" * 64),))
    verdict = check(floors, with_result(changed, 1.0))
    assert len(verdict.problems) == 4
    assert "the package has changed (digest ffffffffffff" in verdict.problems[0]


def test_a_measure_that_is_missing_closes_the_gate(finished, floors):
    more = replace(floors, floors=(*floors.floors, replace(floors.floors[0], measure="characters")))
    (problem,) = check(more, with_result(finished, 0.9)).problems
    assert "characters f1: was not measured" in problem


def test_a_gate_that_checks_nothing_is_closed(finished, floors):
    others = replace(floors, floors=tuple(replace(floor, candidate="other") for floor in floors.floors))
    verdict = check(others, finished)
    assert not verdict.passed
    assert "no floor is for" in verdict.problems[0]


def test_floors_of_other_candidates_do_not_matter(finished, floors):
    more = replace(floors, floors=(*floors.floors, replace(floors.floors[0], candidate="other", floor=1.0)))
    assert check(more, with_result(finished, 0.9)).passed


def test_a_sample_cannot_be_held_against_floors(finished, floors):
    with pytest.raises(UsageError, match="--limit"):
        check(floors, replace(finished, limit=3))
    with pytest.raises(UsageError, match="--limit"):
        update(floors, replace(finished, limit=3))


def test_updating_raises_and_keeps_what_was_set_by_hand(finished, floors):
    tolerant = replace(floors, floors=tuple(replace(floor, tolerance=0.1) for floor in floors.floors))
    raised = update(tolerant, with_result(finished, 0.85))
    assert {(floor.floor, floor.tolerance) for floor in raised.floors} == {(0.85, 0.1)}
    assert update(tolerant, with_result(finished, 0.75)) == tolerant  # within the tolerance: nothing changes


def test_updating_keeps_floors_of_others(finished, floors):
    other = Floor("elsewhere", "0", "bte", "word-bag", "f1", 0.5)
    kept = update(replace(floors, floors=(*floors.floors, other)), with_result(finished, 0.9))
    assert other in kept.floors
    assert len(kept.floors) == 5


@pytest.mark.parametrize("reason", [None, " "])
def test_lowering_needs_a_reason(finished, floors, reason):
    with pytest.raises(UsageError, match=r"reached 0\.7000, the floor is 0\.8000: .*--allow-regression"):
        update(floors, with_result(finished, 0.7), reason=reason)


def test_lowering_keeps_its_reason(finished, floors, tmp_path):
    lowered = update(floors, with_result(finished, 0.7), reason="forums matter more", date="2026-11-15")
    assert {floor.floor for floor in lowered.floors} == {0.7}
    assert len(lowered.lowered) == 4
    first = lowered.lowered[0]
    assert (first.before, first.after, first.reason, first.date) == (0.8, 0.7, "forums matter more", "2026-11-15")
    write_floors(tmp_path / "floors.json", lowered)
    assert read_floors(tmp_path / "floors.json") == lowered


def test_another_corpus_needs_a_reason_only_if_it_lowers(finished, floors):
    moved = replace(finished, packages=(replace(finished.packages[0], digest="f" * 64),))
    higher = update(floors, with_result(moved, 0.81))
    assert {(floor.floor, floor.digest) for floor in higher.floors} == {(0.81, "f" * 64)}
    with pytest.raises(UsageError, match="allow-regression"):
        update(floors, with_result(moved, 0.7999))


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"floors": [{"package": "p"}]}', '{"floors": 3}'])
def test_files_that_are_none(tmp_path, content):
    path = tmp_path / "floors.json"
    path.write_text(content)
    with pytest.raises(WebwinnowError, match="not a file of floors"):
        read_floors(path)


def test_a_missing_file_names_the_way(tmp_path):
    with pytest.raises(UsageError, match="--update-floors"):
        read_floors(tmp_path / "floors.json")


def test_the_projects_own_floors_hold(examples, tmp_path):
    """The gate of this project. To raise floors, or to lower them with a reason:

    webwinnow evaluate examples/package -e plain -e bte -e lqf -e 'lqf >> bte'
        --measures word-sequence,word-bag,blocks --gate tests/floors.json --update-floors [--allow-regression REASON]
    """
    adapters = [ExpressionAdapter.of(expression) for expression in PINNED]
    run = evaluate([examples], adapters, tmp_path, EvaluationSettings(measures=MEASURES, jobs=2))
    verdict = check(read_floors(FLOORS), run)
    assert verdict.problems == ()
    assert verdict.checked == len(list(measured_floors(run))) == 12
