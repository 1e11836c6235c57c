"""Training of `crf`: a conditional random field by python-crfsuite, and maximum entropy models by scikit-learn."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.crf import COLUMNS, VALUES, label, observations
from webwinnow.models import Model
from webwinnow.training import with_settings
from webwinnow.training.classifiers import fit_quietly, library
from webwinnow.training.examples import ENOUGH, Example

_MOST_PAGES: Final = 1200
"""Pages that are learned from: every n-th. Chosen for training time, not by a sweep."""
_STEPS: Final = 80
_SETTINGS: Final = {
    "c1": 0.0,
    "c2": 1.0,
    "max_iterations": _STEPS,
    "feature.possible_transitions": True,
    "feature.possible_states": True,
}


@dataclass(frozen=True, slots=True)
class ObservedPage:
    """What was observed of a page's blocks, and where they stand."""

    observed: npt.NDArray[np.int16]
    pairs: npt.NDArray[np.int32]


def prepare(page: Document) -> ObservedPage:
    """Compute what is learned from."""
    blocks = page.blocks
    first, last = blocks.runs[blocks.first[:-1]], blocks.runs[blocks.first[1:] - 1]
    return ObservedPage(observations(page), np.column_stack([page.runs.start[first], page.runs.end[last]]))


def fit(examples: Sequence[Example], *, report: Callable[[str], None] = lambda text: None) -> Model:  # noqa: ARG005
    """Train all three models."""
    chosen = examples[:: -(-len(examples) // _MOST_PAGES)]
    pages = [(each.prepared.observed, each.shares >= ENOUGH) for each in chosen]
    report(f"conditional random field: {len(pages)} pages")
    arrays = _random_field(pages)
    report("maximum entropy models")
    observed, labels = np.concatenate([each for each, _ in pages]), np.concatenate([each for _, each in pages])
    before = np.concatenate([np.append(False, each[:-1]) for _, each in pages])
    models = [_maximum_entropy(observed[before == side], labels[before == side]) for side in (False, True)]
    weights, start = _maximum_entropy(observed, labels)
    arrays |= {"maxent weights": weights[:, None], "maxent start": start[None]}
    arrays["memm weights"] = np.column_stack([each for each, _ in models])
    arrays["memm start"] = np.array([each for _, each in models], dtype=np.float32)
    return Model("crf", {"columns": list(COLUMNS)}, arrays)


def keep(found: Model, prepared: ObservedPage, method: str = "crf") -> npt.NDArray[np.int32]:
    """Return the blocks that are content, as pairs of offsets."""
    return prepared.pairs[label(found, prepared.observed, method)]


pack = with_settings


def _random_field(pages: Iterable[tuple[npt.NDArray[np.int16], npt.NDArray[np.bool_]]]) -> dict[str, Any]:
    """Train with crfsuite and read its weights."""
    suite = library("python-crfsuite", "pycrfsuite")
    trainer = suite.Trainer(algorithm="lbfgs", params=_SETTINGS, verbose=False)
    names = [str(value) for value in range(VALUES)]
    for observed, labels in pages:
        items = [[names[value] for value in row] for row in observed.tolist()]
        trainer.append(items, ["01"[each] for each in labels.tolist()])
    with tempfile.TemporaryDirectory() as folder:
        place = str(Path(folder) / "model")
        trainer.train(place)
        tagger = suite.Tagger()
        tagger.open(place)
        learned = tagger.info()
        tagger.close()
    state, transition = learned.state_features, learned.transitions
    weights = [state.get((name, "1"), 0.0) - state.get((name, "0"), 0.0) for name in names]
    steps = [[transition.get((before, after), 0.0) for after in "01"] for before in "01"]
    return {
        "crf weights": np.round(weights, 4).astype(np.float32)[:, None],
        "crf start": np.zeros(1, np.float32),
        "crf transitions": np.round(steps, 4).astype(np.float32),
    }


def _maximum_entropy(
    observed: npt.NDArray[np.int16], labels: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Train a maximum entropy classifier; its weights and what it starts from."""
    if labels.all() or not labels.any():
        return np.zeros(VALUES, np.float32), np.float32(5.0 if labels.any() else -5.0) * np.ones((), np.float32)
    rows = np.repeat(np.arange(len(observed)), observed.shape[1])
    table = library("scipy", "scipy.sparse").csr_matrix(
        (np.ones(observed.size), (rows, observed.ravel())), shape=(len(observed), VALUES)
    )
    model = library("scikit-learn", "sklearn.linear_model").LogisticRegression(C=1.0, max_iter=_STEPS, tol=1e-3)
    fit_quietly(lambda: model.fit(table, labels))
    return np.round(model.coef_[0], 4).astype(np.float32), np.round(model.intercept_[0], 4).astype(np.float32)
