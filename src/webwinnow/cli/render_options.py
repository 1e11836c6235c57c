"""Options that say how results are written, and which of them go together."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar

import click

from webwinnow.render.hidden import FLAGGING, POLICIES, Policy
from webwinnow.render.structured import STRUCTURED, RenderOptions

_Command = TypeVar("_Command", bound=Callable[..., Any])
_READ_ALOUD: Final = "speech"
_OPTIONS: Final = (
    click.option(
        "--no-links", is_flag=True, help="Keep only the text of links (markdown, clean-html, reader, speech, tei, xml)."
    ),
    click.option("--keep-formatting", is_flag=True, help="Show headings, lists, tables and emphasis by signs (text)."),
    click.option("--normalise", is_flag=True, help="Compose letters (NFC); remove soft hyphens and marks nobody sees."),
    click.option("--read-aloud", is_flag=True, help="Print text fit for a speech program; the same as -f speech."),
    click.option("--header", is_flag=True, help="Print the names of the columns first (csv)."),
    click.option(
        "--hidden",
        type=click.Choice(POLICIES),
        help="What becomes of text that readers do not see: left out, kept, or kept and named so (json, xml)."
        "  [default: flag for json, strip for others]",
    ),
)
_WITH_LINKS: Final = tuple(form for form in STRUCTURED if form != "csv")


def render_options(command: _Command) -> _Command:
    """Give a command the options; it gets them as `options`, and the format as `form`."""

    @wraps(command)
    def with_options(
        *,
        no_links: bool,
        keep_formatting: bool,
        normalise: bool,
        read_aloud: bool,
        header: bool,
        hidden: Policy | None,
        form: str | None,
        **others: Any,
    ) -> Any:
        chosen = _form(form, keep_formatting=keep_formatting, read_aloud=read_aloud)
        options = RenderOptions(not no_links, keep_formatting, normalise, header, hidden)
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
    if not options.links and form not in _WITH_LINKS:
        raise click.UsageError(f"--no-links shapes {', '.join(_WITH_LINKS)}, not {form}: leave one of them out")
    if options.header and form != "csv":
        raise click.UsageError(f"--header names the columns of csv, not of {form}: leave one of them out")
    if options.hidden == "flag" and form not in FLAGGING:
        raise click.UsageError(f"{form} cannot say what is hidden: use --hidden strip or keep, or -f json")
    if options.hidden and form == "html":
        raise click.UsageError("-f html shows the page itself: leave --hidden out")
    if options.normalise and form not in ("text", *STRUCTURED):
        raise click.UsageError(f"--normalise would move the offsets of {form}: leave one of them out")
