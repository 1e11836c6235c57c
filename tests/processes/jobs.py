"""What workers of the tests are asked to do, good or bad; imports little, since each worker imports it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from webwinnow.errors import MissingExtraError
from webwinnow.processes import Finished, Pool

MEGABYTE = 2**20


class ForgetfulError(Exception):
    """Has other arguments than it keeps, so it does not unpickle."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


class Unreadable:
    """Pickles, but does not unpickle."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return int, ("no number",)


class Counter:
    """Keeps what it saw, as a function that was sent once does."""

    def __init__(self) -> None:
        self.seen = 0

    def __call__(self, _: object) -> int:
        self.seen += 1
        return self.seen


def play(job: object) -> object:
    """Do what the job says, good or bad."""
    match job:
        case "die":
            os.abort()
        case "leave":
            os._exit(7)
        case "exit":
            sys.exit(3)
        case "hang":
            time.sleep(600)
        case "deaf":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(600)
        case "eat":
            return len(bytearray(10_000 * MEGABYTE))
        case "close":
            os.closerange(3, 256)
        case "forgetful":
            raise ForgetfulError(1, 2)
        case "missing":
            raise MissingExtraError("PyStemmer", "train")
        case "divide":
            return 1 // 0
        case "unreadable":
            return Unreadable()
        case "unsendable":
            return lambda: None
        case "talk":
            print("hello", flush=True)
            os.write(2, b"hello")
        case ("sleep", float(seconds)):
            time.sleep(seconds)
        case ("start", str(folder)):
            with subprocess.Popen(["sleep", "600"]) as child:
                try:
                    Path(folder, f"{os.getpid()} {child.pid}").touch()
                    child.wait()
                finally:
                    child.kill()
    return job


def process(_: object) -> int:
    return os.getpid()


def lack(_: object) -> None:
    raise MissingExtraError("PyStemmer", "train")


def fail(what: str = "no such thing") -> None:
    raise ValueError(what)


def lives(process: int) -> bool:
    """Tell whether any thread of a process runs; one that has ended may wait for somebody to notice."""
    states = []
    for thread in Path(f"/proc/{process}/task").glob("*/stat"):
        with suppress(OSError):  # gone meanwhile
            states.append(thread.read_text().rpartition(")")[2].split()[0])
    return any(state != "Z" for state in states)


def until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.01)


def played(*jobs: object, workers: int = 1, **options: float) -> list[Finished[object]]:
    with Pool(play, workers, **options) as pool:
        return [finished for _, finished in pool.stream(jobs)]
