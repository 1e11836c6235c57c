"""Reliability: averages over tenths of the scale."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.reliability import distance, drawn, reliability


def test_tenths_are_averaged_by_weight() -> None:
    expected = np.array([0.1, 0.12, 0.95, 1.0])
    found = reliability(expected, np.array([0.0, 1.0, 1.0, 1.0]), np.array([3.0, 1.0, 2.0, 2.0]))
    assert found == pytest.approx(np.array([[0.105, 0.25, 0.5], [0.975, 1.0, 0.5]]))
    assert distance(found) == pytest.approx(0.5 * 0.145 + 0.5 * 0.025)


def test_the_picture_names_its_curves() -> None:
    curve = reliability(np.array([0.2, 0.8]), np.array([0.0, 1.0]))
    picture = drawn({"blocks": curve, "pages": curve})
    assert picture.startswith("<svg")
    assert picture.count("<circle") == 4
    assert ">blocks<" in picture
