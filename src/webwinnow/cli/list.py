"""`webwinnow list`: the stages and recipes that expressions are made of."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from typing import Final, get_args

import click

from webwinnow.cli.descriptions import Description, described_recipes, described_stages
from webwinnow.cli.output import emit
from webwinnow.stages.stage import Kind

_EXAMPLES: Final = """\b
Examples:
  webwinnow list --kind extractor
  webwinnow list --json"""


@click.command(epilog=_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print a list of JSON objects, with parameters and papers.")
@click.option("--kind", type=click.Choice(get_args(Kind)), help="Only what does this.")
def command(as_json: bool, kind: Kind | None) -> None:
    """Show stages (name, kind, what it does), then recipes, which are names for expressions."""
    every = [*described_stages(), *described_recipes()]
    chosen = [each for each in every if kind in (None, each.kind)]
    emit(_as_json(chosen) if as_json else _as_lines(chosen))


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
