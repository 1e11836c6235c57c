"""What pages, files and errors say never commands the terminal that it is shown on; pipes get it as it is."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

ESCAPE = "\x1b]0;stolen\x07\x1b[31m\x9b2J\r"
PAGE = (
    f"<title>Rain{ESCAPE}</title><meta name=author content='Ann{ESCAPE} Lee'><h1>Rain{ESCAPE} falls</h1>"
    f"<p>Rain fell {ESCAPE} on the mill, and the river rose."
    f"<img src='a{ESCAPE}.png' alt='mill{ESCAPE}' width=900 height=600>"
    f"<div class=comment><b class=author>Bob{ESCAPE}</b><p>So it did{ESCAPE}.</p></div>"
)
BAD = ("\x1b", "\x07", "\x9b", "\r\x1b")


def on_terminal(*arguments: object, folder: Path) -> str:
    """Run a command whose output and errors are a terminal; return all that it gets."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "webwinnow", *map(str, arguments)]
    environment = os.environ | {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "100"}
    program = subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    told = b""
    while True:
        try:
            some = os.read(ours, 65536)
        except OSError:  # Linux says so when nobody writes any more
            some = b""
        if not some:
            break
        told += some
    os.close(ours)
    program.wait(60)
    return told.decode("utf-8", "replace")


@pytest.mark.parametrize(
    "arguments",
    [
        ("extract", "page.html"),
        ("extract", "page.html", "-f", "markdown"),
        ("extract", "page.html", f"no{ESCAPE[1:]}\x1bfile.html", "-o", "out"),  # progress, names and errors
        ("headline", "page.html"),
        ("metadata", "page.html"),
        ("posts", "page.html"),
        ("media", "page.html"),
        ("why", "page.html", "Rain fell"),
        ("explain", "page.html", "-f", "text"),
        ("diff", "page.html", "-e", "plain", "-e", "consensus"),
    ],
    ids=lambda arguments: f"{arguments[0]} {len(arguments)}",
)
def test_nothing_of_a_page_commands_a_terminal(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    told = on_terminal(*arguments, folder=tmp_path)
    assert len(told) > 10 and not [bad for bad in BAD if bad in told], told


def test_a_pipe_gets_the_text_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "webwinnow", "extract", "page.html"], cwd=tmp_path, capture_output=True, check=True
    )
    assert b"\x1b[31m" in done.stdout


def test_colours_are_ours() -> None:
    """Commands that colour what they print make the words of pages printable first."""
    sources = sorted((Path(__file__).parents[2] / "src" / "webwinnow" / "cli").glob("*.py"))
    assert [path.name for path in sources if "coloured=True" in path.read_text(encoding="utf-8")] == [
        "diff.py",
        "list.py",
    ]
