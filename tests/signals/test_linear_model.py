"""A weighted sum, and the perceptron that is two of them."""

from __future__ import annotations

import numpy as np

from webwinnow.signals.linear_model import judge_linear, judge_perceptron

SCALE = {"mean": np.array([1.0, 0.0]), "deviation": np.array([2.0, 1.0])}


def test_columns_are_scaled_before_they_are_weighed() -> None:
    model = {**SCALE, "weights": np.array([1.0, -1.0]), "start": np.array([0.5])}
    assert judge_linear(model, np.array([[3, 0], [1, 2]], np.float32)).tolist() == [1.5, -1.5]


def test_the_hidden_layer_cuts_off_what_is_below_zero() -> None:
    model = {
        **SCALE,
        "hidden": np.array([[1.0, -1.0], [0.0, 0.0]]),
        "hidden start": np.zeros(2),
        "weights": np.array([1.0, 1.0]),
        "start": np.array([-1.0]),
    }
    assert judge_perceptron(model, np.array([[3, 0], [-3, 0], [1, 0]], np.float32)).tolist() == [0.0, 1.0, -1.0]
