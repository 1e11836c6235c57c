"""What the shell may offer while an expression is typed: the names of stages and recipes."""

from __future__ import annotations

import re
from typing import Final

import click
from click.shell_completion import CompletionItem

from webwinnow.catalogue import STAGES, recipes

_FINISHED: Final = re.compile(r"(?:.*[^A-Za-z0-9-])?", re.DOTALL)


def complete_expression(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the last name of what is typed so far."""
    start = _FINISHED.match(incomplete)
    finished = start[0] if start else ""
    names = [finished + name for name in sorted([*STAGES, *recipes(), "vote("])]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
