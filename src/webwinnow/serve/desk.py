"""Where questions about pages become answers: pages are fetched in threads and processed in worker processes.

Knows no HTTP server: the service and its stand-ins for other readers ask here.

How it goes is counted here, and written as Prometheus reads it.
"""

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic
from typing import Any, Final, Self

from webwinnow.errors import WebwinnowError, WorkerError
from webwinnow.fetch import Fetched, read_page
from webwinnow.processes import Pool
from webwinnow.recipes import Recipes
from webwinnow.serve.answers import PageAnswer, PageJob, answer, failure, refusal, warm
from webwinnow.serve.requests import PagePlace, PageRequest, web_address
from webwinnow.serve.settings import ServiceSettings
from webwinnow.version import __version__

BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds; the usual ones of Prometheus, and one for pages that take as long as they may."""


@dataclass(slots=True)
class Metrics:
    """The counters of one server; only its event loop touches them."""

    requests: Counter[tuple[str, int]] = field(default_factory=Counter)
    """By address and status."""
    slots: Counter[int] = field(default_factory=Counter)
    """Requests by the place of their time among the bounds."""
    seconds: float = 0.0
    pages: Counter[str] = field(default_factory=Counter)
    """By what became of them: `done`, `refused`, or the trouble with them."""
    busy: int = 0
    """Requests that are being answered."""
    started: float = field(default_factory=monotonic)

    def count(self, path: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self.requests[path, status] += 1
        self.slots[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    def text(self) -> str:
        """Write all of them."""
        return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        yield from _head("requests_total", "counter", "Requests by address and status.")
        for (path, status), number in sorted(self.requests.items()):
            yield f'webwinnow_requests_total{{path="{path}",status="{status}"}} {number}'
        yield from _head("pages_total", "counter", "Pages by what became of them.")
        for outcome, number in sorted(self.pages.items()):
            yield f'webwinnow_pages_total{{outcome="{outcome}"}} {number}'
        yield from self._histogram()
        yield from _head("requests_busy", "gauge", "Requests that are being answered.")
        yield f"webwinnow_requests_busy {self.busy}"
        yield from _head("uptime_seconds", "gauge", "Seconds since the start.")
        yield f"webwinnow_uptime_seconds {monotonic() - self.started:.3f}"
        yield from _head("build_info", "gauge", "The version.")
        yield f'webwinnow_build_info{{version="{__version__}"}} 1'

    def _histogram(self) -> Iterator[str]:
        yield from _head("request_seconds", "histogram", "Seconds from a request to its answer.")
        total = 0
        for at, bound in enumerate((*BOUNDS, "+Inf")):
            total += self.slots[at]
            yield f'webwinnow_request_seconds_bucket{{le="{bound}"}} {total}'
        yield f"webwinnow_request_seconds_sum {self.seconds:.6f}"
        yield f"webwinnow_request_seconds_count {total}"


def _head(name: str, kind: str, summary: str) -> Iterator[str]:
    yield f"# HELP webwinnow_{name} {summary}"
    yield f"# TYPE webwinnow_{name} {kind}"


_FETCHES: Final = 16
"""Pages that are fetched at a time: threads that wait for the network."""
_TROUBLES: Final = {
    "timeout": "the page took too long: send a smaller one, or another extractor",
    "memory": "the page took too much memory: send a smaller one, or another extractor",
    "crash": "the page ended its worker process: please report it",
    "error": "the page could not be processed: please report it",
}


class Desk:
    """Answers questions with the settings of one server."""

    def __init__(self, settings: ServiceSettings) -> None:
        """Make the pool; `start` starts its processes."""
        self.settings = settings
        self.metrics = Metrics()
        self.saved = Recipes()
        """Recipes that were saved since the workers started."""
        ready = partial(warm, settings.recipes, settings.expression)
        work = partial(answer, recipes=settings.recipes)
        self._pool = Pool[PageJob, PageAnswer](
            work, settings.jobs, timeout=settings.limits.seconds, memory=settings.limits.memory, warm=ready
        )
        self._threads = ThreadPoolExecutor(_FETCHES, thread_name_prefix="webwinnow-fetch")

    async def __aenter__(self) -> Self:
        """Start the workers; nobody waits until they are ready."""
        self._pool.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the workers while the event loop goes on."""
        await asyncio.to_thread(self.end)

    def end(self) -> None:
        """End the workers, and wait for no fetch."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._pool.end()

    async def asked(self, operation: str, request: PageRequest) -> list[PageAnswer]:
        """Answer for each page of a request."""
        return await asyncio.gather(*(self._one(operation, page, request.options) for page in request.pages))

    async def _one(self, operation: str, page: PagePlace | WebwinnowError, options: dict[str, Any]) -> PageAnswer:
        if isinstance(page, WebwinnowError):
            return self._counted(refusal(page))
        if page.html is not None:
            return await self.work(PageJob(operation, page.html, page.url, options=options))
        return await self.fetch(operation, page.url or "", options)

    async def fetch(self, operation: str, url: str, options: dict[str, Any]) -> PageAnswer:
        """Fetch a page and answer about it."""
        try:
            loop = asyncio.get_running_loop()
            got: Fetched = await loop.run_in_executor(self._threads, read_page, web_address(url), self.settings.client)
        except WebwinnowError as error:
            return self._counted(refusal(error))
        return await self.work(PageJob(operation, got.body, got.url, got.charset, options))

    async def work(self, job: PageJob) -> PageAnswer:
        """Have a page processed; whatever it does to its worker, there is an answer."""
        settings = self.settings
        expression = job.expression or settings.expression
        job = replace(
            job, expression=expression, limits=settings.limits, saved=self.saved, outside=settings.load_outside
        )
        try:
            finished = await self._pool.ask(job)
        except WorkerError as error:
            return failure(503, "no_worker", str(error))
        if finished.trouble is None:
            return self._counted(finished.get())
        self.metrics.pages[finished.trouble.kind] += 1
        return failure(422, finished.trouble.kind, _TROUBLES[finished.trouble.kind])

    def _counted(self, given: PageAnswer) -> PageAnswer:
        self.metrics.pages["done" if given.went_well else "refused"] += 1
        return given
