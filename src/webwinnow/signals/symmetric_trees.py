"""Decision trees that ask the same question on each level, evaluated for many rows at once.

The answers of a tree's questions are the bits of the number of a leaf, so some trees and rows are one comparison, one
packing of bits and one look-up: there is a loop over the levels and over groups of trees and rows, none over single
ones. The groups are as large as keeps what is worked on in the processor's cache.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from math import factorial
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.kernels import LIBRARY, Library, address, check

Numbers = npt.NDArray[np.float32]
DEPTH: Final = 6
"""Questions per tree."""
TREES: Final = 100
_ROWS: Final = 128
"""How many trees and rows are looked at together: of 16 to 400 trees and 128 to 1024 rows, 50 to 200 trees are equally
fast on pages of 250 blocks, others slower (2026-11-16)."""


_FEW_ROWS: Final = 64
"""The same where each question has its own answer: some megabytes at a time,"""
_MANY_ROWS: Final = 512
"""or where there are so many: what is asked of them takes as much room as a crowded page."""
_BITS: Final = np.uint8(1) << np.arange(DEPTH - 1, -1, -1, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class _Group:
    """Some trees, laid out for `SymmetricTrees.odds`: level by level."""

    column: npt.NDArray[np.intp]
    limit: Numbers
    leaf: Numbers
    """All leaves in one line,"""
    first: npt.NDArray[np.uint16]
    """and where those of each tree start in it."""


@dataclass(frozen=True, slots=True)
class SymmetricTrees:
    """A forest: per tree and level a column and a limit, and per leaf what it adds to the log odds."""

    column: npt.NDArray[np.intp]
    """Shape (trees, DEPTH)."""
    limit: Numbers
    """Shape (trees, DEPTH): the question is whether the value is above it."""
    leaf: Numbers
    """Shape (trees, 2 ** DEPTH): the first question is the highest bit."""
    start: float
    """What all leaves are added to."""
    _groups: tuple[_Group, ...] = field(init=False, repr=False, compare=False)
    in_rows: tuple[npt.NDArray[Any], ...] = field(init=False, repr=False, compare=False)
    """Columns, limits and leaves as compiled code reads them: tree after tree."""

    def __post_init__(self) -> None:
        """Lay the trees out as they are asked; raises ValueError if they are no such trees."""
        asked = (len(self.column), DEPTH)
        if len(self.column) and (self.column.shape, self.limit.shape, self.leaf.shape) != (
            asked,
            asked,
            (len(self.column), 2**DEPTH),
        ):
            raise ValueError(f"columns, limits and leaves of trees have the sizes {asked} and 2 ** {DEPTH}")
        if self.column.size and self.column.min() < 0:
            raise ValueError("a tree asks for a column below 0")
        bounds = [*range(0, len(self.column), TREES), len(self.column)]
        object.__setattr__(self, "_groups", tuple(self._group(*bound) for bound in pairwise(bounds)))
        kinds = ((self.column, np.int32), (self.limit, np.float32), (self.leaf, np.float32))
        object.__setattr__(self, "in_rows", tuple(np.ascontiguousarray(*each) for each in kinds))

    @property
    def width(self) -> int:
        """How many columns the trees need."""
        return int(self.column.max()) + 1 if self.column.size else 0

    def _group(self, start: int, end: int) -> _Group:
        return _Group(
            np.ascontiguousarray(self.column[start:end].T, dtype=np.intp).ravel(),
            np.ascontiguousarray(self.limit[start:end].T).reshape(-1, 1),
            self.leaf[start:end].ravel(),
            np.arange(end - start, dtype=np.uint16)[:, None] * np.uint16(2**DEPTH),
        )

    def odds(self, values: Numbers) -> Numbers:
        """Return the log odds of each row; fastest where the values of a column stand side by side."""
        self.check_width(values)
        if len(values) == 1:
            alone: Numbers = self.said(values[0]).sum(keepdims=True) + np.float32(self.start)
            return alone
        total = np.full(len(values), self.start, dtype=np.float32)
        if LIBRARY is not None:
            self._add_odds(LIBRARY, values, total)
            return total
        for first, end in _parts(len(values), _ROWS if len(values) < _MANY_ROWS else _FEW_ROWS):
            columns = np.ascontiguousarray(values[first:end].T)
            asked = np.empty((DEPTH * TREES, columns.shape[1]), dtype=np.float32)
            for group in self._groups:
                total[first:end] += _answers(group, columns, asked[: len(group.column)])
        return total

    def check_width(self, values: Numbers) -> None:
        """Raise ValueError if rows have too few columns: compiled code would read what is not there."""
        if self.width > values.shape[1]:
            raise ValueError(f"trees ask for column {self.width - 1} of {values.shape[1]}")

    def _add_odds(self, library: Library, values: Numbers, total: Numbers) -> None:
        """Add what the leaves say by compiled code; groups are those of numpy, so sums are equal to the last bit."""
        columns, starts = _columns_of(values)
        library.add_odds(
            address(starts),
            len(values),
            *map(address, self.in_rows),
            len(self.column),
            TREES,
            library.width,
            address(total),
        )
        del columns  # which the starts point into

    def shares(self, values: Numbers, reference: Numbers, group: npt.NDArray[np.intp]) -> Numbers:
        """Return what each group of columns adds to the log odds of each row, beyond those of a reference row.

        These are Shapley values: the mean of what a group adds over all orders in which the groups of a tree may take
        their values instead of the reference's. So they add up to `odds(values) - odds(reference)`. `group` has the
        number of the group of each column.
        """
        return self.sharing(reference, group)(values)

    def sharing(self, reference: Numbers, group: npt.NDArray[np.intp]) -> Sharing:
        """Return what tells `shares` of some rows: all that is the same for all rows is found once."""
        asks = group[self.column].T.ravel()  # of each question, level after level
        order = np.argsort(asks, kind="stable")
        found = np.searchsorted(asks[order], np.arange(int(group.max()) + 2))
        return Sharing(self, order, found, _added(self, reference, group))

    def said(self, row: Numbers) -> Numbers:
        """Return what each tree says of a single row."""
        if LIBRARY is not None and self.width <= len(row):
            told, asked = np.empty(len(self.column), dtype=np.float32), np.ascontiguousarray(row, np.float32)
            LIBRARY.ask_trees(address(asked), *map(address, self.in_rows), len(told), address(told))
            return told
        reached = np.packbits(row[self.column] > self.limit, axis=1)[:, 0] >> (8 - DEPTH)
        said: Numbers = self.leaf[np.arange(len(reached)), reached]
        return said


class _Given(ctypes.Structure):
    """`Sharing` of native/forest.c."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("trees", "groups")),
        *((name, ctypes.c_void_p) for name in ("question", "first", "table")),
    )


