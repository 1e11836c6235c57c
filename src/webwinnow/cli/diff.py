"""`webwinnow diff`: our result beside that of another library."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Final

import click

from webwinnow.cli.extractor_option import extractor_option
from webwinnow.cli.output import emit, write_file
from webwinnow.cli.pages import PLACE, page_options, places, without_credentials
from webwinnow.cli.recipes import recipes_option
from webwinnow.compat.side_by_side import Comparison, as_columns, as_html, compare
from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters.adapter import Asked
from webwinnow.evaluate.adapters.peers import PEERS, PeerAdapter
from webwinnow.expression import parse
from webwinnow.extraction import extract
from webwinnow.fetch import Client, read_page
from webwinnow.recipes import Recipes

_EXAMPLES: Final = """\b
Examples:
  webwinnow diff page.html --peer trafilatura
  webwinnow diff https://example.org/story --peer justext -e 'lqf >> bte'
  curl -s https://example.org/ | webwinnow diff - --peer readability-lxml --html diff.html"""
_COLOURS: Final = {"left": "green", "right": "red"}


@click.command(epilog=_EXAMPLES)
@click.argument("page", metavar="[PAGE]", required=False, type=PLACE)
@click.option(
    "--peer", type=click.Choice(tuple(PEERS)), default="trafilatura", show_default=True, help="The other one."
)
@extractor_option()
@recipes_option
@click.option("--html", "file", metavar="FILE", type=click.Path(dir_okay=False), help="Write a page with both instead.")
@page_options
def command(
    page: str | None,
    peer: str,
    extractor: str,
    recipes: Recipes,
    file: str | None,
    url: str | None,
    encoding: str | None,
    allow_private: bool,
    timeout: float,
    limit: int,
    example: bool,
) -> None:
    """Show the main content of PAGE as we find it beside what another library finds: a file, a URL, or -.

    Ours is on the left. Paragraphs that both have are marked =, those that only we have <, those that only the other
    has >. The last line counts the words. The other library must be installed in the same environment.
    """
    place = places(() if page is None else (page,), example=example)[0]
    stage, other = parse(extractor, recipes), _installed(peer)
    fetched = read_page(place, Client(timeout=timeout, limit=limit, allow_private=allow_private))
    address = url or fetched.url
    document = Document.from_bytes(fetched.body, url=address, encoding=encoding, transport=fetched.charset)
    theirs = _asked(other, document.source.encode(), address)
    found = compare(("webwinnow", peer), extract(document, stage).render(), theirs)
    if file is not None:
        write_file(Path(file), as_html(found, f"{without_credentials(place)}: webwinnow and {peer}"))
    else:
        emit(_columns(found))


def _installed(peer: str) -> PeerAdapter:
    adapter = PeerAdapter.of(peer)
    try:
        adapter.version()
    except UsageError:
        raise UsageError(f"{peer} is not installed here: pip install {peer}") from None
    return adapter


def _asked(adapter: PeerAdapter, page: bytes, address: str | None) -> str:
    """Ask the other library; what it raises is its own failure, and is told in one line."""
    try:
        return adapter(Asked("page", page, address)).text
    except Exception as error:  # somebody else's code may raise anything
        raise UsageError(f"{adapter.name} failed on this page ({type(error).__name__}: {error})") from error


def _columns(found: Comparison) -> str:
    width = shutil.get_terminal_size((100, 24)).columns
    coloured = sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    lines = [
        click.style(_printable(line), fg=_COLOURS[side]) if coloured and side in _COLOURS else _printable(line)
        for side, line in as_columns(found, width)
    ]
    return "".join(f"{line}\n" for line in [*lines, "", found.summary])


def _printable(text: str) -> str:
    return "".join(letter if letter >= " " and not "\x7f" <= letter <= "\x9f" else "?" for letter in text)
