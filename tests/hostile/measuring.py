"""What hostile pages cost: each page is read in a process of its own, and made into each form in another.

A process is stopped after so many seconds of CPU time and may take so much memory. Time and memory are those of
reading, choosing and writing, without what a page of one word takes. Libraries, models and all that is made on first
use are loaded before, by small pages of many families, as in a process that has read pages for a while; so is the code
itself, which the system would else count as it is first run.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.memory import kilobytes
from benchmarks.pages import Page
from benchmarks.peers import Task
from benchmarks.sample import Sample

from hostile.families import FAMILIES, Family
from hostile.forms import FURNITURE, LITTLE, Form, choose
from webwinnow.kernels import IMPLEMENTATION

MEGABYTE = 1_000_000
ROOM = 3_000_000_000
"""Bytes that a process may take, so that the machine goes on."""
CHOOSING = "choosing"
_PART = 65_536
"""Characters whose bytes are counted at once: a copy of all that was written would count as its memory, too."""
_WORD, _PROSE = "<p>word", FAMILIES["prose"](20_000)
_DEEP = FAMILIES["json-ld in the deep"](20_000)
"""As deep as Python goes, so that there is a stack for it."""
_WARMING, _SMALL = 12, 2_000
"""One family in so many is read before, as a page of so many bytes."""
_POPULATE_READ = 22
"""What `madvise` of Linux is told to load pages of files."""
_NOTHING = {"seconds": 0.0, "written": 0, "memory": 0, "held": 0, "outcome": ""}


@dataclass(frozen=True, slots=True)
class Measurement:
    """One page in one form; what was stopped took the limit and wrote nothing."""

    family: str
    form: str
    asked: int
    """The bytes that the family was asked for,"""
    size: int
    """and those that it made of them."""
    seconds: float
    output: float
    """The bytes that were written beyond what every page gets, as times the page."""
    memory: float
    """The memory that was taken, as times the page."""
    outcome: str = ""
    """Why there is no answer, if there is none."""
    kernels: str = IMPLEMENTATION
    """Compiled, or numpy alone."""

    @property
    def pace(self) -> float:
        """Seconds for a megabyte."""
        return self.seconds / self.size * MEGABYTE


@dataclass(frozen=True, slots=True)
class Measuring:
    """Measures pages in forms of ours and by peers; what is loaded once is loaded before, and is no part of a page."""

    forms: Mapping[str, Form]
    peers: Mapping[str, Task]
    limit: float
    """Seconds of CPU time that a page may take in a form."""
    before: Mapping[str, Mapping[str, Any]]
    """What a page of one word takes."""

    @classmethod
    def prepared(cls, forms: Mapping[str, Form], peers: Mapping[str, Task], limit: float) -> Measuring:
        """Load what forms and peers need, and measure a page of one word."""
        for source in (_PROSE, _DEEP, *(family(_SMALL) for family in list(FAMILIES.values())[::_WARMING])):
            result = choose(source)
            for form in forms.values():
                "".join(form(result))
        for task in peers.values():
            task(Sample(Page("prose", _PROSE.encode())))
        gc.collect()
        _trim()
        first = cls(forms, peers, limit, {})
        told = dict(first._told(_WORD, [*forms, *peers]))
        return replace(first, before=told)

    def rows(self, name: str, family: Family, size: int, wanted: Iterable[str]) -> Iterator[Measurement]:
        """Measure a family at a size in the forms and by the peers that are wanted."""
        source, wanted = family(size), set(wanted)
        written = len(source.encode("utf-8", "replace"))
        for form, told in self._told(source, wanted):
            before = self.before[form]
            output = max(told["written"] - FURNITURE.get(form, LITTLE), 0) / written
            memory = max(told["memory"] - before["memory"], 0) / written
            seconds = max(told["seconds"] - before["seconds"], 0.0)
            yield Measurement(name, form, size, written, seconds, output, memory, told["outcome"])

    def _told(self, source: str, wanted: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        forms = {name: form for name, form in self.forms.items() if name in wanted}
        if forms:
            yield from self._ours(source, forms)
        data = source.encode("utf-8", "replace")
        for name, task in self.peers.items():
            if name in wanted:
                sample = Sample(Page(name, data))
                yield name, apart(lambda task=task, sample=sample: _timed(lambda: str(task(sample) or "")), self.limit)

    def _ours(self, source: str, forms: Mapping[str, Form]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Read a page and make it into forms: what each took, with what choosing took before it."""

        def whole() -> dict[str, Any]:
            results = list[Any]()
            chosen = _timed(lambda: results.append(choose(source)) or "")
            signal.setitimer(signal.ITIMER_PROF, 0)
            gc.collect()
            gc.freeze()  # what is shared with the processes below would be copied
            if chosen["outcome"]:
                return {CHOOSING: chosen}
            parts = {
                name: apart(lambda form=form: _timed(lambda: form(results[0])), self.limit)
                for name, form in forms.items()
            }
            return {CHOOSING: chosen, **parts}

        told = apart(whole, self.limit)
        chosen = told.get(CHOOSING, told)
        yield CHOOSING, chosen
        for name in forms:
            part = told.get(name, {**_NOTHING, "outcome": chosen["outcome"]})
            seconds, memory = chosen["seconds"] + part["seconds"], part["memory"] + chosen["held"]
            yield name, {**part, "seconds": seconds, "memory": max(chosen["memory"], memory)}


