"""A multilayer perceptron with one hidden layer; above 0 is yes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.signals.linear_model import scaled

NAMES: Final = ("mean", "deviation", "hidden", "hidden start", "weights", "start")


def judge_perceptron(model: Mapping[str, npt.NDArray[Any]], rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Give for each row the log odds of yes."""
    hidden = np.maximum(scaled(model, rows) @ model["hidden"].astype(np.float64) + model["hidden start"], 0)
    odds: npt.NDArray[np.float64] = hidden @ model["weights"].astype(np.float64) + model["start"][0]
    return odds
