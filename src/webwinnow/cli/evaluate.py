"""`webwinnow evaluate`: extractors against gold, and the gate that their results may not fall through."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click

from webwinnow.catalogue import DEFAULT
from webwinnow.cli.evaluation_tables import aligned, tables
from webwinnow.cli.options import complete_expression, jobs_option, recipes_option, sample_option
from webwinnow.cli.output import complain, emit, watch, write_file
from webwinnow.evaluate import adapters
from webwinnow.evaluate.cell import SLICINGS
from webwinnow.evaluate.gate import Floors, check, read_floors, update, write_floors
from webwinnow.evaluate.measures import MEASURES, Measure, parse_measure
from webwinnow.evaluate.measures.measure import parameters
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.run import EVERY_MEASURE, Again, EvaluationSettings, evaluate
from webwinnow.headline import METHODS

_FOLDER: Final = click.Path(path_type=Path)
_OUTSIDE_PARENTHESES: Final = re.compile(r",(?![^(]*\))")
_EXAMPLES: Final = """\b
Examples:
  webwinnow evaluate examples/package -e 'lqf >> bte' -e plain -o results
  webwinnow evaluate examples/package -e bte --slice language -o results
  webwinnow evaluate examples/package -e bte --peer trafilatura -o results
  webwinnow evaluate examples/package --headline --peer newspaper4k -o results
  webwinnow evaluate examples/package --metadata --peer trafilatura --peer htmldate
  webwinnow evaluate examples/package --python mymodule:main_text -o results
  webwinnow evaluate examples/package --command 'lynx -dump -nolist {file}' -o results
  webwinnow evaluate examples/package -e 'lqf >> bte' --gate floors.json

