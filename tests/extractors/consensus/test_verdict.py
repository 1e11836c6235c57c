"""The verdict on a page."""

from __future__ import annotations

import numpy as np

from webwinnow.extractors.consensus.verdict import FAVOUR, SHIFT, Verdict


def verdict(odds: list[float], keep: list[bool], expected: float = 0.8, **kinds: float) -> Verdict:
    return Verdict(
        np.array(odds, np.float32), np.array(keep), expected, kinds, lambda: {FAVOUR: SHIFT["balance"], "x": 1.0}
    )


def test_what_is_shown_rises_with_what_decides() -> None:
    found = verdict([-2.0, 0.5, 3.0], [False, False, True])
    assert 0 < found.likely[0] < found.likely[1] < found.likely[2] < 1
    assert found.likely is found.likely
    assert found.added["x"] == 1.0


def test_confidence_is_less_on_kinds_that_disagree_and_turned_around_for_nothing() -> None:
    sure = verdict([3.0], [True]).confidence
    assert verdict([3.0], [True], product=1.0).confidence < sure
    assert verdict([3.0], [False]).confidence == 1 - sure


def test_the_limit_is_where_the_expected_f1_no_longer_rises() -> None:
    found = verdict([3.0], [True], 0.8)
    assert np.isclose(1 / (1 + np.exp(-found.limit)), 0.4)
