import re
from xml.etree import ElementTree

import numpy as np
import pytest

from webwinnow.evaluate.report.frame import CandidateMark
from webwinnow.evaluate.report.speed import BINS, POINTS, Timed, distribution, points_of_each, spread, time_and_size


def timed(number: int, pages: int) -> Timed:
    random = np.random.default_rng(number)
    sizes = np.exp(random.normal(11, 1, pages))
    return Timed(CandidateMark(number, f"candidate {number}"), sizes, sizes * 1e-7 * (number + 1))


def drawn_points(panel: str) -> int:
    path = ElementTree.fromstring(panel).find("path[@class='points c0']")
    assert path is not None
    return (path.get("d") or "").count("h0")


def test_each_candidate_has_a_panel_that_says_its_speed() -> None:
    panels = time_and_size([timed(0, 50), timed(1, 50)])
    assert [each.mark.number for each, _ in panels] == [0, 1]
    assert "median 200 µs per kB" in (ElementTree.fromstring(panels[1][1]).get("aria-label") or "")
    assert panels[1][0].typical == pytest.approx(2e-4)


def test_all_pages_are_drawn_up_to_a_limit() -> None:
    ((_, panel),) = time_and_size([timed(0, 400)])
    assert drawn_points(panel) == 400


def test_above_the_limit_a_sample_is_drawn_that_keeps_the_extremes() -> None:
    many = [timed(number, 3_000) for number in range(20)]
    panels = time_and_size(many)
    assert drawn_points(panels[0][1]) == points_of_each(20) == POINTS // 20
    assert sum(len(panel) for _, panel in panels) < 300_000


def test_candidates_without_times_have_no_panel() -> None:
    nothing = Timed(CandidateMark(1, "x"), np.array([]), np.array([]))
    assert len(time_and_size([timed(0, 3), nothing])) == 1
    assert time_and_size([nothing]) == []


def test_a_line_needs_enough_pages_of_two_sizes() -> None:
    few = Timed(CandidateMark(0, "x"), np.array([1e3, 1e5]), np.array([1e-3, 1e-1]))
    enough = Timed(CandidateMark(0, "x"), np.repeat([1e3, 1e5], 5), np.repeat([1e-3, 1e-1], 5))
    lines = [
        ElementTree.fromstring(time_and_size([each])[0][1]).find("path[@class='median c0']") for each in (few, enough)
    ]
    assert [(line.get("d") or "").count("L") for line in lines if line is not None] == [0, 1]


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
