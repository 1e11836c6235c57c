"""`webwinnow package import`: a published data set becomes a package."""

from __future__ import annotations

from pathlib import Path

import click

from webwinnow.cli.package.making import tell
from webwinnow.evaluate.importers import FORMATS, importer

_FOLDER = click.Path(path_type=Path)


@click.command("import", epilog="\b\nExample:\n  webwinnow package import cleaneval downloads/cleaneval cleaneval")
@click.argument("form", metavar="FORMAT")
@click.argument("source", metavar="SRC", type=_FOLDER)
@click.argument("destination", metavar="DST", type=_FOLDER)
def command(form: str, source: Path, destination: Path) -> None:
    """Make the package DST of the data set in the folder SRC."""
    tell(importer(form)(source, destination))


command.help = f"{command.help}\n\nFORMAT is one of {', '.join(FORMATS)}."
