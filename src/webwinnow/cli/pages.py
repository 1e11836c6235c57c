"""Pages on the command line: the options that say where they come from and how they are read, and the reading.

Options for the answer are the same everywhere: -f text or json (--json is the same), and -o for a file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial, wraps
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from webwinnow.cli.options import in_time, limit_options
from webwinnow.cli.output import collected, complain, emit, printable, write_file
from webwinnow.document import Document
from webwinnow.document.geometry import Geometry
from webwinnow.errors import PageError, RenderError
from webwinnow.fetch import Client, read_page
from webwinnow.limits import Limits

if TYPE_CHECKING:
    from webwinnow.geometry import Browser, RenderSettings

PLACE: Final = click.Path(readable=False, allow_dash=True)
"""A file, a URL or `-`; what cannot be read is a page's failure, not wrong usage."""

_CLIENT: Final = Client()
Worked = TypeVar("Worked")
_ADDRESS: Final = re.compile(r"\s*https?:", re.IGNORECASE)
_CREDENTIALS: Final = re.compile(r"(https?://)[^/?#]*@", re.IGNORECASE)
_OPTIONS: Final = (
    click.option("--url", metavar="URL", help="The address that a file or standard input came from."),
    click.option(
        "--encoding", metavar="NAME", help="The pages' encoding, such as gbk, if they name none or a wrong one."
    ),
    click.option("--allow-private", is_flag=True, help="Fetch from loopback and private addresses, too."),
    click.option(
        "--timeout",
        type=float,
        metavar="SECONDS",
        default=_CLIENT.timeout,
        show_default=True,
        help="The longest that a fetch may take, and showing a page in a browser.",
    ),
    click.option(
        "--geometry",
        metavar="FILE",
        type=PLACE,
        help="What a browser showed of the page, for stages that use it ('webwinnow render').",
    ),
    click.option("--render", is_flag=True, help="Let a browser run the page's scripts first, and look at it."),
    click.option("--browser", metavar="PATH", help="The Chromium to use.  [default: an installed one]"),
    click.option("--example", is_flag=True, help="Take the page that comes with webwinnow."),
)

_FENCES: Final = ("memory",)
"""The limit that needs a process of its own."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages that a command is about, and how they are read."""

    places: tuple[str, ...]
    client: Client
    url: str | None
    encoding: str | None
    limits: Limits
    geometry: str | None = None
    """The sidecar of the one page."""
    render: bool = False
    """Whether pages are taken as their scripts leave them in a browser."""
    browser: str | None = None

    def __len__(self) -> int:
        """Count the pages."""
        return len(self.places)

    def read(self, place: str) -> Document:
        """Read and decode a page; what the user says about it outdoes what the server says."""
        fetched = read_page(place, self.client)
        address = self.url or fetched.url
        page = fetched.document(url=address, encoding=self.encoding, limits=self.limits)
        if self.render:
            try:
                return _rendered(page, self.client, self.browser, online=is_address(place))
            except RenderError as error:
                raise RenderError(f"{without_credentials(place)}: {error}") from error
        return page if self.geometry is None else page.with_geometry(_read_geometry(self.geometry, page))

    def timed(self, place: str, work: Callable[[Document], Worked]) -> Worked:
        """Read a page and do something with it, within the limit of seconds."""
        page = self.read(place)
        with in_time(without_credentials(place), self.limits.seconds):
            return work(page)

    def show(self, shown: Callable[[str, Document], str]) -> int:
        """Print what is shown of each page; one that cannot be read is named, and the others go on.

        Return the exit code: 0, or 1 if a page failed.
        """
        failed = False
        for place in self.places:
            try:
                text = self.timed(place, partial(shown, place))
            except PageError as error:
                complain(str(error))
                failed = True
            else:
                emit(text)
        return int(failed)


@dataclass(frozen=True, slots=True)
class PageOptions:
    """What the options say: how pages are read, and whether the bundled one is meant."""

    url: str | None
    encoding: str | None
    allow_private: bool
    timeout: float
    geometry: str | None
    render: bool
    browser: str | None
    example: bool
    limits: Limits

    def pages(self, named: tuple[str, ...]) -> Pages:
        """Find the pages that are meant: those that are named, the bundled one, or standard input."""
        places = self._places(named)
        if self.url is not None and len(places) > 1:
            raise click.UsageError("--url is the address of one page, and several are given")
        if self.geometry is not None and len(places) > 1:
            raise click.UsageError("--geometry is that of one page, and several are given")
        if self.geometry is not None and self.render:
            raise click.UsageError("--render measures the page itself: leave --geometry out")
        client = Client(timeout=self.timeout, limit=self.limits.bytes, allow_private=self.allow_private)
        known = self.url, self.encoding, self.limits
        return Pages(places, client, *known, self.geometry, self.render, self.browser)

    def _places(self, named: tuple[str, ...]) -> tuple[str, ...]:
        if self.example and named:
            raise click.UsageError("--example is a page itself: give no other")
        if self.example:
            return (str(resources.files("webwinnow").joinpath("example.html")),)
        if named.count("-") > 1:
            raise click.UsageError("standard input can be read once: give - once")
        if not named and (sys.stdin is None or sys.stdin.isatty()):
            raise click.UsageError("no PAGE is given: name a file or a URL, or pipe a page in")
        return named or ("-",)


