"""`webwinnow package split`: two packages out of one."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from webwinnow.cli.output import emit
from webwinnow.evaluate.making import split

_FOLDER = click.Path(path_type=Path)


@click.command(
    "split", epilog="\b\nExample:\n  webwinnow package split mine --by domain --ratio 0.7 --into mine-dev mine-test"
)
@click.argument("folder", metavar="DIR", type=_FOLDER)
@click.option(
    "--by", type=click.Choice(["domain", "page"]), default="domain", show_default=True, help="What stays together."
)
@click.option("--ratio", type=float, default=0.5, show_default=True, help="The share of pages of the first.")
@click.option(
    "--into", metavar="DIR DIR", nargs=2, type=_FOLDER, help="The folders to make.  [default: DIR-a and DIR-b]"
)
def command(folder: Path, by: Literal["domain", "page"], ratio: float, into: tuple[Path, Path] | None) -> None:
    """Make two packages of one, always the same two; DIR itself stays as it is."""
    for package in split(folder, by=by, ratio=ratio, into=into or None):
        emit(f"{package.folder}: {len(package.pages)} pages\n")
