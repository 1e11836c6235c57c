"""A linear model: a weighted sum of scaled columns; above 0 is yes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

NAMES: Final = ("mean", "deviation", "weights", "start")


def judge_linear(model: Mapping[str, npt.NDArray[Any]], rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Give for each row how far it lies on the side of yes."""
    answer: npt.NDArray[np.float64] = scaled(model, rows) @ model["weights"].astype(np.float64) + model["start"][0]
    return answer


def scaled(model: Mapping[str, npt.NDArray[Any]], rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Measure values in deviations from the mean."""
    answer: npt.NDArray[np.float64] = (rows.astype(np.float64) - model["mean"]) / model["deviation"]
    return answer