@dataclass(frozen=True, slots=True)
class Sharing:
    """What is the same for all rows when odds are shared among groups of columns."""

    trees: SymmetricTrees
    question: npt.NDArray[np.int64]
    """All questions, level after level, by the group of the column that each asks for,"""
    first: npt.NDArray[np.int64]
    """and where those of each group begin, and the end."""
    table: Numbers
    """What each question adds for each leaf."""

    def __call__(self, values: Numbers) -> Numbers:
        """Tell the shares of some rows."""
        self.trees.check_width(values)
        return self.by_numpy(values) if LIBRARY is None else self.compiled(LIBRARY, values)

    def by_numpy(self, values: Numbers) -> Numbers:
        """Add up the questions of each group, one after the other."""
        if len(values) == 1:  # numpy would add up those of a single row in another order
            alone: Numbers = self.by_numpy(values.repeat(2, axis=0))[:, :1]
            return alone
        found = np.zeros((len(self.first) - 1, len(values)), dtype=np.float32)
        bounds = list(pairwise(self.first.tolist()))
        for start, end in _parts(len(values), _FEW_ROWS):
            reached = _reached(self.trees, values[start:end].T)
            for row, (first, behind) in zip(found, bounds, strict=True):
                asked = self.question[first:behind, None]
                said = self.table.take(asked * 2**DEPTH + reached[asked[:, 0] % len(reached)])
                row[start:end] = said.sum(axis=0)
        return found

    def compiled(self, library: Library, values: Numbers) -> Numbers:
        """Do the same by compiled code."""
        columns, starts = _columns_of(values)
        found = np.empty((len(self.first) - 1, len(values)), dtype=np.float32)
        given = _Given(
            len(self.trees.column), len(found), address(self.question), address(self.first), address(self.table)
        )
        asked = map(address, self.trees.in_rows[:2])
        check(library.share_odds(ctypes.addressof(given), address(starts), len(values), *asked, address(found)))
        del columns  # which the starts point into
        return found


def _columns_of(values: Numbers) -> tuple[Numbers, npt.NDArray[np.uint64]]:
    """Return the columns of rows, and where each starts."""
    columns = np.ascontiguousarray(values.T, dtype=np.float32)
    return columns, np.arange(len(columns), dtype=np.uint64) * columns.strides[0] + address(columns)


