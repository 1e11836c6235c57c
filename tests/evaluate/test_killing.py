"""A run that is killed goes on where it was: nothing is lost, nothing is computed twice, no process stays behind."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from webwinnow.evaluate.results import load_run

SLOW = """
import os, pathlib, time

def slow(page):
    pathlib.Path(__file__).with_name(f"worker-{os.getpid()}").touch()
    time.sleep(0.02)
    return page
"""


def start(folder: Path, package: Path) -> subprocess.Popen:
    arguments = ["evaluate", str(package), "-e", "plain", "--python", "slow_functions:slow", "-j", "2"]
    arguments += ["--measures", "word-bag", "-o", str(folder / "run")]
    return subprocess.Popen(
        [sys.executable, "-m", "webwinnow", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=listen,
    )


def listen() -> None:
    """What a shell runs in the background does not listen to Ctrl-C, nor do its children; ours shall."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.005)


def lines(folder: Path) -> dict[str, list[str]]:
    files = sorted((folder / "run" / "cells").glob("*.jsonl"))
    return {file.name: file.read_text().splitlines() for file in files}


def count(folder: Path) -> int:
    return sum(map(len, lines(folder).values()))


def workers(folder: Path) -> list[int]:
    return [int(path.name.removeprefix("worker-")) for path in folder.glob("worker-*")]


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")  # one that has ended may wait for somebody to notice
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_killed_again_and_again(tmp_path, examples):
    (tmp_path / "slow_functions.py").write_text(SLOW)
    for wanted in (5, 40):
        process = start(tmp_path, examples)
        until(lambda wanted=wanted: count(tmp_path) >= wanted)
        process.kill()
        process.communicate()
        until(lambda: not any(map(lives, workers(tmp_path))))
        before = lines(tmp_path)
        for file in (tmp_path / "run" / "cells").glob("*.jsonl"):
            os.truncate(file, file.stat().st_size - 7)  # as if the last line had been on its way
        assert not (tmp_path / "run" / "summary.json").exists()
    process = start(tmp_path, examples)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 0, told
    run, after = load_run(tmp_path / "run"), lines(tmp_path)
    for name in run.files.values():
        kept = before[name][:-1]
        assert len(kept) > 5
        assert after[name][: len(kept)] == kept  # what was there is there, and was not computed again
        pages = [json.loads(line)["page"] for line in after[name]]
        assert len(pages) == len(set(pages)) == 43
    assert [len(cells) for cells in run.cells.values()] == [43, 43]
    assert "en-harbour-news" in run.found_texts("example", "slow_functions:slow")


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_interrupted_by_the_user(tmp_path, examples):
    (tmp_path / "slow_functions.py").write_text(SLOW)
    process = start(tmp_path, examples)
    until(lambda: count(tmp_path) >= 5)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert (process.returncode, told.strip()) == (130, b"")
    assert not any(map(lives, workers(tmp_path)))
