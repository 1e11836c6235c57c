"""The stages and recipes that expressions are made of, as their code and data describe them."""

import ast
import inspect
import re
import sys
import textwrap
from dataclasses import MISSING, dataclass, field, fields
from functools import partial
from itertools import pairwise
from typing import Final

from webwinnow.catalogue import STAGES, added_stages, stage_class
from webwinnow.errors import UsageError
from webwinnow.expression import parse
from webwinnow.recipes import Recipe, Recipes, shipped
from webwinnow.stages import Stage
from webwinnow.stages.stage import Kind

_PAPER: Final = re.compile(r"^Paper: *(.+(?:\n(?!\w+:|\s*$).+)*)", re.MULTILINE)


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
    geometry: bool = False
    """Whether it looks at what a browser showed of a page, where that is known."""


def describe_all(recipes: Recipes, wrong: list[str]) -> list[Description]:
    """Describe our stages, those that installed packages add, and recipes; `wrong` gets why one cannot be read."""
    described = described_stages()
    added = [partial(_stage, name, plugin.origin) for name, plugin in sorted(added_stages().items())]
    for attempt in (*added, *(partial(described_recipe, recipes[name], recipes) for name in sorted(recipes))):
        try:
            described.append(attempt())
        except UsageError as error:
            wrong.append(str(error))
    return described


def described_stages() -> list[Description]:
    """Describe every stage of ours, by name."""
    return [_stage(name) for name in sorted(STAGES)]


def described_recipes(recipes: Recipes | None = None) -> list[Description]:
    """Describe every recipe, by name; without `recipes`, those that are shipped."""
    known = shipped() if recipes is None else recipes
    return [described_recipe(known[name], known) for name in sorted(known)]


def described_recipe(recipe: Recipe, recipes: Recipes) -> Description:
    """Describe one recipe; raises UsageError if it cannot be read."""
    kind = parse(recipe.name, recipes).kind
    return Description(recipe.name, kind, recipe.summary, expression=recipe.expression, file=recipe.file)


def _stage(name: str, origin: str | None = None) -> Description:
    kind = stage_class(name)
    summary = (inspect.getdoc(kind) or "").partition("\n")[0]
    paper = _PAPER.search(about(kind))
    named = " ".join(paper[1].split()) if paper else None
    return Description(name, kind.kind, summary, _parameters(kind), named, origin=origin, geometry=kind.uses_geometry)


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
