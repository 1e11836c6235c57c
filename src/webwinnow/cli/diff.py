"""`webwinnow diff`: our result beside that of another library."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import click

from webwinnow.cli.options import extractor_option, recipes_option
from webwinnow.cli.output import collected, emit, in_colour, printable, write_file
from webwinnow.cli.pages import Pages, one_page, without_credentials
from webwinnow.compat.side_by_side import Comparison, as_columns, as_html, compare
from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters.adapter import Asked
from webwinnow.evaluate.adapters.peers import PEERS, PeerAdapter
from webwinnow.expression import parse
from webwinnow.extraction import extract
from webwinnow.recipes import Recipes

_EXAMPLES: Final = """\b
Examples:
  webwinnow diff page.html --peer trafilatura
  webwinnow diff https://example.org/story --peer justext -e 'lqf >> bte'
  curl -s https://example.org/ | webwinnow diff - --peer readability-lxml --html diff.html"""
_COLOURS: Final = {"left": "green", "right": "red"}


@click.command(epilog=_EXAMPLES)
@click.option(
    "--peer",
    type=click.Choice(tuple(PEERS)),
    default="trafilatura",
    show_default=True,
    help="The library to compare with.",
)
@extractor_option()
@recipes_option
@click.option(
    "-o",
    "--output",
    "--html",
    "file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write a page of HTML that shows both (or text, if FILE ends in .txt), and print nothing.",
)
@one_page
def command(
    pages: Pages,
    peer: str,
    extractor: str,
    recipes: Recipes,
    file: str | None,
) -> None:
    """Show the main content of PAGE as we find it beside what another library finds: a file, a URL, or -.

    Ours is on the left. Paragraphs that both have are marked =, those that only we have <, those that only the other
    has >. The last line counts the words. The other library must be installed in the same environment.
    """
    stage, other = parse(extractor, recipes), _installed(peer)
    place = pages.places[0]
    document = pages.read(place)
    theirs = _asked(other, document.source.encode(), document.url)
    found = compare(("webwinnow", peer), extract(document, stage).render(), theirs)
    if file is not None and Path(file).suffix == ".txt":
        with collected() as printed:
            emit(_columns(found), coloured=True)
        write_file(Path(file), "".join(printed))
    elif file is not None:
        write_file(Path(file), as_html(found, f"{without_credentials(place)}: webwinnow and {peer}"))
    else:
        emit(_columns(found), coloured=True)


def _installed(peer: str) -> PeerAdapter:
    adapter = PeerAdapter.of(peer)
    adapter.version()  # complains at once if it is missing
    return adapter


def _asked(adapter: PeerAdapter, page: bytes, address: str | None) -> str:
    """Ask the other library; what it raises is its own failure, and is named in one line."""
    try:
        return adapter(Asked("page", page, address)).text
    except Exception as error:  # somebody else's code may raise anything
        raise UsageError(f"{adapter.name} failed on this page ({type(error).__name__}: {error})") from error


def _columns(found: Comparison) -> str:
    width = shutil.get_terminal_size((100, 24)).columns
    coloured = in_colour()
    lines = [
        click.style(printable(line), fg=_COLOURS[side]) if coloured and side in _COLOURS else printable(line)
        for side, line in as_columns(found, width)
    ]
    return "".join(f"{line}\n" for line in [*lines, "", found.summary])
