"""An expression as a tree of plain values, for those who draw it: which stage stands in which group.

lqf(threshold=0.25) >> (dsc | bte)
{"kind": "serial", "members": [{"kind": "stage", "name": "lqf", "parameters": {"threshold": "0.25"}},
                               {"kind": "union", "members": [...]}]}
"""

from dataclasses import MISSING, fields
from typing import Any, Final

from webwinnow.stages import Stage
from webwinnow.stages.combined import Prefilters, Serial
from webwinnow.stages.voting import Parallel, Vote

_NAMES: Final = {"prefilters": "serial"}
"""Prefilters in a row are drawn as any other row."""


def tree_of(stage: Stage) -> dict[str, Any]:
    """Take a stage apart; parameters that differ from their defaults are written as expressions have them."""
    if isinstance(stage, Serial | Prefilters):
        return {"kind": _NAMES.get(stage.name, stage.name), "members": [tree_of(each) for each in stage.stages]}
    if not isinstance(stage, Parallel):
        return {"kind": "stage", "name": stage.name, "parameters": _parameters(stage)}
    quorum, weights = stage.ballot()
    members = [tree_of(each) | {"weight": weight} for each, weight in zip(stage.members, weights, strict=True)]
    return {"kind": stage.name, "members": members} | ({"quorum": quorum} if isinstance(stage, Vote) else {})


def _parameters(stage: Stage) -> dict[str, str]:
    values = {each.name: (getattr(stage, each.name), each.default) for each in fields(stage)}  # type: ignore[arg-type]  # stages are dataclasses
    return {name: repr(value) for name, (value, default) in values.items() if default is MISSING or value != default}
