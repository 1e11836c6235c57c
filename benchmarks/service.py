"""`python -m benchmarks.service [--clients N] [--requests N] [--size N] ...`: requests a second beside extraction.

One page, of 100 kB unless told otherwise, asked for by several clients at a time over connections that stay open. The
ratio says what the way over HTTP and worker processes leaves of what as many processes could extract by themselves;
clients run on the same cores, in processes of their own. Rounds of both alternate, so that what else the machine does
hits both.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from webwinnow import extract

_ROUNDS: Final = 3
_WORDS: Final = "the wind takes the chaff and leaves the grain to whoever tossed it up, "


def made_page(size: int = 100_000) -> str:
    """Make a page of so many characters: a menu, and paragraphs with a few links."""
    menu = "".join(f'<li><a href="/part/{at}">Part {at}</a></li>' for at in range(60))
    total = 0
    paragraphs: list[str] = []
    while total < size - 5000:
        text = _WORDS * (3 + len(paragraphs) % 4)
        paragraphs.append(f'<p class="body-{len(paragraphs) % 3}">{text}<a href="/more">more of it</a>.</p>\n')
        total += len(paragraphs[-1])
    return f"<!doctype html><title>Mill</title><ul>{menu}</ul><h1>Winnowing</h1>{''.join(paragraphs)}<ul>{menu}</ul>"


def alone(page: str, times: int) -> float:
    """Count how often one process makes the same answer in a second."""
    started = perf_counter()
    for _ in range(times):
        json.dumps(extract(page).to_dict(), ensure_ascii=False).encode()
    return times / (perf_counter() - started)


def client(port: int, body: bytes, times: int) -> int:
    """Ask so often, and count the answers that went well."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    well = 0
    for _ in range(times):
        connection.request("POST", "/v1/extract", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        read = answer.read()
        well += answer.status == 200 and len(read) > 0
    connection.close()
    return well


def family(process: int) -> list[int]:
    """Return a process and all that descend from it."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found = [process]
    for each in found:
        found += parents.get(each, [])
    return found


def memory(process: int) -> tuple[int, int]:
    """Return the megabytes that a server and its worker processes have in memory."""
    found = []
    for each in family(process):
        with suppress(OSError):
            size = re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{each}/status").read_text())
            found.append(int(size[1]) // 1024 if size else 0)
    return found[0], sum(found[1:])


def main() -> None:
    """Start a server, and print requests a second, their share of plain extraction, failures and memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--requests", type=int, default=40, help="of each client, in each of three rounds")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--size", type=int, default=100_000, help="of the page, in characters")
    asked = parser.parse_args()
    page = made_page(asked.size)
    command = [sys.executable, "-m", "webwinnow", "serve", "--listen", "127.0.0.1:0", "-j", str(asked.jobs)]
    with (
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server,
        ProcessPoolExecutor(asked.clients) as pool,
    ):
        try:
            print(measured(server, pool, page, asked))
        finally:
            server.terminate()


def measured(server: subprocess.Popen[str], pool: ProcessPoolExecutor, page: str, asked: argparse.Namespace) -> str:
    """Run the rounds, and say what came out."""
    found = re.search(r":(\d+)/", server.stderr.readline() if server.stderr else "")
    port, body = int(found[1]) if found else 0, json.dumps({"html": page}).encode()
    rounds, well, before = [], 0, (0, 0)
    client(port, body, 5)
    alone(page, 5)
    for at in range(_ROUNDS):
        plain = alone(page, 20)
        started = perf_counter()
        well += sum(pool.map(client, *zip(*[(port, body, asked.requests)] * asked.clients, strict=True)))
        rounds.append((asked.requests * asked.clients / (perf_counter() - started), plain))
        before = memory(server.pid) if at == 0 else before
    served, plain = (median(each) for each in zip(*rounds, strict=True))
    ratio = median(one / other for one, other in rounds)
    sizes = memory(server.pid)
    total = _ROUNDS * asked.requests * asked.clients
    return (
        f"{served:.0f} requests a second of {asked.clients} clients, {plain:.0f} by one process alone: "
        f"{ratio:.2f} times; "
        f"{total - well} of {total} failed; server and workers have {sizes} MB, after the first round {before}"
    )


if __name__ == "__main__":
    main()
