"""Many jobs: in order, as they are finished, not far ahead, and from asyncio."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from processes.jobs import MEGABYTE, fail, lives, play, played, process, until
from webwinnow.errors import WorkerError
from webwinnow.processes import Finished, Pool
from webwinnow.processes import pool as pool_module


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


@pytest.mark.parametrize(("job", "reason"), [("die", "signal 6"), ("leave", "exit code 7"), ("exit", "exit code 3")])
def test_a_job_that_kills_its_worker_is_the_only_one_lost(job, reason):
    results = played(1, job, 2, 3, job, workers=2)
    assert [finished.value for finished in results] == [1, None, 2, 3, None]
    for finished in (results[1], results[4]):
        assert finished.trouble is not None and finished.trouble.kind == "crash" and reason in finished.trouble.reason
        with pytest.raises(WorkerError, match=reason):
            finished.get()


def test_a_worker_without_its_connection_is_replaced():
    first, second = played("close", 1)
    assert first.trouble is not None and first.trouble.kind == "crash"
    assert second.value == 1


@pytest.mark.parametrize("job", ["hang", "deaf"])
def test_a_job_that_hangs_is_ended(job, monkeypatch):
    monkeypatch.setattr(pool_module, "GRACE", 0.3)
    first, second, third = played(1, job, 2, timeout=1.5)
    assert (first.value, third.value) == (1, 2)
    assert second.trouble is not None and second.trouble.kind == "timeout" and "1.5 s" in second.trouble.reason


def test_a_large_job_for_a_worker_that_does_not_read(monkeypatch):
    monkeypatch.setattr(pool_module, "GRACE", 0.3)
    with Pool(process, 1, timeout=1.0) as pool:
        os.kill(pool.submit(0).result().get(), signal.SIGSTOP)
        stuck = pool.submit(bytes(50 * MEGABYTE)).result()
        assert stuck.trouble is not None and stuck.trouble.kind == "timeout"
        assert pool.submit(1).result().get() > 0


def test_a_worker_that_died_with_nothing_to_do_costs_no_job():
    with Pool(process, 1) as pool:
        first = pool.submit(0).result().get()
        os.kill(first, signal.SIGKILL)
        until(lambda: not lives(first))
        assert pool.submit(0).result().get() != first


def test_workers_that_cannot_start_say_so():
    with Pool(process, 2, warm=fail) as pool:
        with pytest.raises(WorkerError, match="could not start: ValueError: no such thing"):
            list(pool.stream(range(5)))
        with pytest.raises(WorkerError, match="could not start"):
            pool.submit(1).result()
    with Pool(process, 1, warm=partial(os._exit, 9)) as pool, pytest.raises(WorkerError, match="exit code 9"):
        pool.submit(1).result()


SCRIPT = """
import os, sys, time
sys.path[:0] = {path!r}
from processes.jobs import process
from webwinnow.processes import Pool

def main():
    with Pool(process, 2) as pool:
        for _, finished in pool.stream(iter(int, 1), ordered=False):
            open(os.path.join({folder!r}, str(finished.get())), "w").close()

{call}
"""


def script(folder: Path, call: str) -> subprocess.Popen[bytes]:
    file = folder.parent / f"{folder.name}.py"
    file.write_text(SCRIPT.format(path=sys.path, folder=str(folder), call=call))
    return subprocess.Popen([sys.executable, file], stderr=subprocess.PIPE, start_new_session=True, preexec_fn=listen)


def listen() -> None:
    """What a shell runs in the background does not listen to Ctrl-C, nor do its children; ours shall."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_worker_stays_behind(tmp_path, how):
    folder = tmp_path / "workers"
    folder.mkdir()
    program = script(folder, "if __name__ == '__main__':\n    main()")
    until(lambda: len(list(folder.iterdir())) == 2)
    if how == signal.SIGINT:
        os.killpg(program.pid, how)  # as a terminal does: to all of them
    else:
        program.kill()
    _, said = program.communicate(timeout=30)
    assert said.count(b"Traceback") == (how == signal.SIGINT)
    until(lambda: not any(lives(int(path.name)) for path in folder.iterdir()))


def test_a_script_without_its_guard_is_told_about_it(tmp_path):
    folder = tmp_path / "workers"
    folder.mkdir()
    program = script(folder, "main()")
    _, said = program.communicate(timeout=60)
    assert program.returncode == 1 and b"under `if __name__ == '__main__':`" in said
