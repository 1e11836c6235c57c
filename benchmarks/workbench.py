"""`python -m benchmarks.workbench [--keys N] [--size BYTES]`: how quickly the workbench starts, and follows the keys.

A page of 300 kB lies on the bench of a real browser; keys change the expression, and the time runs from the key stroke
until the marks of the page and the text beside it show the new result. Extraction itself is taken off, as the service
says how long it took. By the clock, what else the machine does counts, too; so the same is said by processor time: what
server, worker and browser did for a key, one after the other, with the pause after which an expression is tried.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

from benchmarks.service import family, made_page

_PAUSE = 40
"""Milliseconds without a key before an expression is tried (`expression-field.js`)."""


def processor_seconds(process: int) -> float:
    """Return the processor time of a process and its family, without this program and what drives the browser."""
    total = 0
    for each in family(process):
        with suppress(OSError):
            if not {b"webwinnow", b"chromium"} & set(re.findall(rb"webwinnow|chromium", _command(each))):
                continue
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def _command(process: int) -> bytes:
    """Return what a process was started as; worker processes are named by the program that they work for."""
    line = Path(f"/proc/{process}/cmdline").read_bytes()
    return b"webwinnow" if b"multiprocessing" in line or b"webwinnow" in line else line.partition(b"\0")[0]


def started() -> tuple[subprocess.Popen[str], str, float, float]:
    """Start a server, and say how long it takes until its page is answered: by the clock, and of the processor."""
    command = [sys.executable, "-m", "webwinnow", "serve", "--listen", "127.0.0.1:0", "-j", "1"]
    before = perf_counter()
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    found = re.search(r"http://[^/]+/", server.stderr.readline() if server.stderr else "")
    address = found[0] if found else ""
    with urllib.request.urlopen(address) as answer:
        answer.read()
    return server, address, perf_counter() - before, own_seconds(server.pid)


def own_seconds(process: int) -> float:
    """Return the processor time of one process without its workers, which get ready while the page is shown."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def followed(page: Any, keys: int) -> list[tuple[float, float]]:
    """Press keys, and return for each the milliseconds in all, and those beyond extraction."""
    measured = """async (expression) => {
      const field = document.getElementById("extractor"), before = document.body.dataset.looked;
      const start = performance.now();
      field.value = expression;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await new Promise((done) => new MutationObserver((_, observer) => {
        if (document.body.dataset.looked === before) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(done)); // behind the frame that shows it
      }).observe(document.body, { attributes: true }));
      const all = performance.now() - start;
      return [all, all - Number(document.body.dataset.extraction)];
    }"""
    expressions = ("bte", "lqf >> bte", "dsc", "plain", "consensus")
    return [tuple(page.evaluate(measured, expressions[at % len(expressions)])) for at in range(keys)]


def main() -> None:
    """Print both figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=40)
    parser.add_argument("--size", type=int, default=300_000)
    asked = parser.parse_args()
    from playwright.sync_api import sync_playwright

    server, address, seconds, processor = started()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 860})
            page.goto(address)
            page.fill("#page", made_page(asked.size))
            page.press("#page", "Enter")
            page.locator("body[data-looked]").wait_for(timeout=120_000)
            sleep(1)
            followed(page, 5)
            before = processor_seconds(os.getpid())
            times = followed(page, asked.keys)
            worked = 1000 * (processor_seconds(os.getpid()) - before) / asked.keys
            browser.close()
    finally:
        server.terminate()
        server.wait(30)
    every, beyond = zip(*times, strict=True)
    extraction = median(one - other for one, other in times)
    print(f"ready after {seconds:.2f} s, {processor:.2f} s of the processor; load {os.getloadavg()[0]:.1f}")
    clock = f"{median(every):.0f} ms, {median(beyond):.0f} beyond extraction, worst of {len(beyond)} {max(beyond):.0f}"
    print(f"key to view, page of {asked.size // 1000} kB, by the clock: {clock}")
    worked += _PAUSE
    print(f"by processor time, with the pause: {worked:.0f} ms, {worked - extraction:.0f} beyond extraction")


if __name__ == "__main__":
    main()
