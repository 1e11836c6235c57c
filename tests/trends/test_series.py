"""Change points: series with known breaks, and the search against trying all ways to cut."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.trends.series import SHORTEST, _partitioned, change_points

TABLE = {
    "biodiversity": "350 455 580 530 458 528 555 581 687 596 705 502 706 727 572 711 800 716 760 614 754 763 775 674",
    "evolution": "392 336 382 377 376 379 300 380 374 376 393 212 360 281 299 332 252 261 264 304 281 242 240 236",
    "conservation": "567 491 481 525 565 605 512 587 570 538 556 341 583 593 628 721 635 600 772 739 782 808 746 863",
    "genome": "98 84 66 122 64 58 47 40 63 79 63 48 60 62 60 72 45 52 72 79 59 36 62 71",
}
"""Table 6.4, 1987 to 2010; all queries have an outlier in 1998."""


def noisy(*levels: tuple[float, int], seed: int = 3) -> np.ndarray:
    chance = np.random.default_rng(seed)
    return np.concatenate([chance.normal(level, 0.1, length) for level, length in levels])


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        ([(0, 12), (1, 12)], [12]),
        ([(1, 8), (0, 8), (1, 8)], [8, 16]),
        ([(0, 10), (1, 10), (3, 10), (2, 10)], [10, 20, 30]),
        ([(0, 30)], []),
    ],
)
def test_known_breaks_are_found(levels, expected) -> None:
    assert change_points(noisy(*levels)) == expected


def test_a_straight_line_has_none() -> None:
    assert change_points(noisy((0, 40)) + np.linspace(0, 4, 40)) == []


def test_one_outlier_is_no_level() -> None:
    values = noisy((0, 20))
    values[9] = 0.9
    assert change_points(values) == []


def test_a_break_without_any_noise() -> None:
    assert change_points(np.array([0.0] * 6 + [1.0] * 6)) == [6]


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 2.0, 3.0, 9.0, 9.0], [5.0] * 9])
def test_too_short_or_without_change(values) -> None:
    assert change_points(np.array(values, dtype=float)) == []


def test_the_papers_table() -> None:
    found = {name: change_points(np.array(row.split(), dtype=float)) for name, row in TABLE.items()}
    assert found == {
        "biodiversity": [],
        "evolution": [13],
        "conservation": [],
        "genome": [],
    }  # two rise, one falls in 2000


def naive(values: np.ndarray, penalty: float) -> float:
    """The least cost of all ways to cut."""
    best = np.inf
    for count in range(len(values) // SHORTEST):
        for cuts in combinations(range(SHORTEST, len(values) - SHORTEST + 1), count):
            pieces = np.split(values, cuts)
            if all(len(piece) >= SHORTEST for piece in pieces):
                best = min(best, cost(pieces, penalty))
    return best


def cost(pieces, penalty: float) -> float:
    return sum(float(((piece - piece.mean()) ** 2).sum()) for piece in pieces) + penalty * (len(pieces) - 1)


@given(st.lists(st.floats(-5, 5), min_size=3, max_size=11), st.floats(0.1, 5))
def test_the_search_finds_the_best_of_all(values, penalty) -> None:
    series = np.array(values)
    pieces = np.split(series, _partitioned(series, penalty))
    assert min(map(len, pieces)) >= SHORTEST
    assert cost(pieces, penalty) == pytest.approx(naive(series, penalty), abs=1e-9)
