"""Pages on the command line: the options that say where they come from and how they are read, and the reading."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from importlib import resources
from typing import Any, Final, TypeVar

import click

from webwinnow.cli.fence import complain
from webwinnow.cli.output import emit
from webwinnow.document import Document
from webwinnow.errors import PageError
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


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages that a command is about, and how they are read."""

    places: tuple[str, ...]
    client: Client
    url: str | None
    encoding: str | None

    def __len__(self) -> int:
        """Count the pages."""
        return len(self.places)

    def show(self, shown: Callable[[str, Document], str]) -> int:
        """Print what is shown of each page; one that cannot be read is named, and the others go on.

        Gives the exit code: 0, or 1 if a page failed.
        """
        failed = False
        for place in self.places:
            try:
                page = read_document(place, self.client, url=self.url, encoding=self.encoding)
            except PageError as error:
                complain(str(error))
                failed = True
            else:
                emit(shown(place, page))
        return int(failed)


def many_pages(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the argument [PAGE]... and the options of pages, as one value `pages`."""

    @wraps(command)
    def with_pages(
        pages: tuple[str, ...],
        url: str | None,
        encoding: str | None,
        allow_private: bool,
        timeout: float,
        limit: int,
        example: bool,
        **others: Any,
    ) -> int:
        named = places(pages, example=example)
        if url is not None and len(named) > 1:
            raise click.UsageError("--url is the address of one page, and several are given")
        client = Client(timeout=timeout, limit=limit, allow_private=allow_private)
        return command(pages=Pages(named, client, url, encoding), **others)

    argument = click.argument("pages", metavar="[PAGE]...", nargs=-1, type=PLACE)
    return argument(page_options(with_pages))


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
