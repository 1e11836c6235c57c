"""Tells what came of making a package."""

from __future__ import annotations

from webwinnow.cli.output import complain, emit
from webwinnow.evaluate.making import Made


def tell(made: Made) -> None:
    """Name on standard error what was left out, and count what is there."""
    for skipped in made.skipped:
        complain(f"{skipped.name}: left out: {skipped.reason}")
    left_out = f", {len(made.skipped)} left out" if made.skipped else ""
    emit(f"{made.package.folder}: {made.added} pages added{left_out}\n")
