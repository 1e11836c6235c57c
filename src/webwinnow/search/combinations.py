"""The combinations that a search tries, and how all of them score on a page, from the page's table.

    two members      union, intersection
    k members        kept by at least 1 ... k of them (1 is their union, k their intersection)
    from three up    the same with one of them counting double: of three, `a | b & c` and `a & (b | c)` are such votes

So for up to three members all ways to combine them with `|` and `&` are tried. Series are members of their own.

On one page, most combinations keep the same: there are only so many choices of its patterns. Each different choice is
scored once, as a small product of matrices, and combinations take the score of theirs.
Paper: gottron2007, section 3 (bag of words); the numbers are those of `evaluate` with the measure word-bag.

Members are the extractors that are named, and the series that they make with prefilters:

    dsc, bte                 are members
    filter3, dsc             `dsc` and `filter3 >> dsc`: a prefilter comes before every extractor once
    dsc, bte, in series      `dsc >> bte` and `bte >> dsc`, too
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.errors import UsageError
from webwinnow.expression import parse
from webwinnow.recipes import Recipes
from webwinnow.search.page_table import PageTable
from webwinnow.stages import Extractor, Intersection, Prefilter, Serial, Stage, Union, Vote

_PART: Final = re.compile(r"[(),]")


@dataclass(frozen=True, slots=True)
class Member:
    """An extractor and what it is called: a recipe keeps its name."""

    name: str
    stage: Extractor


def read_members(written: Sequence[str], recipes: Recipes, *, series: bool = False) -> list[Member]:
    """Read the members of a search; raises UsageError if one cannot be read or none decides what is content."""
    stages = [(text.strip(), parse(text, recipes)) for text in written]
    for _, stage in stages:
        if not isinstance(stage, Extractor | Prefilter):
            raise UsageError(f"{stage} is a {stage.kind}: name extractors and prefilters as members")
    found: dict[str, Member] = {}
    for member in _members(stages, recipes, series):
        found.setdefault(str(member.stage), member)
    if not found:
        raise UsageError("no member decides what is content: name extractors, such as --members dsc,bte,accb")
    return list(found.values())


def split_members(written: str) -> list[str]:
    """Split a list at its commas; those inside of parentheses belong to a member."""
    members, depth, start = [], 0, 0
    for sign in _PART.finditer(written):
        depth += {"(": 1, ")": -1, ",": 0}[sign[0]]
        if sign[0] == "," and depth <= 0:
            members.append(written[start : sign.start()])
            start = sign.end()
    return [member for member in [*members, written[start:]] if member.strip()]


def _members(stages: Sequence[tuple[str, Stage]], recipes: Recipes, series: bool) -> Iterator[Member]:
    named = [
        Member(text if text in recipes else str(stage), stage) for text, stage in stages if isinstance(stage, Extractor)
    ]
    yield from named
    for before in [stage for _, stage in stages if isinstance(stage, Prefilter)]:
        yield from (_joined(before, member.stage) for member in named)
    if series:
        yield from (_joined(one.stage, other.stage) for one in named for other in named if one != other)


def _joined(before: Stage, after: Stage) -> Member:
    stage = Serial.of(before, after)
    if not isinstance(stage, Extractor):
        raise UsageError(f"{stage} is a {stage.kind} and does not decide what is content: add an extractor")
    return Member(str(stage), stage)


MOST_MEMBERS: Final = 60
"""Members that fit into the bits of a number with room to spare."""
MOST: Final = 1_000_000
"""Combinations that fit into memory with their scores."""

Weights = npt.NDArray[np.float32]
Scores = npt.NDArray[np.float64]
_Choices = npt.NDArray[np.bool_]
_Rows = npt.NDArray[np.intp]
_ONE_THREAD: Final = 2**18
"""Multiplications up to which OpenBLAS, numpy's usual library for matrices, stays in one thread."""
_BATCH: Final = 64
"""Columns of a batch."""


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
        """Return what reads better where one member decides: alone with all others, or together with any of them."""
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
    """Return what each member's vote counts in each combination (combinations by members), and the quorums."""
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


