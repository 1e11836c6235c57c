"""How far results can be trusted: intervals, tests and effect sizes over the scores of many pages.

All extractors are scored on the same pages, so everything here is paired: position i is the same page in every
row. Leave out pages that some extractor has no score for; a score that is not finite raises ParameterError.
Equal input and seed give equal output.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import copysign, inf
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.errors import ParameterError

Scores = npt.NDArray[np.float64]

RESAMPLES: Final = 10_000
"""Rounds of bootstrap and permutation: a p-value near 0.05 then varies by about 0.002 with the seed."""
LEVEL: Final = 0.95
_EXACT_PAGES: Final = 16
"""Up to so many pages that differ, all 2^16 sign flips are tried: no more work than the random ones."""
_CHUNK: Final = 2**20
"""Numbers held at a time: keeps the memory flat, whatever the number of pages."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and the bounds within which the mean over all such pages lies with probability `level`."""

    mean: float
    low: float
    high: float
    level: float = LEVEL


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """Two extractors on the same pages; a positive `difference` says that the first has the higher mean."""

    first: str
    second: str
    difference: Interval
    p_value: float
    p_adjusted: float
    effect: float

    @property
    def significant(self) -> bool:
        """Whether chance is an unlikely reason, all pairs compared considered."""
        return self.p_adjusted < 1 - self.difference.level

    @property
    def better(self) -> str | None:
        """The better one; None as long as the difference is not significant."""
        if not self.significant:
            return None
        return self.first if self.difference.mean > 0 else self.second


