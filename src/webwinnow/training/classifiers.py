"""Classifiers by scikit-learn, given back as plain arrays that `signals` judges with.

The same rows give the same arrays: seeds are fixed, one thread computes, and numbers are rounded before they are kept.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.errors import MissingExtraError

Rows = npt.NDArray[np.float32]
Marks = npt.NDArray[np.bool_]
Arrays = dict[str, npt.NDArray[Any]]

_FEWEST: Final = 40
"""Rows of a leaf."""
_MOST_ROWS: Final = 30_000
"""Rows that a support vector machine or a perceptron sees: every n-th. Chosen for training time, not by a sweep."""
_HIDDEN: Final = 16
"""Cells of the hidden layer."""


def library(name: str, module: str) -> Any:
    """Import a library that only training needs, or say how to get it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError(name, "train") from error


def tree(rows: Rows, marks: Marks, weights: npt.NDArray[np.float64], leaves: int = 64) -> Arrays:
    """Grow one decision tree."""
    grower = library("scikit-learn", "sklearn.tree").DecisionTreeClassifier(
        max_leaf_nodes=leaves, min_samples_leaf=_fewest(rows), random_state=0
    )
    return _packed([grower.fit(rows, marks, weights)])


def forest(rows: Rows, marks: Marks, weights: npt.NDArray[np.float64], trees: int = 16, leaves: int = 128) -> Arrays:
    """Grow a random forest."""
    grower = library("scikit-learn", "sklearn.ensemble").RandomForestClassifier(
        n_estimators=trees, max_leaf_nodes=leaves, min_samples_leaf=_fewest(rows), random_state=0, n_jobs=1
    )
    return _packed(grower.fit(rows, marks, weights).estimators_)


def support_vector_machine(rows: Rows, marks: Marks, weights: npt.NDArray[np.float64]) -> Arrays:
    """Find the plane that parts the two kinds with the widest margin."""
    rows, marks, weights = _fewer(rows, marks, weights)
    scale = _scale(rows)
    machine = library("scikit-learn", "sklearn.svm").LinearSVC(C=0.1, dual=False, random_state=0, max_iter=200)
    fit_quietly(lambda: machine.fit((rows - scale["mean"]) / scale["deviation"], marks, weights))
    if len(machine.classes_) < 2:
        return {**scale, **_constant(rows.shape[1], marks)}
    return {**scale, "weights": _rounded(machine.coef_[0]), "start": _rounded(machine.intercept_)}


def perceptron(rows: Rows, marks: Marks, _weights: npt.NDArray[np.float64]) -> Arrays:
    """Train a perceptron with one hidden layer; it knows no weights of rows."""
    rows, marks, _ = _fewer(rows, marks, _weights)
    scale = _scale(rows)
    network = library("scikit-learn", "sklearn.neural_network").MLPClassifier(
        (_HIDDEN,), max_iter=10, random_state=0, batch_size=256, alpha=1e-3
    )
    fit_quietly(lambda: network.fit((rows - scale["mean"]) / scale["deviation"], marks))
    first, second = network.coefs_
    return {
        **scale,
        "hidden": _rounded(first),
        "hidden start": _rounded(network.intercepts_[0]),
        "weights": _rounded(second[:, 0]),
        "start": _rounded(network.intercepts_[1]),
    }


TRAINED: Final[dict[str, Callable[[Rows, Marks, npt.NDArray[np.float64]], Arrays]]] = {
    "tree": tree,
    "forest": forest,
    "svm": support_vector_machine,
    "perceptron": perceptron,
}
"""The names that stages give to their classifiers."""


def named(prefix: str, arrays: Arrays) -> Arrays:
    """Put a word before the names of arrays, so that a model can hold several classifiers."""
    return {f"{prefix} {name}": each for name, each in arrays.items()}


def _fewest(rows: Rows) -> int:
    """Return the rows of a leaf; fewer where there are few rows at all."""
    return max(1, min(_FEWEST, len(rows) // 50))


def _fewer(rows: Rows, marks: Marks, weights: npt.NDArray[np.float64]) -> tuple[Rows, Marks, npt.NDArray[np.float64]]:
    step = -(-len(rows) // _MOST_ROWS)
    return rows[::step], marks[::step], weights[::step]


def _scale(rows: Rows) -> Arrays:
    return {
        "mean": _rounded(rows.mean(axis=0, dtype=np.float64)),
        "deviation": _rounded(rows.std(axis=0, dtype=np.float64) + 1e-3),
    }


def _rounded(values: Any) -> npt.NDArray[np.float32]:
    """Round to four digits and more: what differs behind them comes from the order of adding up."""
    return np.round(np.asarray(values, dtype=np.float64), 5).astype(np.float32)


def _constant(width: int, marks: Marks) -> Arrays:
    return {"weights": np.zeros(width, np.float32), "start": np.array([1.0 if marks.any() else -1.0], np.float32)}


def fit_quietly(run: Callable[[], Any]) -> None:
    """Run with one thread; that the steps ran out before the end is expected and no news."""
    limits = library("threadpoolctl", "threadpoolctl").threadpool_limits
    with limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", library("scikit-learn", "sklearn.exceptions").ConvergenceWarning)
        run()


def _packed(grown: Sequence[Any]) -> Arrays:
    """Put the nodes of all trees behind each other."""
    nodes = [each.tree_ for each in grown]
    counts = np.array([each.node_count for each in nodes])
    roots = np.cumsum(counts) - counts
    inner = [each.children_left >= 0 for each in nodes]
    return {
        "roots": roots.astype(np.int32),
        "feature": np.concatenate([np.where(i, each.feature, -1) for each, i in zip(nodes, inner, strict=True)]).astype(
            np.int16
        ),
        "threshold": np.concatenate([each.threshold for each in nodes]).astype(np.float32),
        "left": np.concatenate([each.children_left + at for each, at in zip(nodes, roots, strict=True)]).astype(
            np.int32
        ),
        "right": np.concatenate([each.children_right + at for each, at in zip(nodes, roots, strict=True)]).astype(
            np.int32
        ),
        "value": np.round(np.concatenate([_probability(each) for each in grown]), 4).astype(np.float32),
    }


def _probability(grown: Any) -> npt.NDArray[np.float64]:
    """Return for each node of a tree the share of yes."""
    value = grown.tree_.value[:, 0, :]
    yes = [place for place, label in enumerate(grown.classes_) if label]
    share: npt.NDArray[np.float64] = value[:, yes].sum(axis=1) / value.sum(axis=1)
    return share
