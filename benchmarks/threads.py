"""How much threads of one process save: `python -m benchmarks.threads [FOLDER] --threads 8`.

Compiled code lets other threads run while it works; Python itself does not. One thread and many take turns on the same
pages, and the best round of each counts. `busy` is processor time by time on the clock: above 1, more than one core was
at work. On a machine that has other work to do, only the processor time of a page means something.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.pages import Page, folder_of_pages, generated_pages
from benchmarks.table import table
from webwinnow import extract
from webwinnow.catalogue import DEFAULT


@dataclass(frozen=True, slots=True)
class Round:
    """What so many threads took for all pages."""

    threads: int
    clock: float
    processor: float

    @property
    def busy(self) -> float:
        """How many cores were at work."""
        return self.processor / self.clock


def run(pages: Sequence[Page], threads: int, extractor: str = DEFAULT) -> Round:
    """Extract all pages once."""
    clock, processor = perf_counter(), process_time()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda page: extract(page.data, extractor).spans, pages))
    return Round(threads, perf_counter() - clock, process_time() - processor)


def best_rounds(pages: Sequence[Page], threads: Sequence[int], rounds: int, extractor: str = DEFAULT) -> list[Round]:
    """Let the numbers of threads take turns; return the quickest round of each."""
    found = [[run(pages, number, extractor) for number in threads] for _ in range(rounds)]
    return [min(each, key=lambda measured: measured.clock) for each in zip(*found, strict=True)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="of *.html or *.html.gz; generated pages without one")
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--extractor", default=DEFAULT)
    asked = parser.parse_args(arguments)
    found = folder_of_pages(asked.folder, at_most=asked.pages) if asked.folder else generated_pages(asked.pages)
    rounds = best_rounds(list(found), (1, asked.threads), asked.rounds, asked.extractor)
    rows = [
        (
            str(each.threads),
            len(found) / each.clock,
            1000 * each.processor / len(found),
            each.busy,
            rounds[0].clock / each.clock,
        )
        for each in rounds
    ]
    print(table(("threads", "pages/s", "CPU ms/page", "busy", "times as fast"), rows))


if __name__ == "__main__":
    main()