@dataclass(frozen=True, slots=True)
class PageScores:
    """Precision, recall and F1 of every combination on one page."""

    precision: Scores
    recall: Scores
    f1: Scores


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores combinations of members page by page."""

    weights: Weights
    quorum: Weights

    @classmethod
    def of(cls, every: Sequence[Combination], members: int) -> Scorer:
        """Prepare for scoring these combinations."""
        return cls(*weight_matrix(every, members))

    def __call__(self, table: PageTable) -> PageScores:
        """Score all combinations on a page."""
        kept = self._kept(table)
        first, number = _distinct(kept)
        scores = _scores(table, kept[first])
        return PageScores(*(column[number] for column in scores))

    def _kept(self, table: PageTable) -> _Choices:
        """Tell which patterns each combination keeps."""
        members = np.arange(self.weights.shape[1], dtype=np.uint64)
        chosen = (table.patterns[:, None] >> members & np.uint64(1)).astype(np.float32)
        kept: _Choices = (
            product(self.weights, chosen.T) >= self.quorum[:, None]
        )  # whole numbers, which floats add exactly
        return kept


def _distinct(kept: _Choices) -> tuple[_Rows, _Rows]:
    """Find the different rows: where each is first, and for every row which of them it is."""
    packed = np.packbits(kept, axis=1)
    width = -(-packed.shape[1] // 8) * 8
    rows = np.zeros((len(kept), max(width, 8)), dtype=np.uint8)
    rows[:, : packed.shape[1]] = packed
    number = np.zeros(len(kept), dtype=np.uint64)
    first = np.zeros(0, dtype=np.intp)
    for column in rows.view(np.uint64).T:  # eight bytes at a time, joined with the groups of the bytes before
        _, here = np.unique(column, return_inverse=True)
        joined = number * np.uint64(len(kept)) + here.astype(np.uint64)
        _, first, inverse = np.unique(joined, return_index=True, return_inverse=True)
        number = inverse.astype(np.uint64)
    return first, number.astype(np.intp)


def _scores(table: PageTable, kept: _Choices) -> tuple[Scores, Scores, Scores]:
    """Score choices of patterns: common words are those of gold, each as often as both have it."""
    wanted = (table.needs > 0).sum(axis=1)
    active = (product(kept.astype(np.float32), table.needs.T.astype(np.float32)) == wanted).astype(np.float32)
    common = np.minimum(product(active, table.counts()), table.gold).sum(axis=1, dtype=np.float64)
    found = active.astype(np.float64) @ table.words.astype(np.float64)
    total = float(table.gold.sum())
    empty = (found == 0) & (total == 0)  # nothing found where there is nothing to find, as in `Score.from_counts`
    shares = (_share(common, found), _share(common, np.full_like(found, total)), _share(2 * common, found + total))
    precision, recall, f1 = (np.where(empty, 1.0, share) for share in shares)
    return precision, recall, f1


def product(left: Weights, right: Weights) -> Weights:
    """Multiply matrices in batches that are small enough for one thread.

    Several threads for a product of a millisecond spend more time on waiting for each other than on the work: seven
    times as much on a busy machine of two cores.
    """
    multiplied = np.empty((len(left), right.shape[1]), dtype=left.dtype)
    columns = _BATCH
    rows = max(min(_ONE_THREAD // (columns * max(len(right), 1)), len(left)), 1)
    for at in range(0, right.shape[1], columns):
        part = np.ascontiguousarray(right[:, at : at + columns])
        batches, whole = len(left) // rows, len(left) // rows * rows
        stacked = left[:whole].reshape(batches, rows, left.shape[1]) @ part
        multiplied[:whole, at : at + columns] = stacked.reshape(whole, part.shape[1])
        multiplied[whole:, at : at + columns] = left[whole:] @ part
    return multiplied


def _share(part: Scores, whole: Scores) -> Scores:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
