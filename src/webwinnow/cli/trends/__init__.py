"""`webwinnow trends`: how topics rise and fall in a collection; one file per command."""

from __future__ import annotations

from typing import Final

import click

from webwinnow.cli.trends import convert, emerging, run, search

_EXAMPLES: Final = """\b
Examples:
  webwinnow trends run papers.ris --queries queries.toml -o trends
  webwinnow trends convert papers.ris more.bib -o collection.xml
  webwinnow trends search 'gene flow in plants' papers.ris
  webwinnow trends emerging papers.ris"""


@click.group(epilog=_EXAMPLES)
def command() -> None:
    """Show how topics rise and fall in a collection of papers or pages."""


for _each in (run, convert, search, emerging):
    command.add_command(_each.command)
