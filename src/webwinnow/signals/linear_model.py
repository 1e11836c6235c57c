"""Learned judges of rows of figures, a linear model and a perceptron: above 0 is yes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

Arrays = Mapping[str, npt.NDArray[np.floating]]
"""`mean` and `deviation` of each column, `weights` and `start`; of a perceptron also `hidden` and `hidden start`."""


def linear_sizes(columns: int) -> dict[str, tuple[int | str, ...]]:
    """Return the sizes of the arrays of a linear model, which a file is checked for."""
    return {"mean": (columns,), "deviation": (columns,), "weights": (columns,), "start": (1,)}


def perceptron_sizes(columns: int) -> dict[str, tuple[int | str, ...]]:
    """Return the same of a perceptron."""
    own = {"hidden": (columns, "units"), "hidden start": ("units",), "weights": ("units",)}
    return {**linear_sizes(columns), **own}


def judge_linear(model: Arrays, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Return for each row how far it lies on the side of yes."""
    answer: npt.NDArray[np.float64] = scaled(model, rows) @ model["weights"].astype(np.float64) + model["start"][0]
    return answer


def scaled(model: Arrays, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Measure values in deviations from the mean."""
    answer: npt.NDArray[np.float64] = (rows.astype(np.float64) - model["mean"]) / model["deviation"]
    return answer


def judge_perceptron(model: Arrays, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Return for each row the log odds of yes."""
    hidden = np.maximum(scaled(model, rows) @ model["hidden"].astype(np.float64) + model["hidden start"], 0)
    odds: npt.NDArray[np.float64] = hidden @ model["weights"].astype(np.float64) + model["start"][0]
    return odds
