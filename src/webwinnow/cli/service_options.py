"""The options of the commands that answer other programs, and the settings that they make."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import click

from webwinnow.cli.limit_options import limit_options
from webwinnow.cli.options import extractor_option, jobs_option, recipes_option
from webwinnow.errors import MissingExtraError, UsageError
from webwinnow.limits import Limits
from webwinnow.listening import ListenAddress
from webwinnow.recipes import Recipes
from webwinnow.serve.settings import LIMITS, TOKEN, ServiceSettings

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
