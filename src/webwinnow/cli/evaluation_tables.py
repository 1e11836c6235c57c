"""The results of a run as tables for the terminal.

The leading measure, which the table is sorted by, shows precision, recall and standard deviation, too; if there are
failures, `all pages` is its mean in which they count as nothing found, and that is what the order is by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from webwinnow.evaluate.measures import Measure
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.summary import CandidateSummary, PackageSummary, SliceSummary

_MOST_SLICES: Final = 12
_MANY_MEASURES: Final = 6
"""With more, tables are wider than a screen unless each measure has one column."""
_NONE: Final = "-"


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """A column of a table: what stands above it, and what it says about a candidate."""

    heading: str
    value: Callable[[CandidateSummary], str]


def tables(run: Run) -> str:
    """Write one table for each package and one over all, each followed by its slices."""
    packages = [*run.summary.packages, *([run.summary.overall] if run.summary.overall else [])]
    return "\n".join(text for package in packages for text in _package(run, package))


def _package(run: Run, package: PackageSummary) -> Iterator[str]:
    leading = _leading(run, package)
    ranked = sorted(package.candidates, key=lambda each: -_rank(each, leading))
    columns = [*_columns(run, leading, ranked), FigureColumn("s/kB", _time), FigureColumn("failures", _failures)]
    head = ["", *(column.heading for column in columns)]
    lines = [[each.candidate, *(column.value(each) for column in columns)] for each in ranked]
    notes = _approximate(ranked) + _chance(package, leading, ranked)
    yield f"{package.name}: {_pages(package)}\n{aligned([head, *lines])}{notes}"
    for slicing in run.slicings:
        yield _sliced(slicing, leading, ranked)


def _columns(run: Run, leading: Measure, ranked: Sequence[CandidateSummary]) -> Iterator[FigureColumn]:
    """Yield F1 of each measure, or all columns where there is no F1; of the leading one, more."""
    for measure in run.measures:
        known = {column for each in ranked if measure in each.measures for column in each.measures[measure].columns}
        for name in _shown(measure, known, len(run.measures)):
            heading = str(measure) if name in ("f1", measure.name) else f"{measure} {name}"
            yield FigureColumn(heading, partial(_mean, measure, name))
        if measure == leading and known:
            if any(each.failed for each in ranked):
                yield FigureColumn("all pages", partial(_all_pages, measure))
            for name in sorted(known & {"precision", "recall"}):
                yield FigureColumn(name, partial(_mean, measure, name))
            yield FigureColumn("std", partial(_deviation, measure))


def _shown(measure: Measure, known: set[str], measures: int) -> list[str]:
    """Choose the columns of a measure: F1, or all; with many measures those that candidates are compared by."""
    if "f1" in known:
        return ["f1"]
    some = measure.compared if measures > _MANY_MEASURES and measure.compared else measure.columns
    return [name for name in some if name in known]


def _mean(measure: Measure, column: str, each: CandidateSummary) -> str:
    found = each.measures.get(measure)
    mean = None if found is None else found.columns.get(column)
    return _three(None if mean is None else mean.mean)


def _all_pages(measure: Measure, each: CandidateSummary) -> str:
    found = each.measures.get(measure)
    return _three(None if found is None else found.with_failures)


def _deviation(measure: Measure, each: CandidateSummary) -> str:
    found = each.measures.get(measure)
    return _three(None if found is None else found.deviation)


def _time(each: CandidateSummary) -> str:
    return _NONE if each.seconds_per_kb is None else f"{each.seconds_per_kb:.6f}"


def _failures(each: CandidateSummary) -> str:
    kinds = ", ".join(f"{kind} {pages}" for kind, pages in each.failures.items())
    return f"{each.failed} ({kinds})" if kinds else str(each.failed)


def _pages(package: PackageSummary) -> str:
    without = min((each.without_gold for each in package.candidates), default=0)
    pages = f"{package.pages} page{'s' * (package.pages != 1)}"
    return f"{pages}, {without} without gold" if without else pages


def _approximate(ranked: Sequence[CandidateSummary]) -> str:
    """Name numbers that are lower bounds, because their texts were too long."""
    found = {
        measure: max(each.measures[measure].approximate for each in ranked if measure in each.measures)
        for measure in dict.fromkeys(measure for each in ranked for measure in each.measures)
    }
    bounds = [f"{measure} on {pages}" for measure, pages in found.items() if pages]
    return f"Lower bounds, since the texts are long: {', '.join(bounds)} page(s).\n" if bounds else ""


def _chance(package: PackageSummary, leading: Measure, ranked: Sequence[CandidateSummary]) -> str:
    """Say whether the first is better than the others, or whether that may be chance."""
    best = ranked[0].candidate
    pairs = [pair for pair in package.pairs if pair.measure == leading and best in (pair.first, pair.second)]
    even = [pair.second if pair.first == best else pair.first for pair in pairs if pair.better != best]
    if even:
        return f"By {leading}, the lead of {best} over {', '.join(dict.fromkeys(even))} may be chance.\n"
    said = f"By {leading}, {best} is better than the others (95 %, paired permutation test, Holm).\n"
    return said if pairs else ""


def _sliced(slicing: str, leading: Measure, ranked: Sequence[CandidateSummary]) -> str:
    slices = [{each.value: each for each in candidate.slices.get(slicing, ())} for candidate in ranked]
    largest = list(slices[0].values()) if slices else []
    head = [slicing, "pages", *(candidate.candidate for candidate in ranked)]
    lines = [
        [each.value, str(each.pages), *(_slice_mean(found.get(each.value), leading) for found in slices)]
        for each in largest[:_MOST_SLICES]
    ]
    more = len(largest) - _MOST_SLICES
    rest = f"and {more} more in summary.json\n" if more > 0 else ""
    return f"{leading} by {slicing}\n{aligned([head, *lines])}{rest}"


def _slice_mean(found: SliceSummary | None, measure: Measure) -> str:
    means = {} if found is None else found.means.get(measure, {})
    return _three(means.get("f1", next(iter(means.values()), None)))


def _leading(run: Run, package: PackageSummary) -> Measure:
    """Return the measure to sort by: the run's, or else the first that the package allows."""
    known = [measure for measure in run.measures if any(measure in each.measures for each in package.candidates)]
    return run.leading if run.leading in known or not known else known[0]


def _rank(each: CandidateSummary, measure: Measure) -> float:
    found = each.measures.get(measure)
    return -1.0 if found is None else found.with_failures


def _three(value: float | None) -> str:
    return _NONE if value is None else f"{value:.3f}"


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Set columns side by side: the first to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join(_row(row, widths) for row in rows)


def _row(row: Sequence[str], widths: Sequence[int]) -> str:
    numbers = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
    return "  ".join([row[0].ljust(widths[0]), *numbers]) + "\n"
