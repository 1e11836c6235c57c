"""A server in a process of its own, and a way to ask the application without one."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from servers import Answer, ask, running

JSON = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class RunningServer:
    process: subprocess.Popen
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, headers)

    def post(self, path: str, **fields: object) -> Answer:
        return self.ask("POST", path, json.dumps(fields).encode(), JSON)

    def ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        return ask(self.port, method, path, body, headers)


@contextmanager
def running_server(*options: str) -> Iterator[RunningServer]:
    """Start a server on a free port, and end it."""
    with running("serve", *options, at=r"http://127\.0\.0\.1:(\d+)/") as (process, port):
        yield RunningServer(process, port)


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
