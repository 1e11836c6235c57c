"""`webwinnow list`: the stages and recipes that expressions are made of, as lines or json."""

import json
from dataclasses import asdict
from typing import Final, get_args

import click

from webwinnow.cli.options import recipes_option
from webwinnow.cli.output import complain, emit, in_colour
from webwinnow.cli.pages import answer_options
from webwinnow.descriptions import Description, describe_all
from webwinnow.recipes import Recipes
from webwinnow.stages.stage import Kind

_EXAMPLES: Final = """\b
Examples:
  webwinnow list --kind extractor
  webwinnow list --json
  webwinnow list --recipes mine.toml"""


@click.command(epilog=_EXAMPLES)
@answer_options("Print a list of JSON objects, with parameters and papers")
@click.option("--kind", type=click.Choice(get_args(Kind)), help="Show only stages and recipes of this kind.")
@recipes_option
def command(as_json: bool, kind: Kind | None, recipes: Recipes) -> int:
    """Show stages (name, kind, what it does), then recipes, which are names for expressions.

    Stages that installed packages add stand behind ours, with the package. A recipe of yours or a plug-in that cannot
    be read is named on standard error, the others are shown, and the exit code is 1.
    """
    wrong: list[str] = []
    chosen = [each for each in describe_all(recipes, wrong) if kind in (None, each.kind)]
    for each in wrong:
        complain(each)
    emit(_as_json(chosen) if as_json else _as_lines(chosen), coloured=True)
    return int(bool(wrong))


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
    if each.origin:
        return f" (from {each.origin})"
    return f" [{each.expression}]" if each.expression else ""


def _name(text: str) -> str:
    return click.style(text, fg="cyan", bold=True) if in_colour() else text
