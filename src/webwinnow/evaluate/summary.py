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
        slices{page_type|language|site: [{value, pages, failed, means{measure: {column: mean}}}]}
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
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from webwinnow.evaluate.measures import parse


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
class Slice:
    """The pages of one language, page type or site; `means` holds measure to column to mean."""

    value: str
    pages: int
    failed: int
    means: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Point:
    """One page in a plot; `scores` holds the main column of each measure."""

    page: str
    size: int | None
    seconds: float | None
    scores: Mapping[str, float]


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
    measures: Mapping[str, MeasureSummary]
    slices: Mapping[str, tuple[Slice, ...]]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two candidates on the same pages; a positive difference speaks for the first.

    A page without an answer counts as nothing found here, as in `with_failures`.
    `effect` is Cohen's d for pairs, None where it has no bound; `better` is None if the difference may be chance.
    """

    measure: str
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
    measures: tuple[str, ...]
    leading: str
    slicings: tuple[str, ...]
    packages: tuple[PackageSummary, ...]
    overall: PackageSummary | None


def to_json(summary: Summary) -> str:
    """Write a summary as the text of `summary.json`."""
    return json.dumps(asdict(summary), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def from_json(text: str) -> Summary:
    """Read the text of `summary.json`; raises ValueError, KeyError or TypeError if it is none."""
    return _built(Summary, json.loads(text))


def main_column(measure: str) -> str:
    """The column that stands for a measure where there is room for one number."""
    columns = parse(measure).columns
    return "f1" if "f1" in columns else columns[0]


def leading_measure(measures: tuple[str, ...]) -> str:
    """The measure to sort by: the bag of words, which most published figures are, or else the first."""
    return next((measure for measure in measures if parse(measure).name == "word-bag"), measures[0])


Value = TypeVar("Value")


def _built(kind: type[Value], content: Any) -> Value:
    """Make a dataclass out of JSON, its fields by their types."""
    hints = get_type_hints(kind)
    values = {each.name: _value(hints[each.name], content[each.name]) for each in fields(kind)}  # type: ignore[arg-type]
    return kind(**values)


def _value(hint: Any, content: Any) -> Any:
    inner = get_args(hint)
    if get_origin(hint) is UnionType:
        return None if content is None else _value(next(each for each in inner if each is not NoneType), content)
    if get_origin(hint) is tuple:
        return tuple(_value(inner[0], each) for each in content)
    if inner:
        return {key: _value(inner[1], each) for key, each in content.items()}
    return _built(hint, content) if isinstance(hint, type) and is_dataclass(hint) else content
