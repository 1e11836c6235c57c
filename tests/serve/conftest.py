"""One server for all tests of the service, a site to fetch from, and a browser at the workbench."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from serve.bench import ARTICLE, DESKTOP, Bench, bench_browser
from serve.running import RunningServer, running_server
from small_sites import Sent, small_site
from webwinnow import extract
from webwinnow.evaluate.package import toml_text

NEWS = Path(__file__).parents[1] / "pages" / "news-english" / "source.html"


def sent(path: str) -> Sent:
    if path.startswith("/news"):
        return Sent(NEWS.read_bytes())
    return Sent(b"\x89PNG\r\n\x1a\n\0\0", "image/png", 404 if path == "/gone" else 200)


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    with small_site(sent) as running:
        yield running.url()


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
