"""What the shell may offer while an expression is typed: the names of stages and recipes."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

import click
from click.shell_completion import CompletionItem

from webwinnow.catalogue import STAGES
from webwinnow.cli.recipes import user_recipes
from webwinnow.errors import WebwinnowError
from webwinnow.recipes import Recipes, shipped

_FINISHED: Final = re.compile(r"(?:.*[^A-Za-z0-9-])?", re.DOTALL)


def complete_expression(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the last name of what is typed so far."""
    start = _FINISHED.match(incomplete)
    finished = start[0] if start else ""
    names = [finished + name for name in sorted([*STAGES, *_recipes(context), "vote("])]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _recipes(context: click.Context) -> Recipes:
    """Find the recipes that the command would know; nothing is said about a broken file while someone types."""
    named = context.params.get("recipes") if context else None
    if isinstance(named, Recipes):
        return named
    with suppress(WebwinnowError, OSError):
        return user_recipes()
    return shipped()
