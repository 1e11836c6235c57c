"""The bar of an evaluation."""

import io
import sys
from time import monotonic

import pytest

from webwinnow.cli.evaluation_progress import bar, left, watch


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
