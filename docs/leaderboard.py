"""Writes `leaderboard.md`, and the short table in the README: all our stages and the peers that are installed.

    .venv-peers/bin/python docs/leaderboard.py FOLDER [--limit N] [--short]      (or: make leaderboard DATA=FOLDER)

They are evaluated on every package below the folder; with `--short` only the default and the peers are, on those that
the default was not trained on, and only the README's table is written.

A run can be stopped and started again; what was computed stays in `build/leaderboard`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import mean as average
from typing import Final

import click

from webwinnow.catalogue import STAGES, stage_class
from webwinnow.errors import WebwinnowError
from webwinnow.evaluate import EvaluationSettings, ExpressionAdapter, PeerAdapter, Run, evaluate
from webwinnow.evaluate.adapters.adapter import Adapter
from webwinnow.evaluate.adapters.peers import PEERS
from webwinnow.evaluate.measures import BlockOrder, MarkdownLikeness, Measure, WordBag
from webwinnow.evaluate.measures.structures import STRUCTURE_MEASURES
from webwinnow.evaluate.summary import CandidateSummary, PackageSummary
from webwinnow.extractors.consensus.consensus import trained_on
from webwinnow.stages import Extractor

HERE: Final = Path(__file__).parent
MEASURE: Final = WordBag(rule="plain", headline="optional")
STRUCTURES: Final = tuple(kind() for kind in STRUCTURE_MEASURES)
MARKDOWN: Final = MarkdownLikeness()
REFERENCE: Final = "trafilatura"
README: Final = HERE.parent / "README.md"
START, END = "<!-- leaderboard: made by `make leaderboard DATA=...` -->", "<!-- end of leaderboard -->"
OURS: Final = ("consensus", "lqf >> bte", "addanag", "addanag-bare", "cetd-ds", "crunch", "wlr-bounded")
"""What is shown of our combinations and variants; single stages are all shown."""
SHORT: Final = ("consensus", "lqf >> bte", *PEERS)
"""What the README shows."""


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--limit", type=int, help="Take only so many pages of each package.")
@click.option("--short", "only_short", is_flag=True, help="Write the README's table alone.")
def main(folder: Path, limit: int | None, only_short: bool) -> None:
    """Evaluate on the packages below FOLDER and write leaderboard.md."""
    packages = sorted(description.parent for description in folder.glob("*/package.toml"))
    measures: tuple[Measure, ...] = (MEASURE,)
    if only_short:
        packages = [each for each in packages if each.name not in trained_on()]
    else:
        measures = (MEASURE, *STRUCTURES, BlockOrder(), MARKDOWN)
    slicings = ("page_type", "language")
    settings = EvaluationSettings(measures=measures, report=False, slicings=slicings, limit=limit, jobs=2)
    candidates = [each for each in _candidates() if not only_short or each.name in SHORT]
    run = evaluate(packages, candidates, Path("build/leaderboard"), settings)
    if not only_short:
        (HERE / "leaderboard.md").write_text(page(run, limit), encoding="utf-8")
    before, _, rest = README.read_text(encoding="utf-8").partition(START)
    after = rest.partition(END)[2]
    README.write_text(f"{before}{START}\n\n{short(run, limit)}\n\n{END}{after}", encoding="utf-8")


def _candidates() -> list[Adapter]:
    stages = [name for name in STAGES if issubclass(stage_class(name), Extractor)]
    found: list[Adapter] = [ExpressionAdapter.of(each) for each in dict.fromkeys((*OURS, *stages))]
    for name in PEERS:
        try:
            found.append(PeerAdapter.of(name))
        except WebwinnowError as missing:
            click.echo(f"left out: {missing}", err=True)
    return found


def page(run: Run, limit: int | None) -> str:
    """Write the page."""
    scored = [each for each in run.summary.packages if MEASURE in each.candidates[0].measures]
    sample = f"a sample of {limit} pages of each package" if limit else "all pages of each package"
    parts = [
        "# Leaderboard",
        f"<!-- Made by `make leaderboard DATA=...`: `python docs/leaderboard.py`, {sample}. -->",
        f"F1 of `{MEASURE}` (lower-case `\\w+` words as a bag, with or without the headline), mean over {sample}, with"
        " the half width of its 95 % interval. Bold: best of a column. Columns with † are packages that `consensus` and"
        " the other learned stages were trained on, so their figures there are not comparable; what they reach on sites"
        " of these packages that they did not see is in their [model cards](training.md).",
        _by_package(scored),
        f"## Structures\n\n{_structures(run)}",
        f"## By page type\n\n{_by_slice(run, 'page_type')}",
        f"## By language\n\n{_by_slice(run, 'language')}",
        f"## Speed beside quality\n\n{_speed(run)}",
    ]
    return "\n\n".join(parts) + "\n"


def short(run: Run, limit: int | None) -> str:
    """Write the table of the README: the default and the peers on packages that nothing of ours was trained on."""
    unseen = [each for each in run.summary.packages if each.name not in trained_on()]
    unseen = [each for each in unseen if MEASURE in each.candidates[0].measures]
    speeds = _speeds(run)
    rows = {
        candidate.candidate: [_f1(package.candidates[at])[0] for package in unseen]
        for at, candidate in enumerate(unseen[0].candidates)
        if candidate.candidate in SHORT
    }
    best = [max(numbers) for numbers in zip(*rows.values(), strict=True)]
    lines = [f"| | {' | '.join(each.name for each in unseen)} | mean | speed |", f"|---|{'---|' * (len(unseen) + 2)}"]
    for name, numbers in sorted(rows.items(), key=lambda row: -average(row[1])):
        cells = [
            f"**{number:.3f}**" if number == top else f"{number:.3f}" for number, top in zip(numbers, best, strict=True)
        ]
        lines.append(f"| `{name}` | {' | '.join(cells)} | {average(numbers):.3f} | {speeds[name]:.1f} |")
    sample = f"a sample of {limit} pages of each" if limit else "all pages"
    said = (
        f"F1 of the words kept (headline optional) on packages that `consensus` was not trained on, {sample};"
        f" speed as a multiple of {REFERENCE}'s in the same run."
        " [All stages, page types and languages](docs/leaderboard.md)."
    )
    return "\n".join(lines) + f"\n\n{said}"


def _f1(candidate: CandidateSummary) -> tuple[float, float]:
    if MEASURE not in candidate.measures:  # it failed on every page
        return 0.0, 0.0
    found = candidate.measures[MEASURE].columns["f1"]
    return found.mean, (found.high - found.low) / 2


def _by_package(packages: Sequence[PackageSummary]) -> str:
    names = [candidate.candidate for candidate in packages[0].candidates]
    columns = [f"{each.name}{'†' if each.name in trained_on() else ''} ({each.pages})" for each in packages]
    rows = {name: [_f1(package.candidates[at]) for package in packages] for at, name in enumerate(names)}
    best = [max(mean for mean, _ in numbers) for numbers in zip(*rows.values(), strict=True)]
    lines = [f"| | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    for name, numbers in rows.items():
        cells = [
            f"{f'**{mean:.3f}**' if mean == top else f'{mean:.3f}'} ±{half:.3f}"
            for (mean, half), top in zip(numbers, best, strict=True)
        ]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def _structures(run: Run) -> str:
    """Write what became of structures, over all packages, and how good the Markdown is where there is gold Markdown."""
    overall = run.summary.overall or run.summary.packages[0]
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


def _by_slice(run: Run, slicing: str) -> str:
    overall = run.summary.overall or run.summary.packages[0]
    sizes = {part.value: part.pages for part in overall.candidates[0].slices[slicing] if part.pages >= 10}
    scored = {part.value for part in overall.candidates[0].slices[slicing] if MEASURE in part.means}
    values = sorted(scored & set(sizes), key=lambda value: -sizes[value])
    lines = [f"| | {' | '.join(f'{value} ({sizes[value]})' for value in values)} |", f"|---|{'---|' * len(values)}"]
    for candidate in overall.candidates:
        means = {part.value: part.means for part in candidate.slices[slicing]}
        numbers = [means.get(value, {}).get(MEASURE, {}).get("f1", float("nan")) for value in values]
        lines.append(f"| `{candidate.candidate}` | {' | '.join(f'{number:.3f}' for number in numbers)} |")
    return "\n".join(lines)


def _speed(run: Run) -> str:
    overall = run.summary.overall or run.summary.packages[0]
    candidates = [each for each in overall.candidates if MEASURE in each.measures]
    speeds = _speeds(run)
    lines = [f"| | F1, all pages | speed, as a multiple of {REFERENCE}'s in the same run |", "|---|---|---|"]
    for candidate in sorted(candidates, key=lambda each: -_f1(each)[0]):
        lines.append(f"| `{candidate.candidate}` | {_f1(candidate)[0]:.3f} | {speeds[candidate.candidate]:.1f} |")
    return "\n".join(lines)


def _speeds(run: Run) -> dict[str, float]:
    """Compare how long a page takes with how long the reference takes for it, if that is installed."""
    overall = run.summary.overall or run.summary.packages[0]
    seconds = {each.candidate: each.seconds_per_kb or float("nan") for each in overall.candidates}
    return {name: seconds.get(REFERENCE, float("nan")) / took for name, took in seconds.items()}


if __name__ == "__main__":
    main()
