"""`webwinnow serve`: the service over HTTP."""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from webwinnow.cli.options import extractor_option, jobs_option, recipes_option
from webwinnow.errors import MissingExtraError, UsageError
from webwinnow.listening import ListenAddress, read_listen_address
from webwinnow.recipes import Recipes
from webwinnow.serve.settings import LIMIT, PATIENCE, TOKEN, ServiceSettings

_PORT: Final = 8000
_EXAMPLES: Final = f"""\b
Examples:
  webwinnow serve
  webwinnow serve --listen 127.0.0.1:9000 -e 'lqf >> bte'
  {TOKEN}=$(openssl rand -hex 16) webwinnow serve --listen 0.0.0.0:{_PORT}

\b
Then, from another shell:
  curl -s localhost:{_PORT}/v1/extract -H 'Content-Type: application/json' \\
    -d '{{"url": "https://example.org/story", "format": "markdown"}}'
  curl -s localhost:{_PORT}/r/https://example.org/story

\b
http://localhost:{_PORT}/openapi.json describes all of it. Ctrl-C ends the server."""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--listen", metavar="HOST:PORT", default=f"127.0.0.1:{_PORT}", show_default=True, help="Where clients find it."
)
@click.option(
    "--token",
    metavar="TEXT",
    envvar=TOKEN,
    help=f"What clients must send as 'Authorization: Bearer TEXT'.  [default: {TOKEN} of the environment]",
)
@extractor_option("The stages for requests that name none; 'webwinnow list' shows them.")
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
@click.option(
    "--packages",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Offer the pages of the test packages in this folder.",
)
@jobs_option("Pages at a time.  [default: one for each core]")
@click.option("--allow-private", is_flag=True, help="Fetch from loopback and private addresses, too.")
def command(
    listen: str,
    token: str | None,
    extractor: str,
    recipes: Recipes,
    limit: int,
    timeout: float,
    packages: Path | None,
    jobs: int | None,
    allow_private: bool,
) -> None:
    """Open a workbench at http://127.0.0.1:8000/, and answer over HTTP what the other commands print.

    The workbench shows a page with kept and dropped text marked, beside its main content, and says why.

    Only programs on this machine can ask, and no page of another site that a browser shows here. --listen lets other
    machines ask, if they know the --token. Pages that a request names are fetched from the open internet alone.
    """
    address = read_listen_address(listen, _PORT)
    if not address.is_loopback and token is None:
        raise UsageError(f"--listen {listen}: other machines could ask: give a --token, which they must send")
    settings = ServiceSettings(
        extractor,
        recipes,
        limit=limit,
        patience=timeout,
        jobs=jobs or os.cpu_count() or 1,
        allow_private=allow_private,
        token=token,
        packages=packages,
    )
    for library in ("starlette", "uvicorn"):
        if find_spec(library) is None:
            raise MissingExtraError(library, "serve")
    from webwinnow.serve.application import serve

    serve(settings, address, _announce)


def _announce(address: ListenAddress) -> None:
    click.echo(f"webwinnow: workbench at http://{address}/, service at http://{address}/openapi.json", err=True)
