"""The summary of a run as values: what `summary.json` holds and the report is drawn from.

`summary.json` is `Summary` written field by field, with this shape:

    program, measures[], leading, slicings[]
    packages[]                      one per package, in the order given
      name, pages
      candidates[]                  one per candidate, in the order given
        candidate, pages, scored, without_gold, failed
        failures{kind: pages}       see `Failure`
        seconds, size, seconds_per_kb
        measures{measure: ...}
          pages, approximate, deviation, with_failures
          columns{precision|recall|f1|with|without: {mean, low, high}}
        slices{page_type|language|site|...: [{value, pages, failed, means{measure: {column: mean}}}]}
        points[]                    {page, size, seconds, scores{measure: main column}}: one dot of a plot
      pairs[]                       measure, column, pages, first, second, difference{mean, low, high},
                                    p_value, p_adjusted, effect, better
    overall                         the same over the pages of all packages; null if there is one package

How to read it: means are over the pages that have the number; `low` and `high` bound the mean with 95 %
(bootstrap); `deviation` is the standard deviation of the main column over the pages; `with_failures` is its mean
if each page without an answer counted as nothing found, so that leaving hard pages out does not pay; pairs are
compared in the same way. `better` names the better of a pair, null as long as the difference may be chance. The main
column of a measure is its f1 or, without one, its first. For `headline`, the columns are the paper's figures over all
pages, not means over single pages.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from math import isfinite
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.measures import HeadlineMatch, Measure, WordBag, parse_measure
from webwinnow.evaluate.statistics import bootstrap_intervals, compare_all, seconds_per_kb, standard_deviation


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and the bounds within which it lies with 95 %."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class MeasureSummary:
    """One measure over the pages of a package."""

    pages: int
    approximate: int
    columns: Mapping[str, Mean]
    deviation: float | None
    with_failures: float


@dataclass(frozen=True, slots=True)
class SliceSummary:
    """The pages of one language, page type or site; `means` holds measure to column to mean."""

    value: str
    pages: int
    failed: int
    means: Mapping[Measure, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class PagePoint:
    """One page in a plot; `scores` holds the main column of each measure."""

    page: str
    size: int | None
    seconds: float | None
    scores: Mapping[Measure, float]


@dataclass(frozen=True, slots=True)
class CandidateSummary:
    """One candidate on one package: pages = scored + without_gold + failed."""

    candidate: str
    pages: int
    scored: int
    without_gold: int
    failed: int
    failures: Mapping[str, int]
    seconds: float
    size: int
    seconds_per_kb: float | None
    measures: Mapping[Measure, MeasureSummary]
    slices: Mapping[str, tuple[SliceSummary, ...]]
    points: tuple[PagePoint, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two candidates on the same pages; a positive difference speaks for the first.

    A page without an answer counts as nothing found here, as in `with_failures`.
    `effect` is Cohen's d for pairs, None where it has no bound; `better` is None if the difference may be chance.
    """

    measure: Measure
    column: str
    pages: int
    first: str
    second: str
    difference: Mean
    p_value: float
    p_adjusted: float
    effect: float | None
    better: str | None


