"""How fast a batch run is: against extraction in one process, with one worker and with two, and what memory it takes.

    python -m benchmarks.batch [--pages 20000] [--size 12000] [--workers 1,2]

It writes an archive of generated pages, extracts a sample in this process, then the archive with each number of
workers: some four minutes for 20,000 pages on two cores. On a machine that does other things, too, the times on the
clock are noise; CPU time is not, and what the program itself takes beside its workers is the bound of what more workers
can gain.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import Final, NamedTuple

from benchmarks.pages import page_of
from benchmarks.table import table
from webwinnow.batch import Job, LocalEngine, run
from webwinnow.batch.job import PageRecord, ResultRow
from webwinnow.batch.shards import Shard
from webwinnow.batch.working import PageWork
from webwinnow.batch.writers import warc_record

_DIFFERENT: Final = 200
"""Pages that are generated; the archive repeats them, each with an address of its own."""
_SAMPLE: Final = 1000
_EVERY: Final = 1000
_SETTLED: Final = 2000
"""Pages after which memory should stay as it is."""


def write_archive(path: Path, pages: int, size: int) -> None:
    """Write an archive of generated pages."""
    bodies = [page_of(size, seed) for seed in range(min(pages, _DIFFERENT))]
    with path.open("wb") as file:
        for number in range(pages):
            head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
            fields = {
                "WARC-Type": "response",
                "WARC-Target-URI": f"http://site-{number % 97}.example/{number}",
                "WARC-Record-ID": f"<urn:uuid:00000000-0000-0000-0000-{number:012}>",
                "WARC-Date": "2026-11-17T00:00:00Z",
                "Content-Type": "application/http; msgtype=response",
            }
            file.write(warc_record(fields, head + bodies[number % len(bodies)]))


@dataclass(slots=True)
class Measured:
    """One run: time, and memory as the pages go by."""

    workers: int
    pages: int = 0
    start: float = field(default_factory=perf_counter)
    seconds: float = 0.0
    worker_cpu: float = 0.0
    own_cpu: float = 0.0
    curve: list[tuple[int, float]] = field(default_factory=list)

    def watch(self, _: Shard, rows: Sequence[ResultRow], __: int) -> None:
        """Count pages, and look at the memory now and then."""
        before = self.pages // _EVERY
        self.pages += len(rows)
        self.worker_cpu += sum(row.seconds for row in rows)
        if self.pages // _EVERY > before:
            self.curve.append((self.pages, _resident(os.getpid()) + sum(map(_resident, _children()))))

    @property
    def growth(self) -> float:
        """By how much memory grew after it should have settled: the largest later value against the first."""
        later = [megabytes for pages, megabytes in self.curve if pages >= _SETTLED]
        return max(later) / later[0] - 1 if later else 0.0


def _resident(process: int) -> float:
    """Return the megabytes that a process has."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _children() -> list[int]:
    own = str(os.getpid())
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if fields[1] == own:
                found.append(int(folder.name))
    return found


class Alone(NamedTuple):
    """The seconds that a page takes in this process, without reading and writing."""

    cpu: float
    clock: float


def in_process(size: int) -> Alone:
    """Extract a sample in this process."""
    work = PageWork.of(Job(("-",), "-"))
    records = [PageRecord(str(seed), page_of(size, seed), "http://x.example/") for seed in range(_DIFFERENT)]
    work(records[:20])
    cpu, clock = process_time(), perf_counter()
    for number in range(_SAMPLE):
        work.row(records[number % _DIFFERENT])
    return Alone((process_time() - cpu) / _SAMPLE, (perf_counter() - clock) / _SAMPLE)


def measure(archive: Path, workers: int, output: Path) -> Measured:
    """Run a batch over the archive."""
    before = process_time()
    found = Measured(workers)
    run(Job((str(archive),), str(output)), LocalEngine(workers), found.watch)
    found.seconds, found.own_cpu = perf_counter() - found.start, process_time() - before
    return found


def _named(workers: int) -> str:
    return "1 worker" if workers == 1 else f"{workers} workers"


def report(single: Alone, runs: Sequence[Measured], pages: int) -> str:
    """Tell what was measured."""
    rows = [("in this process", "", f"{1 / single.clock:.0f}", f"{1000 * single.cpu:.2f}", "", "")]
    for each in runs:
        rows.append((
            _named(each.workers), f"{each.seconds:.1f}", f"{pages / each.seconds:.0f}",
            f"{1000 * each.worker_cpu / pages:.2f}", f"{1000 * each.own_cpu / pages:.2f}", f"{each.growth:+.1%}",
        ))  # fmt: skip
    header = ("", "seconds", "pages/s", "ms of workers", "ms of program", "memory after 2,000")
    lines = [table(header, rows)]
    for each in runs:
        work, own = each.worker_cpu / pages, each.own_cpu / pages
        curve = "  ".join(f"{done:,}: {megabytes:.0f}" for done, megabytes in each.curve)
        rate = pages / each.seconds / each.workers
        lines.append(f"{_named(each.workers)}, MB by pages: {curve}")
        lines.append(
            f"  a worker keeps {single.cpu / max(work, own, 1e-9):.2f} of the rate in one process by CPU time,"
        )
        lines.append(f"  {rate * single.clock:.2f} on the clock; two on two cores can be")
        lines.append(f"  {2 * work / (work + own):.2f} times as fast as one, by CPU time")
    if len(runs) > 1:
        lines.append(
            f"on the clock: {_named(runs[1].workers)} are {runs[0].seconds / runs[1].seconds:.2f} times as fast"
            f" as {_named(runs[0].workers)}"
        )
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--size", type=int, default=12_000, help="bytes of a page")
    parser.add_argument("--workers", default="1,2")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "generated.warc.gz"
        write_archive(archive, chosen.pages, chosen.size)
        single = in_process(chosen.size)
        counts = [int(each) for each in chosen.workers.split(",")]
        runs = [measure(archive, count, Path(folder) / f"out-{count}") for count in counts]
        sys.stdout.write(report(single, runs, chosen.pages))


if __name__ == "__main__":
    main()
