"""Recipes: names for expressions, as data.

    [news]
    expression = "vote(2, addanag, lqf >> bte, dsc)"
    summary = "What we use for newspapers."

A table is a recipe; its expression may use other recipes. Some ship with the package (`recipes.toml`), users have files
of their own. Recipes are passed to whoever reads expressions: there is no list of them that anything could change.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from keyword import iskeyword
from pathlib import Path
from typing import Final

from webwinnow.errors import UsageError

__all__ = ["Recipe", "Recipes", "read_recipes", "shipped", "with_recipe"]

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z][A-Za-z0-9]*|-[0-9]+)*")


@dataclass(frozen=True, slots=True)
class Recipe:
    """A name, the expression it stands for, and what it is good for; `file` is None if it ships with the package."""

    name: str
    expression: str
    summary: str = ""
    file: str | None = None

    def __str__(self) -> str:
        """Name it in a message."""
        return f"recipe {self.name!r}" + (f" in {self.file}" if self.file else "")


@dataclass(frozen=True, slots=True)
class Recipes:
    """Recipes by name; of two with one name, the later counts."""

    every: tuple[Recipe, ...] = ()

    def __contains__(self, name: object) -> bool:
        """Tell whether there is a recipe of this name."""
        return any(recipe.name == name for recipe in self.every)

    def __getitem__(self, name: str) -> Recipe:
        """Return the recipe of this name."""
        return {recipe.name: recipe for recipe in self.every}[name]

    def __iter__(self) -> Iterator[str]:
        """Go through the names."""
        return iter(dict.fromkeys(recipe.name for recipe in self.every))

    def __or__(self, others: Recipes) -> Recipes:
        """Add others, which win."""
        merged = {recipe.name: recipe for recipe in (*self.every, *others.every)}
        return Recipes(tuple(merged.values()))


@cache
def shipped() -> Recipes:
    """Return the recipes that come with the package."""
    text = resources.files("webwinnow").joinpath("recipes.toml").read_text(encoding="utf-8")
    return Recipes(tuple(_recipes(text, "recipes.toml", None)))


def read_recipes(path: Path) -> Recipes:
    """Read a file of recipes; raises UsageError that names the file and what to do."""
    return Recipes(tuple(_recipes(_text(path), str(path), str(path))))


def with_recipe(path: Path, recipe: Recipe) -> str:
    """Return the text of a file of recipes with one more at its end; what is there stays as it is."""
    check_name(recipe.name, str(path))
    text = _text(path) if path.exists() else ""
    if recipe.name in Recipes(tuple(_recipes(text, str(path), None))):
        raise UsageError(f"{path}: a recipe {recipe.name!r} is there already: choose another name, or remove it first")
    before = text if not text or text.endswith("\n") else f"{text}\n"
    lines = [f"[{recipe.name}]", f"expression = {_quoted(recipe.expression)}", f"summary = {_quoted(recipe.summary)}"]
    return before + ("\n" if before else "") + "\n".join(lines) + "\n"


def check_name(name: str, where: str) -> None:
    """Refuse a name that no expression could hold."""
    if not _NAME.fullmatch(name) or iskeyword(name) or name == "vote":
        told = "take letters, digits and hyphens between them, such as news-2"
        raise UsageError(f"{where}: a recipe cannot be named {name!r}: {told}")


def _quoted(text: str) -> str:
    """Write a text for TOML, whose escapes JSON has, too; JSON leaves one control character as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 (byte {error.start}): save the recipes as UTF-8") from None
    except OSError as error:
        told = (
            "name a file of recipes" if isinstance(error, FileNotFoundError) else "check the file and its permissions"
        )
        raise UsageError(f"{path}: cannot be read ({error.strerror or error}): {told}") from None


def _recipes(text: str, where: str, file: str | None) -> Iterable[Recipe]:
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{where}: broken TOML ({error}): correct the file") from None
    for name, table in tables.items():
        check_name(name, where)
        expression = table.get("expression") if isinstance(table, dict) else None
        if not isinstance(expression, str):
            told = f'write [{name}] and below it expression = "lqf >> bte"'
            raise UsageError(f"{where}: recipe {name!r} has no expression: {told}")
        yield Recipe(name, expression, str(table.get("summary", "")), file)
