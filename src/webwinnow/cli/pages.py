"""Pages on the command line: the options that say where they come from and how they are read, and the reading."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import resources
from typing import Any, Final, TypeVar

import click

from webwinnow.document import Document
from webwinnow.fetch import Client, read_page

PLACE: Final = click.Path(readable=False, allow_dash=True)
"""A file, a URL or `-`; what cannot be read is a page's failure, not wrong usage."""

_CLIENT: Final = Client()
_CREDENTIALS: Final = re.compile(r"(https?://)[^/?#]*@", re.IGNORECASE)
_OPTIONS: Final = (
    click.option("--url", metavar="URL", help="The address that a file or standard input came from."),
    click.option(
        "--encoding", metavar="NAME", help="The pages' encoding, such as gbk, if they name none or a wrong one."
    ),
    click.option("--allow-private", is_flag=True, help="Fetch from loopback and private addresses, too."),
    click.option(
        "--timeout", type=float, metavar="SECONDS", default=_CLIENT.timeout, show_default=True, help="For each fetch."
    ),
    click.option(
        "--limit", type=int, metavar="BYTES", default=_CLIENT.limit, show_default=True, help="For each fetched page."
    ),
    click.option("--example", is_flag=True, help="Take the page that comes with webwinnow."),
)
_Command = TypeVar("_Command", bound=Callable[..., Any])


def page_options(command: _Command) -> _Command:
    """Add the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def places(pages: tuple[str, ...], *, example: bool) -> tuple[str, ...]:
    """Find the pages that are meant: those that are named, the bundled one, or standard input."""
    if example and pages:
        raise click.UsageError("--example is a page itself: give no other")
    if example:
        return (str(resources.files("webwinnow").joinpath("example.html")),)
    if pages.count("-") > 1:
        raise click.UsageError("standard input can be read once: give - once")
    if not pages and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("no PAGE is given: name a file or a URL, or pipe a page in")
    return pages or ("-",)


def without_credentials(place: str) -> str:
    """Name a page in a result: as it was given, but without a password that stands in its address."""
    return _CREDENTIALS.sub(r"\1", place)


def read_document(place: str, client: Client, *, url: str | None, encoding: str | None) -> Document:
    """Read and decode a page; what the user says about it outdoes what the server says."""
    fetched = read_page(place, client)
    return Document.from_bytes(fetched.body, url=url or fetched.url, encoding=encoding, transport=fetched.charset)
