"""How far a run is, as numbers: for the line on the terminal, and for Prometheus over HTTP."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import monotonic
from typing import Final

from webwinnow.batch.job import OUTCOMES, Outcome, ResultRow
from webwinnow.batch.shards import Shard
from webwinnow.errors import UsageError

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
