"""`webwinnow list`: the stages and recipes that expressions are made of, as their code and data describe them."""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from itertools import pairwise
from typing import Final, get_args

import click

from webwinnow.catalogue import STAGES, added_stages, stage_class
from webwinnow.cli.answers import answer_options
from webwinnow.cli.options import recipes_option
from webwinnow.cli.output import complain, emit, in_colour
from webwinnow.errors import PluginError, UsageError
from webwinnow.expression import parse
from webwinnow.recipes import Recipe, Recipes, shipped
from webwinnow.stages import Stage
from webwinnow.stages.stage import Kind

_PAPER: Final = re.compile(r"^Paper: *(.+(?:\n(?!\w+:|\s*$).+)*)", re.MULTILINE)
_EXAMPLES: Final = """\b
Examples:
  webwinnow list --kind extractor
  webwinnow list --json
  webwinnow list --recipes mine.toml"""


@dataclass(frozen=True, slots=True)
class Description:
    """A stage or a recipe; only a recipe has an `expression`, which it stands for, and a user's recipe a `file`."""

    name: str
    kind: Kind
    summary: str
    parameters: list[dict[str, object]] = field(default_factory=list)
    paper: str | None = None
    expression: str | None = None
    file: str | None = None
    origin: str | None = None
    """The installed package that adds the stage; None for ours."""


def described_stages() -> list[Description]:
    """Describe every stage of ours, by name."""
    return [_stage(name) for name in sorted(STAGES)]


def _added() -> list[Description]:
    """Describe the stages that installed packages add; those that cannot be used are named."""
    described = []
    for name, plugin in sorted(added_stages().items()):
        try:
            described.append(replace(_stage(name), origin=plugin.origin))
        except PluginError as error:
            complain(str(error))
    return described


def described_recipes(recipes: Recipes | None = None) -> list[Description]:
    """Describe every recipe, by name; without `recipes`, those that are shipped."""
    known = shipped() if recipes is None else recipes
    return [described_recipe(known[name], known) for name in sorted(known)]


def described_recipe(recipe: Recipe, recipes: Recipes) -> Description:
    """Describe one recipe; raises UsageError if it cannot be read."""
    kind = parse(recipe.name, recipes).kind
    return Description(recipe.name, kind, recipe.summary, expression=recipe.expression, file=recipe.file)


def _stage(name: str) -> Description:
    kind = stage_class(name)
    summary = (inspect.getdoc(kind) or "").partition("\n")[0]
    paper = _PAPER.search(about(kind))
    return Description(name, kind.kind, summary, _parameters(kind), " ".join(paper[1].split()) if paper else None)


def about(kind: type[Stage]) -> str:
    """Return the docstring that names a stage's paper: its own, or that of its file if it has none of its own."""
    own = inspect.getdoc(kind) or ""
    return own if _PAPER.search(own) else inspect.getdoc(sys.modules[kind.__module__]) or ""


def _parameters(kind: type[Stage]) -> list[dict[str, object]]:
    """Name, type, default if there is one, and what the source says below the field."""
    summaries = _field_docstrings(kind)
    return [
        {"name": each.name, "type": each.type.__name__ if type(each.type) is type else str(each.type)}
        | ({} if each.default is MISSING else {"default": each.default})
        | {"summary": summaries.get(each.name)}
        for each in fields(kind)  # type: ignore[arg-type]  # stages are dataclasses
    ]


def _field_docstrings(kind: type[Stage]) -> dict[str, str]:
    """Read the texts that stand below fields; Python itself forgets them."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    lines = tree.body if isinstance(tree, ast.ClassDef) else []
    return {
        above.target.id: inspect.cleandoc(below.value.value)
        for above, below in pairwise(lines)
        if isinstance(above, ast.AnnAssign)
        and isinstance(above.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }


@click.command(epilog=_EXAMPLES)
@answer_options("Print a list of JSON objects, with parameters and papers")
@click.option("--kind", type=click.Choice(get_args(Kind)), help="Show only stages and recipes of this kind.")
@recipes_option
def command(as_json: bool, kind: Kind | None, recipes: Recipes) -> int:
    """Show stages (name, kind, what it does), then recipes, which are names for expressions.

    Stages that installed packages add stand behind ours, with the package. A recipe of yours or a plug-in that cannot
    be read is named on standard error, the others are shown, and the exit code is 1.
    """
    readable, added = _readable(recipes), _added()
    every = [*described_stages(), *added, *readable]
    chosen = [each for each in every if kind in (None, each.kind)]
    emit(_as_json(chosen) if as_json else _as_lines(chosen))
    return int(len(readable) + len(added) < len(list(recipes)) + len(added_stages()))


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
    if each.origin:
        return f" (from {each.origin})"
    return f" [{each.expression}]" if each.expression else ""


def _name(text: str) -> str:
    return click.style(text, fg="cyan", bold=True) if in_colour() else text
