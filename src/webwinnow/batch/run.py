"""A run of a job: what is done already is found, the rest is completed by an engine, and all of it is reported.

It may be killed at any moment. The same call goes on where it was, and in the end every record is there, once.

Workers get portions of records, in order; results come back in order, so each shard is written from its first record to
its last while the next one is already being worked on. Where a portion ends its worker or takes too long, each of its
records is tried once alone, and what happens then is recorded.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import BinaryIO, Final, Protocol

from webwinnow.batch.duplicates import mark_duplicates
from webwinnow.batch.job import FAILED, Job, Outcome, PageRecord, ResultRow, row_of
from webwinnow.batch.readers import ReadingNotes, read_shard
from webwinnow.batch.report import DONE, JOB, REPORT, SUMMARY, Marker, OutcomeCounts, Report
from webwinnow.batch.shards import Shard, digest, find_shards
from webwinnow.batch.store import Store, filesystem, is_local
from webwinnow.batch.working import PageWork, document, known_outcome
from webwinnow.batch.writers import FAILED_RECORDS, RECORDS, TEXTS, WET, Writer, failed_record, outputs, writing
from webwinnow.errors import UsageError, WebwinnowError
from webwinnow.limits import Limits
from webwinnow.models import write_model
from webwinnow.prefilters.site_template import Keys
from webwinnow.processes import Finished, Pool, Trouble
from webwinnow.site import RepeatCounter

_FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
PORTION: Final = 16
"""Records that are sent to a worker at once; fewer where they are large."""
PORTION_BYTES: Final = 1_000_000
_AHEAD: Final = 4
"""Portions for each worker that are read before they are needed."""
_OUTCOMES: Final[dict[str, Outcome]] = {
    "timeout": "timeout",
    "memory": "out of memory",
    "crash": "crashed",
    "error": "crashed",
}

Watch = Callable[[Shard, Sequence[ResultRow], int], None]
"""Called with a shard, rows of it that are done, and how many of its bytes are read; without rows, it is complete."""


@dataclass(frozen=True, slots=True)
class Portion:
    """Some records of a shard; the last one may have none."""

    shard: int
    records: tuple[PageRecord, ...]
    last: bool = False


@dataclass(frozen=True, slots=True)
class PortionWork:
    """Does the work on a portion, in a worker."""

    work: PageWork

    def __call__(self, portion: Portion) -> list[ResultRow]:
        """Work on its records."""
        return self.work(portion.records)

    def warm(self) -> None:
        """Import what pages need, before the first one is waited for."""
        self.work([PageRecord("", b"<html><body><p>Rain and <a href=/>snow</a>.</p></body></html>")])


def complete(job: Job, shards: Sequence[Shard], workers: int, watch: Watch) -> Iterator[Marker]:
    """Complete shards one after the other; yield the marker of each when it is in place."""
    notes = [ReadingNotes() for _ in shards]
    open_shard: _OpenShard | None = None
    with ExitStack() as stack:
        for portion, rows in worked(job, shards, workers, notes):
            shard = shards[portion.shard]
            open_shard = open_shard or _OpenShard(job, shard, stack)
            open_shard.add(portion.records, rows)
            watch(shard, rows, notes[portion.shard].position)
            if portion.last:
                stack.close()  # what fails here leaves no marker
                yield open_shard.marked(notes[portion.shard])
                watch(shard, (), shard.size)
                open_shard = None


def worked(
    job: Job, shards: Sequence[Shard], workers: int, notes: Sequence[ReadingNotes]
) -> Iterator[tuple[Portion, list[ResultRow]]]:
    """Read shards and have workers do their records; yield portions in order, with the row of each record."""
    work, limits = PortionWork(PageWork.of(job)), job.limits
    with Pool(work, workers, timeout=limits.seconds, memory=limits.memory, warm=work.warm) as pool:
        for portion, finished in pool.stream(_portions(job, shards, notes), ahead=_AHEAD * workers):
            yield portion, _rows(pool, portion, finished)


def _portions(job: Job, shards: Sequence[Shard], notes: Sequence[ReadingNotes]) -> Iterator[Portion]:
    for number, (shard, noted) in enumerate(zip(shards, notes, strict=True)):
        waiting: list[PageRecord] = []
        size = 0
        for record in read_shard(shard, job.limits.bytes, job.html_column, noted):
            if waiting and (len(waiting) >= PORTION or size + len(record.body) > PORTION_BYTES):
                yield Portion(number, tuple(waiting))
                waiting, size = [], 0
            waiting.append(record)
            size += len(record.body)
        yield Portion(number, tuple(waiting), last=True)


def _rows(
    pool: Pool[Portion, list[ResultRow]], portion: Portion, finished: Finished[list[ResultRow]]
) -> list[ResultRow]:
    if finished.trouble is None:
        return finished.get()
    return [_alone(pool, portion, record) for record in portion.records]


def _alone(pool: Pool[Portion, list[ResultRow]], portion: Portion, record: PageRecord) -> ResultRow:
    """Try a record once more, by itself; trouble now is its own."""
    finished = pool.submit(Portion(portion.shard, (record,))).result()
    if finished.trouble is None:
        return finished.get()[0]
    return troubled(record, finished.trouble)


def troubled(record: PageRecord, trouble: Trouble) -> ResultRow:
    """Make the row of a record that ended its worker."""
    return row_of(record, _OUTCOMES[trouble.kind], trouble.reason)


@dataclass(slots=True)
class _OpenShard:
    """A shard while its rows come in; the stack puts everything in place when it is closed."""

    job: Job
    shard: Shard
    stack: ExitStack
    store: Store = field(init=False)
    writer: Writer = field(init=False)
    failed: BinaryIO | None = None
    tally: OutcomeCounts = field(default_factory=OutcomeCounts)

    def __post_init__(self) -> None:
        self.store = Store(self.job.output)
        self.writer = self.stack.enter_context(writing(self.job, self.store, self.shard.name))

    def add(self, records: Sequence[PageRecord], rows: Sequence[ResultRow]) -> None:
        self.writer.add(rows)
        for record, row in zip(records, rows, strict=True):
            self.tally.add(row)
            if row.outcome in FAILED:
                self._keep(record, row)

    def _keep(self, record: PageRecord, row: ResultRow) -> None:
        if self.failed is None:
            self.failed = self.stack.enter_context(self.store.aside(self._side_file))
        self.failed.write(failed_record(record, row))

    @property
    def _side_file(self) -> str:
        return f"{FAILED_RECORDS}/{self.shard.name}.warc.gz"

    def marked(self, notes: ReadingNotes) -> Marker:
        """Write the marker, now that all the rest is in place."""
        kept = [*outputs(self.job, self.shard.name), *([self._side_file] if self.failed is not None else [])]
        if self.failed is None:
            self.store.remove(self._side_file)  # of an earlier run over an input that has changed
        marker = Marker(
            self.shard.name, self.shard.stamp, self.job.digest, self.tally, dict(notes.others), tuple(notes.damage),
            tuple(kept),
        )  # fmt: skip
        marker.write(self.store)
        return marker


class Engine(Protocol):
    """Where the work is done."""

    def __call__(self, job: Job, shards: Sequence[Shard], watch: Watch) -> Iterator[Marker]:
        """Complete shards, in any order; yield the marker of each."""
        ...


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """The worker processes of this machine."""

    workers: int = 1

    def __post_init__(self) -> None:
        """Refuse a number that makes no sense."""
        if self.workers < 1:
            raise UsageError(f"{self.workers} workers can do nothing: give a number above 0")

    def __call__(self, job: Job, shards: Sequence[Shard], watch: Watch) -> Iterator[Marker]:
        """Complete shards one after the other, each by all workers."""
        return complete(job, shards, self.workers, watch)


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """The shards of a run: those that are complete, and those that are to be done."""

    shards: tuple[Shard, ...]
    done: tuple[Marker, ...]

    @property
    def missing(self) -> tuple[Shard, ...]:
        """The shards to be done."""
        complete = {marker.shard for marker in self.done}
        return tuple(shard for shard in self.shards if shard.name not in complete)


def make_plan(job: Job) -> BatchPlan:
    """Find the shards of a job and what of them is done; raises before any work is."""
    shards, store = find_shards(job.inputs, job.output), Store(job.output)
    _refuse_another_job(job, store)
    names = {shard.name for shard in shards}
    strangers = sorted(
        name.removesuffix(".json") for name in store.names(DONE) if name.removesuffix(".json") not in names
    )
    if strangers:
        raise UsageError(
            f"{job.output}: holds {len(strangers)} shards that these inputs do not have, such as {strangers[0]}:"
            " name all inputs of the first run, or a new folder"
        )
    markers = [(shard, Marker.read(store, shard.name)) for shard in shards]
    return BatchPlan(
        shards, tuple(marker for shard, marker in markers if marker is not None and marker.fits(shard, job))
    )


def _refuse_another_job(job: Job, store: Store) -> None:
    content = store.read(JOB)
    if content is None:
        return
    before, now = json.loads(content), job.settings()
    changed = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
    if changed:
        raise UsageError(f"{job.output}: holds the results of other settings ({', '.join(changed)}): name a new folder")


def run(job: Job, engine: Engine, watch: Watch | None = None) -> Report:
    """Run a job to its end; raises WebwinnowError if it cannot be begun or the results cannot be written."""
    store = Store(job.output)
    with store.claim():
        plan = make_plan(job)
        done = list(plan.done)
        with _explained(job, done, len(plan.shards)):
            for name in (REPORT, SUMMARY):
                store.remove(name)
            for folder in (DONE, RECORDS, WET, TEXTS, FAILED_RECORDS):
                store.sweep(folder)
            store.write(JOB, json.dumps(job.settings(), indent=1).encode())
            if job.site_templates and plan.missing:
                job = replace(job, site_model=learn_templates(job, plan.shards, getattr(engine, "workers", 1)))
            for marker in engine(job, plan.missing, watch or (lambda *_: None)):
                done.append(marker)
            names = [marker.shard for marker in done]
            report = Report.of(job, done, mark_duplicates(store, names) if job.near_duplicates else None)
            report.write(store)
    return report


@dataclass(frozen=True, slots=True)
class SiteKeys:
    """Finds the site of pages and the keys of their blocks, in a worker; what is no page has none."""

    limits: Limits

    def __call__(self, portion: Portion) -> list[tuple[str, Keys]]:
        """Look at the records of a portion."""
        pages = (document(each, self.limits) for each in portion.records if known_outcome(each, self.limits) is None)
        return [RepeatCounter().keys(page) for page in pages if page.url]


def learn_templates(job: Job, shards: Sequence[Shard], workers: int) -> str:
    """Find what repeats over the pages of each site, in a pass of its own; return the place of the model."""
    system, folder = filesystem(job.output)
    if not is_local(system):
        raise UsageError(f"{job.output}: templates of sites need a folder on disk: choose one, or leave them out")
    stamps = "".join(shard.stamp for shard in shards)
    name, store, limits = f"site-{digest(stamps)}.npz", Store(job.output), job.limits
    if store.read(name) is None:
        counter = RepeatCounter()
        with Pool(SiteKeys(limits), workers, timeout=limits.seconds, memory=limits.memory) as pool:
            for _, finished in pool.stream(_portions(job, shards, [ReadingNotes() for _ in shards])):
                for site, keys in finished.value or ():
                    counter.add(site, keys)
        store.write(name, write_model(counter.model()))
    return f"{folder}/{name}"


@contextmanager
def _explained(job: Job, done: Sequence[Marker], shards: int) -> Iterator[None]:
    """Say what stays when results cannot be written."""
    try:
        yield
    except OSError as error:
        why = "no space is left" if error.errno in _FULL else f"cannot be written ({error.strerror or error})"
        raise WebwinnowError(
            f"{job.output}: {why}: {len(done)} of {shards} shards are done and stay; mend it, and give the same command"
        ) from error
