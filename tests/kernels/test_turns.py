"""However many threads ask, few work on pages at once, and nobody waits for ever."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest

from webwinnow import extract
from webwinnow.kernels import TURNS, turns
from webwinnow.stages import Extractor

MANY = 4 * turns._AT_ONCE


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody lose patience, unless a test says so."""
    monkeypatch.setattr(turns, "_PATIENCE", 60)


def free() -> int:
    return turns.Turns._free._value  # type: ignore[attr-defined]


def test_few_threads_work_at_once() -> None:
    working: list[int] = []
    at_once: list[int] = []

    def work(number: int) -> None:
        with TURNS:
            working.append(number)
            at_once.append(len(working))
            sleep(0.005)
            working.remove(number)

    with ThreadPoolExecutor(MANY) as pool:
        list(pool.map(work, range(2 * MANY)))
    assert max(at_once) == turns._AT_ONCE
    assert free() == turns._AT_ONCE


def test_who_has_a_turn_takes_no_other() -> None:
    with TURNS, TURNS:
        assert free() == turns._AT_ONCE - 1
    assert free() == turns._AT_ONCE


def test_errors_give_turns_back() -> None:
    with pytest.raises(KeyError), TURNS, TURNS:
        raise KeyError
    assert free() == turns._AT_ONCE


def test_nobody_waits_long_for_stages_that_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stage of a user may ask other threads; they must get on though all turns are taken."""
    monkeypatch.setattr(turns, "_PATIENCE", 0.01)
    together = threading.Barrier(MANY)

    def waiting(_: int) -> str:
        with TURNS:
            together.wait(60)
            return extract("<p>All of us are here, and none has gone on without the others.").text

    with ThreadPoolExecutor(MANY) as pool:
        assert len(set(pool.map(waiting, range(MANY)))) == 1
    assert free() == turns._AT_ONCE


def test_extracting_and_rendering_take_a_turn() -> None:
    result = extract("<p>The grain stays, the chaff flies, and the wind takes care of all the rest.")
    taken: list[int] = []
    page, chosen = result.page, result.extractor

    class Watching(type(chosen)):  # type: ignore[misc]
        def __call__(self, page: object) -> object:
            taken.append(free())
            return chosen(page)  # type: ignore[arg-type]

    watching = Watching()
    assert isinstance(watching, Extractor)
    extract(page, watching)
    result.fitted("text", lambda result: str(taken.append(free())))
    assert taken == [turns._AT_ONCE - 1] * 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_has_all_turns() -> None:
    with TURNS:
        process = os.fork()
        if not process:
            os._exit(free() != turns._AT_ONCE)
        assert os.waitpid(process, 0)[1] == 0
