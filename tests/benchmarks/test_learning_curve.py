"""`python -m benchmarks.learning_curve`: more sites, better models."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.learning_curve import curve, lines

from benchmarks import learning_curve
from webwinnow.training import consensus
from webwinnow.training.boosting import Growing
from webwinnow.training.examples import read_examples

EXAMPLES = Path(__file__).parents[2] / "examples/package"


def test_shares_grow_and_are_judged_on_the_same_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = read_examples([EXAMPLES], consensus.prepare)
    fit = consensus.fit
    monkeypatch.setattr(consensus, "fit", lambda part: fit(part, how=Growing(trees=4, rate=0.3)))
    monkeypatch.setattr(learning_curve, "FOLDS", 2)
    half, whole = curve(examples, [], (0.5, 1.0))
    assert 0 < half[1] < whole[1]
    assert [each.example.files.id for each in half[2]] == [each.example.files.id for each in whole[2]] != []
    ((share, *_), *_) = lines(iter([whole]))
    assert share == "100.0%"
