"""Worker processes: one that dies or hangs costs one page."""

import asyncio
import os
import signal
import time

from proxy.running import PAGE, STORY
from webwinnow.proxy.filtering import Arrived, Filtered
from webwinnow.proxy.settings import Settings
from webwinnow.proxy.worker import NotFiltered, attempt
from webwinnow.proxy.workers import Workers

SETTINGS = Settings("bte", bar=False, patience=20)
ARRIVED = Arrived(PAGE, "", "utf-8", "http://a.example/", "bte")


def with_workers(task, settings: Settings = SETTINGS, jobs: int = 2):
    async def run():
        workers = Workers(settings, jobs)
        try:
            await workers.start()
            return await task(workers)
        finally:
            workers.end()

    return asyncio.run(run())


def process_of(workers: Workers) -> int:
    return workers._all[0].process.pid


def test_pages_are_filtered_side_by_side_and_not_mixed_up():
    pages = [Arrived(PAGE.replace(b"Day", b"Day%d" % at), "", None, "http://a/", "bte") for at in range(40)]
    found = with_workers(lambda workers: asyncio.gather(*map(workers.filter, pages)))
    for at, page in enumerate(found):
        assert f"Day{at} " in page.body.decode() and page.body.decode().count(f"Day{at} ") == 8


def test_a_worker_that_dies_is_replaced():
    async def task(workers):
        os.kill(process_of(workers), signal.SIGKILL)
        return [await workers.filter(ARRIVED) for _ in range(3)]

    first, second, third = with_workers(task, jobs=1)
    assert first == NotFiltered("the worker process died", unreadable=False)
    assert isinstance(second, Filtered) and isinstance(third, Filtered) and STORY in third.body.decode()


def test_a_worker_that_hangs_is_ended():
    async def task(workers):
        os.kill(process_of(workers), signal.SIGSTOP)
        first = await workers.filter(ARRIVED)
        workers._all[0].settings = SETTINGS
        return first, await workers.filter(ARRIVED)

    first, second = with_workers(task, Settings("bte", bar=False, patience=0.5), jobs=1)
    assert first == NotFiltered("no result in time", unreadable=False)
    assert isinstance(second, Filtered)


def test_the_loop_goes_on_while_pages_are_filtered():
    async def task(workers):
        os.kill(process_of(workers), signal.SIGSTOP)
        page = asyncio.ensure_future(workers.filter(ARRIVED))
        start = time.monotonic()
        await asyncio.sleep(0.01)
        passed = time.monotonic() - start
        os.kill(process_of(workers), signal.SIGCONT)
        return passed, await page

    passed, page = with_workers(task, jobs=1)
    assert passed < 5 and isinstance(page, Filtered)


def test_one_who_waits_no_longer_does_not_cost_a_worker():
    async def task(workers):
        waiting = [asyncio.ensure_future(workers.filter(ARRIVED)) for _ in range(4)]
        await asyncio.sleep(0)
        for each in waiting:
            each.cancel()
        return await workers.filter(ARRIVED)

    assert isinstance(with_workers(task, jobs=1), Filtered)


def test_reasons_are_told():
    broken = attempt(Arrived(b"x", "gzip", None, "http://a/", "bte"), SETTINGS)
    assert isinstance(broken, NotFiltered) and broken.unreadable and not broken.too_large and "gzip" in broken.reason
    large = attempt(Arrived(b"x" * 10, "", None, "http://a/", "bte"), Settings(limit=9))
    assert isinstance(large, NotFiltered) and large.too_large
    failed = attempt(Arrived(b"x", "", None, "http://a/", "nosuch"), SETTINGS)
    assert failed == NotFiltered("ExpressionError", unreadable=False)
