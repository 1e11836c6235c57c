"""Progress is for people at a terminal."""

import sys

import pytest

from webwinnow.cli.progress import Progress, wanted


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
