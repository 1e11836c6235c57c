"""The program as a process: pipes, signals, locales and terminals."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

# A process that was started in the background of a script ignores SIGINT: here it must not.
INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from webwinnow.cli import main
main()
"""


def test_exit_codes(program, page, printed):
    assert program("extract", "-e", "lqf", page).stdout.decode() == printed
    failed = program("extract", page.with_name("missing"))
    assert (failed.returncode, failed.stdout, failed.stderr.count(b"\n")) == (1, b"", 1)
    wrong = program("extract", page, "-e", "nonsense")
    assert (wrong.returncode, wrong.stdout, wrong.stderr.count(b"\n")) == (2, b"", 1)


def test_utf_8_in_a_poor_locale(program):
    poor = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    result = program("extract", "-e", "lqf", input="<p>東京の水車がまた回る。".encode(), env=os.environ | poor)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode().startswith("東京の水車がまた回る")


BUFFERING = pytest.mark.parametrize("unbuffered", ["", "1"])


@BUFFERING
def test_a_long_text_through_a_pipe(program, page, unbuffered):
    page.write_text("<p>" + "word " * 100_000)
    result = program("extract", "-e", "plain", page, env=os.environ | {"PYTHONUNBUFFERED": unbuffered})
    assert result.stdout.split() == [b"word"] * 100_000


@BUFFERING
def test_a_reader_that_goes_away(page, unbuffered):
    page.write_text("<p>first<p>" + "word " * 100_000)
    command = [sys.executable, "-m", "webwinnow", "extract", "-e", "plain", str(page)]
    surroundings = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings) as process:
        assert process.stdout.readline() == b"first\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk(page):
    command = [sys.executable, "-m", "webwinnow", "extract", str(page)]
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=30, check=False)
    assert result.returncode == 1
    assert result.stderr.startswith(b"webwinnow: standard output cannot be written (No space left")
    assert result.stderr.count(b"\n") == 1


def test_ctrl_c_leaves_whole_files_only_and_says_how_many(page, tmp_path, printed):
    waiting, out = tmp_path / "waiting", tmp_path / "out"
    os.mkfifo(waiting)
    command = [sys.executable, "-c", INTERRUPTIBLE, "extract", "-e", "lqf", str(page), str(waiting), "-o", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        with waiting.open("wb"):  # opens as soon as the other side reads
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=30) == 130
        assert process.stdout.read() == b""
        assert re.fullmatch(rb"\s*webwinnow: stopped after 1 of 2 pages: 1 written to .*/out\s*", process.stderr.read())
    assert {path.name: path.read_text() for path in out.iterdir()} == {"mill.txt": printed}


def test_no_page_on_a_terminal(program):
    other_side, terminal = pty.openpty()
    result = program("extract", stdin=terminal)
    os.close(terminal)
    os.close(other_side)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(b"webwinnow: no PAGE is given")


def test_progress_on_a_terminal_and_errors_on_lines_of_their_own(page, tmp_path):
    reader, terminal = pty.openpty()
    command = [sys.executable, "-m", "webwinnow", "extract", str(page), "missing", "-o", str(tmp_path / "out")]
    assert subprocess.run(command, stderr=terminal, timeout=30, check=False).returncode == 1
    os.close(terminal)
    shown = os.read(reader, 10_000).decode()
    os.close(reader)
    assert "1/2 " in shown
    assert "\rwebwinnow: missing: there is no such file: check the path\r\n" in shown


LOADED = """
import sys
from webwinnow.cli import main
try:
    main(["extract", sys.argv[1]])
except SystemExit:
    print(*sys.modules)
"""


RICH = "<title>Mill</title><h1>Mill</h1><p>{text}<table><tr><th>Year<th>Sacks<tr><td>1901<td>40</table>" + (
    "<div class=comment><a href=/u>Ann Miller</a> 2 May 2026, 10:15<p>{text}</p></div>" * 5
)
"""A page with all that text needs: headline, table, and a list of posts."""


def loaded_for(page: Path) -> set[str]:
    done = subprocess.run([sys.executable, "-c", LOADED, str(page)], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_a_file_needs_neither_the_network_nor_metadata(page):
    """What is imported is most of the time of the first page."""
    loaded = loaded_for(page)
    heavy = {"http.client", "ssl", "socket", "email", "secrets", "difflib", "multiprocessing", "numpy.ma"}
    rooms = {f"webwinnow.{room}" for room in ("metadata", "posts.lists", "media", "evaluate", "processes")}
    assert "webwinnow.extraction" in loaded
    assert loaded & (heavy | rooms) == set()


def test_any_page_is_read_by_few_modules(page):
    """Each of ours takes about a millisecond: half of what a user waits for the first page is numpy and Python."""
    page.write_text(RICH.format(text="The mill ground the grain of the village. " * 8))
    loaded = loaded_for(page)
    assert "webwinnow.posts.regions" in loaded  # or the page is too plain to show it
    unused = {"numpy.ma", "cssselect", "webwinnow.prefilters.crunch", "webwinnow.metadata.finding"}
    assert loaded & unused == set()
    assert len([name for name in loaded if name.startswith("webwinnow")]) <= 160
    assert len(loaded) <= 430
