"""Two runs side by side: which pages got better or worse, by how much, and whether that may be chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from webwinnow.errors import UsageError
from webwinnow.evaluate.measures import Measure
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.statistics import PairedComparison, compare_all

BEFORE, AFTER = "before", "after"


@dataclass(frozen=True, slots=True)
class Change:
    """One page in both runs; a number is None where there is no score, and the outcome says why."""

    page: str
    before: float | None
    after: float | None
    outcomes: tuple[str, str]

    @property
    def difference(self) -> float | None:
        """By how much the page got better; None without both numbers."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class Compared:
    """A package and a candidate of each run, on the pages that both have.

    `comparison` is None if no page has both numbers; its first is the run after. `same_corpus` is False if the
    package changed between the runs.
    """

    package: str
    candidates: tuple[str, str]
    measure: Measure
    column: str
    changes: tuple[Change, ...]
    comparison: PairedComparison | None
    same_corpus: bool

    def better(self) -> list[Change]:
        """Return the pages that got better, the largest gain first."""
        return sorted((each for each in self.changes if (each.difference or 0) > 0), key=_by_size)

    def worse(self) -> list[Change]:
        """Return the pages that got worse, the largest loss first."""
        return sorted((each for each in self.changes if (each.difference or 0) < 0), key=_by_size)

    def newly(self) -> list[Change]:
        """Return the pages that have a score in one run only."""
        return [each for each in self.changes if (each.before is None) != (each.after is None)]


def compare_runs(before: Run, after: Run, measure: Measure | None = None) -> list[Compared]:
    """Compare two runs; candidates by name or, if each run has just one, those two.

    Raises UsageError if they have no package, candidate or measure in common.
    """
    chosen = _measure(before, after, measure)
    pairs = _candidates(before, after)
    packages = [each.name for each in before.packages if each.name in {other.name for other in after.packages}]
    if not packages:
        raise UsageError("the runs have no package in common: compare runs over the same package")
    return [_compared(before, after, package, pair, chosen) for package in packages for pair in pairs]


def _measure(before: Run, after: Run, measure: Measure | None) -> Measure:
    common = [each for each in before.measures if each in after.measures]
    if measure is None and common:
        return before.leading if before.leading in common else common[0]
    if measure is None or measure not in common:
        known = ", ".join(map(str, common)) or "none"
        raise UsageError(f"measures that both runs have: {known}: choose of these with --measure")
    return measure


def _candidates(before: Run, after: Run) -> list[tuple[str, str]]:
    old, new = ([each.name for each in run.candidates] for run in (before, after))
    common = [(name, name) for name in old if name in new]
    if not common and len(old) == len(new) == 1:
        return [(old[0], new[0])]
    if not common:
        raise UsageError("the runs have no candidate in common: compare runs of the same, or of one each")
    return common


def _compared(before: Run, after: Run, package: str, pair: tuple[str, str], measure: Measure) -> Compared:
    changes = tuple(_changes(before, after, package, pair, measure))
    both = [each for each in changes if each.before is not None and each.after is not None]
    rows = {AFTER: [each.after or 0.0 for each in both], BEFORE: [each.before or 0.0 for each in both]}
    return Compared(
        package=package,
        candidates=pair,
        measure=measure,
        column=measure.main_column,
        changes=changes,
        comparison=compare_all(rows)[0] if both else None,
        same_corpus=before.package(package).digest == after.package(package).digest,
    )


def _changes(before: Run, after: Run, package: str, pair: tuple[str, str], measure: Measure) -> Iterator[Change]:
    column = measure.main_column
    new = {cell.page: cell for cell in after.cells[package, pair[1]]}
    for old in before.cells[package, pair[0]]:
        cell = new.get(old.page)
        if cell is not None:
            numbers = old.number(measure, column), cell.number(measure, column)
            yield Change(old.page, *numbers, (old.outcome, cell.outcome))


def _by_size(change: Change) -> tuple[float, str]:
    return -abs(change.difference or 0.0), change.page