@dataclass(frozen=True, slots=True)
class PackageSummary:
    """All candidates on one package, and each pair of them compared."""

    name: str
    pages: int
    candidates: tuple[CandidateSummary, ...]
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole run; `leading` is the measure that tables are sorted by."""

    program: str
    measures: tuple[Measure, ...]
    leading: Measure
    slicings: tuple[str, ...]
    packages: tuple[PackageSummary, ...]
    overall: PackageSummary | None


def to_json(summary: Summary) -> str:
    """Write a summary as the text of `summary.json`."""
    return json.dumps(_plain(summary), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def from_json(text: str) -> Summary:
    """Read the text of `summary.json`; raises ValueError, KeyError or TypeError if it is none."""
    return _built(Summary, json.loads(text))


def leading_measure(measures: tuple[Measure, ...]) -> Measure:
    """Return the measure to sort by: the bag of words, which most published figures are, or else the first."""
    return next((measure for measure in measures if isinstance(measure, WordBag)), measures[0])


Value = TypeVar("Value")


def _plain(value: Any) -> Any:
    """Write a value as what JSON has; measures are written as their specifications."""
    if isinstance(value, Measure):
        return str(value)
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _built(kind: type[Value], content: Any) -> Value:
    """Make a dataclass out of JSON, its fields by their types."""
    hints = get_type_hints(kind)
    values = {each.name: _value(hints[each.name], content[each.name]) for each in fields(kind)}  # type: ignore[arg-type]
    return kind(**values)


def _value(hint: Any, content: Any) -> Any:
    inner = get_args(hint)
    if hint is Measure:
        return parse_measure(content)
    if get_origin(hint) is UnionType:
        return None if content is None else _value(next(each for each in inner if each is not NoneType), content)
    if get_origin(hint) is tuple:
        return tuple(_value(inner[0], each) for each in content)
    if inner:
        return {_value(inner[0], key): _value(inner[1], each) for key, each in content.items()}
    return _built(hint, content) if isinstance(hint, type) and is_dataclass(hint) else content


Cells = Sequence[Cell]
Series = dict[str, float]
"""Page to number."""
Bounds = dict[tuple[str, Measure, str], Mean]
"""The mean of each candidate, measure and column."""


def summarise(
    program: str,
    measures: tuple[Measure, ...],
    slicings: tuple[str, ...],
    cells: Mapping[tuple[str, str], Cells],
    *,
    pairs: bool = True,
) -> Summary:
    """Summarise the cells of a run, given by the names of package and candidate; `pairs` are compared if asked for."""
    packages: dict[str, dict[str, Cells]] = {}
    for (package, candidate), found in cells.items():
        packages.setdefault(package, {})[candidate] = found
    wanted = _Wanted(measures, slicings, pairs)
    summaries = tuple(_package(wanted, name, found) for name, found in packages.items())
    overall = _package(wanted, "all packages", _joined(packages)) if len(packages) > 1 else None
    return Summary(program, measures, leading_measure(measures), slicings, summaries, overall)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a summary is to hold."""

    measures: tuple[Measure, ...]
    slicings: tuple[str, ...]
    pairs: bool


def _joined(packages: Mapping[str, Mapping[str, Cells]]) -> dict[str, Cells]:
    joined: dict[str, list[Cell]] = {}
    for package, candidates in packages.items():
        for candidate, cells in candidates.items():
            named = (replace(cell, page=f"{package}/{cell.page}") for cell in cells)
            joined.setdefault(candidate, []).extend(named)
    return {candidate: tuple(cells) for candidate, cells in joined.items()}


def _package(wanted: _Wanted, name: str, cells: Mapping[str, Cells]) -> PackageSummary:
    bounds = _bounds(wanted, cells)
    candidates = tuple(_candidate(wanted, candidate, found, bounds) for candidate, found in cells.items())
    pairs = tuple(pair for measure in wanted.measures if wanted.pairs for pair in _pairs(measure, cells))
    return PackageSummary(name, max(map(len, cells.values())), candidates, pairs)


def _candidate(wanted: _Wanted, name: str, cells: Cells, bounds: Bounds) -> CandidateSummary:
    outcomes = Counter(cell.outcome for cell in cells)
    answered = [cell for cell in cells if cell.seconds is not None]
    seconds = sum(cell.seconds or 0.0 for cell in answered)
    size = sum(cell.size or 0 for cell in answered)
    kinds = Counter(cell.failure.kind for cell in cells if cell.failure is not None)
    return CandidateSummary(
        candidate=name,
        pages=len(cells),
        scored=outcomes["scored"],
        without_gold=outcomes["no gold"],
        failed=outcomes["failed"],
        failures=dict(kinds.most_common()),
        seconds=seconds,
        size=size,
        seconds_per_kb=seconds_per_kb(seconds, size),
        measures={
            each: _measure_summary(name, each, cells, bounds) for each in wanted.measures if _series(cells, each)
        },
        slices={slicing: _slices(wanted, slicing, cells) for slicing in wanted.slicings},
        points=tuple(_point(wanted, cell) for cell in cells),
    )


def _measure_summary(candidate: str, measure: Measure, cells: Cells, bounds: Bounds) -> MeasureSummary:
    main = _series(cells, measure)
    failed = sum(cell.failure is not None and measure in cell.expected for cell in cells)
    columns = measure.columns
    known = {column: bounds[candidate, measure, column] for column in columns if _series(cells, measure, column)}
    return MeasureSummary(
        pages=len(main),
        approximate=sum(measure in cell.approximate for cell in cells),
        columns=_pooled(measure, known),
        deviation=standard_deviation(list(main.values())),
        with_failures=sum(main.values()) / (len(main) + failed),
    )


