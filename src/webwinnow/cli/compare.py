"""`webwinnow compare`: what changed between two runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from webwinnow.cli.evaluation_tables import aligned
from webwinnow.cli.output import emit
from webwinnow.evaluate.comparison import Change, Compared, compare_runs
from webwinnow.evaluate.measures import Measure, parse_measure
from webwinnow.evaluate.results import load_run

_FOLDER: Final = click.Path(path_type=Path)
_EXAMPLES: Final = """\b
Examples:
  webwinnow compare results-before results-after
  webwinnow compare results-before results-after --measure word-sequence --top 50"""


@click.command(epilog=_EXAMPLES)
@click.argument("before", metavar="RUN_A", type=_FOLDER)
@click.argument("after", metavar="RUN_B", type=_FOLDER)
@click.option(
    "--measure", metavar="NAME", help="The measure to compare by.  [default: the one that tables are sorted by]"
)
@click.option(
    "-n", "--top", "top", type=click.IntRange(min=0), default=10, show_default=True, help="The most pages to list."
)
def command(before: Path, after: Path, measure: Measure | None, top: int) -> None:
    """Show which pages got better or worse from RUN_A to RUN_B, two folders that evaluate -o made.

    Candidates are compared by name; if each run has just one, these two are.
    """
    compared = compare_runs(load_run(before), load_run(after), None if measure is None else parse_measure(measure))
    emit("\n".join("".join(_lines(each, top)) for each in compared))


def _lines(each: Compared, top: int) -> Iterator[str]:
    names = each.candidates[0] if each.candidates[0] == each.candidates[1] else " -> ".join(each.candidates)
    yield f"{each.package}, {names}, {each.measure} {each.column}\n"
    if not each.same_corpus:
        yield "  The package changed between the runs: pages of the same name may differ.\n"
    yield f"  {_mean(each)}\n"
    better, worse, newly = each.better(), each.worse(), each.newly()
    yield f"  {len(better)} pages better, {len(worse)} worse, {len(each.changes) - len(better) - len(worse)} the same\n"
    for title, changes in (("Better", better), ("Worse", worse)):
        yield from _listed(title, changes, top)
    for change in newly[:top]:
        yield f"  {change.page}: {change.outcomes[0]} before, {change.outcomes[1]} now\n"


def _mean(each: Compared) -> str:
    if each.comparison is None:
        return "No page has a score in both runs."
    difference, found = each.comparison.difference, each.comparison
    pages = [change for change in each.changes if change.difference is not None]
    before = sum(change.before or 0 for change in pages) / len(pages)
    verdict = "better" if found.better == "after" else "worse" if found.better == "before" else "may be chance"
    bounds = f"{difference.mean:+.4f} [{difference.low:+.4f}, {difference.high:+.4f}]"
    return f"mean {before:.4f} -> {before + difference.mean:.4f}, {bounds}, p = {found.p_value:.4f}: {verdict}"


def _listed(title: str, changes: Sequence[Change], top: int) -> Iterator[str]:
    rows = [
        [f"    {change.page}", f"{change.before:.3f}", f"{change.after:.3f}", f"{change.difference:+.3f}"]
        for change in changes[:top]
    ]
    if rows:
        yield f"  {title}\n{aligned(rows)}"
    if len(changes) > len(rows) and rows:
        yield f"    and {len(changes) - len(rows)} more\n"
