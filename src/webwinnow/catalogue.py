"""The one table of names: every stage, where it lives, and the recipes that name combinations of them.

A new algorithm is one file, one test and one line here. Modules are imported when a name is first used.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import import_module, resources
from typing import Final

from webwinnow.errors import ExpressionError
from webwinnow.stages import Stage

STAGES: Final = {
    "plain": "webwinnow.extractors.plain:Plain",
    "bte": "webwinnow.extractors.bte:BTE",
    "lqf": "webwinnow.extractors.lqf:LQF",
}
"""Names and places of the stages."""

DEFAULT: Final = "lqf >> bte"
"""What `extract` uses when nothing is asked for."""


@cache
def stage_class(name: str) -> type[Stage]:
    """Import the class behind a name."""
    module, _, class_name = STAGES[name].partition(":")
    found: type[Stage] = getattr(import_module(module), class_name)
    return found


@cache
def recipes() -> dict[str, str]:
    """Read the recipes that ship with the package: name to expression."""
    text = resources.files("webwinnow").joinpath("recipes.toml").read_text(encoding="utf-8")
    return {name: str(recipe["expression"]) for name, recipe in tomllib.loads(text).items()}


def unknown(kind: str, name: str, known: Iterable[str]) -> ExpressionError:
    """Make the error for a name that does not exist; it offers the nearest ones that do."""
    near = difflib.get_close_matches(name.lower(), list(known), n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "'webwinnow list' shows what there is"
    return ExpressionError(f"unknown {kind} {name!r}: {hint}")
