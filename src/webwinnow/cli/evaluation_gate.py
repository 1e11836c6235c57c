"""The gate of an evaluation: checks, raises or lowers floors, and tells what it did."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from webwinnow.cli.fence import complain
from webwinnow.cli.output import emit
from webwinnow.evaluate.gate import Floors, check, read_floors, update, write_floors
from webwinnow.evaluate.results import Run


def hold(run: Run, *, path: Path, raising: bool, reason: str | None) -> bool:
    """Hold a run against a file of floors, or update it; tell whether the gate is open."""
    if raising or reason:
        old = read_floors(path) if path.exists() else Floors()
        new = update(old, run, reason=reason, date=datetime.now(UTC).date().isoformat())
        write_floors(path, new)
        emit(f"\n{path}: {_changes(old, new)}\n")
        return True
    verdict = check(read_floors(path), run)
    for problem in verdict.problems:
        complain(f"gate: {problem}")
    if verdict.passed:
        emit(f"\nGate: {verdict.checked} floors hold.\n")
    return verdict.passed


def _changes(old: Floors, new: Floors) -> str:
    before = {floor.key: floor.floor for floor in old.floors}
    added = sum(floor.key not in before for floor in new.floors)
    raised = sum(floor.floor > before.get(floor.key, floor.floor) for floor in new.floors)
    lowered = len(new.lowered) - len(old.lowered)
    return f"{added} floors added, {raised} raised, {lowered} lowered"