def _parts(rows: int, most: int = _ROWS) -> list[tuple[int, int]]:
    """Part the rows; none stands alone, for numpy would add up what the trees say of it in another order."""
    bounds = list(range(0, rows, most))
    if rows % most == 1 and len(bounds) > 1:
        bounds.pop()
    return list(pairwise([*bounds, rows]))


def _answers(group: _Group, columns: Numbers, asked: Numbers) -> Numbers:
    """Add up what the leaves say that the rows reach; `asked` is room to work in."""
    np.take(columns, group.column, axis=0, out=asked, mode="clip")  # other modes would copy the room
    answers = (asked > group.limit).view(np.uint8).reshape(DEPTH, len(group.first), -1)
    reached = answers[0]
    for answer in answers[1:]:
        reached += reached
        reached += answer
    said: Numbers = group.leaf.take(reached + group.first).sum(axis=0)
    return said


def _reached(trees: SymmetricTrees, columns: Numbers) -> npt.NDArray[np.uint8]:
    """Return the number of the leaf that each tree leads each row to."""
    found: npt.NDArray[np.uint8] = ((columns[trees.column] > trees.limit[:, :, None]) * _BITS[:, None]).sum(
        axis=1, dtype=np.uint8
    )
    return found


def _added(trees: SymmetricTrees, reference: Numbers, group: npt.NDArray[np.intp]) -> Numbers:
    """Return what each level adds, per level, tree and leaf reached; levels of one group move together, with the first.

    A tree has few leaves and a page may have many rows: all that can be said is said once.
    """
    usual, leaves = _reached(trees, reference[:, None]), np.arange(2**DEPTH, dtype=np.uint8)
    asks = group[trees.column]
    leader = (asks[:, :, None] == asks[:, None, :]).argmax(axis=2)
    moved = ((np.arange(2**DEPTH)[:, None, None] >> leader) & 1).astype(np.uint8)  # set of levels, tree, level
    mask = (moved * _BITS).sum(axis=2, dtype=np.uint8)[:, :, None]
    reached = trees.leaf[np.arange(len(usual))[:, None], (leaves & mask) | (usual & ~mask)]
    added: Numbers = np.tensordot(_weights(), reached, axes=1)
    return added


@cache
def _weights() -> Numbers:
    """Return, per level and set of levels, how much the set counts in the level's Shapley value."""
    inside = np.arange(2**DEPTH) >> np.arange(DEPTH)[:, None] & 1
    others = inside.sum(axis=0) - inside
    orders = [factorial(size) * factorial(DEPTH - 1 - size) / factorial(DEPTH) for size in range(DEPTH)]
    weights: Numbers = (np.array([*orders, 0.0])[others] * (2 * inside - 1)).astype(np.float32)
    return weights


def in_a_row(forests: Sequence[SymmetricTrees]) -> SymmetricTrees:
    """Make one forest of several, whose trees can be asked at once."""
    column, limit, leaf = (
        np.concatenate([getattr(each, name) for each in forests]) for name in ("column", "limit", "leaf")
    )
    return SymmetricTrees(column, limit, leaf, 0.0)


def averaged(forests: Sequence[SymmetricTrees]) -> SymmetricTrees:
    """Make one forest that says what several say on average."""
    together, count = in_a_row(forests), len(forests)
    return replace(together, leaf=together.leaf / np.float32(count), start=sum(each.start for each in forests) / count)


def likely(odds: npt.NDArray[Any]) -> Numbers:
    """Turn log odds into probabilities."""
    within = np.minimum(np.maximum(odds, -30), 30)  # as np.clip does in twice the time
    chance: Numbers = (1 / (1 + np.exp(-within))).astype(np.float32)
    return chance


def join(trees: SymmetricTrees, name: str) -> dict[str, npt.NDArray[Any]]:
    """Return a forest as named arrays, small enough to ship."""
    return {
        f"{name} columns": trees.column.astype(np.uint16),
        f"{name} limits": trees.limit,
        f"{name} leaves": trees.leaf.astype(np.float16),
        f"{name} start": np.array([trees.start]),
    }


def split(arrays: Mapping[str, npt.NDArray[Any]], name: str) -> SymmetricTrees:
    """Read a forest from named arrays."""
    return SymmetricTrees(
        arrays[f"{name} columns"].astype(np.intp),
        arrays[f"{name} limits"],
        arrays[f"{name} leaves"].astype(np.float32),
        float(arrays[f"{name} start"][0]),
    )
