"""Measuring extractors against gold: test packages, measures, runs and reports.

    from webwinnow.evaluate import evaluate

    run = evaluate("examples/package", ["lqf >> bte", "consensus"], "results")
    print(run.report, run.summary.packages[0].candidates)

See `run` for making a run, `results` for what it holds, `package` for the pages and their gold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webwinnow.lazy_names import lazy_names

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

__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "adapters": (
            *("CommandAdapter", "ExpressionAdapter", "HeadlineAdapter"),
            *("PeerAdapter", "ProxyAdapter", "PythonAdapter"),
        ),
        "measures": ("parse_measure",),
        "results": ("Run", "load_run"),
        "run": ("EvaluationSettings", "evaluate"),
    },
)  # packages are read without them
