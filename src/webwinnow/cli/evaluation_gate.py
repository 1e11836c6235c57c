"""The gate of an evaluation: checks, raises or lowers floors, and tells what it did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from webwinnow.cli.output import complain, emit
from webwinnow.evaluate.gate import Floors, check, read_floors, update, write_floors
from webwinnow.evaluate.results import Run


@dataclass(frozen=True, slots=True)
class Gate:
    """A file of floors and what to do with it; a file that must be there is read at once."""

    path: Path
    updating: bool = False
    reason: str | None = None

    def __post_init__(self) -> None:
        """Refuse a file that is missing or broken before any work is done."""
        if not self.updating or self.path.exists():
            read_floors(self.path)

    def hold(self, run: Run) -> bool:
        """Hold a run against the floors, or bring these up to date; tell whether the gate is open."""
        return self._updated(run) if self.updating else self._checked(run)

    def _updated(self, run: Run) -> bool:
        old = read_floors(self.path) if self.path.exists() else Floors()
        new = update(old, run, reason=self.reason, date=datetime.now(UTC).date().isoformat())
        write_floors(self.path, new)
        emit(f"\n{self.path}: {_changes(old, new)}\n")
        return True

    def _checked(self, run: Run) -> bool:
        verdict = check(read_floors(self.path), run)
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
