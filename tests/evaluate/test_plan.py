from dataclasses import replace

import pytest

from webwinnow.errors import MissingExtraError, PackageError, UsageError
from webwinnow.evaluate.adapters import CommandAdapter, ExpressionAdapter
from webwinnow.evaluate.cell import Cell, Failure
from webwinnow.evaluate.measures import WordBag, WordSequence, WordSet
from webwinnow.evaluate.plan import Settings, make_plan
from webwinnow.evaluate.run_folder import append, cell_line

PLAIN, LQF = ExpressionAdapter.of("plain"), ExpressionAdapter.of("lqf")
BAG = Settings(measures=(WordBag(),))


def file(folder, adapter=PLAIN, settings=BAG) -> str:
    (found,) = make_plan([folder], [adapter], settings).files.values()
    return found


def test_cells_are_kept_by_all_that_they_depend_on(small, monkeypatch):
    before = file(small)
    assert file(small) == before
    assert file(small, settings=replace(BAG, jobs=2, limit=1, slicings=("site",), timeout=3, again="all")) == before
    assert file(small, LQF) != before
    assert file(small, settings=Settings(measures=(WordBag(), WordSet()))) != before
    monkeypatch.setattr("webwinnow.evaluate.plan.program_version", lambda: "9.9")
    assert file(small) != before


def test_a_changed_package_is_another(small):
    before = file(small)
    (small / "bread.txt").write_text("Flour.")
    assert file(small) != before


def test_trials_that_are_there_are_not_made_again(small, tmp_path):
    plan = make_plan([small], [PLAIN, LQF], BAG)
    assert plan.size == 6
    cells = tmp_path / "run" / "cells"
    cells.mkdir(parents=True)
    append(cells / plan.files[0, 0], cell_line(Cell("bread")))
    append(cells / plan.files[0, 0], cell_line(Cell("rain", failure=Failure("crash", ""))))

    def missing(again):
        trials = replace(plan, settings=replace(BAG, again=again)).open_trials(tmp_path / "run")
        return [(trial.files.id, trial.adapter) for trial in trials]

    assert missing("none") == [("bread", 1), ("rain", 1), ("wind", 0), ("wind", 1)]
    assert missing("failed") == [("bread", 1), ("rain", 0), ("rain", 1), ("wind", 0), ("wind", 1)]
    assert len(missing("all")) == 6


def test_a_larger_sample_holds_the_smaller(examples):
    samples = [
        {files.id for files in make_plan([examples], [PLAIN], replace(BAG, limit=limit)).pages[0]}
        for limit in (3, 10, 43, 99)
    ]
    assert [len(sample) for sample in samples] == [3, 10, 43, 43]
    assert samples[0] < samples[1] < samples[2] == samples[3]


def test_gold_without_its_page_is_part_of_the_run(small):
    (small / "lost.txt").write_text("Gold of a page that is not there.")
    (pages,) = make_plan([small], [PLAIN], BAG).pages
    assert [files.id for files in pages] == ["bread", "rain", "wind", "lost"]


def test_the_same_candidate_twice_is_one(small):
    plan = make_plan([small], [PLAIN, ExpressionAdapter.of(" plain "), LQF], BAG)
    assert [candidate.name for candidate in plan.candidates] == ["plain", "lqf"]


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"measures": ()}, "no measure"),
        ({"jobs": 0}, "above 0"),
        ({"limit": 0}, "above 0"),
        ({"timeout": 0}, "above 0"),
        ({"slicings": ("colour",)}, "page_type, language, site"),
    ],
)
def test_impossible_settings(settings, told):
    with pytest.raises(UsageError, match=told):
        Settings(**settings)


def test_a_missing_library_is_told_before_any_work(small, monkeypatch):
    def missing() -> None:
        raise MissingExtraError("rapidfuzz", "evaluate")

    monkeypatch.setattr("webwinnow.evaluate.alignment._rapidfuzz", missing)
    with pytest.raises(MissingExtraError, match="pip install"):
        make_plan([small], [PLAIN], Settings(measures=(WordBag(), WordSequence())))


def test_what_cannot_work_is_told_before_any_work(small, tmp_path):
    with pytest.raises(UsageError, match="two packages are named 'small'"):
        make_plan([small, small], [PLAIN], BAG)
    with pytest.raises(UsageError, match="nothing to evaluate"):
        make_plan([small], [], BAG)
    with pytest.raises(PackageError, match="no such folder"):
        make_plan([tmp_path / "nowhere"], [PLAIN], BAG)
    with pytest.raises(UsageError, match="no program"):
        make_plan([small], [CommandAdapter("no-such-program {file}")], BAG)
