"""`webwinnow search`: the best combination of extractors for your pages."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Final

import click

from webwinnow.catalogue import is_stage
from webwinnow.cli.options import FILE, complete_expression, jobs_option, recipes_file, sample_option, user_recipes
from webwinnow.cli.output import Progress, bar, complain, emit, left, require_writable, write_file
from webwinnow.errors import UsageError
from webwinnow.evaluate.alignment import WORD_RULES
from webwinnow.recipes import Recipe, check_name, with_recipe
from webwinnow.search.combinations import read_members, split_members
from webwinnow.search.findings import Findings, held_out_mean
from webwinnow.search.run import FOLDS, SearchSettings, search
from webwinnow.search.writing import PICTURE, TABLE, write_findings

_FOLDER: Final = click.Path(path_type=Path)
_EXAMPLES: Final = """\b
Examples:
  webwinnow search examples/package --members dsc,bte,accb,lqf -o found
  webwinnow search examples/package --members filter3,danag,dsc,bte --size 2 -o found
  webwinnow search examples/package --members dsc,bte,lqf,cetd -o found --save mine
  webwinnow extract -e mine page.html

\b
Exit codes: 0 success, 1 no page could be used or a result not written,
2 wrong usage, 130 stopped by Ctrl-C; run it again to go on."""


@click.command(epilog=_EXAMPLES)
@click.argument("packages", metavar="PACKAGE...", nargs=-1, required=True, type=_FOLDER)
@click.option(
    "--members",
    metavar="LIST",
    required=True,
    shell_complete=complete_expression,
    help="Extractors, recipes and prefilters, separated by commas.",
)
@click.option(
    "--size", type=click.IntRange(min=1), default=3, show_default=True, help="The most members of a combination."
)
@click.option("--series", is_flag=True, help="Also let each member work on what each other one left.")
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    type=_FOLDER,
    help="The folder for results, which a later run goes on from.",
)
@click.option("--save", metavar="NAME", help="Write the winner as a recipe of this name into your recipes.")
@click.option(
    "--recipes",
    "recipes_path",
    metavar="FILE",
    type=_FOLDER,
    help=f"Your own recipes.  [default: webwinnow/{FILE} in the configuration folder]",
)
@click.option(
    "--folds",
    type=click.IntRange(min=2),
    default=FOLDS,
    show_default=True,
    help="The number of parts that sites are dealt into.",
)
@click.option(
    "--rule",
    type=click.Choice(list(WORD_RULES)),
    default="unicode",
    show_default=True,
    help="What counts as a word, as in the measure word-bag.",
)
@jobs_option()
@sample_option("Take only a sample of so many pages per package.")
@click.option(
    "--timeout",
    type=float,
    metavar="SECONDS",
    default=120.0,
    show_default=True,
    help="The longest that all members may take on a page.",
)
def command(packages: tuple[Path, ...], output: Path, **options: Any) -> None:
    """Try combinations of members on each PACKAGE, a folder of pages with gold, and print the best.

    Combinations of up to --size members are tried: unions, intersections, votes of at least k of n, and votes in which
    one member counts double. A prefilter among the members makes a further member with each extractor. Members work on
    each page once, and what they found is kept in DIR; all combinations are then scored from that, by the F1 of bags of
    words. Their time is that of reading a page once and of their members.

    The best of thousands is partly luck. So sites are dealt into folds, and the choice for each fold is made without
    it: "held out" is the F1 on sites that the choice has not seen. DIR gets search.json, search.csv and search.svg.
    """
    save, path = options["save"], recipes_file(options["recipes_path"])
    _check_saving(save, path)
    named = options["recipes_path"]
    recipes = user_recipes(None if save and named and not named.exists() else named)
    members = read_members(split_members(options["members"]), recipes, series=options["series"])
    wanted = SearchSettings(
        packages,
        tuple(members),
        **{name: options[name] for name in ("size", "folds", "rule", "timeout")},
        limit=options["sample"],
        jobs=options["jobs"] or os.cpu_count() or 1,
    )
    with _watched() as watcher:
        findings = search(wanted, output, watcher)
    _tell(findings, output)
    if save and path:
        write_file(path, with_recipe(path, _recipe(save, findings)))
        emit(f"Recipe: {save} in {path}\n")


def _check_saving(name: str | None, path: Path | None) -> None:
    """Refuse a name that could not be saved before any work is done."""
    if name is None:
        return
    if path is None:
        raise UsageError("--save needs a file, and there is no configuration folder: add --recipes FILE")
    check_name(name, "--save")
    if is_stage(name):
        raise UsageError(f"--save: {name!r} is the name of a stage: choose another")
    with_recipe(path, Recipe(name, ""))
    require_writable(path)


def _recipe(name: str, findings: Findings) -> Recipe:
    measured = findings.measured
    f1 = float(measured.sums.means[findings.winner])
    judged = f", {findings.verdict.combinations:.3f} on sites held out" if findings.verdict else ""
    text = f"Best of {len(findings.combinations):,} combinations: F1 {f1:.3f} on {len(measured.fold)} pages{judged}."
    return Recipe(name, findings.expression(findings.winner), text)


def _tell(findings: Findings, output: Path) -> None:
    write_findings(findings, output)
    for page, reason in list(findings.failures.items())[:10]:
        complain(f"{page}: left out: {reason}")
    emit(tables(findings))
    emit(f"\nEvery combination: {output / TABLE}\nPicture: {output / PICTURE}\n")


@contextmanager
def _watched() -> Iterator[Callable[[str, int, int], None]]:
    """Show a bar for each part of the work on a terminal, nothing elsewhere."""
    shown = sys.stderr is not None and sys.stderr.isatty()
    first: dict[str, tuple[int, float]] = {}

    def tell(what: str, done: int, total: int) -> None:
        before, start = first.setdefault(what, (done, monotonic()))
        Progress(total, shown).at(done, f"pages, {what} {bar(done, total)} {left(done - before, total - done, start)}")

    try:
        yield tell
    finally:
        Progress(0, shown).clear()


def tables(findings: Findings) -> str:
    """Write members, front, folds and verdict."""
    parts = (_about(findings), _members(findings), _front(findings), _folds(findings), _verdict(findings))
    return "\n".join(part for part in parts if part)


def _about(findings: Findings) -> str:
    measured = findings.measured
    text = f"{len(findings.combinations):,} combinations of {len(findings.members)} members on {len(measured.fold):,}"
    text += f" pages of {measured.sites:,} sites; reading a page takes {measured.reading * 1000:.1f} ms.\n"
    if findings.failures:
        text += f"{len(findings.failures)} pages are left out: a member failed there.\n"
    if measured.approximate:
        text += f"On {measured.approximate} pages, members cut words in more ways than are counted exactly.\n"
    return text


def _members(findings: Findings) -> str:
    means, seconds = findings.measured.sums.means, findings.measured.member_seconds
    order = sorted(range(len(findings.members)), key=lambda number: -means[number])
    rows = ([f"{means[n]:.4f}", f"{seconds[n] * 1000:.1f}", findings.members[n].name] for n in order)
    return "Members alone\n" + _rows(["F1", "ms", "member"], rows)


def _front(findings: Findings) -> str:
    means = findings.measured.sums.means
    rows = (
        [
            f"{means[each.number]:.4f}",
            "" if each.held_out is None else f"{each.held_out:.4f}",
            f"{findings.seconds[each.number] * 1000:.1f}",
            findings.expression(each.number),
        ]
        for each in findings.front
    )
    return "The best for each time, reading included\n" + _rows(["F1", "held out", "ms", "combination"], rows)


def _folds(findings: Findings) -> str:
    if not findings.folds:
        return "All pages are of one site: nothing can be held out.\n"
    rows = (
        [
            str(number),
            str(fold.pages),
            f"{fold.training:.4f}",
            f"{fold.held_out:.4f}",
            f"{single.held_out:.4f}",
            findings.expression(fold.choice),
        ]
        for number, (fold, single) in enumerate(zip(findings.folds, findings.single_folds, strict=True), start=1)
    )
    heads = ["fold", "pages", "training", "held out", "single", "chosen without the fold"]
    return "Chosen on some sites, judged on the others (single: the same choice among members alone)\n" + _rows(
        heads, rows
    )


def _verdict(findings: Findings) -> str:
    means = findings.measured.sums.means
    text = f"Winner: {findings.expression(findings.winner)}, F1 {means[findings.winner]:.4f}\n"
    text += f"Best alone: {findings.expression(findings.best_single)}, F1 {means[findings.best_single]:.4f}\n"
    verdict, held_out = findings.verdict, held_out_mean(findings.folds)
    if verdict is None or held_out is None:
        return text
    gap = verdict.difference
    sure = "better" if verdict.better else "worse" if gap.mean < 0 and verdict.p_value < 0.05 else "not clearly better"
    return (
        f"{text}On sites held out, combinations reach {verdict.combinations:.4f} and single members"
        f" {verdict.singles:.4f}: {sure} ({gap.mean:+.4f}, 95 % from {gap.low:+.4f} to {gap.high:+.4f},"
        f" p = {verdict.p_value:.2g}).\n"
    )


def _rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Align all columns but the last to the right."""
    every = [heads, *rows]
    widths = [max(len(row[column]) for row in every) for column in range(len(heads) - 1)]
    return "".join(
        "  ".join([*(cell.rjust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]) + "\n"
        for row in every
    )
