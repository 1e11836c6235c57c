"""`webwinnow package build`: a site's pages and a CSS selector become a package."""

from __future__ import annotations

from pathlib import Path

import click

from webwinnow.cli.package.making import tell
from webwinnow.evaluate.making import build

_PATH = click.Path(path_type=Path)


@click.command(
    "build", epilog="\b\nExample:\n  webwinnow package build news pages/ --selector 'article .body' --headline h1"
)
@click.argument("folder", metavar="DIR", type=_PATH)
@click.argument("pages", metavar="PAGES...", nargs=-1, required=True, type=_PATH)
@click.option("--selector", metavar="CSS", required=True, help="What holds the main content.")
@click.option("--headline", metavar="CSS", help="What holds the headline.")
def command(folder: Path, pages: tuple[Path, ...], selector: str, headline: str | None) -> None:
    """Make gold for a site's pages, files or folders of them, with one CSS selector.

    DIR may be a new package or one that exists; pages that it has already are left out.
    """
    tell(build(folder, pages, selector, headline))
