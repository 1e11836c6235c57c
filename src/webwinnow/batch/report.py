"""What a run did: the marker of each shard, and all of them together as `report.json` and for people."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from webwinnow.batch.job import FAILED, OUTCOMES, Job, Outcome, ResultRow
from webwinnow.batch.shards import Shard
from webwinnow.batch.store import Store

DONE: Final = "done"
JOB: Final = "job.json"
REPORT: Final = "report.json"
SUMMARY: Final = "report.txt"
_REASONS: Final = 50
"""Different reasons that are counted for each outcome; the others are counted as one."""


@dataclass(slots=True)
class OutcomeCounts:
    """What became of the records of a shard, or of many."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    reasons: Counter[tuple[Outcome, str]] = field(default_factory=Counter)
    truncated: int = 0
    revisits: int = 0
    page_bytes: int = 0
    text_characters: int = 0
    cpu_seconds: float = 0.0

    @property
    def records(self) -> int:
        """How many records there were."""
        return sum(self.outcomes.values())

    def add(self, row: ResultRow) -> None:
        """Count a row."""
        self.outcomes[row.outcome] += 1
        if row.reason is not None:
            self._count_reason(row.outcome, row.reason[:200], 1)
        self.truncated += row.truncated is not None
        self.revisits += row.kind == "revisit"
        self.page_bytes += row.size
        self.text_characters += len(row.text or "")
        self.cpu_seconds += row.seconds

    def merge(self, other: OutcomeCounts) -> None:
        """Count what another one counted."""
        self.outcomes += other.outcomes
        for (outcome, reason), times in other.reasons.items():
            self._count_reason(outcome, reason, times)
        for name in ("truncated", "revisits", "page_bytes", "text_characters", "cpu_seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def _count_reason(self, outcome: Outcome, reason: str, times: int) -> None:
        known = (outcome, reason) in self.reasons
        room = known or sum(each == outcome for each, _ in self.reasons) < _REASONS
        self.reasons[outcome, reason if room else "other reasons"] += times

    def to_json(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        counts = {outcome: self.outcomes[outcome] for outcome in OUTCOMES}
        reasons = [
            {"outcome": outcome, "reason": reason, "records": times}
            for (outcome, reason), times in sorted(self.reasons.items(), key=lambda item: (-item[1], item[0]))
        ]
        rest = {name: value for name, value in asdict(self).items() if name not in ("outcomes", "reasons")}
        return {"records": self.records, "outcomes": counts, "reasons": reasons, **rest}

    @classmethod
    def from_json(cls, known: dict[str, Any]) -> OutcomeCounts:
        """Read what `to_json` wrote."""
        rest = {name: value for name, value in known.items() if name not in ("records", "outcomes", "reasons")}
        reasons = {(each["outcome"], each["reason"]): each["records"] for each in known["reasons"]}
        return cls(
            Counter({name: times for name, times in known["outcomes"].items() if times}), Counter(reasons), **rest
        )


@dataclass(frozen=True, slots=True)
class Marker:
    """Says that a shard is complete, and what became of it; written after all that it speaks of is in place."""

    shard: str
    stamp: str
    digest: str
    tally: OutcomeCounts
    others: dict[str, int]
    damage: tuple[str, ...]
    outputs: tuple[str, ...]

    def fits(self, shard: Shard, job: Job) -> bool:
        """Tell whether it speaks of this shard as it is now, and of this job."""
        return (self.stamp, self.digest) == (shard.stamp, job.digest)

    def write(self, store: Store) -> None:
        """Put it in place."""
        known = {name: getattr(self, name) for name in self.__slots__ if name != "tally"} | {
            "tally": self.tally.to_json()
        }
        store.write(f"{DONE}/{self.shard}.json", json.dumps(known, ensure_ascii=False).encode("utf-8", "replace"))

    @classmethod
    def read(cls, store: Store, shard: str) -> Marker | None:
        """Read the marker of a shard; None if it is not complete."""
        content = store.read(f"{DONE}/{shard}.json")
        if content is None:
            return None
        known = json.loads(content)
        return cls(
            known["shard"], known["stamp"], known["digest"], OutcomeCounts.from_json(known["tally"]), known["others"],
            tuple(known["damage"]), tuple(known["outputs"]),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Report:
    """The whole run."""

    job: Job
    markers: tuple[Marker, ...]
    tally: OutcomeCounts
    near_duplicates: int | None = None
    """How many records are near-duplicates of others, if that was asked for."""

    @classmethod
    def of(cls, job: Job, markers: Iterable[Marker], near_duplicates: int | None = None) -> Report:
        """Count all shards together."""
        every, tally = tuple(sorted(markers, key=lambda marker: marker.shard)), OutcomeCounts()
        for marker in every:
            tally.merge(marker.tally)
        return cls(job, every, tally, near_duplicates)

    @property
    def failed(self) -> int:
        """How many records failed."""
        return sum(self.tally.outcomes[outcome] for outcome in FAILED)

    @property
    def damaged(self) -> Sequence[Marker]:
        """The shards that could not be read to their end."""
        return [marker for marker in self.markers if marker.damage]

    def to_json(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        others: Counter[str] = Counter()
        for marker in self.markers:
            others.update(marker.others)
        return {
            "job": {"inputs": list(self.job.inputs), "output": self.job.output, **self.job.settings()},
            "shards": len(self.markers),
            **self.tally.to_json(),
            "near_duplicates": self.near_duplicates,
            "other_records": dict(others),
            "damaged": [{"shard": each.shard, "damage": list(each.damage)} for each in self.damaged],
        }

    def summary(self) -> str:
        """Tell people what the run did."""
        tally = self.tally
        lines = [
            f"{tally.records:,} records in {len(self.markers):,} shards, {tally.page_bytes / 1e6:,.1f} MB of pages,"
            f" {tally.text_characters / 1e6:,.1f} million characters of text, {tally.cpu_seconds:,.1f} s of CPU time",
            "",
            *(f"{tally.outcomes[outcome]:>12,}  {outcome}" for outcome in OUTCOMES),
        ]
        notes = [
            (tally.truncated, "are truncated, most of them by their crawler"),
            (tally.revisits, "are revisits, without a body of their own"),
            (self.near_duplicates, "are near-duplicates of others, which stay"),
        ]
        lines += ["", *(f"{times:>12,}  {what}" for times, what in notes if times)]
        if tally.reasons:
            lines += ["", "Reasons:"]
            lines += [f"{times:>12,}  {outcome}: {why}" for (outcome, why), times in tally.reasons.most_common(20)]
        if self.damaged:
            lines += ["", "Damaged inputs, read as far as they can be:"]
            lines += [f"  {each.shard}: {why}" for each in self.damaged[:20] for why in each.damage[:3]]
        return "\n".join(lines).rstrip() + "\n"

    def write(self, store: Store) -> None:
        """Put both forms in place."""
        store.write(REPORT, json.dumps(self.to_json(), ensure_ascii=False, indent=1).encode("utf-8", "replace"))
        store.write(SUMMARY, self.summary().encode("utf-8", "replace"))
