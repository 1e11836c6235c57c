"""What a run will take: core hours, storage and cost, from a measurement on some pages of the same kind."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

import numpy as np

from webwinnow.batch.job import Job, PageRecord, ResultRow
from webwinnow.batch.readers import ReadingNotes, read_shard
from webwinnow.batch.shards import find_shards
from webwinnow.batch.store import Store
from webwinnow.batch.working import PageWork
from webwinnow.batch.writers import outputs, writing
from webwinnow.errors import UsageError

BUSY: Final = 0.8
"""The share of a core's time that goes into pages, and not into waiting, passing them on or beginning: a cautious
guess. Of the CPU time of a run, the program beside its workers takes 4 % (`python -m benchmarks.batch`)."""
_PASSES: Final = 3
_FEW: Final = 20
"""Pages of which nobody can tell what of their time grows with their size."""


@dataclass(frozen=True, slots=True)
class SampleCost:
    """What the pages of a sample took."""

    pages: int
    page_bytes: int
    packed_bytes: int
    """Their size as gzip, each by itself, as archives have them."""
    result_bytes: int
    work_seconds: float
    """CPU time of the work on them: the best of three passes for each page."""
    passing_seconds: float
    """CPU time to unpack them and to write the results."""
    fixed_seconds: float = 0.0
    """The part of the work on a page that does not depend on its size."""

    def seconds(self, size: float) -> float:
        """Return the CPU time of a page of some size, with all that is done."""
        growing = self.work_seconds - self.fixed_seconds * self.pages + self.passing_seconds
        return self.fixed_seconds + growing * size / self.page_bytes


def sample_records(inputs: Sequence[str], most: int, job: Job) -> list[PageRecord]:
    """Read the first records of inputs, evenly from all of their shards."""
    shards = find_shards(inputs, job.output)
    each = -(-most // len(shards))
    found = (islice(read_shard(shard, job.limits.bytes, job.html_column, ReadingNotes()), each) for shard in shards)
    return [record for records in found for record in records][:most]


def measure_sample(records: Iterable[PageRecord], job: Job) -> SampleCost:
    """Do the work of a job on some records and write the results, into a folder that vanishes."""
    kept, work = list(records), PageWork.of(job)
    rows = [_quickest(work, record) for record in kept]
    pages = list(_bytes(kept))
    if not sum(map(len, pages)):
        raise UsageError("the sample holds no page: name inputs as 'webwinnow batch' takes them")
    packed = [gzip.compress(page) for page in pages]
    _written(rows[:1], job)  # imports what is imported once
    empty = _written([], job)  # what every file has, however few rows
    before = process_time()
    for each in packed:
        gzip.decompress(each)
    result = _written(rows, job) - empty
    passing = process_time() - before
    sizes, seconds = [len(page) for page in pages], [row.seconds for row in rows]
    return SampleCost(
        len(kept), sum(sizes), sum(map(len, packed)), result, sum(seconds), passing, fixed_part(sizes, seconds)
    )


def fixed_part(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """Return the part of a page's time that does not depend on its size, by least squares; of few pages, none is."""
    mean = sum(seconds) / len(seconds)
    if len(sizes) < _FEW or len(set(sizes)) == 1:
        return 0.0
    _, fixed = np.polyfit(sizes, seconds, 1)
    return float(min(max(fixed, 0.0), mean))


def _quickest(work: PageWork, record: PageRecord) -> ResultRow:
    return min((work.row(record) for _ in range(_PASSES)), key=lambda row: row.seconds)


def _bytes(records: Iterable[PageRecord]) -> Iterator[bytes]:
    for record in records:
        yield record.body.encode("utf-8", "replace") if isinstance(record.body, str) else record.body


def _written(rows: Sequence[ResultRow], job: Job) -> int:
    """Write rows as the job asks for, and return the bytes of it."""
    with TemporaryDirectory(prefix="webwinnow-plan-") as folder:
        with writing(job, Store(folder), "sample") as writer:
            writer.add(rows)
        places = [Path(folder) / name for name in outputs(job, "sample")]
        files = [file for place in places for file in (place, *place.rglob("*")) if file.is_file()]
        return sum(file.stat().st_size for file in files)


@dataclass(frozen=True, slots=True)
class CrawlEstimate:
    """What a crawl of so many pages takes, if its pages are like those of the sample."""

    sample: SampleCost
    pages: float
    mean_bytes: float
    cores: int
    core_price: float | None = None
    """What a core costs for an hour."""
    busy: float = BUSY

    @property
    def page_bytes(self) -> float:
        """All pages, unpacked."""
        return self.pages * self.mean_bytes

    @property
    def core_hours(self) -> float:
        """Hours of one core, with the time that it waits."""
        return self.pages * self.sample.seconds(self.mean_bytes) / self.busy / 3600

    @property
    def hours(self) -> float:
        """Hours on all cores."""
        return self.core_hours / self.cores

    @property
    def input_bytes(self) -> float:
        """What the archives take."""
        return self.page_bytes * self.sample.packed_bytes / self.sample.page_bytes

    @property
    def output_bytes(self) -> float:
        """What the results take."""
        return self.page_bytes * self.sample.result_bytes / self.sample.page_bytes

    @property
    def cost(self) -> float | None:
        """The price of the core hours."""
        return None if self.core_price is None else self.core_hours * self.core_price

    def summary(self) -> str:
        """Tell people, with all that is assumed."""
        known, mean = self.sample, self.sample.page_bytes / self.sample.pages
        cost = "give --core-price" if self.cost is None else f"{self.cost:,.0f} at {self.core_price:g} a core hour"
        per_page = 1000 * known.work_seconds / known.pages, 1000 * known.passing_seconds / known.pages
        lines = [
            f"Measured    {known.pages:,} pages of {mean / 1000:,.1f} kB:"
            f" {per_page[0]:.2f} ms of CPU time each ({1000 * known.fixed_seconds:.2f} ms whatever the size),"
            f" and {per_page[1]:.2f} ms to unpack it and write the result",
            f"Crawl       {self.pages:,.0f} pages of {self.mean_bytes / 1000:,.1f} kB, {_size(self.page_bytes)}",
            f"Core hours  {self.core_hours:,.0f}",
            f"Time        {self.hours:,.1f} hours on {self.cores:,} cores",
            f"Storage     {_size(self.input_bytes)} of archives (gzip), {_size(self.output_bytes)} of results",
            f"Cost        {cost}",
            "",
            "Assumed: pages like those of the sample; results grow with the bytes of a page, and so does its time,",
            f"but for the part that it takes whatever its size; cores like this one, busy for {self.busy:.0%} of",
            "the time; archives near the cores. Traffic and storage are not part of the cost.",
        ]
        if known.pages < 100:
            lines.append(f"A sample of {known.pages:,} says little: give 100 pages or more of your own.")
        return "\n".join(lines) + "\n"


def _size(number: float) -> str:
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if number < 1000:
            return f"{number:,.1f} {unit}"
        number /= 1000
    return f"{number:,.1f} PB"
