"""Where questions about pages become answers: pages are fetched in threads and processed in worker processes.

Knows no HTTP server: the service and its stand-ins for other readers ask here.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, Final, Self

from webwinnow.errors import WebwinnowError, WorkerError
from webwinnow.fetch import Fetched, read_page
from webwinnow.processes import Pool
from webwinnow.recipes import Recipes
from webwinnow.serve.answers import PageAnswer, PageJob, answer, failure, refusal, warm
from webwinnow.serve.metrics import Metrics
from webwinnow.serve.requests import PagePlace, PageRequest, web_address
from webwinnow.serve.settings import ServiceSettings

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
