"""A pair of candidates seen from one side, in numbers and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import copysign, inf
from typing import Final, Literal

from webwinnow.evaluate.report.numbers import p_value, signed
from webwinnow.evaluate.summary import Pair

Result = Literal["better", "worse", "level"]
"""Significantly better, significantly worse, or a difference that may be chance."""
WORDS: Final[dict[Result, str]] = {
    "better": "significantly better",
    "worse": "significantly worse",
    "level": "not significantly different",
}


@dataclass(frozen=True, slots=True)
class Duel:
    """One candidate against another; `wins` counts pages on which it is higher, lower, and equal."""

    mine: str
    other: str
    pair: Pair
    wins: tuple[int, int, int]

    @property
    def sign(self) -> int:
        """Whether the pair was compared the same way round, or the other."""
        return 1 if self.pair.first == self.mine else -1

    @property
    def result(self) -> Result:
        """What may be said about it."""
        return "level" if self.pair.better is None else "better" if self.pair.better == self.mine else "worse"

    @property
    def difference(self) -> float:
        """How much higher the mean is than the other's."""
        return self.sign * self.pair.difference.mean

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which bounds the difference lies with 95 %."""
        low, high = sorted((self.sign * self.pair.difference.low, self.sign * self.pair.difference.high))
        return low, high

    @property
    def effect(self) -> float:
        """The effect size; without bound where all pages differ by the same."""
        known = self.pair.effect
        return copysign(inf, self.difference) if known is None else self.sign * known

    def told(self) -> str:
        """Say what a number in a table leaves out."""
        low, high = self.bounds
        return f"{WORDS[self.result]}: {signed(low)} to {signed(high)}, {p_value(self.pair.p_adjusted)} after Holm"


@dataclass(frozen=True)
class Duels:
    """All pairs, to be asked for either way round; `wins` counts pages for two candidates."""

    pairs: Sequence[Pair]
    wins: Callable[[str, str], tuple[int, int, int]]

    def __call__(self, mine: str, other: str) -> Duel | None:
        """Give one candidate against another; None if they were not compared."""
        pair = self._known.get(frozenset((mine, other)))
        return None if pair is None else Duel(mine, other, pair, self.wins(mine, other))

    def once(self) -> list[Duel]:
        """Give each pair once: the higher mean first, the largest difference first."""
        ways = (
            (pair.first, pair.second) if pair.difference.mean >= 0 else (pair.second, pair.first) for pair in self.pairs
        )
        found = (self(*names) for names in ways)
        return sorted((duel for duel in found if duel), key=lambda duel: -duel.difference)

    @cached_property
    def _known(self) -> dict[frozenset[str], Pair]:
        return {frozenset((pair.first, pair.second)): pair for pair in self.pairs}