def bootstrap_intervals(
    scores: Sequence[Sequence[float]] | Scores,
    *,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> list[Interval]:
    """Return percentile bootstrap intervals of the mean of each row of `scores` (extractors by pages).

    Paired: in each round one and the same sample of pages, drawn with replacement, is taken for all rows.
    """
    rows = _checked(scores)
    if not 0 < level < 1 or resamples < 1:
        raise ParameterError(f"level {level}, resamples {resamples}: give a level within 0 and 1, resamples from 1 up")
    return _intervals(rows.mean(axis=1), _resampled_means(rows, resamples, seed), level)


def _intervals(means: Scores, resampled: Scores, level: float) -> list[Interval]:
    """Return the interval of each column of resampled means."""
    low, high = np.quantile(resampled, [(1 - level) / 2, (1 + level) / 2], axis=0)
    columns = (means.tolist(), low.tolist(), high.tolist())
    return [Interval(*bounds, level) for bounds in zip(*columns, strict=True)]


def _resampled_means(rows: Scores, resamples: int, seed: int) -> Scores:
    """Return the mean of each row (across) in each round (down): how often each page was drawn, times its score."""
    random, pages = np.random.default_rng(seed), rows.shape[1]
    step = max(_CHUNK // pages, 1)
    means = []
    for done in range(0, resamples, step):
        rounds = min(step, resamples - done)
        drawn = random.integers(pages, size=(rounds, pages)) + np.arange(rounds)[:, None] * pages
        times = np.bincount(drawn.ravel(), minlength=rounds * pages).reshape(rounds, pages)
        means.append(times @ rows.T / pages)
    return np.concatenate(means)


def permutation_test(
    first: Sequence[float] | Scores, second: Sequence[float] | Scores, *, rounds: int = RESAMPLES, seed: int = 0
) -> float:
    """Return the two-sided p-value of the paired permutation test on the mean difference.

    If both extractors were alike, the sign of each page's difference would be a matter of chance: counted is how
    often flipped signs give a difference at least as large. With up to 16 pages that differ all flips are tried;
    otherwise `rounds` random ones, the observed one added, so that p is never zero.
    """
    if rounds < 1:
        raise ParameterError(f"rounds {rounds}: give a number from 1 up")
    difference = _differences(first, second)
    flipped = [flip @ difference for flip in _random_flips(len(difference), rounds, seed)]
    return _p_value(difference, np.concatenate(flipped))


def _p_value(difference: Scores, flipped: Scores) -> float:
    """Return the p-value of a row of differences, given what random flips take away from its sum."""
    differing = difference[difference != 0]  # a sign of nothing changes nothing
    if len(differing) <= _EXACT_PAGES:
        return float(_as_extreme(differing, _all_flips(len(differing)) @ differing) / 2 ** len(differing))
    return (_as_extreme(difference, flipped) + 1) / (len(flipped) + 1)


def _as_extreme(difference: Scores, flipped: Scores) -> int:
    """Count the flips after which the sum is at least as far from zero as it is; rounding errors are no difference."""
    total, least = difference.sum(), abs(difference.sum()) - 1e-12 * np.abs(difference).sum()
    return int((np.abs(total - 2 * flipped) >= least).sum())


@cache
def _all_flips(pages: int) -> Scores:
    """Return all flips of so many signs; many pairs ask for the same."""
    numbers = np.arange(2**pages, dtype=np.uint32)[:, None]
    return (numbers >> np.arange(pages, dtype=np.uint32) & 1).astype(np.float64)


def _random_flips(pages: int, rounds: int, seed: int) -> Iterator[Scores]:
    random = np.random.default_rng(seed)
    step = max(_CHUNK // pages, 1)
    for done in range(0, rounds, step):
        yield random.integers(2, size=(min(step, rounds - done), pages), dtype=np.uint8).astype(np.float64)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values, adjusted for testing many pairs (Holm), in the order given.

    The smallest of m is multiplied by m, the next by m - 1, and so on; none may fall below the one before, or
    exceed 1.
    """
    given = np.asarray(p_values, dtype=np.float64)
    order = given.argsort(kind="stable")
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum(np.maximum.accumulate(given[order] * np.arange(len(given), 0, -1)), 1.0)
    return [float(value) for value in adjusted]


def paired_cohens_d(first: Sequence[float] | Scores, second: Sequence[float] | Scores) -> float:
    """Return the effect size: the mean difference in units of the differences' standard deviation (Cohen's d_z).

    By custom 0.2 is a small effect, 0.5 a medium, 0.8 a large one. Without any spread it is 0 or infinite.
    """
    differences = _differences(first, second)
    mean, spread = float(differences.mean()), standard_deviation(differences)
    # Equal differences leave a spread of rounding errors.
    if spread is None or spread <= 1e-12 * abs(mean):
        return copysign(inf, mean) if mean else 0.0
    return mean / spread


def compare_all(
    scores: Mapping[str, Sequence[float]], *, level: float = LEVEL, seed: int = 0
) -> list[PairedComparison]:
    """Compare each pair of extractors on the same pages; p-values are adjusted over all pairs.

    What is drawn and flipped is the same for all, so what it does to a difference is the difference of what it does to
    both: the work over pages is done for each extractor, not for each pair.
    """
    pairs = list(combinations(range(len(scores)), 2))
    if not pairs:
        return []
    names, rows = list(scores), _checked(list(scores.values()))
    flips = _random_flips(rows.shape[1], RESAMPLES, seed)
    flipped, drawn = np.concatenate([flip @ rows.T for flip in flips]), _resampled_means(rows, RESAMPLES, seed)
    found = []
    for first, second in pairs:
        difference = _differences(rows[first], rows[second])
        (interval,) = _intervals(difference.mean(keepdims=True), (drawn[:, first] - drawn[:, second])[:, None], level)
        p_value = _p_value(difference, flipped[:, first] - flipped[:, second])
        found.append((names[first], names[second], interval, p_value, paired_cohens_d(rows[first], rows[second])))
    adjusted = holm([each[3] for each in found])
    return [
        PairedComparison(first, second, interval, p_value, corrected, effect)
        for (first, second, interval, p_value, effect), corrected in zip(found, adjusted, strict=True)
    ]


def standard_deviation(values: Sequence[float] | Scores) -> float | None:
    """Estimate the standard deviation from a sample, with n - 1 (gottron2007, section 3); None below two values."""
    return float(np.std(_checked([values])[0], ddof=1)) if len(values) > 1 else None


def seconds_per_kb(seconds: float, size: int) -> float | None:
    """Return the time per kB of the page as served, 1,000 bytes (gottron2007, section 3); None if it is empty."""
    return seconds * 1000 / size if size else None


def _differences(first: Sequence[float] | Scores, second: Sequence[float] | Scores) -> Scores:
    if len(first) != len(second):
        raise ParameterError(f"{len(first)} scores against {len(second)}: give both for the same pages")
    rows = _checked([first, second])
    differences: Scores = rows[0] - rows[1]
    return differences


def _checked(scores: Sequence[Sequence[float] | Scores] | Scores) -> Scores:
    """Return the scores as rows by pages."""
    lengths = sorted({len(row) for row in scores})
    if len(lengths) != 1 or lengths[0] == 0:
        raise ParameterError(f"rows of {lengths or 'no'} scores: give each extractor one score for each page")
    rows: Scores = np.asarray(scores, dtype=np.float64)
    if not np.isfinite(rows).all():
        raise ParameterError("a score is missing or not a number: leave its page out for all extractors")
    return rows
