"""`webwinnow serve`: the service over HTTP."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from webwinnow.cli.service_options import require_libraries, require_token, service_options
from webwinnow.listening import ListenAddress, read_listen_address
from webwinnow.recipes import read_recipes
from webwinnow.serve.settings import RECIPES_FILE, TOKEN, ServiceSettings

_PORT: Final = 8000
_EXAMPLES: Final = f"""\b
Examples:
  webwinnow serve
  webwinnow serve --packages my-packages
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
    "--packages",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Offer the test packages and runs in this folder; the workbench saves labels, runs and recipes there.",
)
@click.option(
    "--load-outside",
    is_flag=True,
    help="Let pages that are shown load pictures and styles from where they came from; scripts never run.",
)
@service_options(jobs=None)
def command(listen: str, load_outside: bool, settings: ServiceSettings) -> None:
    """Open a workbench at http://127.0.0.1:8000/, and answer over HTTP what the other commands print.

    The workbench shows a page with kept and dropped text marked, beside its main content, and says why; it draws the
    curves behind it, compares extractors, combines them, and lets people make test packages.

    Only programs on this machine can ask, and no page of another site that a browser shows here. --listen lets other
    machines ask, if they know the --token. Pages that a request names are fetched from the open internet alone.
    """
    address = read_listen_address(listen, _PORT)
    require_token(listen, address, settings.token)
    require_libraries("serve", "starlette", "uvicorn")
    settings = replace(settings, load_outside=load_outside)
    saved = settings.packages / RECIPES_FILE if settings.packages else None
    if saved and saved.exists():
        settings = replace(settings, recipes=read_recipes(saved) | settings.recipes)
    from webwinnow.serve.application import serve

    serve(settings, address, _announce)


def _announce(address: ListenAddress) -> None:
    click.echo(f"webwinnow: workbench at http://{address}/, service at http://{address}/openapi.json", err=True)
