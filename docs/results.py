"""Writes `results.md`: every extractor on every package below a folder, next to the papers' own tables.

    python docs/results.py FOLDER [--limit N]      (or: make results DATA=FOLDER)

A run can be stopped and started again; what was computed stays in `build/results`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import click

from webwinnow.evaluate import EvaluationSettings, Run, evaluate
from webwinnow.evaluate.measures import Measure, WordBag, WordSequence
from webwinnow.evaluate.summary import CandidateSummary, PackageSummary

HERE: Final = Path(__file__).parent
MEASURE: Final = WordBag(rule="plain", headline="optional")
SEQUENCE: Final = WordSequence(rule="plain", headline="optional")
"""The longest common subsequence of words, by which the thesis measures (formula 4.1)."""
EXPRESSIONS: Final = (
    "plain", "lqf-25", "lqf-50", "lqf-75", "bte", "dsc", "dsc(closing='listing')", "ccb", "accb", "tccb-18", "tccb-25",
    "cetr", "cetr-threshold", "density", "gswce", "r2l", "dana", "dana(unit='characters')", "danag",
    "danag(smoothing=1)", "filter1 >> danag", "filter2 >> danag", "filter3 >> danag", "addanag-whole", "addanag-bare",
    "filter1-cetr", "filter2-cetr", "filter3-cetr", "filter1-density", "filter2-density", "filter3-density",
    "filter1-accb", "filter2-accb", "filter3-accb", "crunch", "mantratzis", "fe", "fe-div", "kfe", "kfe-div", "cetd",
    "cetd-ds", "wlr", "wlr-dense", "wlr-bounded", "textsweeper", "textsweeper-strict", "largest-block",
    "table-pattern", "lqf >> bte", "lqf >> dsc", "danag >> bounded", "danag >> bounded(headline='headline')",
    "lqf >> bte >> bounded", "similarity", "numwords-linkdensity", "shallow", "mss", "crf", "content-seeker",
    "consensus",
)  # fmt: skip


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--limit", type=int, help="Take only so many pages of each package.")
def main(folder: Path, limit: int | None) -> None:
    """Evaluate on the packages below FOLDER and write results.md."""
    packages = sorted(description.parent for description in folder.glob("*/package.toml"))
    settings = EvaluationSettings(
        measures=(MEASURE, SEQUENCE), report=False, slicings=("page_type", "language"), limit=limit, jobs=2
    )
    run = evaluate(packages, EXPRESSIONS, Path("build/results"), settings)
    (HERE / "results.md").write_text(page(run, limit), encoding="utf-8")


def page(run: Run, limit: int | None) -> str:
    """Write the page."""
    scored = [package for package in run.summary.packages if any(each.scored for each in package.candidates)]
    sample = f", a sample of {limit} pages of each package" if limit else ""
    parts = [
        "# Results",
        f"<!-- Made by `make results DATA=...`: `python docs/results.py`{sample}. -->",
        f"Mean over the pages of each package{sample}; measure `{MEASURE}`: lower-case `\\w+` words as a bag, "
        "with or without the headline. `shallow`, `mss`, `crf`, `content-seeker` and `consensus` were trained on "
        "wcxb-dev, fundus, mozilla-readability and magic-html: there, their figures are not comparable (see their "
        "cards). The others were not trained; parameters are the papers' or, where those are silent, chosen by sweeps "
        "on samples of these packages (see each docstring). Bold: best of a column.",
        *(f"## {name}\n\n{_by_package(scored, column)}" for name, column in _COLUMNS.items()),
        "## F1 of the word sequence\n\nThe measure of the thesis (formula 4.1): the longest common subsequence.\n\n"
        + _by_package(scored, "f1", SEQUENCE),
        "## Speed\n\nMB/s from the page's bytes to the text, all packages, on a busy machine: only ratios mean "
        f"something.\n\n{_speeds(run)}",
        f"## F1 by page type\n\n{_by_slice(run, 'page_type')}",
        f"## F1 by language\n\n{_by_slice(run, 'language')}",
        f"## What the papers found, and what we find\n\n{_findings(scored)}",
        *_papers(),
    ]
    return "\n\n".join(parts) + "\n"


_COLUMNS: Final = {"F1": "f1", "Precision": "precision", "Recall": "recall"}


def _mean(candidate: CandidateSummary, column: str, measure: Measure = MEASURE) -> float:
    return candidate.measures[measure].columns[column].mean


def _speeds(run: Run) -> str:
    """Table bytes by seconds of every extractor."""
    overall = run.summary.overall or run.summary.packages[0]
    rows = {each.candidate: [each.size / 1e6 / max(each.seconds, 1e-9)] for each in overall.candidates}
    return _table(["MB/s"], rows)


def _by_package(packages: Sequence[PackageSummary], column: str, measure: Measure = MEASURE) -> str:
    names = [candidate.candidate for candidate in packages[0].candidates]
    rows = {
        name: [_mean(package.candidates[at], column, measure) for package in packages] for at, name in enumerate(names)
    }
    return _table([f"{package.name} ({package.pages})" for package in packages], rows)


def _by_slice(run: Run, slicing: str) -> str:
    overall = run.summary.overall or run.summary.packages[0]
    parts = [part for part in overall.candidates[0].slices[slicing] if part.pages >= 10 and part.means]
    sizes = {part.value: part.pages for part in parts}
    values = sorted(sizes, key=lambda value: -sizes[value])
    rows = {}
    for candidate in overall.candidates:
        means = {part.value: part.means for part in candidate.slices[slicing]}
        rows[candidate.candidate] = [means[value].get(MEASURE, {}).get("f1", float("nan")) for value in values]
    return _table([f"{value} ({sizes[value]})" for value in values], rows)


def _table(columns: Sequence[str], rows: dict[str, list[float]]) -> str:
    best = [max(numbers) for numbers in zip(*rows.values(), strict=True)]
    lines = [f"| | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    for name, numbers in rows.items():
        cells = [f"**{each:.3f}**" if each == top else f"{each:.3f}" for each, top in zip(numbers, best, strict=True)]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def _findings(packages: Sequence[PackageSummary]) -> str:
    def f1(package: PackageSummary, name: str) -> float:
        return next(_mean(each, "f1") for each in package.candidates if each.candidate == name)

    def where(holds: Callable[[PackageSummary], bool]) -> str:
        names = [package.name for package in packages if holds(package)]
        return f"{len(names)} of {len(packages)} packages ({', '.join(names) or 'none'})"

    third, second, first = "filter3 >> danag", "filter2 >> danag", "filter1 >> danag"
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


def _papers() -> list[str]:
    tables = tomllib.loads((HERE / "papers.toml").read_text(encoding="utf-8"))
    return [f"## {table['caption']}\n\n{_table(table['columns'], table['rows'])}" for table in tables.values()]


if __name__ == "__main__":
    main()
