import re
from xml.etree import ElementTree

import numpy as np
import pytest

from webwinnow.evaluate.report.frame import CandidateMark
from webwinnow.evaluate.report.spread import BINS, distribution, spread


def test_every_page_is_counted_once() -> None:
    scores = np.random.default_rng(1).random(500)
    counted = spread([*scores, 0.0, 1.0])
    assert sum(counted.bars) == counted.pages == 502
    assert counted.bars[-1] == (scores >= 1 - 1 / BINS).sum() + 1


def test_a_row_has_a_bar_for_each_step_with_pages_and_says_so() -> None:
    shown = spread([0.0, 0.5, 0.5, 1.0])
    drawn = ElementTree.fromstring(distribution(CandidateMark(0, "bte"), shown, shown.highest))
    bars = drawn.find("path[@class='bars c0']")
    assert bars is not None
    assert (bars.get("d") or "").count("z") == 3
    assert "median 0.500" in (drawn.get("aria-label") or "")


def test_the_highest_bar_fills_the_row_and_a_quarter_of_it_half() -> None:
    shown = spread([0.5] * 80 + [0.9] * 20)
    drawn = distribution(CandidateMark(0, "bte"), shown, shown.highest)
    tops = [float(top) for top in re.findall(r"V([\d.]+)h", drawn)]
    assert tops == pytest.approx([2, 40 - 38 / 2])


def test_the_line_is_the_mean() -> None:
    shown = spread([0.2, 0.4])
    assert 'd="M60.0 0V40"' in distribution(CandidateMark(0, "bte"), shown, 1.0)
