"""Files are whole or not there."""

import io
import os
import stat
import sys
from pathlib import Path
from time import monotonic

import pytest

from webwinnow.cli.output import Progress, bar, left, wanted, watch, write_file
from webwinnow.errors import WebwinnowError


def test_a_file_is_written_as_utf_8_with_its_newlines(tmp_path):
    write_file(tmp_path / "new" / "text.txt", "é\r\n\n\udc80")
    assert (tmp_path / "new" / "text.txt").read_bytes() == "é\r\n\n?".encode()


def test_the_mode_is_the_usual_one_or_the_one_that_was(tmp_path):
    usual, written, kept = tmp_path / "usual", tmp_path / "written", tmp_path / "kept"
    usual.write_bytes(b"")
    kept.write_bytes(b"")
    kept.chmod(0o640)
    for path in (written, kept):
        write_file(path, "new")
    assert written.stat().st_mode == usual.stat().st_mode
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640


@pytest.mark.parametrize("stop", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_what_was_there_stays_when_writing_is_stopped(tmp_path, monkeypatch, stop):
    path = tmp_path / "text.txt"
    path.write_text("old")

    def replace(*_):
        raise stop

    monkeypatch.setattr("pathlib.Path.replace", replace)
    with pytest.raises((KeyboardInterrupt, WebwinnowError)):
        write_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_nobody_sees_half_a_file(tmp_path, monkeypatch):
    """When the name changes hands, the whole text stands under the other name."""
    path = tmp_path / "text.txt"
    path.write_text("old")
    seen, original = [], Path.replace

    def replace(aside, target):
        seen.append((path.read_text(), aside.read_text(), aside.parent == path.parent))
        original(aside, target)

    monkeypatch.setattr("pathlib.Path.replace", replace)
    write_file(path, "new" * 100_000)
    assert seen == [("old", "new" * 100_000, True)]
    assert path.read_text() == "new" * 100_000


def test_a_link_stays_a_link(tmp_path):
    path, link = tmp_path / "text.txt", tmp_path / "link.txt"
    path.write_text("old")
    link.symlink_to(path)
    write_file(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"


def test_a_device_is_written_into_and_never_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, "news")
    assert os.read(reader, 10) == b"news"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WebwinnowError, match=r"file/text\.txt: cannot be written \(.+\): check"):
        write_file(tmp_path / "file" / "text.txt", "x")


class Stream:
    def __init__(self, terminal: bool) -> None:
        self.isatty = lambda: terminal


@pytest.mark.parametrize(
    ("pages", "stderr", "stdout", "to_files", "expected"),
    [
        (2, True, True, True, True),
        (2, True, False, False, True),
        (2, True, True, False, False),
        (2, False, True, True, False),
        (1, True, True, True, False),
    ],
)
def test_when_it_is_shown(monkeypatch, pages, stderr, stdout, to_files, expected):
    monkeypatch.setattr(sys, "stderr", Stream(stderr))
    monkeypatch.setattr(sys, "stdout", Stream(stdout))
    assert wanted(pages, to_files=to_files) is expected


def test_without_streams_nothing_is_shown(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert not wanted(2, to_files=True)


def test_the_line_fits_the_terminal_and_is_wiped(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    with Progress(12, shown=True) as progress:
        progress.at(3, "a-very-long\nname-of-a-page.html")
    shown = capsys.readouterr().err
    assert "3/12 a-very-long?na" in shown
    assert "\n" not in shown
    assert shown.endswith("\r" + " " * 19 + "\r")


def test_nothing_is_printed_when_not_shown(capsys):
    with Progress(12, shown=False) as progress:
        progress.at(3, "page")
    assert capsys.readouterr().err == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_with_pages_and_time_on_a_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with watch(candidates=3) as tell:
        tell(0, 30)
        tell(16, 30)
    shown = sys.stderr.getvalue()
    assert "0/10 pages [........................]" in shown
    assert "5/10 pages [############............] 0:00 left" in shown
    assert shown.endswith("\r")


def test_nothing_elsewhere(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with watch(1) as tell:
        tell(5, 10)
    assert sys.stderr.getvalue() == ""


def test_no_pages_at_all():
    assert bar(0, 0) == f"[{'#' * 24}]"


@pytest.mark.parametrize(
    ("done", "missing", "seconds", "told"),
    [(10, 90, 10, "1:30 left"), (1, 360, 10.05, "1:00:18 left"), (0, 9, 5, ""), (9, 0, 5, "")],
)
def test_the_time_left_follows_from_the_time_spent(done, missing, seconds, told):
    assert left(done, missing, monotonic() - seconds) == told
