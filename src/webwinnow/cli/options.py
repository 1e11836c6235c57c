"""The options that commands share: -e names the stages that find the main content, --recipes the user's own recipes,
--max-bytes, --max-elements and so on the `Limits`, by the same names for every command that has them.

Recipes are found in the platform's configuration folder, too. While an expression is typed, the shell offers the names
of stages and recipes.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.shell_completion import CompletionItem

from webwinnow.catalogue import DEFAULT, STAGES, added_stages
from webwinnow.cli.output import complain
from webwinnow.errors import PageError, WebwinnowError
from webwinnow.limits import Limits
from webwinnow.recipes import Recipes, read_recipes, shipped
from webwinnow.refiners.comments import POLICIES, CommentPolicy
from webwinnow.rules import Choices, Rules, joined, read_rules

FILE: Final = "recipes.toml"
_FINISHED: Final = re.compile(r"(?:.*[^A-Za-z0-9-])?", re.DOTALL)
_Command = TypeVar("_Command", bound=Callable[..., Any])


def extractor_option(
    description: str = "Stages and how they work together; 'webwinnow list' shows them.", default: str | None = DEFAULT
) -> Callable[[_Command], _Command]:
    """Add the option -e to a command; `description` is its help."""
    return click.option(
        "-e",
        "--extractor",
        metavar="EXPR",
        shell_complete=complete_expression,
        default=default,
        show_default=default is not None,
        help=description,
    )


def jobs_option(
    description: str = "Processes at a time.  [default: one for each core]",
) -> Callable[[_Command], _Command]:
    """Add the option -j to a command, which gets the number of processes as `jobs`, or None."""
    return click.option("-j", "--jobs", "--workers", "jobs", type=click.IntRange(1, 256), metavar="N", help=description)


def min_confidence_option(command: _Command) -> _Command:
    """Add the option --min-confidence to a command, which gets it as `min_confidence`; 0 for any."""
    return click.option(
        "--min-confidence",
        type=click.FloatRange(0, 1),
        metavar="SHARE",
        default=0.0,
        help="Skip pages whose result is expected to have a lower F1 than this, and say so.",
    )(command)


def favour_option(command: _Command) -> _Command:
    """Add the option --favour to a command, which gets `precision`, `recall` or None."""
    return click.option(
        "--favour",
        "--favor",
        "favour",
        type=click.Choice(["precision", "recall"]),
        help="Let the default extractor keep less text that is cleaner, or lose less of it.",
    )(command)


def sample_option(description: str, *names: str) -> Callable[[_Command], _Command]:
    """Add the option --sample to a command, which gets the number of pages as `sample`, or None."""
    counted = click.IntRange(min=1)
    sample = click.option("--sample", *names, "sample", type=counted, metavar="N", help=description)
    # --limit is the size of a page, everywhere; as a number of pages it still works, with a note.
    old = click.option("--limit", type=counted, hidden=True, expose_value=False, callback=_as_sample, is_eager=True)
    return lambda command: sample(old(command))


def _as_sample(context: click.Context, _: click.Parameter, pages: int | None) -> None:
    if pages is not None:
        complain(f"--limit is the size of a page: read as --sample {pages}")
        context.default_map = {**(context.default_map or {}), "sample": pages}


def configuration_folder() -> Path | None:
    """Find the folder where users keep their settings of webwinnow; None if the system does not say where home is.

    `XDG_CONFIG_HOME` counts on every system; as its specification wants it, a relative path does not.
    """
    named = os.environ.get("XDG_CONFIG_HOME", "")
    if Path(named).is_absolute():
        return Path(named) / "webwinnow"
    if sys.platform == "win32" and os.environ.get("APPDATA"):
        return Path(os.environ["APPDATA"]) / "webwinnow"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Application Support" if sys.platform == "darwin" else ".config") / "webwinnow"


def recipes_file(named: Path | None) -> Path | None:
    """Return the user's file: the one that is named, or else the one in the configuration folder, there or not."""
    folder = configuration_folder()
    return named or (folder / FILE if folder else None)


def user_recipes(named: Path | None = None) -> Recipes:
    """Read the recipes that there are: the shipped ones and the user's, which win."""
    path = recipes_file(named)
    if path is None or (named is None and not path.is_file()):
        return shipped()
    return shipped() | read_recipes(path)


