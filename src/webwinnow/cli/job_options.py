"""The options of the commands that run or estimate a batch: what each page becomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from webwinnow.batch.job import FORMS, TEXT_FORMS
from webwinnow.cli.answers import Choice
from webwinnow.cli.options import extractor_option, recipes_option
from webwinnow.render.formats import NICKNAMES

_Command = TypeVar("_Command", bound=Callable[..., Any])


def job_options(command: _Command) -> _Command:
    """Add -e, --recipes, -f, --text, --facts and --near-duplicates to a command."""
    options = (
        extractor_option(),
        recipes_option,
        click.option(
            "-f",
            "--format",
            "form",
            type=Choice(FORMS, {"json": "jsonl"}),
            default="parquet",
            show_default=True,
            help="The form of the results.",
        ),
        click.option(
            "--text",
            type=Choice(TEXT_FORMS, NICKNAMES),
            default="text",
            show_default=True,
            help="The form of the texts.",
        ),
        click.option(
            "--facts/--no-facts",
            default=True,
            help="Find headline, authors, date, language and page type, too; takes as long again.  [default: facts]",
        ),
        click.option(
            "--near-duplicates",
            is_flag=True,
            help="Mark texts that are nearly the same: of each group the record with the smallest id stays.",
        ),
    )
    for add in reversed(options):
        command = add(command)
    return command
