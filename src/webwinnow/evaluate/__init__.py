"""Measuring extractors against gold: test packages, measures, runs and reports.

    from webwinnow.evaluate import evaluate

    run = evaluate("examples/package", ["lqf >> bte", "consensus"], "results")
    print(run.report, run.summary.packages[0].candidates)

See `run` for making a run, `results` for what it holds, `package` for the pages and their gold.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webwinnow.evaluate.adapters import (
        CommandAdapter,
        ExpressionAdapter,
        HeadlineAdapter,
        PeerAdapter,
        ProxyAdapter,
        PythonAdapter,
    )
    from webwinnow.evaluate.measures import parse_measure
    from webwinnow.evaluate.results import Run, load_run
    from webwinnow.evaluate.run import EvaluationSettings, evaluate

__all__ = [
    "CommandAdapter",
    "EvaluationSettings",
    "ExpressionAdapter",
    "HeadlineAdapter",
    "PeerAdapter",
    "ProxyAdapter",
    "PythonAdapter",
    "Run",
    "evaluate",
    "load_run",
    "parse_measure",
]

_PLACES = {
    "EvaluationSettings": "run",
    "Run": "results",
    "evaluate": "run",
    "load_run": "results",
    "parse_measure": "measures",
}
"""Where names are, all others among the adapters. They are imported when first used: packages are read without them."""


def __getattr__(name: str) -> object:
    """Import a public name; it stays, so that this is asked once."""
    if name not in __all__:
        raise AttributeError(f"module 'webwinnow.evaluate' has no attribute {name!r}")
    found: object = getattr(import_module(f"webwinnow.evaluate.{_PLACES.get(name, 'adapters')}"), name)
    globals()[name] = found
    return found
