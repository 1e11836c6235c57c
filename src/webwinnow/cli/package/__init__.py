"""`webwinnow package`: make, check and divide test packages; one file per command."""

from __future__ import annotations

from typing import Final

import click

from webwinnow.cli.package import add, build, importing, info, new, split, validate

_EXAMPLES: Final = """\b
Examples:
  webwinnow package info examples/package
  webwinnow package validate examples/package
  webwinnow package new mine
  webwinnow package add mine page.html --gold page.txt --language en"""


@click.group(epilog=_EXAMPLES)
def command() -> None:
    """Make, check and divide test packages: folders of pages with their gold."""


for _each in (info, validate, new, add, split, importing, build):
    command.add_command(_each.command)
