"""`webwinnow mcp`: tools for language models."""

from typing import Final

import click

from webwinnow.cli.serve import require_libraries, require_token, service_options
from webwinnow.listening import ListenAddress, read_listen_address
from webwinnow.serve.settings import ServiceSettings

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
@service_options(jobs=1)
def command(listen: str | None, settings: ServiceSettings) -> None:
    """Offer two tools to language models: read_page, and why.

    read_page returns the main content of a page, by its address or its markup, piece by piece if it is long; why says
    whether a sentence of a page is part of that, and by which decision. Pages are fetched from the open internet alone.
    """
    address = read_listen_address(listen, _PORT) if listen else None
    require_token(listen, address, settings.token)
    require_libraries("mcp", "starlette", "uvicorn", "mcp")
    from webwinnow.serve.mcp_tools import run

    run(settings, address, _announce)


def _announce(address: ListenAddress) -> None:
    click.echo(f"webwinnow: tools at http://{address}/mcp, Ctrl-C ends them", err=True)