\b
Exit codes: 0 success, 1 the gate is closed or nothing could be scored,
2 wrong usage, 130 stopped by Ctrl-C; run it again to go on."""


@click.command(epilog=_EXAMPLES)
@click.argument("packages", metavar="PACKAGE...", nargs=-1, required=True, type=_FOLDER)
@click.option(
    "-e",
    "--extractor",
    "expressions",
    metavar="EXPR",
    multiple=True,
    shell_complete=complete_expression,
    help=f"One of our extractors; 'webwinnow list' shows them.  [default: {DEFAULT}, unless others are named]",
)
@recipes_option
@click.option("--headline", is_flag=True, help="Every method of 'webwinnow headline', by exact match of the headline.")
@click.option(
    "--metadata",
    is_flag=True,
    help="Each field of metadata instead: the share of right answers, ours and those of --peer.",
)
@click.option(
    "--peer",
    "peers",
    metavar="NAME",
    multiple=True,
    help=f"Another library: {', '.join(adapters.PEERS)}, or a plug-in.",
)
@click.option(
    "--python", "functions", metavar="MODULE:FUNCTION", multiple=True, help="A function from a page to its text."
)
@click.option(
    "--command",
    "commands",
    metavar='"PROG {file}"',
    multiple=True,
    help="A program that prints text or HTML; {file} is the page, {url} its address.",
)
@click.option("--proxy", "proxies", metavar="URL", multiple=True, help="A web proxy that answers with main content.")
@click.option("-o", "--output", metavar="DIR", type=_FOLDER, help="Where results go; a run that was stopped goes on.")
@jobs_option()
@sample_option("Take only a sample of so many pages per package.")
@click.option("--slice", "slicings", multiple=True, type=click.Choice(SLICINGS), help="Results for each of these.")
@click.option(
    "--measures", metavar="LIST", help=f"Which measures, separated by commas: {', '.join(MEASURES)}.  [default: all]"
)
@click.option("--headline-optional", is_flag=True, help="The headline counts neither for nor against.")
@click.option(
    "--timeout",
    type=float,
    metavar="SECONDS",
    default=adapters.TIMEOUT,
    show_default=True,
    help="For each page and candidate.",
)
@click.option("--again", type=click.Choice(["failed", "all"]), help="Compute these once more, though they are there.")
@click.option("--gate", "floors", metavar="FILE", type=_FOLDER, help="Fail if a result falls below its floor.")
@click.option("--update-floors", is_flag=True, help="Raise the floors to what is reached.")
@click.option("--allow-regression", "reason", metavar="REASON", help="Lower floors, too; the reason is kept.")
def command(packages: tuple[Path, ...], output: Path | None, **options: Any) -> int:
    """Evaluate extractors on each PACKAGE, a folder of pages with gold, and print how well they do.

    Everything that finds content can be compared: expressions, other libraries, functions, programs and proxies. With
    -o, results are kept: report.html to look at, summary.tsv and pages/ for other programs. Cells that are there
    already are not computed again, so a run that was stopped goes on where it was.
    """
    if options["metadata"]:
        return _metadata(packages, output, options)
    candidates, settings, gate = _candidates(options), _settings(options, report=output is not None), _gate(options)
    with _folder(output) as folder:
        run = _evaluated(packages, candidates, folder, settings)
        emit(tables(run))
        if output is not None:
            emit(f"\nReport: {run.report}\n")
        passed = gate is None or gate.hold(run)
    return 0 if passed and _anything(run) else 1


def _evaluated(
    packages: tuple[Path, ...], candidates: list[adapters.Adapter], folder: Path, settings: EvaluationSettings
) -> Run:
    with watch(len({each.name for each in candidates})) as watcher:
        return evaluate(packages, candidates, folder, settings, watcher)


def _metadata(packages: tuple[Path, ...], output: Path | None, options: dict[str, Any]) -> int:
    """Print the share of right answers for each field; with -o, keep the figures as metadata.tsv."""
    from webwinnow.evaluate.metadata_fields import field_scores, finders
    from webwinnow.evaluate.package import load

    other = [
        name for name in ("expressions", "headline", "functions", "commands", "proxies", "floors") if options[name]
    ]
    if other:
        raise click.UsageError("--metadata goes with --peer, --sample and -o alone")
    asked, lines, answered = finders(options["peers"]), list[str](), False
    for package in map(load, packages):
        with watch(len(asked)) as tell:
            scores = field_scores(package, asked, options["sample"], tell)
        answered |= any(scores.of.values())
        table = list(scores.rows())
        emit(f"{package.name}\n{aligned(table)}\n")
        lines += ["\t".join([package.name, *row]) for row in table]
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        write_file(output / "metadata.tsv", "\n".join(lines) + "\n")
    return 0 if answered else 1


def _candidates(options: dict[str, Any]) -> list[adapters.Adapter]:
    timeout = options["timeout"]
    named: list[adapters.Adapter] = [
        *(adapters.ExpressionAdapter.of(each, options["recipes"]) for each in options["expressions"]),
        *(adapters.HeadlineAdapter.of(each) for each in (METHODS if options["headline"] else ())),
        *map(adapters.PeerAdapter.of, options["peers"]),
        *map(adapters.PythonAdapter, options["functions"]),
        *(adapters.CommandAdapter(each, timeout) for each in options["commands"]),
        *(adapters.ProxyAdapter(each, timeout) for each in options["proxies"]),
    ]
    return named or [adapters.ExpressionAdapter.of(DEFAULT, options["recipes"])]


def _settings(options: dict[str, Any], *, report: bool) -> EvaluationSettings:
    again: Again = options["again"] or "none"
    return EvaluationSettings(
        measures=_measures(
            options["measures"] or ("headline" if options["headline"] else None), optional=options["headline_optional"]
        ),
        jobs=options["jobs"] or os.cpu_count() or 1,
        limit=options["sample"],
        slicings=tuple(dict.fromkeys(options["slicings"])),
        timeout=options["timeout"],
        again=again,
        report=report,
    )


def _measures(written: str | None, *, optional: bool) -> tuple[Measure, ...]:
    """Read the list; commas inside parentheses belong to a measure."""
    if written is None:
        chosen = EVERY_MEASURE
    else:
        chosen = tuple(parse_measure(each) for each in _OUTSIDE_PARENTHESES.split(written) if each.strip())
    if optional:
        chosen = tuple(_headline_optional(each) for each in chosen)
    return tuple(dict.fromkeys(chosen))


def _headline_optional(measure: Any) -> Measure:
    kept: Measure = replace(measure, headline="optional") if "headline" in parameters(type(measure)) else measure
    return kept


@contextmanager
def _folder(output: Path | None) -> Iterator[Path]:
    if output is not None:
        yield output
        return
    with TemporaryDirectory(prefix="webwinnow-") as folder:
        yield Path(folder)


def _gate(options: dict[str, Any]) -> Gate | None:
    """Make the gate; what is wrong with it is named before any work is done."""
    if options["floors"] is None and (options["update_floors"] or options["reason"]):
        raise click.UsageError("--update-floors and --allow-regression go with --gate FILE")
    if options["floors"] is None:
        return None
    if options["reason"] and not options["update_floors"]:
        raise click.UsageError("--allow-regression goes with --update-floors: it lowers floors")
    if options["sample"] is not None:
        raise click.UsageError("--gate needs whole packages: leave --sample out")
    return Gate(options["floors"], updating=options["update_floors"], reason=options["reason"])


@dataclass(frozen=True, slots=True)
class Gate:
    """A file of floors and what to do with it; a file that must be there is read at once."""

    path: Path
    updating: bool = False
    reason: str | None = None

    def __post_init__(self) -> None:
        """Refuse a file that is missing or broken before any work is done."""
        if not self.updating or self.path.exists():
            read_floors(self.path)

    def hold(self, run: Run) -> bool:
        """Hold a run against the floors, or bring these up to date; return whether the gate is open."""
        return self._updated(run) if self.updating else self._checked(run)

    def _updated(self, run: Run) -> bool:
        old = read_floors(self.path) if self.path.exists() else Floors()
        new = update(old, run, reason=self.reason, date=datetime.now(UTC).date().isoformat())
        write_floors(self.path, new)
        emit(f"\n{self.path}: {_changes(old, new)}\n")
        return True

    def _checked(self, run: Run) -> bool:
        verdict = check(read_floors(self.path), run)
        for problem in verdict.problems:
            complain(f"gate: {problem}")
        if verdict.passed:
            emit(f"\nGate: {verdict.checked} floors hold.\n")
        return verdict.passed


def _changes(old: Floors, new: Floors) -> str:
    before = {floor.key: floor.floor for floor in old.floors}
    added = sum(floor.key not in before for floor in new.floors)
    raised = sum(floor.floor > before.get(floor.key, floor.floor) for floor in new.floors)
    lowered = len(new.lowered) - len(old.lowered)
    return f"{added} floors added, {raised} raised, {lowered} lowered"


def _anything(run: Run) -> bool:
    """Return whether any candidate gave any answer."""
    return any(cell.failure is None for cells in run.cells.values() for cell in cells)
