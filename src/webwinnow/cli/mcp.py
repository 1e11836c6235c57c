"""`webwinnow mcp`: tools for language models."""

from importlib.util import find_spec
from typing import Final

import click

from webwinnow.cli.options import extractor_option, jobs_option, recipes_option
from webwinnow.errors import MissingExtraError, UsageError
from webwinnow.listening import ListenAddress, read_listen_address
from webwinnow.recipes import Recipes
from webwinnow.serve.settings import LIMIT, PATIENCE, TOKEN, ServiceSettings

_PORT: Final = 8001
_EXAMPLES: Final = f"""\b
Examples:
  webwinnow mcp
  webwinnow mcp --listen 127.0.0.1:{_PORT}

\b
In the settings of a program that speaks the Model Context Protocol:
  {{"mcpServers": {{"webwinnow": {{"command": "webwinnow", "args": ["mcp"]}}}}}}"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--listen", metavar="HOST:PORT", help="Speak over HTTP, at the address /mcp.  [default: standard input and output]"
)
@click.option(
    "--token",
    metavar="TEXT",
    envvar=TOKEN,
    help=f"What clients over HTTP must send as 'Authorization: Bearer TEXT'.  [default: {TOKEN} of the environment]",
)
@extractor_option()
@recipes_option
@click.option("--limit", metavar="BYTES", type=int, default=LIMIT, show_default=True, help="The largest page.")
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=float,
    default=PATIENCE,
    show_default=True,
    help="The longest that a page may take, and as much again for fetching it.",
)
@jobs_option("Pages at a time.  [default: 1]")
@click.option("--allow-private", is_flag=True, help="Fetch from loopback and private addresses, too.")
def command(
    listen: str | None,
    token: str | None,
    extractor: str,
    recipes: Recipes,
    limit: int,
    timeout: float,
    jobs: int | None,
    allow_private: bool,
) -> None:
    """Offer two tools to language models: read_page, and why.

    read_page returns the main content of a page, by its address or its markup, piece by piece if it is long; why says
    whether a sentence of a page is part of that, and by which decision. Pages are fetched from the open internet alone.
    """
    address = read_listen_address(listen, _PORT) if listen else None
    if address is not None and not address.is_loopback and token is None:
        raise UsageError(f"--listen {listen}: other machines could ask: give a --token, which they must send")
    settings = ServiceSettings(
        extractor,
        recipes,
        limit=limit,
        patience=timeout,
        jobs=jobs or 1,
        allow_private=allow_private,
        token=token,
    )
    for library in ("starlette", "uvicorn", "mcp"):
        if find_spec(library) is None:
            raise MissingExtraError(library, "mcp")
    from webwinnow.serve.mcp_tools import run

    run(settings, address, _announce)


def _announce(address: ListenAddress) -> None:
    click.echo(f"webwinnow: tools at http://{address}/mcp, Ctrl-C ends them", err=True)
