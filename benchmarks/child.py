"""Another Python process that measures for this one: on numpy alone, or with a memory of its own.

A page goes in and figures come out, both pickled, one question at a time: while the child works, the parent waits, so
that they take turns as tasks within a process do.
"""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from benchmarks.memory import kilobytes
from benchmarks.pages import Page, page_of
from benchmarks.peers import Task
from benchmarks.sample import Sample
from benchmarks.speed import compared, one_round

NUMPY: Final = "numpy"
"""What the tasks of a child without compiled kernels are marked with."""
_WARM: Final = 20_000
"""Bytes of the page that a child reads first, so that models and tables that are loaded once are not counted."""


class Child:
    """A process to ask, ended when the block is left."""

    def __init__(self, *, pure: bool) -> None:
        """Start it, with compiled kernels or without."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.child"],
            cwd=Path(__file__).parents[1],
            env=os.environ | {"WEBWINNOW_PURE": "1" if pure else "0", "PYTHONPATH": os.pathsep.join(_absolute())},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __enter__(self) -> Self:
        """Give the child."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End it: it stops when nothing more can be asked."""
        self._process.communicate()

    def times(self, tasks: Iterable[str], page: Page) -> dict[str, float | str]:
        """Run each of the tasks once: its seconds of CPU time, or why it failed."""
        return self._asked("times", tuple(tasks), page)

    def peak(self, task: str, page: Page) -> float | None:
        """Measure the memory that a task takes at its peak, in bytes of the page; None where that cannot be known.

        Ask a new child: one that has worked before fills what it got then and did not give back.
        """
        found: float | None = self._asked("peak", (task,), page).get(task)
        return found

    def _asked(self, what: str, tasks: tuple[str, ...], page: Page) -> dict[str, Any]:
        if self._process.stdin is None or self._process.stdout is None:
            return {}
        pickle.dump((what, tasks, page), self._process.stdin)
        self._process.stdin.flush()
        answer: dict[str, Any] = pickle.load(self._process.stdout)
        return answer


def _absolute() -> list[str]:
    """Where Python looks now, also from another folder."""
    return [str(Path(entry).resolve()) for entry in sys.path if entry]


def peak(task: Task, page: Page) -> float | None:
    """Tell how much this process grows while a task runs, in bytes of the page; its input is there before.

    What the system counts for the process is true for all, in whatever language they allocate; `tracemalloc` sees
    nothing of what C and C++ take. Linux can set the peak back to what is there now; elsewhere there is no answer.
    """
    task(Sample(Page("warm", page_of(_WARM))))
    sample = Sample(page)
    _ = sample.text
    gc.collect()
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return None
    before = kilobytes("VmRSS")
    try:
        task(sample)
    except Exception:  # that a peer fails is counted with its speed
        return None
    return (kilobytes("VmHWM") - before) * 1024 / len(page.data)


def main() -> int:
    """Answer until nothing more is asked; what libraries print goes to stderr."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    tasks = compared()
    while True:
        try:
            what, names, page = pickle.load(sys.stdin.buffer)
        except EOFError:
            return 0
        asked = {name: tasks[name] for name in names}
        answer = one_round(asked, page) if what == "times" else {name: peak(asked[name], page) for name in names}
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    sys.exit(main())
