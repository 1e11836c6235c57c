"""`webwinnow serve`: the service over HTTP.

`webwinnow mcp` has most of the same options, and makes the same settings of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from webwinnow.cli.options import extractor_option, jobs_option, limit_options, recipes_option
from webwinnow.errors import MissingExtraError, UsageError
from webwinnow.limits import Limits
from webwinnow.listening import ListenAddress, read_listen_address
from webwinnow.recipes import Recipes, read_recipes
from webwinnow.serve.settings import LIMITS, RECIPES_FILE, TOKEN, ServiceSettings

_Command = TypeVar("_Command", bound=Callable[..., Any])


def service_options(*, jobs: int | None) -> Callable[[_Command], _Command]:
    """Add the options to a command, which gets `settings` instead; `jobs` is the default, None one for each core."""
    told = "one for each core" if jobs is None else str(jobs)

    def decorate(command: _Command) -> _Command:
        @wraps(command)
        def called(
            token: str | None,
            extractor: str,
            recipes: Recipes,
            limits: Limits,
            allow_private: bool,
            packages: Path | None = None,
            **others: Any,
        ) -> object:
            at_once = others.pop("jobs") or jobs or os.cpu_count() or 1
            settings = ServiceSettings(
                extractor,
                recipes,
                limits=limits,
                jobs=at_once,
                allow_private=allow_private,
                token=token,
                packages=packages,
            )
            return command(settings=settings, **others)

        options = (
            click.option(
                "--token",
                metavar="TEXT",
                envvar=TOKEN,
                help=f"What clients over HTTP must send as 'Authorization: Bearer TEXT'.  [default: {TOKEN} of the "
                "environment]",
            ),
            extractor_option("The stages for requests that name none; 'webwinnow list' shows them."),
            recipes_option,
            limit_options(
                LIMITS,
                also={"seconds": "--timeout"},
                seconds="The longest that a page may take, and as much again for fetching it.",
            ),
            jobs_option(f"Pages at a time.  [default: {told}]"),
            click.option("--allow-private", is_flag=True, help="Fetch from loopback and private addresses, too."),
        )
        decorated: Any = called
        for add in reversed(options):
            decorated = add(decorated)
        made: _Command = decorated
        return made

    return decorate


def require_token(listen: str | None, address: ListenAddress | None, token: str | None) -> None:
    """Refuse to answer other machines without a token."""
    if address is not None and not address.is_loopback and token is None:
        raise UsageError(f"--listen {listen}: other machines could ask: give a --token, which they must send")


def require_libraries(extra: str, *libraries: str) -> None:
    """Refuse to begin without the libraries of an extra."""
    for library in libraries:
        if find_spec(library) is None:
            raise MissingExtraError(library, extra)


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
