"""Options that say how results are written, and which of them go together."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar

import click

from webwinnow.render.structured import STRUCTURED, RenderOptions

_Command = TypeVar("_Command", bound=Callable[..., Any])
_READ_ALOUD: Final = "speech"
_OPTIONS: Final = (
    click.option(
        "--no-links", is_flag=True, help="Keep only the text of links (markdown, clean-html, reader, speech)."
    ),
    click.option("--keep-formatting", is_flag=True, help="Show headings, lists, tables and emphasis by signs (text)."),
    click.option("--normalise", is_flag=True, help="Compose letters (NFC); remove soft hyphens and marks nobody sees."),
    click.option("--read-aloud", is_flag=True, help="Print text fit for a speech program; the same as -f speech."),
)


def render_options(command: _Command) -> _Command:
    """Give a command the options; it gets them as `options`, and the format as `form`."""

    @wraps(command)
    def with_options(
        *, no_links: bool, keep_formatting: bool, normalise: bool, read_aloud: bool, form: str | None, **others: Any
    ) -> Any:
        chosen = _form(form, keep_formatting=keep_formatting, read_aloud=read_aloud)
        options = RenderOptions(links=not no_links, keep_formatting=keep_formatting, normalise=normalise)
        _refuse_what_does_nothing(chosen or "text", options)
        return command(form=chosen, options=options, **others)

    for option in reversed(_OPTIONS):
        with_options = option(with_options)
    return with_options  # type: ignore[return-value]  # the same command, with more options


def _form(form: str | None, *, keep_formatting: bool, read_aloud: bool) -> str | None:
    if read_aloud and form not in (None, _READ_ALOUD):
        raise click.UsageError(f"--read-aloud gives speech, not {form}: leave one of them out")
    return _READ_ALOUD if read_aloud else "text" if keep_formatting and form is None else form


def _refuse_what_does_nothing(form: str, options: RenderOptions) -> None:
    if options.keep_formatting and form != "text":
        raise click.UsageError(f"--keep-formatting shapes text, not {form}: leave one of them out")
    if not options.links and form not in STRUCTURED:
        raise click.UsageError(f"--no-links shapes {', '.join(STRUCTURED)}, not {form}: leave one of them out")
    if options.normalise and form not in ("text", *STRUCTURED):
        raise click.UsageError(f"--normalise would move the offsets of {form}: leave one of them out")
