"""Progress is for people at a terminal."""

import io
import sys
from time import monotonic

import pytest

from webwinnow.cli.progress import Progress, bar, left, wanted, watch


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
