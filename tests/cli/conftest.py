"""The program, called inside this process or as one of its own, pages to give it, and a server on loopback."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from small_sites import Sent, small_site
from webwinnow.cli import main

STORY = "Winnow the grain, drop the chaff"
GOLD = {"bread": "Flour, water and salt make a loaf.", "rain": "It rained all night, and the road was gone."}
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


@pytest.fixture
def package(tmp_path) -> Path:
    """A test package of two pages, each a paragraph below a menu."""
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "package.toml").write_text('name = "small"\n')
    menu = "".join(f"<li><a href=/{number}>Link number {number}</a>" for number in range(9))
    for name, gold in GOLD.items():
        (folder / f"{name}.html").write_text(f"<ul>{menu}</ul><p>{gold}</p>")
        (folder / f"{name}.txt").write_text(gold)
        (folder / f"{name}.json").write_text('{"language": "en", "page_type": "article"}')
    return folder


@pytest.fixture
def site() -> Iterator[str]:
    """The address of a server whose pages are all the same small page in Latin-1, named so only in the header."""
    body = PAGE.replace("grain", "gräin").encode("iso-8859-1")
    with small_site(
        lambda path: Sent(body, "text/html; charset=iso-8859-1", 404 if "missing" in path else 200)
    ) as running:
        yield running.url()


@pytest.fixture
def printed(story: str) -> str:
    """What is printed of the page: its headline, which is its title, and the story."""
    return f"Mill\n\n{story}\n"
