"""CPU time of our stages end to end, of the peers and, if asked for, of each step, on the same pages in the same run.

All tasks are run on one page before the next page is read, and each task's best of several passes counts: whatever
else the machine does then slows all of them alike. What runs on numpy alone does so in a child process, in its turn.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, field
from time import process_time
from typing import Final

from benchmarks.pages import Page, Pages
from benchmarks.peers import PEERS, REFERENCES, Task, installed
from benchmarks.progress import counted
from benchmarks.sample import Sample
from webwinnow import Result, extract
from webwinnow.catalogue import DEFAULT, STAGES
from webwinnow.document import Document
from webwinnow.document.charset.decode import decode
from webwinnow.document.tokens import cut
from webwinnow.expression import parse
from webwinnow.limits import Limits
from webwinnow.stages import Extractor, Prefilter, Stage

PASSES: Final = 3
SPANS, TEXT, MARKDOWN, JSON = "bytes to spans", "bytes to text", "bytes to markdown", "bytes to json"
"""The default extractor: where the content is, two renderings, and all that is known about a page."""
QUICK: Final = ("bte", "danag", "lqf >> bte")
"""Extractors for those who have less time for a page."""
MEGABYTE: Final = 1_000_000
UNCUT: Final = Limits(elements=10_000_000, density=1_000)
"""Peers read a large page to its end, and so do we here: growth on a page that is cut would look like none."""
Round = Callable[[Page], dict[str, float | str]]
"""Run tasks on a page, each once: its seconds of CPU time, or why it failed."""


@dataclass(slots=True)
class Speed:
    """What one task did: bytes and seconds of the pages it could read, and how many it could not."""

    task: str
    bytes: int = 0
    seconds: float = 0.0
    failed: int = 0
    each: list[float | None] = field(default_factory=list)
    """Seconds of each page, in order; None where it failed."""
    reasons: dict[str, int] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        """Megabytes per second."""
        return self.bytes / MEGABYTE / self.seconds if self.seconds else 0.0

    @property
    def milliseconds(self) -> float | None:
        """The mean of the pages it could read; None without any."""
        read = len(self.each) - self.failed
        return 1000 * self.seconds / read if read else None

    @property
    def pages_per_second(self) -> float | None:
        """Pages that one core reads in a second."""
        return 1000 / self.milliseconds if self.milliseconds else None

    def times_as_fast_as(self, other: Speed) -> float | None:
        """Compare the time of two tasks on the pages that both could read; None without any."""
        both = [
            (own, its) for own, its in zip(self.each, other.each, strict=True) if own is not None and its is not None
        ]
        own, its = sum(pair[0] for pair in both), sum(pair[1] for pair in both)
        return its / own if own else None

    def count(self, size: int, seconds: float | str) -> None:
        """Add a page, or the reason why the task failed on it."""
        if isinstance(seconds, str):
            self.failed += 1
            self.each.append(None)
            self.reasons[seconds] = self.reasons.get(seconds, 0) + 1
        else:
            self.bytes, self.seconds = self.bytes + size, self.seconds + seconds
            self.each.append(seconds)


def compared() -> dict[str, Task]:
    """Return what everyone asks about: parsers, our ways from bytes to a result, and peers."""
    return installed(REFERENCES) | ours() | installed(PEERS)


def ours() -> dict[str, Task]:
    """Return our ways from bytes to a result: the forms of the default extractor, and the text of quicker ones."""

    def found(sample: Sample, expression: str = DEFAULT) -> Result:
        return extract(sample.data, expression, limits=UNCUT)

    def text_by(expression: str) -> Task:
        return lambda sample: found(sample, expression).text

    default: dict[str, Task] = {
        SPANS: lambda sample: found(sample).spans,
        TEXT: lambda sample: found(sample).text,
        MARKDOWN: lambda sample: found(sample).markdown,
        JSON: lambda sample: found(sample).json(),
    }
    return default | {f"{TEXT} by {expression}": text_by(expression) for expression in QUICK}


def in_detail() -> dict[str, Task]:
    """Return what we look at to become faster: our steps, every stage, and the renderings."""
    return steps() | stages() | renderings()


def steps() -> dict[str, Task]:
    """Return the steps that every stage stands on."""
    return {
        "decode": lambda sample: decode(sample.data),
        "cut into tokens": lambda sample: cut(sample.text),
        "bytes to tree with sums": tree_with_sums,
    }


def tree_with_sums(sample: Sample) -> object:
    """Read a page up to the number of characters in each subtree, seen or not, as the references count them."""
    page = Document.from_bytes(sample.data, limits=UNCUT)
    return page.in_subtrees(page.markup.characters_before)


def stages() -> dict[str, Task]:
    """Return each stage of the catalogue, and the default, from bytes to spans."""
    return {f"bytes to {expression}": _end_to_end(expression) for expression in [*STAGES, DEFAULT]}


def _end_to_end(expression: str) -> Task:
    extractor = _whole(parse(expression))
    return lambda sample: extractor(Document.from_bytes(sample.data, limits=UNCUT))


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


def measure(
    pages: Pages, tasks: dict[str, Task], *, passes: int = PASSES, beside: dict[str, Round] | None = None
) -> list[Speed]:
    """Run all tasks on each page in turn; rounds `beside` are run elsewhere, their names are added to their tasks'."""
    speeds: dict[str, Speed] = {}
    for page in counted(pages, len(pages), "speed: page"):
        rounds = [_round_with(tasks, page, beside or {}) for _ in range(passes)]
        for name in rounds[0]:
            speed = speeds.setdefault(name, Speed(name))
            speed.count(len(page.data), _best([took[name] for took in rounds]))
    return list(speeds.values())


def _round_with(tasks: dict[str, Task], page: Page, beside: dict[str, Round]) -> dict[str, float | str]:
    took = one_round(tasks, page)
    for name, elsewhere in beside.items():
        took |= {f"{task}, {name}": seconds for task, seconds in elsewhere(page).items()}
    return took


def one_round(tasks: dict[str, Task], page: Page) -> dict[str, float | str]:
    """Run each task once on a page that is prepared for it."""
    sample = Sample(page).prepared()
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