def _trim() -> None:
    """Give free memory back to the system, where that can be asked for: what is taken of it would count as nothing."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def _load_code() -> None:
    """Let all files that are mapped, programs and libraries, stand in memory, where that can be asked for."""
    with suppress(AttributeError, OSError):
        advise = ctypes.CDLL(None).madvise
        advise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        for line in Path("/proc/self/maps").read_text().splitlines():
            place, rights, *_, name = line.split()
            if rights.startswith("r") and name.startswith("/"):
                start, end = (int(number, 16) for number in place.split("-"))
                advise(start, end - start, _POPULATE_READ)


def _timed(work: Callable[[], str | Iterator[str]]) -> dict[str, Any]:
    """Do some work, and tell what it took."""
    _load_code()
    written, outcome, before = 0, "", kilobytes("VmRSS")
    started = time.process_time()
    try:
        made = work() or ""
        for piece in [made] if isinstance(made, str) else made:
            written += sum(len(piece[at : at + _PART].encode("utf-8", "replace")) for at in range(0, len(piece), _PART))
    except BaseException as error:  # the fence of the measurement: what fails is a row
        outcome = f"{type(error).__name__}: {error}"[:200]
    told = {"seconds": time.process_time() - started, "written": written, "outcome": outcome}
    peak, held = (1024 * max(kilobytes(counted) - before, 0) for counted in ("VmHWM", "VmRSS"))
    return {**told, "memory": peak, "held": held}


def apart(work: Callable[[], dict[str, Any]], limit: float) -> dict[str, Any]:
    """Do some work in a process of its own, which ends after so many seconds of CPU time."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
            signal.setitimer(signal.ITIMER_PROF, limit)
            told = json.dumps(work()).encode()
            while told:
                told = told[os.write(writing, told) :]
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        said = answer.read()
    _, status = os.waitpid(child, 0)
    if status == 0 and said:
        found: dict[str, Any] = json.loads(said)
        return found
    stopped = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
    outcome = f"stopped after {limit:g} s" if stopped else "died"
    return {**_NOTHING, "seconds": limit if stopped else 0.0, "outcome": outcome}


@dataclass(frozen=True, slots=True)
class Kept:
    """Measurements, kept in a file line by line, so that a run that was stopped goes on."""

    path: Path | None

    def read(self) -> list[Measurement]:
        """Return what was measured before; a line that was cut off is measured again."""
        if self.path is None or not self.path.exists():
            return []
        lines = self.path.read_text(encoding="utf-8").splitlines()
        return [Measurement(**json.loads(line)) for line in lines if line.endswith("}")]

    def add(self, row: Measurement) -> None:
        """Write one more."""
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(row)) + "\n")
