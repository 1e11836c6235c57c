"""The Pareto front of F1 against time: combinations that nothing faster or equally fast is better than."""

from __future__ import annotations

import numpy as np

from webwinnow.search.scoring import Scores


def pareto_front(f1: Scores, seconds: Scores) -> list[int]:
    """Give the numbers of the combinations on the front, the fastest first.

    >>> pareto_front(np.array([0.5, 0.4, 0.7, 0.7]), np.array([1.0, 2.0, 3.0, 4.0]))
    [0, 2]
    """
    order = np.lexsort((-f1, seconds))
    so_far = np.concatenate([[-np.inf], np.maximum.accumulate(f1[order])[:-1]])
    return [int(number) for number in order[f1[order] > so_far + 1e-12]]
