"""What a run did: the marker of each shard, and all of them together as `report.json` and for people.

While it runs, its numbers go to a line on the terminal, and to Prometheus over HTTP.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import monotonic
from typing import Any, Final

from webwinnow.batch.job import FAILED, OUTCOMES, Job, Outcome, ResultRow
from webwinnow.batch.shards import Shard
from webwinnow.batch.store import Store
from webwinnow.errors import UsageError

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


_RECENT: Final = 30.0
"""Seconds over which the speed is measured."""


@dataclass(slots=True)
class Pace:
    """Counts what is done in this run; `watch` is what engines call."""

    total: int
    """Bytes of all shards that are to be done."""
    shards: int
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    page_bytes: int = 0
    shards_done: int = 0
    _positions: dict[str, int] = field(default_factory=dict)
    _start: float = field(default_factory=monotonic)
    _marks: list[tuple[float, int]] = field(default_factory=list)

    def watch(self, shard: Shard, rows: Sequence[ResultRow], position: int) -> None:
        """Count some rows of a shard, or, without rows, the shard."""
        self.outcomes.update(row.outcome for row in rows)
        self.page_bytes += sum(row.size for row in rows)
        self.finished(shard) if not rows and position >= shard.size else self._at(shard, position)

    def finished(self, shard: Shard) -> None:
        """Count a shard that is complete."""
        self.shards_done += 1
        self._at(shard, shard.size)

    def _at(self, shard: Shard, position: int) -> None:
        self._positions[shard.name] = min(position, shard.size)
        now = monotonic()
        self._marks = [mark for mark in self._marks if mark[0] > now - _RECENT] + [(now, self.pages)]

    @property
    def pages(self) -> int:
        """How many records are done."""
        return sum(self.outcomes.values())

    @property
    def speed(self) -> float:
        """Records per second, of late."""
        if len(self._marks) < 2:
            return 0.0
        (first, before), (last, after) = self._marks[0], self._marks[-1]
        return (after - before) / (last - first) if last > first else 0.0

    @property
    def share(self) -> float:
        """The share of the input's bytes that is done."""
        return sum(self._positions.values()) / self.total if self.total else 1.0

    @property
    def seconds_left(self) -> float | None:
        """How long it will take at the pace so far; None while nobody can tell."""
        passed = monotonic() - self._start
        return passed / self.share - passed if self.share > 0 else None

    def line(self) -> str:
        """Tell how far the run is, in one line."""
        left = self.seconds_left
        outcomes = ", ".join(f"{self.outcomes[each]:,} {each}" for each in OUTCOMES if self.outcomes[each])
        parts = [
            f"{self.share:4.0%}",
            f"{self.pages:,} pages",
            f"{self.page_bytes / 1e6:,.0f} MB",
            f"{self.speed:,.0f}/s",
            f"{_clock(left)} left" if left is not None else "",
            f"shard {min(self.shards_done + 1, self.shards):,} of {self.shards:,}",
            outcomes,
        ]
        return "  ".join(part for part in parts if part)

    def exposition(self) -> str:
        """Tell the same in the words of Prometheus (text format 0.0.4)."""
        left = self.seconds_left
        gauges = {
            "webwinnow_batch_shards_done": (self.shards_done, "Shards completed in this run."),
            "webwinnow_batch_shards": (self.shards, "Shards that this run has to complete."),
            "webwinnow_batch_done_ratio": (round(self.share, 6), "Share of the input's bytes that is done."),
            "webwinnow_batch_pages_per_second": (round(self.speed, 3), "Records per second over half a minute."),
            "webwinnow_batch_seconds_left": (round(left, 1) if left is not None else "NaN", "Estimated time left."),
        }
        records, size = "webwinnow_batch_records_total", "webwinnow_batch_page_bytes_total"
        lines = [f"# HELP {records} Records by outcome.", f"# TYPE {records} counter"]
        lines += [f'{records}{{outcome="{each}"}} {self.outcomes[each]}' for each in OUTCOMES]
        lines += [f"# HELP {size} Bytes of pages.", f"# TYPE {size} counter", f"{size} {self.page_bytes}"]
        for name, (value, text) in gauges.items():
            lines += [f"# HELP {name} {text}", f"# TYPE {name} gauge", f"{name} {value}"]
        return "\n".join(lines) + "\n"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def served(pace: Pace, port: int | None, host: str = "127.0.0.1") -> Iterator[int | None]:
    """Serve the numbers at /metrics while the `with` lasts; yield the port, None if there is none."""
    if port is None:
        yield None
        return

    class Handler(BaseHTTPRequestHandler):
        """Answers with the numbers of now."""

        def do_GET(self) -> None:
            """Answer one request."""
            found = self.path in ("/metrics", "/")
            content = pace.exposition().encode() if found else b"see /metrics\n"
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Stay quiet."""

    try:
        server = ThreadingHTTPServer((host, port), Handler)
    except (OSError, OverflowError) as error:
        raise UsageError(f"port {port} cannot be listened on ({error}): choose another --metrics-port") from None
    Thread(target=server.serve_forever, daemon=True, name="webwinnow-metrics").start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