def page_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of pages to a command, which gets them as one value `page_options`."""

    @wraps(command)
    def with_options(**given: Any) -> Any:
        chosen = PageOptions(**{each.name: given.pop(each.name) for each in fields(PageOptions)})
        return command(page_options=chosen, **given)

    limited = limit_options(Limits(), without=_FENCES)(with_options)
    for option in reversed(_OPTIONS):
        limited = option(limited)
    return limited


def many_pages(command: Callable[..., int]) -> Callable[..., int]:
    """Add the argument [PAGE]... and the options of pages to a command, which gets them as `pages`."""
    argument = click.argument("pages", metavar="[PAGE]...", nargs=-1, type=PLACE)
    listed = click.option(
        "--from",
        "lists",
        metavar="FILE",
        multiple=True,
        type=PLACE,
        help="Take pages from a list, too: a file or an address on each line, - for standard input.",
    )

    @wraps(command)
    def with_pages(pages: tuple[str, ...], lists: tuple[str, ...], page_options: PageOptions, **others: Any) -> int:
        named = (*pages, *(place for each in lists for place in read_list(each)))
        return command(pages=page_options.pages(named), **others)

    return argument(listed(page_options(with_pages)))


def read_list(place: str) -> list[str]:
    """Read the pages that a file names, one on each line; blank lines and those that start with # are passed over."""
    try:
        data = sys.stdin.buffer.read() if place == "-" else Path(place).read_bytes()
        lines = data.decode("utf-8-sig").splitlines()
    except (OSError, ValueError, AttributeError) as error:
        why = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise click.UsageError(f"{place}: the list of pages cannot be read ({why}): check the path") from error
    named = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not named or "-" in named:
        raise click.UsageError(f"{place}: the list names no page: write a file or an address on each line")
    return named


def one_page(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument [PAGE] and the options of pages to a command, which gets this one page as `pages`."""
    argument = click.argument("page", metavar="[PAGE]", required=False, type=PLACE)

    @wraps(command)
    def with_page(page: str | None, page_options: PageOptions, **others: Any) -> Any:
        return command(pages=page_options.pages(() if page is None else (page,)), **others)

    return argument(page_options(with_page))


def _read_geometry(place: str, page: Document) -> Geometry:
    try:
        sidecar = sys.stdin.buffer.read() if place == "-" else Path(place).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no file name"
        raise PageError(f"{place}: cannot be read ({why}): make it with webwinnow render") from error
    return Geometry.read(sidecar, page.markup, place)


def _rendered(page: Document, client: Client, browser: str | None, *, online: bool) -> Document:
    """Show a page in the browser of this process, which starts with the first; a file gets no network."""
    from webwinnow.geometry import RenderSettings

    settings = RenderSettings(timeout=client.timeout, browser=browser, client=client if online else None)
    return _browser(settings).rendered(page)


@cache
def _browser(settings: RenderSettings) -> Browser:
    import atexit

    from webwinnow.geometry import Browser

    started = Browser(settings)
    atexit.register(started.close)
    return started


def is_address(place: str) -> bool:
    """Tell whether a page is fetched."""
    return _ADDRESS.match(place) is not None


def without_credentials(place: str) -> str:
    """Name a page in a result: as it was given, but without a password that stands in its address."""
    return _CREDENTIALS.sub(r"\1", place)


def name_above(place: str, pages: int) -> str:
    """Return the line above the table of one page of several: its whole name, for it leads there."""
    return f"{printable(without_credentials(place))}\n" if pages > 1 else ""


_NICKNAMES: Final = {"txt": "text", "jsonl": "json"}


class Choice(click.Choice[str]):
    """One of some names, of which some have nicknames that help does not list."""

    def __init__(self, names: Sequence[str], nicknames: Mapping[str, str]) -> None:
        """Take the names, and what each nickname stands for."""
        super().__init__(names)
        self.nicknames = nicknames

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read a name or a nickname."""
        return super().convert(self.nicknames.get(str(value), value), param, ctx)


def answer_options(as_json: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add -f, --json and -o to a command, which gets `as_json` and prints; `as_json` is the help of --json."""
    options = (
        click.option("-f", "--format", "form", type=Choice(("text", "json"), _NICKNAMES), help="What to print."),
        click.option("--json", "as_json", is_flag=True, help=f"{as_json.rstrip('.')}; the same as -f json."),
        click.option("-o", "--output", metavar="FILE", type=PLACE, help="Write to a file, and print nothing."),
    )

    def added(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_options(*, form: str | None, as_json: bool, output: str | None, **others: Any) -> Any:
            if as_json and form == "text":
                raise click.UsageError("--json is -f json, and -f text is given: leave one of them out")
            chosen = as_json or form == "json" or (form is None and Path(output or "").suffix in (".json", ".jsonl"))
            if output in (None, "-"):
                return command(as_json=chosen, **others)
            with collected() as printed:
                code = command(as_json=chosen, **others)
            write_file(Path(str(output)), "".join(printed))
            return code

        answering: Callable[..., Any] = with_options
        for option in reversed(options):
            answering = option(answering)
        return answering

    return added
