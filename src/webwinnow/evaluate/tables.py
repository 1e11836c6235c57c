"""The results as tab-separated files, for other programs.

Paper: gottron2007, section 4.3: per document processing time, precision, recall and F1, and the standard deviation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.measures import parse
from webwinnow.evaluate.summary import CandidateSummary, PackageSummary, Summary

_SUMMARY_COLUMNS = (
    *("package", "candidate", "measure", "pages", "precision", "recall", "f1", "f1_low", "f1_high"),
    *("f1_standard_deviation", "f1_with_failures", "with", "without", "approximate"),
    *("failures", "pages_without_gold", "seconds", "seconds_per_kB"),
)


def page_table(cells: Sequence[Cell], measures: Sequence[str]) -> str:
    """One line per page: outcome, size, time, and the numbers of every measure."""
    columns = [(measure, column) for measure in measures for column in parse(measure).columns]
    head = ["page", "outcome", "reason", "bytes", "seconds", *(f"{measure} {column}" for measure, column in columns)]
    lines = (
        [
            *(cell.page, cell.outcome, cell.failure and f"{cell.failure.kind}: {cell.failure.reason}"),
            *(cell.size, cell.seconds),
            *(cell.number(measure, column) for measure, column in columns),
        ]
        for cell in cells
    )
    return _table([head, *lines])


def summary_table(summary: Summary) -> str:
    """One line per package, candidate and measure."""
    packages = [*summary.packages, *([summary.overall] if summary.overall else [])]
    lines = (line for package in packages for each in package.candidates for line in _summary_lines(package, each))
    return _table([_SUMMARY_COLUMNS, *lines])


def _summary_lines(package: PackageSummary, each: CandidateSummary) -> Iterable[list[object]]:
    ending = [each.failed, each.without_gold, each.seconds, each.seconds_per_kb]
    if not each.measures:
        yield [package.name, each.candidate, *[None] * 12, *ending]
    for measure, found in each.measures.items():
        means = [found.columns.get(column) for column in ("precision", "recall", "f1", "with", "without")]
        precision, recall, f1, present, absent = (mean and mean.mean for mean in means)
        bounds = (means[2].low, means[2].high) if means[2] else (None, None)
        rest = (found.deviation, found.with_failures) if means[2] else (None, None)
        yield [
            *(package.name, each.candidate, measure, found.pages, precision, recall, f1, *bounds, *rest),
            *(present, absent, found.approximate, *ending),
        ]


def _table(lines: Iterable[Sequence[object]]) -> str:
    return "".join("\t".join(map(_field, line)) + "\n" for line in lines)


def _field(value: object) -> str:
    """Write a value; numbers with nine digits, nothing for what is not known, no tab and no line break."""
    if value is None:
        return ""
    return f"{value:.9g}" if isinstance(value, float) else " ".join(str(value).split())
