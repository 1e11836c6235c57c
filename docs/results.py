"""Writes `results.md`: every extractor of the papers on every package with gold below a folder, beside their tables.

    python docs/results.py FOLDER [--limit N] [--only EXPRESSION]      (or: make results DATA=FOLDER)

A page is read once for all extractors, and equal texts are scored once. A run can be stopped and started again: what
was computed stays in `build/results`. With `--only`, only these rows are computed anew, on the pages of the last run.
It first measures the speeds, by processor time, and so can say how long it will take.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, Final

import click
from tables import cell, evaluated, measured, packages_with_gold, table, which_pages

from webwinnow.evaluate import EvaluationSettings, load_run
from webwinnow.evaluate.adapters.adapter import Adapter
from webwinnow.evaluate.adapters.ours import ExpressionAdapter, HeadlineAdapter
from webwinnow.evaluate.measures import HeadlineMatch, Measure, Snippets, WordBag, WordSequence
from webwinnow.evaluate.package import load
from webwinnow.evaluate.results import program_version
from webwinnow.evaluate.run import sample
from webwinnow.evaluate.summary import CandidateSummary, PackageSummary, Summary
from webwinnow.evaluate.writing import write_aside
from webwinnow.extractors.consensus.consensus import trained_on

HERE: Final = Path(__file__).parent
PAGE: Final = HERE / "results.md"
BUILD: Final = Path("build/results")
MEASURE: Final = WordBag(rule="plain", headline="optional")
SEQUENCE: Final = WordSequence(rule="plain", headline="optional")
"""The longest common subsequence of words, by which the thesis measures (formula 4.1)."""
SNIPPETS: Final = Snippets()
HEADLINES: Final = HeadlineMatch()
EXPRESSIONS: Final = (
    "plain", "lqf-25", "lqf-50", "lqf-75", "bte", "dsc", "dsc(closing='listing')", "ccb", "accb", "tccb-18", "tccb-25",
    "cetr", "cetr-threshold", "density", "gswce", "r2l", "dana", "dana(unit='characters')", "danag",
    "danag(smoothing=1)", "filter1 >> danag", "filter2 >> danag", "addanag", "addanag-whole", "addanag-bare",
    "filter1-cetr", "filter2-cetr", "filter3-cetr", "filter1-density", "filter2-density", "filter3-density",
    "filter1-accb", "filter2-accb", "filter3-accb", "crunch", "mantratzis", "fe", "fe-div", "kfe", "kfe-div", "cetd",
    "cetd-ds", "wlr", "wlr-dense", "wlr-bounded", "textsweeper", "textsweeper-strict", "largest-block",
    "table-pattern", "lqf >> bte", "lqf >> dsc", "danag >> bounded", "danag >> bounded(headline='headline')",
    "lqf >> bte >> bounded", "similarity", "numwords-linkdensity", "shallow", "shallow(classifier='svm')", "mss",
    "crf", "crf(method='memm')", "crf(method='maxent')", "content-seeker", "content-seeker(classifier='tree')",
    "content-seeker(classifier='svm')", "content-seeker(classifier='perceptron')", "content-seeker(heuristics=False)",
    "consensus",
)  # fmt: skip
LEARNED: Final = ("shallow", "mss", "crf", "content-seeker")
"""The learned systems of the papers, whose cards lie beside them."""
METHODS: Final = ("tf", "tfidf", "osm", "aggregate", "largest-font", "title")
GAPS: Final = (3, 4, 7, 11, 15, 16)
"""The best gaps of table 4.3 besides the default."""
RIGHT_TO_LEFT: Final = ("rtl-home-silver", "rtl-selected")
_SPEED_PAGES: Final = 2
"""Pages of each package whose time is taken."""
_UNIT: Final = "danag"
"""The row whose speed the others are compared with."""
_PACKED: Final = 5
"""How many times as large pages are when they are unpacked."""
_SHARED: Final = 0.7
"""How long a page takes that is read once for all rows, where one that is read for each takes 1."""


@dataclass(frozen=True, slots=True)
class Found:
    """All that is shown: rows on packages with texts and with strings, best gaps, headlines; bytes for a second."""

    texts: Summary
    strings: Summary | None
    gaps: Summary | None
    headlines: Summary
    speeds: Mapping[str, float]
    limit: int | None


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--limit", type=int, help="Take only so many pages of each package.")
@click.option("--jobs", type=int, default=2, show_default=True, help="How many processes work.")
@click.option("--only", multiple=True, metavar="EXPRESSION", help="Compute this row anew, and keep all others.")
def main(folder: Path, limit: int | None, jobs: int, only: tuple[str, ...]) -> None:
    """Evaluate on the packages below FOLDER and write results.md."""
    texts, strings = packages_with_gold(folder)
    kept = load_run(BUILD / "texts") if only else None
    limit = kept.limit if kept else limit
    BUILD.mkdir(parents=True, exist_ok=True)
    speeds = _speeds([*texts, *strings], kept.program if kept else program_version(), only)
    _announce([*texts, *strings], speeds, only or EXPRESSIONS, limit)
    settings = EvaluationSettings(
        measures=(MEASURE, SEQUENCE, SNIPPETS),
        report=False,
        pairs=False,
        slicings=("page_type", "language"),
        limit=limit,
        jobs=jobs,
    )

    def run(packages: Sequence[Path], adapters: Sequence[Adapter], name: str, *measures: Measure) -> Summary:
        if only and name not in ("texts", "strings"):
            return load_run(BUILD / name).summary
        chosen = replace(settings, measures=measures) if measures else settings
        return evaluated(packages, adapters, BUILD / name, chosen, anew=bool(only))

    rows, other_way = _extractors(only or EXPRESSIONS), [each for each in texts if each.name in RIGHT_TO_LEFT]
    found = Found(
        texts=run(texts, rows, "texts"),
        strings=run(strings, rows, "strings", SNIPPETS) if strings else None,
        gaps=run(other_way, _extractors([*(f"r2l(gap={gap})" for gap in GAPS), "r2l"]), "gaps") if other_way else None,
        headlines=run(texts, [HeadlineAdapter.of(each) for each in METHODS], "headlines", HEADLINES),
        speeds=speeds,
        limit=limit,
    )
    write_aside(PAGE, page(found).encode())


def _extractors(names: Sequence[str]) -> list[Adapter]:
    return [ExpressionAdapter.of(each, timed=False) for each in names]


def _speeds(packages: Sequence[Path], kept: str, only: Sequence[str]) -> dict[str, float]:
    """Find bytes by seconds of processor time, of a program that measured them, else measured now.

    Rows that are made anew are measured beside one of the kept ones, and stand in the same proportion to it.
    """
    place = BUILD / f"speeds-{kept}.json"
    if not place.exists():
        write_aside(place, json.dumps(_measured(packages, EXPRESSIONS, METHODS), indent=1).encode())
    known: dict[str, float] = json.loads(place.read_text(encoding="utf-8"))
    anew = _measured(packages, [*only, _UNIT], ()) if only else {}
    return known | {name: speed / anew[_UNIT] * known[_UNIT] for name, speed in anew.items()}


def _measured(packages: Sequence[Path], names: Sequence[str], methods: Sequence[str]) -> dict[str, float]:
    timed: list[Adapter] = [*map(ExpressionAdapter.of, names), *map(HeadlineAdapter.of, methods)]
    return measured(packages, timed, _SPEED_PAGES)


def _announce(packages: Sequence[Path], speeds: Mapping[str, float], names: Sequence[str], limit: int | None) -> None:
    """Say how long it will take, from the time that pages took."""
    sizes = [each.html.stat().st_size for folder in packages for each in sample(load(folder), limit)]
    total = sum(sizes) * _PACKED * sum(1 / speeds[ExpressionAdapter.of(name).name] for name in names) * _SHARED
    click.echo(
        f"{len(sizes)} pages of {len(packages)} packages, {len(names)} rows: about {total / 60:.0f} minutes of"
        " processor time, less what is in build/results; stop it and start it again at will",
        err=True,
    )


def page(found: Found) -> str:
    """Write the page."""
    limit, rows = found.limit, found.texts
    texts = [each for each in rows.packages if any(candidate.scored for candidate in each.candidates)]
    strings = [*texts, *(found.strings.packages if found.strings else ())]
    command = f"python docs/results.py FOLDER{f' --limit {limit}' if limit else ''}"
    parts = [
        "# Results",
        f"<!-- Made by `make results DATA=...`: `{command}`, program {rows.program}. -->",
        f"Mean over {which_pages(limit)} (their number stands behind the name"
        f"{'; where it has more, they are a random sample' if limit else ''}), with half the width of the 95 % "
        f"interval. Made on {date.today()} by program {rows.program}. Measure `{MEASURE}`: lower-case `\\w+` words as "
        "a bag, with or without the headline. Learned systems are not comparable with others on packages that they "
        "were trained on: there, see their cards.",
        "\n".join(f"- `{name}` was trained on {', '.join(sorted(each))}." for name, each in _trained().items()),
        "The others were not trained; parameters are the papers' or, where those are silent, chosen by sweeps on "
        "pages of these packages (see each docstring). Columns with † are packages that a learned system of the "
        "papers was trained on, those with ‡ packages that `consensus` was. Bold: best of a column. `vips` needs pages "
        "that a browser has shown, and `wlr-media` finds the text of `wlr(competing='dense')`: neither has a row.",
        f"## F1\n\n{_by_package(texts, 'f1')}",
        f"## Precision\n\n{_by_package(texts, 'precision')}",
        f"## Recall\n\n{_by_package(texts, 'recall')}",
        "## F1 of the word sequence\n\nThe measure of the thesis (formula 4.1): the longest common subsequence.\n\n"
        + _by_package(texts, "f1", SEQUENCE),
        "## Strings that must appear, and that must not\n\nThe share of the strings of the main content that are "
        "found, and of those of its surroundings that are left out, where packages have such strings.\n\n"
        + _strings(strings),
        "## Learned systems on sites that they did not see\n\nCross validation by site, mean F1 over pages, from the "
        f"cards beside the models.\n\n{_cards()}",
        f"## Speed\n\nAs a multiple of `{_UNIT}`'s in the same run, by processor time, from the page's bytes to the "
        f"text, {_SPEED_PAGES} pages of each package, all extractors in turn on each page. Megabytes for a second "
        "depend on the machine and on what else it does; `make bench` measures them.\n\n"
        + table(["speed"], {name: [found.speeds[name] / found.speeds[_UNIT]] for name in _names(texts)}, digits=2),
        f"## F1 by page type\n\n{_by_slice(rows, 'page_type')}",
        f"## F1 by language\n\n{_by_slice(rows, 'language')}",
        f"## What the papers found, and what we find\n\n{_findings(texts)}",
        "## Beside the papers' tables\n\nThe sites of the thesis (mohammadzadeh2013) first, then our packages, by the "
        f"same column of `{SEQUENCE}`, which is its measure. The thesis has no table 4.15; its tables 4.1, 4.2, 5.1 "
        "and 5.2 list corpora, 5.3 defines the measure of 5.4.",
        *(f"### {paper['caption']}\n\n{_beside(paper, found)}" for paper in _papers().values()),
    ]
    return "\n\n".join(parts) + "\n"


def _names(packages: Sequence[PackageSummary]) -> list[str]:
    return [candidate.candidate for candidate in packages[0].candidates]


def _mean(candidate: CandidateSummary, column: str, measure: Measure = MEASURE) -> float:
    known = candidate.measures.get(measure)
    return known.columns[column].mean if known and column in known.columns else float("nan")


def _half(candidate: CandidateSummary, column: str, measure: Measure) -> float:
    known = candidate.measures.get(measure)
    bounds = known.columns.get(column) if known else None
    return (bounds.high - bounds.low) / 2 if bounds else float("nan")


def _by_package(packages: Sequence[PackageSummary], column: str, measure: Measure = MEASURE) -> str:
    numbers, halves = (
        {
            name: [take(package.candidates[at], column, measure) for package in packages]
            for at, name in enumerate(_names(packages))
        }
        for take in (_mean, _half)
    )
    return table([f"{each.name}{_mark(each.name)} ({each.pages})" for each in packages], numbers, halves)


def _strings(packages: Sequence[PackageSummary]) -> str:
    """Write both shares for each package that has such strings."""
    columns = [(package, column) for package in packages for column in SNIPPETS.columns if _has(package, column)]
    names = {"with": "found", "without": "left out"}
    means, halves = (
        {
            name: [take(package.candidates[at], column, SNIPPETS) for package, column in columns]
            for at, name in enumerate(_names(packages))
        }
        for take in (_mean, _half)
    )
    return table([f"{each.name}{_mark(each.name)} {names[column]}" for each, column in columns], means, halves)


def _has(package: PackageSummary, column: str) -> bool:
    return any(_mean(each, column, SNIPPETS) == _mean(each, column, SNIPPETS) for each in package.candidates)


def _mark(package: str) -> str:
    learned = any(package in _trained_on(name) for name in LEARNED)
    return "†" * learned + "‡" * (package in trained_on())


def _trained() -> dict[str, set[str]]:
    return {name: _trained_on(name) for name in LEARNED} | {"consensus": set(trained_on())}


def _card(name: str) -> str:
    folder = HERE.parent / "src/webwinnow/extractors" / name.replace("-", "_")
    return (folder / f"{name}.md").read_text(encoding="utf-8")


def _trained_on(name: str) -> set[str]:
    """Read from a card which packages the model was trained on."""
    section = _card(name).partition("## Trained on")[2].partition("\n##")[0]
    return set(re.findall(r"^\| ([\w-]+) \| \d+ \|", section, re.MULTILINE))


def _cards() -> str:
    """Gather the figures of cross validations."""
    figures = {}
    for name in LEARNED:
        section = _card(name).partition("cross validation by site")[2].partition("\n## ")[0]
        figures[name] = dict(re.findall(r"^\| ([\w-]+) \| \d+ \| ([\d.]+)", section, re.MULTILINE))
    columns = ["all", *sorted(set().union(*map(_trained_on, LEARNED)))]
    return table(
        columns, {name: [float(each.get(column, "nan")) for column in columns] for name, each in figures.items()}
    )


def _by_slice(summary: Summary, slicing: str) -> str:
    overall = summary.overall or summary.packages[0]
    parts = [part for part in overall.candidates[0].slices[slicing] if part.pages >= 10 and part.means]
    sizes = {part.value: part.pages for part in parts}
    values = sorted(sizes, key=lambda value: -sizes[value])
    rows = {}
    for candidate in overall.candidates:
        means = {part.value: part.means for part in candidate.slices[slicing]}
        rows[candidate.candidate] = [means[value].get(MEASURE, {}).get("f1", float("nan")) for value in values]
    return table([f"{value} ({sizes[value]})" for value in values], rows)


def _papers() -> dict[str, dict[str, Any]]:
    return tomllib.loads((HERE / "papers.toml").read_text(encoding="utf-8"))


def _beside(paper: dict[str, Any], found: Found) -> str:
    """Write a table of the papers with ours beside it."""
    note = f"{paper['note']}\n\n" if "note" in paper else ""
    column, theirs = paper["column"], paper["rows"]
    if column == "headline":
        ours = _headlines(found.headlines, paper["packages"])
        return note + _by_row(paper["columns"], {**theirs, **ours})
    if column == "speed":
        unit, prefix = paper["unit"], paper.get("prefix", "")
        speed = {name: found.speeds[prefix + name] / found.speeds[prefix + unit] for name in theirs}
        rows = {name: [*each, each[0] / theirs[unit][0], speed[name]] for name, each in theirs.items()}
        return note + table([*paper["columns"], f"multiple of {unit}", f"ours, multiple of {unit}"], rows, digits=2)
    packages = [each for each in found.texts.packages if each.name in paper["packages"]]
    rows = {name: [*each, *_ours(name, column, packages, found.gaps)] for name, each in theirs.items()}
    return note + table([*paper["columns"], *(f"{each.name} ({each.pages})" for each in packages)], rows)


def _ours(name: str, column: str, packages: Sequence[PackageSummary], gaps: Summary | None) -> list[float]:
    if name == "r2l, best gap" and gaps is not None:
        by_name = {each.name: each for each in gaps.packages}
        return [max(_mean(each, column, SEQUENCE) for each in by_name[package.name].candidates) for package in packages]
    wanted = "addanag" if name == "filter3 >> danag" else name
    found = [[each for each in package.candidates if each.candidate == wanted] for package in packages]
    return [_mean(each[0], column, SEQUENCE) if each else float("nan") for each in found]


def _headlines(summary: Summary, packages: Sequence[str]) -> dict[str, list[float]]:
    return {
        f"{package.name} ({package.candidates[0].measures[HEADLINES].pages})": [
            _mean(each, "f1", HEADLINES) for each in package.candidates
        ]
        for package in summary.packages
        if package.name in packages and HEADLINES in package.candidates[0].measures
    }


def _by_row(columns: Sequence[str], rows: Mapping[str, Sequence[float]]) -> str:
    """Write a table whose best number stands in each row."""
    lines = [f"| | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    for name, numbers in rows.items():
        lines.append(f"| {name} | {' | '.join(cell(each, max(numbers), 3) for each in numbers)} |")
    return "\n".join(lines)


def _findings(packages: Sequence[PackageSummary]) -> str:
    def f1(package: PackageSummary, name: str) -> float:
        return next(_mean(each, "f1") for each in package.candidates if each.candidate == name)

    def where(holds: Callable[[PackageSummary], bool]) -> str:
        names = [package.name for package in packages if holds(package)]
        return f"{len(names)} of {len(packages)} packages ({', '.join(names) or 'none'})"

    third, second, first = "addanag", "filter2 >> danag", "filter1 >> danag"
    alone = "danag(smoothing=1)"
    lines = [
        f"Filter 3 above Filter 1, both before DANAg: on {where(lambda p: f1(p, third) > f1(p, first))}.",
        f"Filter 3 above Filter 2, both before DANAg: on {where(lambda p: f1(p, third) > f1(p, second))}.",
        f"AdDANAg (Filter 3) above DANAg: on {where(lambda p: f1(p, third) > f1(p, 'danag'))}.",
        f"Formula 4.6 (`smoothing=1`) above formula 4.2: on {where(lambda p: f1(p, alone) > f1(p, 'danag'))}.",
        f"DANAg above plain text: on {where(lambda p: f1(p, 'danag') > f1(p, 'plain'))}.",
    ]
    for package in packages:
        if package.name.startswith("rtl"):
            lines.append(
                f"Right-to-left package {package.name}: "
                + ", ".join(f"{name} {f1(package, name):.3f}" for name in ("plain", "r2l", "dana", "danag"))
                + "."
            )
    return "\n".join(f"- {line}" for line in lines) + "\n\n" + _READING


_READING: Final = """\
The papers' corpora are news sites of around 2010, whose tags are short. On pages of today attributes (class names,
`srcset`, `data-*`) outweigh the text beside them, so lines with content look like code: the line-based methods keep
their precision and lose recall. Counting tags by their names alone (`bare-tags`, in `danag-bare` and `addanag-bare`)
brings the recall back; it is an improvement of ours and has its own names. Filter 1 does better here than in the
papers for the same reason: links hold much markup now, and Filter 1 removes it all, so the gaps between regions shrink;
Filter 3 keeps the texts of links, as the papers say, and helps most where the text is full of links. On right-to-left
pages of small sites there is little to remove, so that plain text is hard to beat; R2L and DANA are precise there and
lose what lies beyond a gap.

Filters 2 and 3 change what the tags of links count for, and nothing else. `density` counts text alone and `accb`
ignores the tags of links, so that both find the same behind these filters as without them; only Filter 1, which hides
the texts of links, changes their results. `cetr` counts tags, and Filter 2 and 3 leave as many as there were."""


if __name__ == "__main__":
    main()
