"""The user's recipes: the option `--recipes`, and the file in the platform's configuration folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from webwinnow.recipes import Recipes, read_recipes, shipped

FILE: Final = "recipes.toml"
_Command = TypeVar("_Command", bound=Callable[..., Any])


def configuration_folder() -> Path | None:
    """Find the folder where users keep their settings of webwinnow; None if the system does not say where home is.

    `XDG_CONFIG_HOME` counts on every system; as its specification wants it, a relative path does not.
    """
    named = os.environ.get("XDG_CONFIG_HOME", "")
    if Path(named).is_absolute():
        return Path(named) / "webwinnow"
    if sys.platform == "win32" and os.environ.get("APPDATA"):
        return Path(os.environ["APPDATA"]) / "webwinnow"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Application Support" if sys.platform == "darwin" else ".config") / "webwinnow"


def recipes_file(named: Path | None) -> Path | None:
    """Give the user's file: the one that is named, or else the one in the configuration folder, there or not."""
    folder = configuration_folder()
    return named or (folder / FILE if folder else None)


def user_recipes(named: Path | None = None) -> Recipes:
    """Read the recipes that there are: the shipped ones and the user's, which win."""
    path = recipes_file(named)
    if path is None or (named is None and not path.is_file()):
        return shipped()
    return shipped() | read_recipes(path)


def recipes_option(command: _Command) -> _Command:
    """Add `--recipes` to a command, which gets the recipes themselves as `recipes`."""
    added = click.option(
        "--recipes",
        metavar="FILE",
        type=click.Path(path_type=Path),
        callback=lambda _, __, named: user_recipes(named),
        help=f"Your own recipes.  [default: webwinnow/{FILE} in the configuration folder]",
    )
    return added(command)
