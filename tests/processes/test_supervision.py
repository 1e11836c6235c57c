"""Workers that die, hang or do not start: each costs its own job, and none stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from processes.jobs import MEGABYTE, fail, lives, played, process, until
from webwinnow.errors import WorkerError
from webwinnow.processes import Pool, supervision


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
    monkeypatch.setattr(supervision, "GRACE", 0.3)
    first, second, third = played(1, job, 2, timeout=1.5)
    assert (first.value, third.value) == (1, 2)
    assert second.trouble is not None and second.trouble.kind == "timeout" and "1.5 s" in second.trouble.reason


def test_a_large_job_for_a_worker_that_does_not_read(monkeypatch):
    monkeypatch.setattr(supervision, "GRACE", 0.3)
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
