"""Many jobs: in order, as they are finished, not far ahead, and from asyncio."""

from __future__ import annotations

import asyncio
import time

import pytest

from processes.jobs import lives, play, process, until
from webwinnow.processes import Finished, Pool


def test_results_come_in_order_and_are_those_of_their_jobs():
    counted: list[int] = []
    with Pool(play, 2) as pool:
        jobs = [("sleep", 0.2), 1, None, "text", ("sleep", 0.0)]
        results = list(pool.stream(jobs, progress=counted.append))
    assert [job for job, _ in results] == [finished.get() for _, finished in results] == jobs
    assert counted == [1, 2, 3, 4, 5]


def test_results_come_as_they_are_finished():
    with Pool(play, 2) as pool:
        done = [job for job, _ in pool.stream([("sleep", 0.5), *range(9)], ordered=False)]
    assert done[-1] == ("sleep", 0.5) and sorted(done[:-1]) == list(range(9))


@pytest.mark.parametrize("ordered", [True, False])
def test_jobs_are_not_taken_far_ahead(ordered):
    taken = []
    with Pool(play, 2) as pool:
        stream = pool.stream((taken.append(at) or at for at in range(1000)), ordered=ordered, ahead=5)
        for used in range(1, 20):
            next(stream)
            assert len(taken) <= used + 4
        stream.close()  # type: ignore[attr-defined]  # a generator, and its callers need not know
        assert pool.submit("more").result().get() == "more"


def test_no_jobs():
    with Pool(play, 2) as pool:
        assert list(pool.stream([])) == []


def test_no_more_workers_than_jobs_and_none_afterwards():
    with Pool(process, 8) as pool:
        workers = {finished.get() for _, finished in pool.stream(range(1))}
        assert len([worker for worker in pool._workers if worker._process]) == len(workers) == 1
    assert not any(map(lives, workers))
    with pytest.raises(RuntimeError):
        pool.submit(0)


def test_ending_does_not_wait_for_jobs():
    start = time.monotonic()
    with Pool(play, 2) as pool:
        futures = [pool.submit(job) for job in ["hang"] * 5]
        until(lambda: all(worker._connection for worker in pool._workers))
    assert time.monotonic() - start < 20
    until(lambda: all(future.done() for future in futures))


def test_asyncio_goes_on_while_jobs_are_done():
    async def main(pool: Pool[object, object]) -> tuple[bool, list[Finished[object]]]:
        jobs = [asyncio.ensure_future(pool.ask(job)) for job in (("sleep", 2), "die", "divide", 1)]
        await asyncio.sleep(0.01)
        return jobs[0].done(), await asyncio.gather(*jobs)

    with Pool(play, 2) as pool:
        waited, results = asyncio.run(main(pool))
    assert not waited
    assert [finished.trouble and finished.trouble.kind for finished in results] == [None, "crash", "error", None]


def test_one_who_waits_no_longer_does_not_cost_a_worker():
    async def main(pool: Pool[object, object]) -> object:
        waiting = [asyncio.ensure_future(pool.ask(("sleep", 0.1))) for _ in range(4)]
        await asyncio.sleep(0.01)
        for each in waiting:
            each.cancel()
        return (await pool.ask(1)).get()

    with Pool(play, 1) as pool:
        assert asyncio.run(main(pool)) == 1
