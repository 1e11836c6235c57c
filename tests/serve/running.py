"""A server in a process of its own, and a way to ask the application without one."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

JSON = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return self.json["error"]["code"]


@dataclass(frozen=True)
class RunningServer:
    process: subprocess.Popen
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, {name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path: str, **fields: object) -> Answer:
        return self.ask("POST", path, json.dumps(fields).encode(), JSON)

    def ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return Answer(response.status, {n.lower(): v for n, v in response.getheaders()}, response.read())
        finally:
            connection.close()


@contextmanager
def running_server(*options: str) -> Iterator[RunningServer]:
    """Start a server on a free port, and end it."""
    command = [sys.executable, "-m", "webwinnow", "serve", "--listen", "127.0.0.1:0", *options]
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        try:
            line = process.stderr.readline()
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            assert found, line + process.stderr.read()
            threading.Thread(target=process.stderr.read, daemon=True).start()
            yield RunningServer(process, int(found[1]))
        finally:
            process.terminate()
            process.wait(30)


async def asked_directly(application, method: str, path: str, body: bytes = b"", headers: dict | None = None) -> Answer:
    """Ask an ASGI application without a server: for what is refused before a worker is needed."""
    known = {"host": "localhost"} | ({"content-type": "application/json"} if body else {}) | (headers or {})
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": path, "raw_path": path.encode(), "root_path": "", "query_string": b"",
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in known.items()],
        "client": ("127.0.0.1", 5000), "server": ("127.0.0.1", 8000),
    }  # fmt: skip
    sent: list[dict] = []

    async def receive() -> dict:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict) -> None:
        sent.append(message)

    await application(scope, receive, send)
    headers_back = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], headers_back, b"".join(each.get("body", b"") for each in sent[1:]))
