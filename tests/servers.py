"""Servers of ours in processes of their own, and a client that looks at every byte of their answers."""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
"""What a program of ours is started with: no proxy of the machine stands between it and the tests."""


@dataclass(frozen=True)
class Answer:
    """What the client got."""

    status: int
    headers: dict[str, str]
    body: bytes

    @classmethod
    def of(cls, response: http.client.HTTPResponse) -> Answer:
        return cls(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())

    @property
    def text(self) -> str:
        charset = re.search(r"charset=([\w-]+)", self.headers.get("content-type", ""))
        return self.body.decode(charset[1] if charset else "utf-8")

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a failure."""
        return self.json["error"]["code"]


def ask(
    port: int, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> Answer:
    """Ask a server on this machine; in the names of headers `_` stands for `-`."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request(method, path, body, {n.replace("_", "-"): v for n, v in (headers or {}).items()})
        return Answer.of(connection.getresponse())
    finally:
        connection.close()


@contextmanager
def running(command: str, *options: str, at: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start a server on a free port, and end it; the group of `at` finds the port in the first line that it prints."""
    program = [sys.executable, "-m", "webwinnow", command, "--listen", "127.0.0.1:0", *options]
    with subprocess.Popen(program, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        try:
            line = process.stderr.readline()
            found = re.search(at, line)
            assert found, line + process.stderr.read()
            threading.Thread(target=process.stderr.read, daemon=True).start()
            yield process, int(found[1])
        finally:
            process.terminate()
            process.wait(30)


WARM = ["webwinnow.cli.serve", "webwinnow.cli.mcp", "webwinnow.cli.proxy", "webwinnow.serve.application"]
WARM += ["webwinnow.serve.mcp_tools", "webwinnow.proxy.serving", "webwinnow.proxy.addon", "mitmproxy.tools.main"]
"""What takes servers a second to import: a process that has it all is divided for each."""


@dataclass(frozen=True)
class Forked:
    """A program in a process of its own that was divided from a warm one, and what it prints."""

    process: Any
    printed: Path

    def wait_for(self, pattern: str, seconds: float = 60) -> re.Match[str]:
        """Wait until it has printed something."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := re.search(pattern, self.printed.read_text(encoding="utf-8")):
                return found
            assert self.process.exitcode is None, self.printed.read_text(encoding="utf-8")
            time.sleep(0.02)
        raise AssertionError(f"{pattern} is not in: {self.printed.read_text(encoding='utf-8')}")

    def press_ctrl_c(self) -> int | None:
        """Stop it as people do; its exit code."""
        os.kill(self.process.pid, signal.SIGINT)
        self.process.join(60)
        return self.process.exitcode


@contextmanager
def forked(
    program: Callable[[list[str]], object], arguments: list[str], folder: Path, **environment: str
) -> Iterator[Forked]:
    """Run a program of ours with these words after its name; what is still running at the end is ended."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(WARM)
    printed = folder / "printed.txt"
    printed.write_bytes(b"")
    process = context.Process(target=_run, args=(program, arguments, str(folder), str(printed), environment))
    process.start()
    try:
        yield Forked(process, printed)
    finally:
        process.terminate()
        process.join(60)


def _run(
    program: Callable[[list[str]], object], arguments: list[str], folder: str, printed: str, environment: dict[str, str]
) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored where tests run in the background
    os.chdir(folder)
    os.environ.update(environment)
    for name in [name for name in os.environ if name not in ENVIRONMENT and name not in environment]:
        del os.environ[name]
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number in (1, 2):
        os.dup2(os.open(printed, os.O_WRONLY | os.O_APPEND), number)
    import webwinnow.processes

    webwinnow.processes.Pool.start = lambda _: []  # type: ignore[method-assign, assignment]  # workers start with the first page
    sys.exit(program(arguments))


def run_webwinnow(arguments: list[str]) -> object:
    """Run the program in the process that it was divided from."""
    from webwinnow.cli.program import main

    return main(arguments)


def run_mitmdump(arguments: list[str]) -> object:
    """Run mitmproxy's program so."""
    from mitmproxy.tools.main import mitmdump

    return mitmdump(arguments)
