"""The one place where errors end: one line on standard error and an exit code, never a traceback for the expected."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import click

from webwinnow.cli.output import flush
from webwinnow.errors import WebwinnowError

INTERRUPTED: Final = 130
"""128 plus the number of SIGINT: what shells report for a program that Ctrl-C stopped."""


def fenced(run: Callable[[], object]) -> int:
    """Run a command; what it returns, if a number, is the exit code."""
    try:
        code = run()
        flush()
    except WebwinnowError as error:
        complain(str(error))
        return error.exit_code
    except click.ClickException as error:
        complain(_with_advice(error))
        return error.exit_code
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except OSError as error:  # the machine's doing, such as a path that may not even be looked at
        complain(f"{error.filename or 'system'}: {error.strerror or error}")
        return 1
    return code if isinstance(code, int) else 0


def complain(message: str) -> None:
    """Print a message in one line on standard error; where nobody listens, do without."""
    with suppress(OSError):
        click.echo(f"webwinnow: {' '.join(message.split())}", file=sys.stderr)


def _with_advice(error: click.ClickException) -> str:
    """Give the message of the option parser, and where to read more."""
    message = error.format_message().rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{message} (see '{context.command_path} --help')" if context else message
