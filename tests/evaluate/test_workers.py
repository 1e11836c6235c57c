"""Workers that hang, die or talk: each costs its own trial and no other."""

import pytest

from webwinnow.evaluate import workers as workers_module
from webwinnow.evaluate.adapters import ExpressionAdapter, PythonAdapter
from webwinnow.evaluate.measures import WordBag
from webwinnow.evaluate.package import load
from webwinnow.evaluate.worker_process import Setting, Trial
from webwinnow.evaluate.workers import Workers

FUNCTIONS = """
import os, sys, time

def dies(page):
    if "Flour" in page:
        os.abort()
    return page

def leaves(page):
    if "Flour" in page:
        os._exit(7)
    return page

def hangs(page):
    if "Flour" in page:
        time.sleep(600)
    return page

def talks(page):
    print("hello", flush=True)
    print("hello", file=sys.stderr, flush=True)
    os.write(1, b"hello")
    return page
"""


def outcomes(small, adapter, jobs=2, timeout=20.0):
    pages = load(small).pages
    with Workers(Setting((adapter,), (WordBag(),), timeout), jobs) as workers:
        results = list(workers.run(Trial(0, 0, files) for files in pages))
    assert sorted(trial.files.id for trial, _ in results) == ["bread", "rain", "wind"]
    return {trial.files.id: tried.cell for trial, tried in results}


@pytest.mark.parametrize(("function", "reason"), [("dies", "signal 6"), ("leaves", "exit code 7")])
def test_a_worker_that_dies_costs_one_cell(small, module, function, reason):
    cells = outcomes(small, PythonAdapter(f"{module(FUNCTIONS)}:{function}"))
    assert cells["bread"].failure is not None
    assert (cells["bread"].failure.kind, cells["bread"].expected) == ("crash", ("word-bag",))
    assert reason in cells["bread"].failure.reason
    assert cells["rain"].outcome == cells["wind"].outcome == "scored"


def test_a_worker_that_hangs_is_ended(small, module, monkeypatch):
    monkeypatch.setattr(workers_module, "_GRACE", 1.0)
    cells = outcomes(small, PythonAdapter(f"{module(FUNCTIONS)}:hangs"), timeout=1.0)
    assert cells["bread"].failure is not None
    assert cells["bread"].failure.kind == "timeout"
    assert cells["rain"].outcome == cells["wind"].outcome == "scored"


def test_what_candidates_print_is_not_seen(small, module, capfd):
    cells = outcomes(small, PythonAdapter(f"{module(FUNCTIONS)}:talks"), jobs=1)
    assert {cell.outcome for cell in cells.values()} == {"scored"}
    assert capfd.readouterr() == ("", "")


def test_no_more_workers_than_trials(small):
    pages = load(small).pages[:1]
    with Workers(Setting((ExpressionAdapter.of("plain"),), (WordBag(),), 20), jobs=8) as workers:
        results = list(workers.run(Trial(0, 0, files) for files in pages))
        assert len(workers._workers) == len(results) == 1
        process = workers._workers[0].process
    assert not process.is_alive()


def test_nothing_to_do():
    with Workers(Setting((), (), 1.0), 2) as workers:
        assert list(workers.run([])) == []
