"""The option -e, which names the stages that find the main content; the same for every command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from webwinnow.catalogue import DEFAULT
from webwinnow.cli.name_completion import complete_expression

_Command = TypeVar("_Command", bound=Callable[..., Any])


def extractor_option(
    told: str = "Stages and how they work together; 'webwinnow list' shows them.", default: str | None = DEFAULT
) -> Callable[[_Command], _Command]:
    """Give a command the option; `told` is its help."""
    return click.option(
        "-e",
        "--extractor",
        metavar="EXPR",
        shell_complete=complete_expression,
        default=default,
        show_default=default is not None,
        help=told,
    )
