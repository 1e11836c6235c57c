"""A site whose answers each test chooses, a proxy in a process of its own, and a client that looks at every byte."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from servers import Answer, ask, running

STORY = "Winnow the grain and drop the chaff, said the miller to the wind, and the wind did what it could."
MENU = "<ul>" + "".join(f"<li><a href=/{at}>Entry {at}</a></li>" for at in range(12)) + "</ul>"
PAGE = (
    f"<!doctype html>\n<html><head><title>Mill</title></head>\n<body>{MENU}\n"
    + "".join(f"<p>{STORY} Day {day} was no other.</p>\n" for day in range(8))
    + f"{MENU}</body></html>\n"
).encode()


@dataclass
class Reply:
    """What the site answers."""

    body: bytes = PAGE
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "text/html; charset=utf-8"})
    status: int = 200
    chunked: bool = False


class Site(ThreadingHTTPServer):
    """Answers what tests put into `replies`, and remembers what it was asked."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies: dict[str, Reply | Callable[[BaseHTTPRequestHandler], None]] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request, client_address) -> None: ...


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        self.server.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        length = int(self.headers.get("Content-Length") or 0)
        self.uploaded = self.rfile.read(length)
        reply = self.server.replies.get(self.path.partition("?")[0], Reply())
        if callable(reply):
            reply(self)
        else:
            self._send(reply)

    def do_POST(self) -> None:
        self.do_GET()

    def do_HEAD(self) -> None:
        self.do_GET()

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.chunked:
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for at in range(0, len(reply.body), 1000):
                piece = reply.body[at : at + 1000]
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(reply.body)

    def log_message(self, *_: object) -> None: ...


@dataclass(frozen=True)
class RunningProxy:
    """A proxy in a process of its own."""

    process: subprocess.Popen
    port: int
    folder: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, url: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """Ask as a browser does for a page, unless headers say otherwise; `accept=""` sends none."""
        given = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"} | headers
        return ask(self.port, method, url, body, {name: value for name, value in given.items() if value})

    def status(self) -> dict:
        return json.loads(self.get(f"{self.url}/status.json").body)

    @property
    def workers(self) -> list[int]:
        """The numbers of the worker processes."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        children = [int(child) for task in tasks for child in task.read_text().split()]
        return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    @property
    def sockets(self) -> int:
        """How many sockets the proxy has open."""
        return sum(_leads_to(link).startswith("socket") for link in Path(f"/proc/{self.process.pid}/fd").iterdir())

    def memory(self) -> int:
        """Kilobytes of the proxy itself, without its workers."""
        found = re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found
        return int(found[1])


def _leads_to(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:  # closed meanwhile
        return ""


@contextmanager
def running_proxy(folder: Path, *options: str) -> Iterator[RunningProxy]:
    """Start a proxy on a free port, and end it."""
    own = ("--certificates", str(folder / "certificates"), *options)
    with running("proxy", *own, at=r"proxy at \S*:(\d+)") as (process, port):
        yield RunningProxy(process, port, folder)