def recipes_option(command: _Command) -> _Command:
    """Add `--recipes` to a command, which gets the recipes themselves as `recipes`."""
    added = click.option(
        "--recipes",
        metavar="FILE",
        type=click.Path(path_type=Path),
        callback=lambda _, __, named: user_recipes(named),
        help=f"Your own recipes.  [default: webwinnow/{FILE} in the configuration folder]",
    )
    return added(command)


def complete_expression(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the last name of what is typed so far."""
    start = _FINISHED.match(incomplete)
    finished = start[0] if start else ""
    names = [finished + name for name in sorted([*STAGES, *added_stages(), *_recipes(context), "vote("])]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _recipes(context: click.Context) -> Recipes:
    """Find the recipes that the command would know; nothing is said about a broken file while someone types."""
    named = context.params.get("recipes") if context else None
    if isinstance(named, Recipes):
        return named
    with suppress(WebwinnowError, OSError):
        return user_recipes()
    return shipped()


_CHOICES: Final = (
    click.option(
        "--keep", metavar="CSS", multiple=True, help="Keep the text of these elements, whatever the extractor decides."
    ),
    click.option("--drop", metavar="CSS", multiple=True, help="Drop the text of these elements; it wins over --keep."),
    click.option(
        "--comments",
        type=click.Choice(POLICIES),
        default="auto",
        help="Keep or drop comments, or leave it to the extractor.  [default: auto]",
    ),
    click.option(
        "--rules",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Rules by host: extractor, keep, drop, comments (TOML; see docs/by-hand.md).",
    ),
)


def choices_options(command: _Command) -> _Command:
    """Add what people decide by hand to a command, which gets it as `choices`; it must have the recipes, too."""

    @wraps(command)
    def with_choices(
        *, keep: tuple[str, ...], drop: tuple[str, ...], comments: CommentPolicy, rules: Path | None, **others: Any
    ) -> Any:
        known = read_rules(rules, others["recipes"]) if rules else Rules()
        choices = Choices(joined("--keep", keep), joined("--drop", drop), comments, known)
        return command(choices=choices, **others)

    for option in reversed(_CHOICES):
        with_choices = option(with_choices)
    return with_choices  # type: ignore[return-value]  # the same command, with more options


_OPTIONS: Final = {
    "bytes": ("BYTES", int, "The largest page.", ("--limit",)),
    "elements": ("N", int, "Read a page up to so many elements.", ()),
    "density": ("N", int, "Read a page up to so many blocks for each 1,000 characters.", ()),
    "repetition": ("N", int, "Read one piece of markup so many times in a row.", ()),
    "depth": ("N", int, "Read elements that stand deeper in each other as if side by side.", ()),
    "output": ("CHARACTERS", int, "Leave out the end of content that is rendered to more than that.", ()),
    "seconds": ("SECONDS", float, "The longest that a page may take.", ()),
    "memory": ("BYTES", int, "The most memory that a page may take.", ()),
}


def limit_options(
    usual: Limits, *, without: tuple[str, ...] = (), also: dict[str, str] | None = None, **helps: str
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options to a command, which gets them as one value `limits`.

    `also` has further names of options, `helps` what they mean for this command where that is something else.
    """
    names = [name for name in _OPTIONS if name not in without]

    def added(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_limits(**given: Any) -> Any:
            return command(limits=Limits(**{name: given.pop(f"max_{name}") for name in names}), **given)

        for name in reversed(names):
            unit, kind, meaning, old = _OPTIONS[name]
            spelt = (f"--max-{name}", *old, *([also[name]] if also and name in also else []), f"max_{name}")
            shown = helps.get(name, meaning)
            value = getattr(usual, name)
            option = click.option(*spelt, type=kind, metavar=unit, default=value, show_default=True, help=shown)
            with_limits = option(with_limits)
        return with_limits

    return added


@contextmanager
def in_time(place: str, seconds: float) -> Iterator[None]:
    """Stop with a page after some seconds, where the system can interrupt a program: PageError names it."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def give_up(*_: object) -> None:
        raise PageError(f"{place}: no answer within {seconds:g} s: --max-seconds allows more")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
