"""The same job on Ray, here or on a cluster, and steps for pipelines that people have: datatrove, Spark, Ray Data.

Ray decides where tasks run and repeats those whose machine is lost; a task completes one shard. What happens inside a
task is what happens on one machine: a worker process of its own does the pages, so that limits hold and a page that
crashes costs itself. The step for datatrove does the same. The functions for Spark and Ray Data work in the process
that calls them: there, bytes and elements are limits, and the last fence is that of the host.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from webwinnow.batch.job import WITH_TEXT, Job, PageRecord, ResultRow, TextForm
from webwinnow.batch.readers import ReadingNotes
from webwinnow.batch.report import Marker
from webwinnow.batch.run import Watch, complete, worked
from webwinnow.batch.shards import Shard, find_shards
from webwinnow.batch.working import PageWork
from webwinnow.batch.writers import as_batch, as_dict, schema
from webwinnow.catalogue import DEFAULT
from webwinnow.errors import MissingExtraError, UsageError, WebwinnowError
from webwinnow.expression import parse_extractor
from webwinnow.limits import Limits
from webwinnow.stages import Extractor

_RETRIES: Final = 3
"""Times that a shard is begun again after its machine or its task's process was lost."""


@dataclass(frozen=True, slots=True)
class RayEngine:
    """Tasks of Ray."""

    address: str | None = None
    """The cluster, such as `auto` or `ray://host:10001`; None starts Ray on this machine."""
    tasks: int | None = None
    """Shards at a time; None: as many as there are cores."""

    def __call__(self, job: Job, shards: Sequence[Shard], watch: Watch) -> Iterator[Marker]:
        """Complete shards as the cluster has room for them; yield the markers as they come."""
        with _connected(self.address, self.tasks) as ray:
            task = ray.remote(num_cpus=1, max_retries=_RETRIES)(complete_shard)
            most = self.tasks or max(int(ray.cluster_resources().get("CPU", 1)), 1)
            waiting, running = iter(shards), dict[Any, Shard]()
            for shard in waiting:
                running[task.remote(job, shard)] = shard
                if len(running) >= most:
                    yield self._next(ray, running, watch)
            while running:
                yield self._next(ray, running, watch)

    def _next(self, ray: Any, running: dict[Any, Shard], watch: Watch) -> Marker:
        done, _ = ray.wait(list(running), num_returns=1)
        shard = running.pop(done[0])
        try:
            answer = ray.get(done[0])
        except ray.exceptions.RayError as error:
            raise WebwinnowError(f"{shard.name}: its task was lost {_RETRIES + 1} times: {error}") from None
        if isinstance(answer, OSError | WebwinnowError):
            raise answer
        marker: Marker = answer
        watch(shard, (), shard.size)
        return marker


def complete_shard(job: Job, shard: Shard) -> Marker | OSError | WebwinnowError:
    """Complete one shard, as a task; errors that tell users something are answers, for Ray would wrap them."""
    try:
        return next(iter(list(complete(job, [shard], 1, lambda *_: None))))
    except (OSError, WebwinnowError) as error:
        return error


@contextmanager
def _connected(address: str | None, tasks: int | None) -> Iterator[Any]:
    try:
        import ray
    except ImportError:
        raise MissingExtraError("ray", "ray") from None
    if ray.is_initialized():  # by whoever calls: it is theirs to end
        yield ray
        return
    if not address and " " in sys.executable:  # its workers would never start, and nobody would say why
        raise UsageError(
            f"Ray cannot start workers from a path with a blank, {sys.executable}: install webwinnow elsewhere,"
            " or use --engine local"
        )
    own = {} if address else {"num_cpus": tasks, "include_dashboard": False}
    try:
        ray.init(address=address or "local", log_to_driver=False, logging_level="error", **own)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise UsageError(f"Ray at {address or 'this machine'} cannot be reached: {error}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


@dataclass(frozen=True, slots=True)
class ArrowPages:
    """Extracts pages in Arrow tables; sent to wherever the tables are.

    Ray Data:  dataset.map_batches(ArrowPages(), batch_format="pyarrow")
    Spark:     frame.mapInArrow(ArrowPages().batches, ArrowPages.spark_schema())
    """

    extractor: Extractor = field(default_factory=lambda: parse_extractor(DEFAULT))
    html_column: str = "html"
    """Text or bytes; columns `url` and `id`, where there are any, go with it."""
    text: TextForm = "text"
    facts: bool = True
    limits: Limits = field(default_factory=Limits)

    def __call__(self, table: Any) -> Any:
        """Return the results of a table's pages, as a table."""
        import pyarrow as pa

        return pa.Table.from_batches([*self.batches(table.to_batches())], schema=schema())

    def batches(self, batches: Iterable[Any]) -> Iterator[Any]:
        """Return the results of batches, one for each."""
        work = PageWork(self.extractor, self.text, self.facts, self.limits)
        for batch in batches:
            yield as_batch([work.row(record) for record in self._records(batch)])

    def _records(self, batch: Any) -> Iterator[PageRecord]:
        names = [name for name in (self.html_column, "url", "id") if name in batch.schema.names]
        for row in batch.select(names).to_pylist():
            own, body = row.get("id"), row[self.html_column]
            named = str(own if own is not None else row.get("url") or "")
            yield PageRecord(named, b"" if body is None else body, row.get("url"), name=named or None, kind="row")

    @staticmethod
    def spark_schema() -> str:
        """Return the columns of the results as Spark writes them."""
        names = {"int64": "bigint", "int32": "int", "double": "double", "string": "string"}
        lists = {"authors": "array<string>", "spans": "array<array<bigint>>", "minhash": "array<bigint>"}
        return ", ".join(f"`{each.name}` {lists.get(each.name) or names[str(each.type)]}" for each in schema())


def datatrove_step(job: Job, *, every_outcome: bool = False, keep_pages: bool = False) -> Any:
    """Return a step for datatrove that reads the inputs of a job and gives their texts, each task its share of shards.

    A document's metadata are the columns of the results, spans and outcome among them; `keep_pages` adds the page
    itself as `html`. Without `every_outcome`, only records with a text go on; all are counted in the step's statistics.
    """
    try:
        from datatrove.data import Document as Text
        from datatrove.pipeline.base import PipelineStep
    except ImportError:
        raise MissingExtraError("datatrove", "batch' 'datatrove") from None

    class WebwinnowStep(PipelineStep):  # type: ignore[misc]  # the library has no types
        """Reads and extracts."""

        name, type = "webwinnow", "Reader"

        def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
            """Pass on what comes in, then give the documents of this task's shards."""
            yield from data or ()
            shards = find_shards(job.inputs, job.output)[rank::world_size]
            for portion, rows in worked(job, shards, 1, [ReadingNotes() for _ in shards]):
                for record, row in zip(portion.records, rows, strict=True):
                    self.stat_update(row.outcome)
                    if every_outcome or row.outcome in WITH_TEXT:
                        yield self._text(record, row)

        def _text(self, record: PageRecord, row: ResultRow) -> Any:
            known = {name: value for name, value in as_dict(row).items() if name not in ("text", "id")}
            return Text(row.text or "", row.id, metadata=known | ({"html": record.body} if keep_pages else {}))

    return WebwinnowStep()
