"""A run over pages: one after the other or side by side, with progress, complaints as they come, and one summary."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from webwinnow.cli.output import Progress, complain, emit, left, wanted, write_file
from webwinnow.cli.pages import is_address, without_credentials
from webwinnow.cli.targets import Targets
from webwinnow.errors import PageError, WebwinnowError

SKIPPED: Final = 3
"""The exit code where overview pages or unsure results were skipped and nothing else is wrong."""
_PAGES_PER_WORKER: Final = 12
"""Files from which another worker pays: one needs as long to start as a dozen pages take."""
_LONGEST: Final = 600.0
"""Seconds after which a page is given up whose worker does not answer; a fetch has limits of its own."""


@dataclass(frozen=True, slots=True)
class PageOutcome:
    """What came of a page."""

    rendered: str | None
    """None if it is a page that is not wanted."""
    warnings: tuple[str, ...] = ()
    skipped: str = ""
    """Why it is not wanted: an overview page, or a result that is not sure enough."""


Work = Callable[[str], PageOutcome]


def run(work: Work, places: Sequence[str], files: Targets, jobs: int | None = None) -> int:
    """Work through the pages; the exit code is 1 if any failed, else 3 if any was skipped."""
    ended: Counter[str] = Counter()
    start = monotonic()
    try:
        for end in _ended(_outcomes(work, places, workers(places, jobs)), files, start):
            ended[end] += 1
    except KeyboardInterrupt:
        if len(places) > 1:
            complain(f"stopped after {ended.total():,} of {len(places):,} pages: {_ends(ended, files)}")
        raise
    if len(places) > 1 and (None not in files or ended["failed"] or ended["skipped"]):
        complain(f"{ended.total():,} pages in {monotonic() - start:.1f} s: {_ends(ended, files)}")
    return 1 if ended["failed"] else SKIPPED if ended["skipped"] else 0


def _ended(outcomes: Iterator[tuple[str, PageOutcome | str]], files: Targets, start: float) -> Iterator[str]:
    """Report what comes of each page, and show how far the run is."""
    with Progress(len(files), wanted(len(files), to_files=None not in files)) as progress:
        progress.at(0, "pages")
        for number, (place, outcome) in enumerate(outcomes, start=1):
            progress.clear()
            yield _reported(place, outcome, files[number - 1])
            progress.at(number, f"pages {left(number, len(files) - number, start)}")


def workers(places: Sequence[str], jobs: int | None) -> int:
    """Decide how many processes to use; standard input can be read in this one only."""
    if "-" in places:
        return 1
    if jobs is not None:
        return min(jobs, len(places))
    addresses = sum(map(is_address, places))
    return max(min(os.cpu_count() or 1, addresses + (len(places) - addresses) // _PAGES_PER_WORKER), 1)


def _outcomes(work: Work, places: Sequence[str], jobs: int) -> Iterator[tuple[str, PageOutcome | str]]:
    """Yield for each page, in order, what came of it, or why nothing did."""
    if jobs == 1:
        for place in places:
            yield place, _alone(work, place, several=len(places) > 1)
        return
    from webwinnow.processes import Pool

    with Pool(work, jobs, timeout=_LONGEST) as pool:
        for place, finished in pool.stream(places):
            if finished.trouble is None:
                yield place, finished.get()
            else:
                yield place, _reason(place, finished.trouble.error, finished.trouble.reason)


def _alone(work: Work, place: str, *, several: bool) -> PageOutcome | str:
    try:
        return work(place)
    except WebwinnowError as error:
        return _reason(place, error, "")
    except Exception as error:  # the fence: a page that we fail on costs itself, and no other
        if not several:
            raise
        return _reason(place, error, f"{type(error).__name__}: {error}")


def _reason(place: str, error: Exception | None, reason: str) -> str:
    """Say why a page failed; raise what would fail for every page."""
    if isinstance(error, PageError):
        return str(error)
    if isinstance(error, WebwinnowError) and not reason.startswith("WorkerError"):
        raise error
    return f"{without_credentials(place)}: {reason}: please report this page"


def _reported(place: str, outcome: PageOutcome | str, file: Path | None) -> str:
    """Write or print what came of a page, complain of what is wrong, and name its end."""
    if isinstance(outcome, str):
        complain(outcome)
        return "failed"
    for warning in outcome.warnings:
        complain(f"{without_credentials(place)}: {warning}")
    if outcome.rendered is None:
        complain(f"{without_credentials(place)}: {outcome.skipped}, skipped")
        return "skipped"
    if file is None:
        emit(outcome.rendered)
    else:
        write_file(file, outcome.rendered)
    return "done"


def _ends(ended: Counter[str], files: Targets) -> str:
    first = next((file for file in files if file is not None), None)
    done = f"{ended['done']:,} {'printed' if first is None else f'written to {first.parent}'}"
    return ", ".join([done, *(f"{ended[end]:,} {end}" for end in ("failed", "skipped") if ended[end])])
