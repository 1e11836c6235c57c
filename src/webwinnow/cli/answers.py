"""How commands are asked for an answer: -f text or json (--json is the same), and -o for the file that takes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Final

import click

from webwinnow.cli.output import collected, write_file
from webwinnow.cli.pages import PLACE

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
