"""Sequence labelling: observations, the three models, and pages that they win and lose."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given

from kept import MENU, PARAGRAPH, kept_text
from markup import markup
from webwinnow.document import Document
from webwinnow.extractors.crf import COLUMNS, CRF, KINDS, OFFSETS, VALUES, best_path, label, observations
from webwinnow.models import Model


def kept(source: str, method: str = "crf") -> str:
    return kept_text(CRF(method), source)


@given(markup())
def test_every_observation_is_one_of_its_column(source: str) -> None:
    page = Document(source)
    if len(page.blocks):
        observed = observations(page) - OFFSETS
        assert observed.shape == (len(page.blocks), len(KINDS))
        assert ((observed >= 0) & (observed < np.array(list(KINDS.values())))).all()


def test_a_block_is_seen_in_proportion_to_the_page() -> None:
    page = Document(f"<body>{MENU}<div>{PARAGRAPH * 2}</div><p>Read on.</p>")
    observed = dict(zip(KINDS, (observations(page) - OFFSETS).T.tolist(), strict=True))
    # 37 of 76 words outside links are in each paragraph, 74 in both, 2 in the last line; links count for nothing
    assert observed["share of the page"] == [0] * 16 + [7, 7, 4]
    assert observed["share of the siblings"] == [0] * 16 + [8, 8, 2]


def field(stay: float) -> Model:
    """A field that knows long blocks only, and how gladly a label stays as it is."""
    weights = np.zeros((VALUES, 1), np.float32)
    weights[:6], weights[6:12] = -1.0, 1.0
    arrays = {
        "crf weights": weights,
        "crf start": np.zeros(1, np.float32),
        "crf transitions": np.array([[stay, 0], [0, stay]], np.float32),
    }
    return Model("crf", {"columns": list(COLUMNS)}, arrays)


def test_neighbours_carry_a_short_block_between_long_ones() -> None:
    page = Document(PARAGRAPH * 2 + "<p>Short.</p>" + PARAGRAPH * 2)
    assert label(field(0.0), observations(page)).tolist() == [True, True, False, True, True]
    assert label(field(2.0), observations(page)).tolist() == [True] * 5


def total(first: np.ndarray, steps: np.ndarray, path: list[int]) -> float:
    return float(first[path[0]] + sum(steps[t, a, b] for t, (a, b) in enumerate(itertools.pairwise(path))))


@pytest.mark.parametrize("length", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("labels", [2, 3])
def test_no_path_is_better(length: int, labels: int) -> None:
    random = np.random.default_rng(length)
    for _ in range(10):
        first, steps = random.normal(size=labels), random.normal(size=(length - 1, labels, labels))
        best = max(total(first, steps, list(path)) for path in itertools.product(range(labels), repeat=length))
        found = best_path(first, steps).tolist()
        assert len(found) == length
        assert total(first, steps, found) == pytest.approx(best)


def test_equal_paths_give_one_that_is_a_path() -> None:
    steps = np.full((6, 2, 2), -1.0)
    steps[:, 0, 0] = steps[:, 1, 1] = 0.0
    assert best_path(np.zeros(2), steps).tolist() in ([0] * 7, [1] * 7)


def test_long_sequences() -> None:
    steps = np.zeros((100_000, 2, 2))
    steps[:, :, 1] = 0.5
    assert best_path(np.zeros(2), steps).sum() == 100_000
