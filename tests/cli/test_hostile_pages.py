"""Hostile pages through every command that reads pages: an answer, or one line that names the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from hostile.families import FAMILIES

SOME = [*list(FAMILIES)[::16], "digits: reference", "digits: reference twice", "odd: every byte", "odd: surrogates"]
"""One of sixteen families, of all kinds, and those that once lost the pages behind them."""
SIZE = 1_500


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("hostile")
    for number, name in enumerate(SOME):
        (folder / f"{number:02}.html").write_bytes(FAMILIES[name](SIZE).encode("utf-8", "replace"))
    return sorted(folder.iterdir())


@pytest.mark.parametrize(
    "command",
    [
        ("extract", "-f", "text"),
        ("extract", "-f", "json", "--blocks"),
        ("extract", "-f", "markdown", "--max-elements", "50"),
        ("headline",),
        ("media",),
        ("metadata",),
        ("pagetype",),
        ("posts",),
    ],
    ids=" ".join,
)
def test_many_pages(run, pages: list[Path], command: tuple[str, ...], tmp_path: Path) -> None:
    done = run(*command, *(("-o", tmp_path) if command[0] == "extract" else ()), *pages)
    assert done.exit_code in (0, 1, 3) and "Traceback" not in done.stderr
    told = [line for line in done.stderr.splitlines() if "error" in line.lower()]
    assert len(told) <= len(pages)


@pytest.mark.parametrize("command", ["why", "explain"])
def test_one_page_at_a_time(run, pages: list[Path], command: str) -> None:
    behind = {"why": ("x",), "explain": ("-f", "text", "-e", "dsc")}[command]
    for page in pages[::3]:
        done = run(command, page, *behind)
        assert done.exit_code in (0, 1) and "Traceback" not in done.stderr, page


def test_a_page_that_fails_is_named_and_the_others_are_printed(run, pages: list[Path], tmp_path: Path) -> None:
    missing, last = tmp_path / "missing.html", tmp_path / "last.html"
    last.write_text("<h1>Rain</h1><p>The rain fell on the mill, and the river rose.</p>")
    done = run("extract", "-f", "json", pages[-4], missing, last)
    assert done.exit_code == 1 and "missing.html" in done.stderr and "the river rose" in done.stdout
