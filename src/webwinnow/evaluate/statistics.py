"""How far results can be trusted: intervals, tests and effect sizes over the scores of many pages.

All extractors are scored on the same pages, so everything here is paired: position i is the same page in every
row. Leave out pages that some extractor has no score for; a score that is not finite raises ParameterError.
Equal input and seed give equal output.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
    """Percentile bootstrap intervals of the mean of each row of `scores` (extractors by pages).

    Paired: in each round one and the same sample of pages, drawn with replacement, is taken for all rows.
    """
    rows = _checked(scores)
    if not 0 < level < 1 or resamples < 1:
        raise ParameterError(f"level {level}, resamples {resamples}: give a level within 0 and 1, resamples from 1 up")
    means = np.concatenate(list(_resampled_means(rows, resamples, np.random.default_rng(seed))))
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2], axis=0)
    columns = (rows.mean(axis=1).tolist(), low.tolist(), high.tolist())
    return [Interval(*bounds, level) for bounds in zip(*columns, strict=True)]


def _resampled_means(rows: Scores, resamples: int, random: np.random.Generator) -> Iterator[Scores]:
    """Yield means of each row in each round, rounds in chunks: how often each page was drawn, times its score."""
    pages = rows.shape[1]
    step = max(_CHUNK // pages, 1)
    for done in range(0, resamples, step):
        rounds = min(step, resamples - done)
        drawn = random.integers(pages, size=(rounds, pages)) + np.arange(rounds)[:, None] * pages
        times = np.bincount(drawn.ravel(), minlength=rounds * pages).reshape(rounds, pages)
        yield times @ rows.T / pages


def permutation_test(
    first: Sequence[float] | Scores, second: Sequence[float] | Scores, *, rounds: int = RESAMPLES, seed: int = 0
) -> float:
    """Two-sided p-value of the paired permutation test on the mean difference.

    If both extractors were alike, the sign of each page's difference would be a matter of chance: counted is how
    often flipped signs give a difference at least as large. With up to 16 pages that differ all flips are tried;
    otherwise `rounds` random ones, the observed one added, so that p is never zero.
    """
    return _permutation_tests(_differences(first, second)[None, :], rounds, seed)[0]


def _permutation_tests(differences: Scores, rounds: int, seed: int) -> list[float]:
    """Return the p-value of each row of differences; the random flips are the same for all rows."""
    if rounds < 1:
        raise ParameterError(f"rounds {rounds}: give a number from 1 up")
    flips = _random_flips(differences.shape[1], rounds, np.random.default_rng(seed))
    p_values = (_as_extreme(differences, flips) + 1) / (rounds + 1)
    few = np.flatnonzero((differences != 0).sum(axis=1) <= _EXACT_PAGES)
    for row in few:
        differing = differences[row : row + 1, differences[row] != 0]  # a sign of nothing changes nothing
        pages = differing.shape[1]
        p_values[row] = _as_extreme(differing, _all_flips(pages))[0] / 2**pages
    return [float(value) for value in p_values]


def _as_extreme(differences: Scores, flips: Iterator[Scores]) -> npt.NDArray[np.intp]:
    """In how many flips each row's sum is at least as far from zero as it is; rounding errors are no difference."""
    totals = differences.sum(axis=1)
    least = np.abs(totals) - 1e-12 * np.abs(differences).sum(axis=1)
    counts = np.zeros(len(differences), dtype=np.intp)
    for flip in flips:
        counts += (np.abs(totals - 2 * (flip @ differences.T)) >= least).sum(axis=0)
    return counts


def _all_flips(pages: int) -> Iterator[Scores]:
    numbers = np.arange(2**pages, dtype=np.uint32)[:, None]
    yield (numbers >> np.arange(pages, dtype=np.uint32) & 1).astype(np.float64)


def _random_flips(pages: int, rounds: int, random: np.random.Generator) -> Iterator[Scores]:
    step = max(_CHUNK // pages, 1)
    for done in range(0, rounds, step):
        yield random.integers(2, size=(min(step, rounds - done), pages), dtype=np.uint8).astype(np.float64)


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values adjusted for testing many pairs (Holm), in the order given.

    The smallest of m is multiplied by m, the next by m - 1, and so on; none may fall below the one before, or
    exceed 1.
    """
    given = np.asarray(p_values, dtype=np.float64)
    order = given.argsort(kind="stable")
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum(np.maximum.accumulate(given[order] * np.arange(len(given), 0, -1)), 1.0)
    return [float(value) for value in adjusted]


def paired_cohens_d(first: Sequence[float] | Scores, second: Sequence[float] | Scores) -> float:
    """Effect size: the mean difference in units of the differences' standard deviation (Cohen's d_z).

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
    """Compare each pair of extractors on the same pages; p-values are adjusted over all pairs."""
    pairs = list(combinations(scores, 2))
    if not pairs:
        return []
    differences = np.stack([_differences(scores[first], scores[second]) for first, second in pairs])
    p_values = _permutation_tests(differences, RESAMPLES, seed)
    intervals = bootstrap_intervals(differences, level=level, seed=seed)
    effects = [paired_cohens_d(scores[first], scores[second]) for first, second in pairs]
    columns = (pairs, intervals, p_values, holm(p_values), effects)
    return [
        PairedComparison(first, second, interval, p_value, adjusted, effect)
        for (first, second), interval, p_value, adjusted, effect in zip(*columns, strict=True)
    ]


def standard_deviation(values: Sequence[float] | Scores) -> float | None:
    """Standard deviation estimated from a sample, with n - 1 (gottron2007, section 3); None below two values."""
    return float(np.std(_checked([values])[0], ddof=1)) if len(values) > 1 else None


def seconds_per_kb(seconds: float, size: int) -> float | None:
    """Processing time per kB of the page as served, 1,000 bytes (gottron2007, section 3); None if it is empty."""
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
