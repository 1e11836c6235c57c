"""CPU time of each step, of each stage end to end, and of the peers, on the same pages in the same run.

All tasks are run on one page before the next page is read, and each task's best of several passes counts: whatever
else the machine does then slows all of them alike.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from time import process_time
from typing import Final

from benchmarks.pages import Pages
from benchmarks.peers import PEERS, REFERENCES, Task, installed
from benchmarks.progress import counted
from benchmarks.sample import Sample
from webwinnow.catalogue import DEFAULT, STAGES
from webwinnow.document import Document
from webwinnow.document.charset.decode import decode
from webwinnow.document.tokens import cut
from webwinnow.expression import parse
from webwinnow.extraction import extract
from webwinnow.stages import Extractor, Prefilter, Stage

PASSES: Final = 3
TEXT, JSON = "bytes to text", "bytes to json"
"""The default extractor, alone and with all that is known about a page."""
MEGABYTE: Final = 1_000_000


@dataclass(slots=True)
class Speed:
    """What one task did: bytes and seconds of the pages it could read, and how many it could not."""

    task: str
    bytes: int = 0
    seconds: float = 0.0
    failed: int = 0
    each: list[float] = field(default_factory=list)
    """Seconds of each page, in order."""
    reasons: dict[str, int] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        """Megabytes per second."""
        return self.bytes / MEGABYTE / self.seconds if self.seconds else 0.0

    def count(self, size: int, seconds: float | str) -> None:
        """Add a page, or the reason why the task failed on it."""
        if isinstance(seconds, str):
            self.failed += 1
            self.reasons[seconds] = self.reasons.get(seconds, 0) + 1
        else:
            self.bytes, self.seconds = self.bytes + size, self.seconds + seconds
            self.each.append(seconds)


def all_tasks() -> dict[str, Task]:
    """Return every task by name: parsers to compare with, our steps, stages and renderings, the default, and peers."""
    default: dict[str, Task] = {
        TEXT: lambda sample: extract(sample.data).text,
        JSON: lambda sample: extract(sample.data).json(),
    }
    return installed(REFERENCES) | steps() | stages() | renderings() | default | installed(PEERS)


def steps() -> dict[str, Task]:
    """Return the steps that every stage stands on."""
    return {
        "decode": lambda sample: decode(sample.data),
        "cut into tokens": lambda sample: cut(sample.text),
        "bytes to tree with sums": tree_with_sums,
    }


def tree_with_sums(sample: Sample) -> object:
    """Read a page up to the number of characters in each subtree, seen or not, as the references count them."""
    page = Document.from_bytes(sample.data)
    return page.in_subtrees(page.markup.characters_before)


def stages() -> dict[str, Task]:
    """Return each stage of the catalogue, and the default, from bytes to spans."""
    return {f"bytes to {expression}": _end_to_end(expression) for expression in [*STAGES, DEFAULT]}


def _end_to_end(expression: str) -> Task:
    extractor = _whole(parse(expression))
    return lambda sample: extractor(Document.from_bytes(sample.data))


def _whole(stage: Stage) -> Extractor:
    """Complete a stage that finds nothing by itself with the one that keeps everything."""
    whole, plain = stage, parse("plain")
    if not isinstance(stage, Extractor):
        whole = stage >> plain if isinstance(stage, Prefilter) else plain >> stage
    if not isinstance(whole, Extractor):
        raise TypeError(f"{whole} decides nothing")
    return whole


def renderings() -> dict[str, Task]:
    """Return the renderings of the default extractor's result, without finding it."""
    return {
        "render text": lambda sample: sample.result.text,
        "render html": lambda sample: sample.result.html(),
        "render json": lambda sample: sample.result.json(),
    }


def measure(pages: Pages, tasks: dict[str, Task], *, passes: int = PASSES) -> list[Speed]:
    """Run all tasks on each page in turn."""
    speeds = {name: Speed(name) for name in tasks}
    for page in counted(pages, len(pages), "speed: page"):
        rounds = [_round(tasks, Sample(page).prepared()) for _ in range(passes)]
        for name, speed in speeds.items():
            speed.count(len(page.data), _best([took[name] for took in rounds]))
    return list(speeds.values())


def _round(tasks: dict[str, Task], sample: Sample) -> dict[str, float | str]:
    return {name: _once(task, sample) for name, task in tasks.items()}


def _once(task: Task, sample: Sample) -> float | str:
    """Time a task; the garbage collector waits, as in `timeit`, since what it would find is left by other tasks."""
    gc.disable()
    start = process_time()
    try:
        task(sample)
    except Exception as error:  # a peer may fail in any way; that is a finding, and not the end of the measurement
        return type(error).__name__
    else:
        return process_time() - start
    finally:
        gc.enable()


def _best(times: list[float | str]) -> float | str:
    return min((took for took in times if isinstance(took, float)), default=times[0])
