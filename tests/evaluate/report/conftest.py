from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from webwinnow.evaluate.cell import Cell, Failure
from webwinnow.evaluate.measures import WordBag
from webwinnow.evaluate.results import Run, RunCandidate, RunPackage
from webwinnow.evaluate.summary import summarise

MEASURE = WordBag()

Scores = Mapping[str, Mapping[str, Sequence[float | None]]]
"""Package to candidate to the F1 of its pages; None is a failure."""
MakeRun = Callable[..., Run]


def cell(number: int, f1: float | None, **about: str) -> Cell:
    """A cell whose precision is a little above its F1, and whose recall is a little below."""
    known = {"expected": (MEASURE,), "size": 10_000 + 1_000 * number, "page": f"page-{number:03}", **about}
    if f1 is None:
        return Cell(**known, failure=Failure("timeout", "no answer within 10 s"))
    numbers = {"precision": min(f1 + 0.05, 1.0), "recall": max(f1 - 0.05, 0.0), "f1": f1}
    return Cell(**known, seconds=0.001 * (number + 1), scores={MEASURE: numbers})


@pytest.fixture
def make_run() -> MakeRun:
    """Gives a function that makes a run out of F1 values, without any files."""

    def make(scores: Scores, folder: Path = Path("results"), packages: Path = Path("nowhere"), **changed) -> Run:
        about = changed.pop("about", lambda number: {})
        cells = {
            (package, candidate): tuple(cell(number, f1, **about(number)) for number, f1 in enumerate(values))
            for package, candidates in scores.items()
            for candidate, values in candidates.items()
        }
        names = list(dict.fromkeys(candidate for _, candidate in cells))
        known = {
            "folder": folder,
            "program": "1.2.3",
            "measures": (MEASURE,),
            "slicings": (),
            "limit": None,
            "packages": tuple(
                RunPackage(name, packages, "ab" * 32, tuple(each.page for each in cells[name, names[0]]))
                for name in scores
            ),
            "candidates": tuple(RunCandidate(name, "expression", name) for name in names),
            "files": dict.fromkeys(cells, "none.jsonl"),
            "cells": cells,
            "summary": summarise("1.2.3", (MEASURE,), (), cells),
        }
        return Run(**{**known, **changed})

    return make
