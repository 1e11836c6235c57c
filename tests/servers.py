"""Servers of ours in processes of their own, and a client that looks at every byte of their answers."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
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
