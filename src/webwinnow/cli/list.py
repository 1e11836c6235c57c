"""`webwinnow list`: the stages and recipes that expressions are made of."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from typing import Final, get_args

import click

from webwinnow.cli.descriptions import Description, described_recipe, described_stages
from webwinnow.cli.fence import complain
from webwinnow.cli.output import emit
from webwinnow.cli.recipes import recipes_option
from webwinnow.errors import UsageError
from webwinnow.recipes import Recipes
from webwinnow.stages.stage import Kind

_EXAMPLES: Final = """\b
Examples:
  webwinnow list --kind extractor
  webwinnow list --json
  webwinnow list --recipes mine.toml"""


@click.command(epilog=_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print a list of JSON objects, with parameters and papers.")
@click.option("--kind", type=click.Choice(get_args(Kind)), help="Only what does this.")
@recipes_option
def command(as_json: bool, kind: Kind | None, recipes: Recipes) -> int:
    """Show stages (name, kind, what it does), then recipes, which are names for expressions.

    A recipe of yours that cannot be read is named on standard error, the others are shown, and the exit code is 1.
    """
    readable = _readable(recipes)
    every = [*described_stages(), *readable]
    chosen = [each for each in every if kind in (None, each.kind)]
    emit(_as_json(chosen) if as_json else _as_lines(chosen))
    return int(len(readable) < len(list(recipes)))


def _readable(recipes: Recipes) -> list[Description]:
    described = []
    for name in sorted(recipes):
        try:
            described.append(described_recipe(recipes[name], recipes))
        except UsageError as error:
            complain(str(error))
    return described


def _as_json(chosen: list[Description]) -> str:
    return json.dumps([asdict(each) for each in chosen], indent=2, ensure_ascii=False, default=str) + "\n"


def _as_lines(chosen: list[Description]) -> str:
    name_width = max((len(each.name) for each in chosen), default=0)
    kind_width = max((len(each.kind) for each in chosen), default=0)
    return "".join(
        f"{_name(each.name.ljust(name_width))}  {each.kind.ljust(kind_width)}  {each.summary}{_meaning(each)}\n"
        for each in chosen
    )


def _meaning(each: Description) -> str:
    return f" [{each.expression}]" if each.expression else ""


def _name(text: str) -> str:
    """Stand out on a terminal, unless the user wants no colour (https://no-color.org)."""
    coloured = sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return click.style(text, fg="cyan", bold=True) if coloured else text
