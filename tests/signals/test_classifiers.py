"""Trees and forests as arrays."""

from __future__ import annotations

import numpy as np

from webwinnow.signals.classifiers import judge_linear, judge_perceptron, judge_trees

TREES = {
    "roots": np.array([0, 3]),
    "feature": np.array([0, -1, -1, 1, -1, -1]),
    "threshold": np.array([5.0, 0, 0, 0.5, 0, 0]),
    "left": np.array([1, -1, -1, 4, -1, -1]),
    "right": np.array([2, -1, -1, 5, -1, -1]),
    "value": np.array([0, 0.2, 0.8, 0, 1.0, 0.0]),
}


def test_each_tree_is_asked_and_the_mean_is_given() -> None:
    rows = np.array([[5, 0.5], [6, 0.5], [6, 1.0]], dtype=np.float32)
    assert np.allclose(judge_trees(TREES, rows), [0.6, 0.9, 0.4])


def test_no_rows() -> None:
    assert judge_trees(TREES, np.empty((0, 2), np.float32)).tolist() == []


def test_a_tree_that_points_at_itself_ends() -> None:
    circle = {**TREES, "left": np.zeros(6, int), "right": np.zeros(6, int)}
    assert len(judge_trees(circle, np.zeros((2, 2), np.float32))) == 2


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
