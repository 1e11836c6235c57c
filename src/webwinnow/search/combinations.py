"""The combinations that a search tries: every set of members up to a size, in every shape.

    two members      union, intersection
    k members        kept by at least 1 ... k of them (1 is their union, k their intersection)
    from three up    the same with one of them counting double: of three, `a | b & c` and `a & (b | c)` are such votes

So for up to three members all ways to combine them with `|` and `&` are tried. Series are members of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.errors import UsageError
from webwinnow.stages import Extractor, Intersection, Union, Vote

MOST_MEMBERS: Final = 60
"""Members that fit into the bits of a number with room to spare."""
MOST: Final = 1_000_000
"""Combinations that fit into memory with their scores."""

Weights = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Combination:
    """Numbers of members, the votes that are needed, and which member counts double (-1: none)."""

    members: tuple[int, ...]
    quorum: int
    double: int = -1

    @property
    def weights(self) -> tuple[int, ...]:
        """What each member's vote counts."""
        return tuple(2 if member == self.double else 1 for member in self.members)

    def stage(self, members: Sequence[Extractor]) -> Extractor:
        """Make the stage; unions and intersections print with their operators."""
        chosen = [members[number] for number in self.members]
        if len(chosen) == 1:
            return chosen[0]
        if self.double < 0 and self.quorum in (1, len(chosen)):
            return (Union if self.quorum == 1 else Intersection).of(*chosen)
        return self._by_one(members) or Vote(self.quorum, tuple(chosen), self.weights)

    def _by_one(self, members: Sequence[Extractor]) -> Extractor | None:
        """Give what reads better where one member decides: alone with all others, or together with any of them."""
        if self.double < 0:
            return None
        one = members[self.double]
        others = [members[number] for number in self.members if number != self.double]
        if self.quorum == 2 and len(others) == 2:
            return Union.of(one, Intersection.of(*others))
        return Intersection.of(one, Union.of(*others)) if self.quorum == len(others) + 1 == 3 else None


def all_combinations(members: int, size: int) -> list[Combination]:
    """List the combinations of up to `size` of the members; raises UsageError if there are too many."""
    if not 1 <= members <= MOST_MEMBERS:
        raise UsageError(
            f"a search has 1 to {MOST_MEMBERS} members, not {members}: name fewer, prefilters multiply them"
        )
    if size < 1:
        raise UsageError(f"the size of combinations is a number from 1 up, not {size}")
    many = sum(comb(members, number) * _shapes(number) for number in range(1, min(size, members) + 1))
    if many > MOST:
        raise UsageError(f"{many:,} combinations are too many, at most {MOST:,}: lower --size or name fewer members")
    sizes = range(1, min(size, members) + 1)
    return list(chain.from_iterable(_of_size(members, number) for number in sizes))


def weight_matrix(every: Sequence[Combination], members: int) -> tuple[Weights, Weights]:
    """Give what each member's vote counts in each combination (combinations by members), and the quorums."""
    weights = np.zeros((len(every), members), dtype=np.float32)
    rows = [row for row, each in enumerate(every) for _ in each.members]
    weights[rows, list(chain.from_iterable(each.members for each in every))] = 1
    doubled = [(row, each.double) for row, each in enumerate(every) if each.double >= 0]
    if doubled:
        weights[tuple(np.array(doubled).T)] = 2
    return weights, np.array([each.quorum for each in every], dtype=np.float32)


def _shapes(size: int) -> int:
    return size + (size * (size - 1) if size > 2 else 0)


def _of_size(members: int, size: int) -> Iterator[Combination]:
    for chosen in combinations(range(members), size):
        yield from (Combination(chosen, quorum) for quorum in range(1, size + 1))
        if size > 2:  # with quorum 1 or `size + 1` it would be the union or the intersection again
            yield from (Combination(chosen, quorum, one) for one in chosen for quorum in range(2, size + 1))
