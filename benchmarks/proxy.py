"""`python -m benchmarks.proxy [FOLDER] [--pages N] [--output FILE.json]`: the proxy with many clients.

As many different pages as asked for are fetched by clients, directly and through the proxy. Each body must be, byte
for byte, what the extractor makes of that very page in this process. Time added is the difference between the two ways
for the same page, and stands beside the extractor's own time from bytes to spans, taken in the same run: first with one
client, then with all at once. With more clients than cores, pages wait for each other wherever they are filtered, so
the extractor's own time is then taken with as many callers at once, in as many processes as the proxy uses.
"""

from __future__ import annotations

import argparse
import http.client
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from benchmarks.machine import Commit, Machine, this_commit, this_machine
from benchmarks.pages import Page, folder_of_pages, generated_pages
from benchmarks.table import table
from webwinnow.processes import Pool
from webwinnow.proxy.filtering import Arrived, ProxySettings, filtered

ALLOWED: Final = (2.0, 0.010)
"""What the proxy may add to a page at the median: so many times the extractor's own time, and so many seconds."""
JOBS: Final = 2
PASSES: Final = 3
_HEADERS: Final = {"Accept": "text/html"}


@dataclass(frozen=True, slots=True)
class Added:
    """Medians over the pages, in seconds; `direct` and `through` are whole fetches, `own` the extractor alone."""

    clients: int
    pages: int
    wrong: int
    own: float
    direct: float
    through: float
    added: float
    allowed: float

    @property
    def kept(self) -> bool:
        """Whether no body was wrong and no more time was added than allowed."""
        return self.wrong == 0 and self.added <= self.allowed


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one run measured."""

    machine: Machine
    commit: Commit | None
    source: str
    extractor: str
    results: tuple[Added, ...]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    pages: Sequence[bytes] = ()
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        body = self.pages[int(self.path.strip("/"))]
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Print nothing."""


class _Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True


def _serve(connection: Connection, pages: Sequence[bytes]) -> None:
    _Handler.pages = pages
    with _Server(("127.0.0.1", 0), _Handler) as server:
        connection.send(server.server_address[1])
        server.serve_forever()


@contextmanager
def site_of(pages: Sequence[Page]) -> Iterator[int]:
    """Serve pages from a process of its own; gives the port."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, [page.data for page in pages]), daemon=True)
    process.start()
    try:
        yield int(ours.recv())
    finally:
        process.terminate()
        process.join()


@contextmanager
def proxy_of(extractor: str) -> Iterator[int]:
    """Run the proxy; gives its port."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "webwinnow", "proxy", "--listen", "127.0.0.1:0", "--no-bar", "-e", extractor]
        command += ["--jobs", str(JOBS), "--certificates", folder]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            try:
                yield int(process.stderr.readline().split(",")[0].rpartition(":")[2])
            finally:
                process.terminate()


def own_time(page: bytes, extractor: str) -> float:
    """Take the extractor's own time from bytes to spans."""
    from webwinnow.extraction import extract

    start = perf_counter()
    extract(page, extractor)
    return perf_counter() - start


def fetched(port: int, target: str) -> tuple[bytes, float]:
    """Fetch on a connection of its own; the time is from connecting to the last byte."""
    start = perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", target, headers=_HEADERS)
        body = connection.getresponse().read()
    finally:
        connection.close()
    return body, perf_counter() - start


def measured(pages: Sequence[Page], extractor: str, clients: int, site: int, proxy: int) -> Added:
    """Fetch all pages both ways with so many clients, several times; each page's best time counts."""
    expected = [expected_body(page, extractor) for page in pages]
    numbers = range(len(pages))
    direct: Callable[[int], tuple[bytes, float]] = lambda at: fetched(site, f"/{at}")  # noqa: E731  (one line each)
    through: Callable[[int], tuple[bytes, float]] = lambda at: fetched(proxy, f"http://127.0.0.1:{site}/{at}")  # noqa: E731
    rounds = []
    with ThreadPoolExecutor(clients) as threads:
        for _ in range(PASSES):
            rounds.append((list(threads.map(direct, numbers)), list(threads.map(through, numbers))))
    own = own_times(pages, extractor, clients)
    straight = [min(done[0][at][1] for done in rounds) for at in numbers]
    filtering = [min(done[1][at][1] for done in rounds) for at in numbers]
    wrong = sum(done[1][at][0] != expected[at] for done in rounds for at in numbers)
    added = [late - early for late, early in zip(filtering, straight, strict=True)]
    times, seconds = ALLOWED
    allowed = times * median(own) + seconds
    medians = (median(own), median(straight), median(filtering), median(added))
    return Added(clients, len(pages), wrong, *medians, allowed)


def expected_body(page: Page, extractor: str) -> bytes:
    """What the proxy must answer."""
    settings = ProxySettings(extractor, bar=False)
    return filtered(Arrived(page.data, "", None, f"http://127.0.0.1/{page.name}", extractor), settings).body


def own_times(pages: Sequence[Page], extractor: str, clients: int) -> list[float]:
    """Take the extractor's own time per page: the best of several passes, waiting for a free process included."""
    if clients == 1:
        return [min(own_time(page.data, extractor) for _ in range(PASSES)) for page in pages]
    with Pool(partial(own_time, extractor=extractor), JOBS) as pool, ThreadPoolExecutor(clients) as callers:

        def call(page: Page) -> float:
            start = perf_counter()
            pool.submit(page.data).result().get()
            return perf_counter() - start

        list(callers.map(call, pages[: 4 * JOBS]))  # until all processes have imported what they need
        passes = [list(callers.map(call, pages)) for _ in range(PASSES)]
    return [min(times) for times in zip(*passes, strict=True)]


def written(report: Report) -> str:
    """Lay the results out as a table."""
    header = ["clients", "pages", "wrong", "own ms", "direct ms", "through ms", "added ms", "allowed ms", ""]
    rows = [
        [
            str(each.clients),
            each.pages,
            each.wrong,
            *(1000 * value for value in (each.own, each.direct, each.through, each.added, each.allowed)),
            "kept" if each.kept else "MISSED",
        ]
        for each in report.results
    ]
    return f"{report.source}, {report.extractor}, medians per page\n\n{table(header, rows)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and keep the results if asked to; exit code 1 if a body was wrong or too much time was added."""
    asked = _parser().parse_args(arguments)
    pages = list(folder_of_pages(asked.folder, at_most=asked.pages) if asked.folder else generated_pages(asked.pages))
    source = asked.folder.resolve().name if asked.folder else "generated"
    with site_of(pages) as site, proxy_of(asked.extractor) as proxy:
        results = tuple(measured(pages, asked.extractor, clients, site, proxy) for clients in (1, asked.clients))
    report = Report(this_machine(), this_commit(), source, asked.extractor, results)
    print(written(report))
    if asked.output:
        asked.output.write_text(json.dumps(asdict(report), indent=2) + "\n", encoding="utf-8")
    return 0 if all(each.kept for each in results) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proxy", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="pages to serve (default: generated ones)")
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--extractor", default="danag")
    parser.add_argument("--output", type=Path, help="a JSON file to keep the results in")
    return parser


if __name__ == "__main__":
    sys.exit(main())
