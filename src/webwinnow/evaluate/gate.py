"""The gate: floors that results may not fall through.

`floors.json` pins, for a package and a candidate, the least that each measure may be:

    {"floors": [{"package": "example", "digest": "3f…", "candidate": "lqf >> bte", "measure": "word-bag",
                 "column": "f1", "floor": 0.8832, "tolerance": 0.002}],
     "lowered": [{"date": "2026-11-15", "package": …, "candidate": …, "measure": …, "column": …,
                  "before": 0.8832, "after": 0.8741, "reason": "…"}]}

What is compared is the mean in which a page without an answer counts nothing: a crash must not raise a mean. Floors
hold for the corpus whose digest they name, and for no other. Updating raises floors and adds missing ones; lowering
one needs a reason, which is kept in the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from math import floor as round_down
from pathlib import Path
from typing import Final

from webwinnow.errors import UsageError, WebwinnowError
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.writing import write_aside

TOLERANCE: Final = 0.002
"""How far a result may lie below a new floor: about what a page more or less of one paragraph makes in a package of
forty pages. It can be changed in the file, floor by floor."""
_DIGITS: Final = 10_000
"""Floors have four digits, rounded down, so that the run that made them passes."""


@dataclass(frozen=True, slots=True)
class Floor:
    """The least that a measure may be for a candidate on a package."""

    package: str
    digest: str
    candidate: str
    measure: str
    column: str
    floor: float
    tolerance: float = TOLERANCE

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What is pinned."""
        return self.package, self.candidate, self.measure, self.column

    def __str__(self) -> str:
        """Name what is pinned."""
        return f"{self.candidate} on {self.package}, {self.measure} {self.column}"


@dataclass(frozen=True, slots=True)
class Lowered:
    """A floor that was lowered on purpose."""

    date: str
    package: str
    candidate: str
    measure: str
    column: str
    before: float
    after: float
    reason: str


@dataclass(frozen=True, slots=True)
class Floors:
    """A file of floors."""

    floors: tuple[Floor, ...] = ()
    lowered: tuple[Lowered, ...] = ()


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """What the gate says: how many floors were held up against the run, and what is wrong."""

    checked: int
    problems: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def check(floors: Floors, run: Run) -> GateVerdict:
    """Hold a run against the floors of its packages and candidates."""
    _whole_packages(run)
    measured = {each.key: each for each in measured_floors(run)}
    here = {(package.name, candidate.name) for package in run.packages for candidate in run.candidates}
    held = [floor for floor in floors.floors if (floor.package, floor.candidate) in here]
    problems = [problem for floor in held if (problem := _problem(floor, measured.get(floor.key), run)) is not None]
    if not held:
        problems.append("no floor is for a package and candidate of this run: add them with --update-floors")
    return GateVerdict(len(held), tuple(problems))


def update(floors: Floors, run: Run, *, reason: str | None = None, date: str = "") -> Floors:
    """Raise floors to what a run reached, and add those that are missing.

    Raises UsageError if one would have to be lowered and there is no reason for it.
    """
    _whole_packages(run)
    known = {floor.key: floor for floor in floors.floors}
    lowered = list(floors.lowered)
    for new in measured_floors(run):
        old = known.get(new.key)
        if old is not None and new.floor < old.floor and (old.floor - new.floor > old.tolerance or _moved(old, new)):
            lowered.append(_lowered(old, new, reason, date))
        elif old is not None and not _moved(old, new):
            new = replace(new, floor=max(old.floor, new.floor))
        known[new.key] = new if old is None else replace(new, tolerance=old.tolerance)
    return Floors(tuple(known[key] for key in sorted(known)), tuple(lowered))


def measured_floors(run: Run) -> Iterator[Floor]:
    """Yield what a run reached, as floors: one for each measure of each candidate, rounded down to four digits."""
    digests = {package.name: package.digest for package in run.packages}
    for package in run.summary.packages:
        for each in package.candidates:
            for measure, found in each.measures.items():
                reached = round_down(found.with_failures * _DIGITS) / _DIGITS
                place = (package.name, digests[package.name], each.candidate, str(measure), measure.main_column)
                yield Floor(*place, reached)


def read_floors(path: Path) -> Floors:
    """Read a file of floors; raises WebwinnowError if it is missing or broken."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        floors = tuple(Floor(**each) for each in content["floors"])
        return Floors(floors, tuple(Lowered(**each) for each in content.get("lowered", ())))
    except FileNotFoundError:
        raise UsageError(f"{path}: there is no such file: make it with --update-floors") from None
    except OSError as error:
        raise WebwinnowError(f"{path}: cannot be read ({error.strerror}): check its permissions") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise WebwinnowError(f"{path}: not a file of floors ({error}): correct it") from None


def write_floors(path: Path, floors: Floors) -> None:
    """Write a file of floors, one on each line; whoever reads sees the old one or the new one."""
    lists = (f'"{name}": [{_lines(each)}]' for name, each in asdict(floors).items())
    write_aside(path, ("{" + ",\n ".join(lists) + "}\n").encode(errors="replace"))


def _lines(content: tuple[dict[str, object], ...]) -> str:
    return ",".join("\n  " + json.dumps(each, ensure_ascii=False) for each in content)


def _problem(floor: Floor, measured: Floor | None, run: Run) -> str | None:
    digest = run.package(floor.package).digest
    if digest != floor.digest:
        changed = f"the package has changed (digest {digest[:12]}, the floor is for {floor.digest[:12]})"
        return f"{floor}: {changed}: look at the change, then use --update-floors"
    if measured is None:
        return f"{floor}: was not measured: evaluate with this measure, or remove the floor"
    if floor.floor - measured.floor > floor.tolerance + 1e-9:
        fell = f"{measured.floor:.4f} is {floor.floor - measured.floor:.4f} below the floor {floor.floor:.4f}"
        return f"{floor}: {fell} (tolerance {floor.tolerance:g})"
    return None


def _lowered(old: Floor, new: Floor, reason: str | None, date: str) -> Lowered:
    if not (reason or "").strip():
        advice = "lowering a floor needs --allow-regression with a reason"
        raise UsageError(f"{old}: the run reached {new.floor:.4f}, the floor is {old.floor:.4f}: {advice}")
    return Lowered(date, *old.key, old.floor, new.floor, (reason or "").strip())


def _moved(old: Floor, new: Floor) -> bool:
    """Return whether the corpus is another one, so that the old floor says nothing about the new result."""
    return old.digest != new.digest


def _whole_packages(run: Run) -> None:
    """Refuse a run over a sample."""
    if run.limit is not None:
        raise UsageError("floors are for whole packages: use --gate without --limit")
