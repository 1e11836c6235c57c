"""The program, called inside this process or as one of its own, pages to give it, and a server on loopback."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from webwinnow.cli import main

STORY = "Winnow the grain, drop the chaff"
PAGE = f"<title>Mill</title><nav><a href=/>Home</a></nav><p>{STORY}</p>"


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch, tmp_path_factory) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.getbasetemp() / "no-configuration"))
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name in ("NO_COLOR", "COLUMNS"):
            monkeypatch.delenv(name)


@pytest.fixture
def run() -> Callable:
    """Call the program in this process; the result has exit_code, stdout, stderr and stdout_bytes."""

    def call(*arguments: str | Path, stdin: bytes | None = None):
        result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)
        assert isinstance(result.exception, SystemExit | None), result.exception
        return result

    return call


@pytest.fixture
def program() -> Callable:
    """Run the program as a process of its own."""

    def call(*arguments: str | Path, **settings):
        command = [sys.executable, "-m", "webwinnow", *map(str, arguments)]
        settings = {"stdin": subprocess.DEVNULL} | settings if "input" not in settings else settings
        return subprocess.run(command, capture_output=True, timeout=30, check=False, **settings)

    return call


@pytest.fixture
def story() -> str:
    return STORY


@pytest.fixture
def page(tmp_path) -> Path:
    """A file that holds a small page."""
    path = tmp_path / "mill.html"
    path.write_text(PAGE)
    return path


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = PAGE.replace("grain", "gräin").encode("iso-8859-1")
        self.send_response(404 if "missing" in self.path else 200)
        self.send_header("Content-Type", "text/html; charset=iso-8859-1")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    """The address of a server whose pages are all the same small page in Latin-1, named so only in the header."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def printed(story: str) -> str:
    """What is printed of the page: its headline, which is its title, and the story."""
    return f"Mill\n\n{story}\n"
