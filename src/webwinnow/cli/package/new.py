"""`webwinnow package new`: an empty package."""

from __future__ import annotations

from pathlib import Path

import click

from webwinnow.cli.output import emit
from webwinnow.evaluate.making import new


@click.command("new", epilog="\b\nExample:\n  webwinnow package new mine --licence CC0-1.0")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--name", metavar="NAME", help="Its name in tables.  [default: that of the folder]")
@click.option("--licence", metavar="TEXT", default="", help="Under which terms the pages may be used.")
@click.option("--origin", metavar="TEXT", default="", help="Where the pages come from.")
@click.option("--gold", metavar="TEXT", default="", help="How the gold is made, and what belongs to it.")
@click.option("--notes", metavar="TEXT", default="", help="Whatever else is worth knowing.")
def command(folder: Path, name: str | None, licence: str, origin: str, gold: str, notes: str) -> None:
    """Start an empty package: a folder with its description, package.toml."""
    package = new(folder, name, licence=licence, origin=origin, gold=gold, notes=notes)
    emit(f"{folder}: the package {package.name} is there, without pages yet\n")
