"""The curve of memory."""

from __future__ import annotations

import pytest
from benchmarks.memory import curve


def test_the_curve_has_a_point_for_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    noted = curve(4, 2)
    assert len(noted) == 2
    assert capsys.readouterr().out.count("pages") == 2