def _pooled(measure: Measure, columns: Mapping[str, Mean]) -> Mapping[str, Mean]:
    """Return the columns; for headlines F1 is the paper's: that of precision and recall over all pages.

    Its bounds are those of both: they rise and fall together, with the number of headlines found right.
    """
    if not isinstance(measure, HeadlineMatch) or "precision" not in columns:
        return columns
    precision, recall = columns["precision"], columns["recall"]
    f1 = Mean(
        _harmonic(precision.mean, recall.mean),
        _harmonic(precision.low, recall.low),
        _harmonic(precision.high, recall.high),
    )
    return {**columns, "f1": f1}


def _harmonic(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _slices(wanted: _Wanted, slicing: str, cells: Cells) -> tuple[SliceSummary, ...]:
    groups: dict[str, list[Cell]] = {}
    for cell in cells:
        groups.setdefault(getattr(cell, slicing), []).append(cell)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return tuple(_slice(wanted, value, found) for value, found in ordered)


def _slice(wanted: _Wanted, value: str, cells: Cells) -> SliceSummary:
    means = {each: _means(each, cells) for each in wanted.measures if _series(cells, each)}
    return SliceSummary(value, len(cells), sum(cell.failure is not None for cell in cells), means)


def _means(measure: Measure, cells: Cells) -> dict[str, float]:
    series = {column: _series(cells, measure, column) for column in measure.columns}
    plain = {column: sum(found.values()) / len(found) for column, found in series.items() if found}
    pooled = _pooled(measure, {column: Mean(mean, mean, mean) for column, mean in plain.items()})
    return {column: mean.mean for column, mean in pooled.items()}


def _point(wanted: _Wanted, cell: Cell) -> PagePoint:
    scores = {each: cell.number(each, each.main_column) for each in wanted.measures}
    known = {measure: score for measure, score in scores.items() if score is not None}
    return PagePoint(cell.page, cell.size, cell.seconds, known)


def _bounds(wanted: _Wanted, cells: Mapping[str, Cells]) -> Bounds:
    """Return means with intervals; rows over the same pages are computed in one go, which is many times faster."""
    alike: dict[tuple[str, ...], dict[tuple[str, Measure, str], list[float]]] = {}
    for candidate, found in cells.items():
        for measure in wanted.measures:
            for column in measure.columns:
                series = _series(found, measure, column)
                rows = alike.setdefault(tuple(series), {})
                rows[candidate, measure, column] = list(series.values())
    alike.pop((), None)
    return {
        key: Mean(interval.mean, interval.low, interval.high)
        for rows in alike.values()
        for key, interval in zip(rows, bootstrap_intervals(list(rows.values())), strict=True)
    }


def _pairs(measure: Measure, cells: Mapping[str, Cells]) -> list[Pair]:
    columns = measure.compared or (("f1",) if "f1" in measure.columns else measure.columns)
    return [pair for column in columns for pair in _compared(measure, column, cells)]


def _compared(measure: Measure, column: str, cells: Mapping[str, Cells]) -> list[Pair]:
    """Compare each pair of candidates, on the pages that allow the measure for all of them.

    A page without an answer counts as nothing found: leaving hard pages out must not make a candidate better.
    """
    series = {candidate: _complete(found, measure, column) for candidate, found in cells.items()}
    known = {candidate: found for candidate, found in series.items() if found}
    pages = sorted(set.intersection(*(set(found) for found in known.values()))) if known else []
    if len(known) < 2 or not pages:
        return []
    compared = compare_all({candidate: [found[page] for page in pages] for candidate, found in known.items()})
    return [
        Pair(
            measure=measure,
            column=column,
            pages=len(pages),
            first=each.first,
            second=each.second,
            difference=Mean(each.difference.mean, each.difference.low, each.difference.high),
            p_value=each.p_value,
            p_adjusted=each.p_adjusted,
            effect=each.effect if isfinite(each.effect) else None,
            better=each.better,
        )
        for each in compared
    ]


def _complete(cells: Cells, measure: Measure, column: str) -> Series:
    failed = {cell.page: 0.0 for cell in cells if cell.failure is not None and measure in cell.expected}
    return {**_series(cells, measure, column), **failed}


def _series(cells: Cells, measure: Measure, column: str | None = None) -> Series:
    column = measure.main_column if column is None else column
    numbers = {cell.page: cell.number(measure, column) for cell in cells}
    return {page: number for page, number in numbers.items() if number is not None}
