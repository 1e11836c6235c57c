"""The options --max-bytes, --max-elements and so on: `Limits`, by the same names for every command that has them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final

import click

from webwinnow.errors import PageError
from webwinnow.limits import Limits

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
