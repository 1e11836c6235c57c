"""Ray: the same job on the cores of this machine or on a cluster; a task completes one shard.

Ray decides where tasks run and repeats those whose machine is lost. What happens inside a task is what happens on one
machine: a worker process of the task's own does the pages, so that limits hold and a page that crashes costs itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from webwinnow.batch.job import Job
from webwinnow.batch.report import Marker
from webwinnow.batch.run import Watch, complete
from webwinnow.batch.shards import Shard
from webwinnow.errors import MissingExtraError, UsageError, WebwinnowError

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
    own = {} if address else {"num_cpus": tasks, "include_dashboard": False}
    try:
        ray.init(address=address or "local", log_to_driver=False, logging_level="error", **own)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise UsageError(f"Ray at {address or 'this machine'} cannot be reached: {error}") from None
    try:
        yield ray
    finally:
        ray.shutdown()
