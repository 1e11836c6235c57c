"""Writes `leaderboard.md`, and the short table in the README: the best of ours and the peers that are installed.

    .venv-peers/bin/python docs/leaderboard.py FOLDER [--limit N] [--only NAME] [--short]
    make leaderboard DATA=FOLDER

They are evaluated on every package with gold below the folder; with `--short` only the default and the peers are, on
those that the default was not trained on, and only the README's table is written. All our stages are in `results.md`.

A run can be stopped and started again; what was computed stays in `build/leaderboard`. With `--only`, only these rows
are computed anew, on the pages of the last run. It first asks all of them for
a few pages, and so can say how long it will take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from statistics import mean as average
from time import process_time
from typing import Final

import click
from tables import cell, evaluated, measured, packages_with_gold, table, which_pages

from webwinnow.errors import WebwinnowError
from webwinnow.evaluate import EvaluationSettings, ExpressionAdapter, PeerAdapter, load_run
from webwinnow.evaluate.adapters.adapter import Adapter
from webwinnow.evaluate.adapters.peers import PEERS
from webwinnow.evaluate.measures import BlockOrder, MarkdownLikeness, Measure, Snippets, WordBag
from webwinnow.evaluate.measures.structures import STRUCTURE_MEASURES
from webwinnow.evaluate.package import load
from webwinnow.evaluate.run import sample
from webwinnow.evaluate.summary import CandidateSummary, PackageSummary, Summary
from webwinnow.evaluate.trial import Trial, Trials, TrialSettings
from webwinnow.evaluate.writing import write_aside
from webwinnow.extractors.consensus.consensus import trained_on

HERE: Final = Path(__file__).parent
PAGE: Final = HERE / "leaderboard.md"
BUILD: Final = Path("build/leaderboard")
MEASURE: Final = WordBag(rule="plain", headline="optional")
STRUCTURES: Final = tuple(kind() for kind in STRUCTURE_MEASURES)
MARKDOWN: Final = MarkdownLikeness()
SNIPPETS: Final = Snippets()
REFERENCE: Final = "trafilatura"
README: Final = HERE.parent / "README.md"
START, END = "<!-- leaderboard: made by `make leaderboard DATA=...` -->", "<!-- end of leaderboard -->"
OURS: Final = ("consensus", "lqf >> bte", "addanag", "addanag-bare", "cetd-ds", "crunch", "wlr-bounded", "plain")
"""What is shown of ours; the page of results has all."""
SHORT: Final = ("consensus", "lqf >> bte", *PEERS)
"""What the README shows."""
_PATIENCE: Final = 600.0
"""Seconds for a page: on a busy machine, the slowest of them take minutes for pages of megabytes."""
_TIMED: Final = 5
"""Pages of each package whose time is taken."""
_TRIED: Final = 1
"""Pages of each package that are tried to say how long a run takes."""


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--limit", type=int, help="Take only so many pages of each package.")
@click.option("--jobs", type=int, default=2, show_default=True, help="How many processes work.")
@click.option("--only", multiple=True, metavar="NAME", help="Compute this row anew, and keep all others.")
@click.option("--short", "only_short", is_flag=True, help="Write the README's table alone.")
def main(folder: Path, limit: int | None, jobs: int, only: tuple[str, ...], only_short: bool) -> None:
    """Evaluate on the packages below FOLDER and write leaderboard.md."""
    texts, strings = packages_with_gold(folder)
    build = BUILD / "short" if only_short else BUILD
    if only_short:
        texts, strings = [each for each in texts if each.name not in trained_on()], []
    settings = EvaluationSettings(
        measures=(MEASURE,) if only_short else (MEASURE, *STRUCTURES, BlockOrder(), MARKDOWN, SNIPPETS),
        report=False,
        pairs=False,
        slicings=("page_type", "language"),
        limit=load_run(build / "texts").limit if only else limit,
        jobs=jobs,
        timeout=_PATIENCE,
    )
    rows = [each for each in _candidates() if each.name in (only or (SHORT if only_short else (*OURS, *PEERS)))]
    _announce([*texts, *strings], rows, settings)
    found = evaluated(texts, rows, build / "texts", settings, anew=bool(only))
    speeds = measured([*texts, *strings], _candidates(), _TIMED)
    if not only_short:
        chosen = replace(settings, measures=(SNIPPETS,))
        looked_for = evaluated(strings, rows, build / "strings", chosen, anew=bool(only)) if strings else None
        write_aside(PAGE, page(found, looked_for, settings.limit, speeds).encode())
    before, _, rest = README.read_text(encoding="utf-8").partition(START)
    after = rest.partition(END)[2]
    write_aside(README, f"{before}{START}\n\n{short(found, settings.limit, speeds)}\n\n{END}{after}".encode())


def _candidates() -> list[Adapter]:
    found: list[Adapter] = [ExpressionAdapter.of(each) for each in OURS]
    for name in PEERS:
        try:
            peer = PeerAdapter.of(name)
            peer.version()
            found.append(peer)
        except WebwinnowError as missing:
            click.echo(f"left out: {missing}", err=True)
    return found


def _announce(packages: Sequence[Path], candidates: Sequence[Adapter], settings: EvaluationSettings) -> None:
    """Say how long it will take: try a page of each package."""
    trials, seconds, pages = Trials(TrialSettings(tuple(candidates), settings.measures, settings.timeout)), 0.0, 0
    for package in map(load, packages):
        start = process_time()
        tried = sample(package, _TRIED)
        for files in tried:
            for at in range(len(candidates)):
                trials(Trial(0, at, files))
        every = len(sample(package, settings.limit))
        seconds, pages = seconds + (process_time() - start) / max(len(tried), 1) * every, pages + every
    click.echo(
        f"{pages} pages of {len(packages)} packages, {len(candidates)} candidates: about {seconds / 60:.0f} minutes of"
        " processor time, less what is in build/leaderboard; stop it and start it again at will",
        err=True,
    )


def page(run: Summary, strings: Summary | None, limit: int | None, speeds: Mapping[str, float]) -> str:
    """Write the page; `speeds` are bytes by seconds."""
    scored = [each for each in run.packages if MEASURE in each.candidates[0].measures]
    command = f"python docs/leaderboard.py FOLDER{f' --limit {limit}' if limit else ''}"
    parts = [
        "# Leaderboard",
        f"<!-- Made by `make leaderboard DATA=...`: `{command}`, program {run.program}. -->",
        f"F1 of `{MEASURE}` (lower-case `\\w+` words as a bag, with or without the headline), mean over"
        f" {which_pages(limit)}, with the half width of its 95 % interval. A page without an answer counts as nothing"
        f" found. Made on {date.today()} by program {run.program}. Bold: best of a column. Columns with † are packages"
        " that `consensus` was trained on, so its figures there are not comparable; what it reaches on sites of these"
        " packages that it did not see is in its [model card](training.md). All our stages are among the"
        " [results](results.md).",
        _by_package(scored),
        f"## Strings that must appear, and that must not\n\n{_strings(strings)}" if strings else "",
        f"## Structures\n\n{_structures(run)}",
        f"## By page type\n\nOf pages with an answer.\n\n{_by_slice(run, 'page_type')}",
        f"## By language\n\nOf pages with an answer.\n\n{_by_slice(run, 'language')}",
        f"## Speed beside quality\n\n{_speed(run, speeds)}",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def short(run: Summary, limit: int | None, speeds: Mapping[str, float]) -> str:
    """Write the table of the README: the default and the peers on packages that nothing of ours was trained on."""
    unseen = [each for each in run.packages if each.name not in trained_on()]
    unseen = [each for each in unseen if MEASURE in each.candidates[0].measures]
    rows = {
        candidate.candidate: [_f1(package.candidates[at])[0] for package in unseen]
        for at, candidate in enumerate(unseen[0].candidates)
        if candidate.candidate in SHORT
    }
    best = [max(numbers) for numbers in zip(*rows.values(), strict=True)]
    lines = [f"| | {' | '.join(each.name for each in unseen)} | mean | speed |", f"|---|{'---|' * (len(unseen) + 2)}"]
    for name, numbers in sorted(rows.items(), key=lambda row: -average(row[1])):
        cells = [cell(number, top) for number, top in zip(numbers, best, strict=True)]
        lines.append(f"| `{name}` | {' | '.join(cells)} | {average(numbers):.3f} | {_multiple(speeds, name)} |")
    said = (
        "F1 of the words kept (headline optional; no answer counts as nothing found) on packages that `consensus` was"
        f" not trained on, {which_pages(limit)}; speed as a multiple of {REFERENCE}'s, all in"
        f" turn on {_TIMED} pages of each package."
        " [Intervals, strings, structures, page types and languages](docs/leaderboard.md)."
    )
    return "\n".join(lines) + f"\n\n{said}"


def _f1(candidate: CandidateSummary) -> tuple[float, float]:
    """Return the mean with what failed as nothing found, and half the width of its interval."""
    if MEASURE not in candidate.measures:  # it failed on every page
        return 0.0, 0.0
    known = candidate.measures[MEASURE]
    return known.with_failures, (known.columns["f1"].high - known.columns["f1"].low) / 2


def _by_package(packages: Sequence[PackageSummary]) -> str:
    names = [candidate.candidate for candidate in packages[0].candidates]
    both = {name: [_f1(package.candidates[at]) for package in packages] for at, name in enumerate(names)}
    return table(
        [f"{each.name}{'†' if each.name in trained_on() else ''} ({each.pages})" for each in packages],
        {name: [mean for mean, _ in numbers] for name, numbers in both.items()},
        {name: [half for _, half in numbers] for name, numbers in both.items()},
    )


def _strings(run: Summary) -> str:
    """Write which share of strings was found, and of others left out, where a package has no more than these."""
    packages, lines = run.packages, []
    names = [f"{each.name}{'†' if each.name in trained_on() else ''} ({each.pages})" for each in packages]
    lines = [f"| | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    for at, candidate in enumerate(packages[0].candidates):
        shares = [_means(package.candidates[at], SNIPPETS, *SNIPPETS.columns) for package in packages]
        lines.append(f"| `{candidate.candidate}` | {' | '.join(shares)} |")
    said = (
        "The share of the strings of the main content that are found, and of those of its surroundings that are left"
        " out, of pages with an answer."
    )
    return f"{said}\n\n" + "\n".join(lines)


def _structures(run: Summary) -> str:
    """Write what became of structures, over all packages, and how good the Markdown is where there is gold Markdown."""
    overall = run.overall or run.packages[0]
    columns = [*(f"{measure} whole / cut / extra" for measure in STRUCTURES), "order", "Markdown"]
    lines = [f"| | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    for each in overall.candidates:
        shares = [_means(each, measure, "whole", "cut", "extra") for measure in STRUCTURES]
        others = [_means(each, BlockOrder(), "order"), _means(each, MARKDOWN, "overall")]
        lines.append(f"| `{each.candidate}` | {' | '.join([*shares, *others])} |")
    said = (
        "Of the structures of the gold, the share that is whole in the text of the result, and the share that is cut;"
        " of those kept, the share that the gold does not have. Then the order of blocks, and Markdown against gold"
        " Markdown, of those that write it. Means over the pages that have such structures ([measures](measures.md))."
    )
    return f"{said}\n\n" + "\n".join(lines)


def _means(candidate: CandidateSummary, measure: Measure, *columns: str) -> str:
    found = candidate.measures.get(measure)
    known = {} if found is None else found.columns
    return " / ".join(f"{known[column].mean:.3f}" if column in known else "-" for column in columns)


def _by_slice(run: Summary, slicing: str) -> str:
    overall = run.overall or run.packages[0]
    sizes = {part.value: part.pages for part in overall.candidates[0].slices[slicing] if part.pages >= 10}
    scored = {part.value for part in overall.candidates[0].slices[slicing] if MEASURE in part.means}
    values = sorted(scored & set(sizes), key=lambda value: -sizes[value])
    lines = [f"| | {' | '.join(f'{value} ({sizes[value]})' for value in values)} |", f"|---|{'---|' * len(values)}"]
    for candidate in overall.candidates:
        means = {part.value: part.means for part in candidate.slices[slicing]}
        numbers = [means.get(value, {}).get(MEASURE, {}).get("f1", float("nan")) for value in values]
        lines.append(f"| `{candidate.candidate}` | {' | '.join(f'{number:.3f}' for number in numbers)} |")
    return "\n".join(lines)


def _speed(run: Summary, speeds: Mapping[str, float]) -> str:
    overall = run.overall or run.packages[0]
    candidates = [each for each in overall.candidates if MEASURE in each.measures]
    head = f"F1, all pages | pages without an answer | speed, as a multiple of {REFERENCE}'s"
    lines = [f"| | {head} |", "|---|---|---|---|"]
    for each in sorted(candidates, key=lambda each: -_f1(each)[0]):
        name = each.candidate
        lines.append(f"| `{name}` | {_f1(each)[0]:.3f} | {each.failed} | {_multiple(speeds, name)} |")
    said = f"From a page's bytes to its text, by processor time, all in turn on {_TIMED} pages of each package."
    return said + "\n\n" + "\n".join(lines)


def _multiple(speeds: Mapping[str, float], name: str) -> str:
    """Compare with the reference, if that is installed."""
    return f"{speeds[name] / speeds[REFERENCE]:.1f}" if REFERENCE in speeds else "-"


if __name__ == "__main__":
    main()
