"""One server for all tests of the service, a site to fetch from, and a browser at the workbench."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from serve.bench import ARTICLE, DESKTOP, Bench, bench_browser
from serve.running import RunningServer, running_server
from webwinnow import extract
from webwinnow.evaluate.package import toml_text

NEWS = Path(__file__).parents[1] / "pages" / "news-english" / "source.html"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = NEWS.read_bytes() if self.path.startswith("/news") else b"\x89PNG\r\n\x1a\n\0\0"
        kind = "text/html; charset=utf-8" if self.path.startswith("/news") else "image/png"
        self.send_response(404 if self.path == "/gone" else 200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def server() -> Iterator[RunningServer]:
    """It may fetch from this machine, and gives a page ten seconds."""
    with running_server("--allow-private", "-j", "1", "--timeout", "10", "--limit", "2000000") as started:
        yield started


@pytest.fixture(scope="module")
def packages(tmp_path_factory) -> Path:
    """A package with gold, and one that waits for annotators."""
    folder, gold = tmp_path_factory.mktemp("packages"), extract(NEWS.read_bytes()).text
    for name in ("small", "drawn"):
        (folder / name).mkdir()
        (folder / name / "package.toml").write_text(toml_text({"name": name}))
    for page in ("news", "again", "third"):
        (folder / "small" / f"{page}.html").write_bytes(NEWS.read_bytes())
        (folder / "small" / f"{page}.txt").write_text(gold, encoding="utf-8")
    (folder / "drawn" / "mill.html").write_text(ARTICLE, encoding="utf-8")
    (folder / "drawn" / "other.html").write_text(ARTICLE, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def workbench(packages) -> Iterator[RunningServer]:
    with running_server("--allow-private", "-j", "1", "--packages", str(packages)) as started:
        yield started


@pytest.fixture(scope="module")
def tabs() -> Iterator:
    """A browser for the workbench; module by module, since playwright's event loop stands in the way of others."""
    with bench_browser() as started:
        yield started


@pytest.fixture(scope="module")
def tab(tabs) -> Iterator:
    """One tab for all tests of a module: a new one costs more than the page in it."""
    context = tabs.new_context(viewport=DESKTOP, accept_downloads=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def bench(workbench, tab) -> Iterator[Bench]:
    """The workbench as a new reader opens it."""
    opened = Bench(tab, workbench).open()
    yield opened
    wrong = list(opened.wrong)
    tab.evaluate("localStorage.clear()")
    tab.goto("about:blank")
    assert wrong == []
