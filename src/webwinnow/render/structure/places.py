"""Where text stands in a page's source: pairs of a start and an end, or columns of them where there are very many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, islice
from typing import Final, TypeAlias, overload

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[np.int32]
Pairs: TypeAlias = Sequence[tuple[int, int]]
"""Tuples compare and hash by what they hold, and so do columns."""
FEW: Final = 256
"""Places that stand as pairs, as those of all text that people write do; more take ten times the page."""


class Places(Sequence[tuple[int, int]]):
    """Places in a page's source, as columns: as pairs, very many take ten times the page."""

    def __init__(self, starts: Column, ends: Column) -> None:
        """Take where they start and end."""
        self.starts, self.ends = starts, ends

    @classmethod
    def of(cls, starts: npt.NDArray[np.integer], ends: npt.NDArray[np.integer]) -> Places:
        """Take columns of any width."""
        return cls(starts.astype(np.int32, copy=False), ends.astype(np.int32, copy=False))

    @classmethod
    def of_pairs(cls, pairs: Iterable[tuple[int, int]]) -> Places:
        """Put pairs into columns."""
        rows = np.fromiter(chain.from_iterable(pairs), np.int32).reshape(-1, 2)
        return cls(rows[:, 0], rows[:, 1])

    def __len__(self) -> int:
        """Count them."""
        return len(self.starts)

    @overload
    def __getitem__(self, at: int) -> tuple[int, int]: ...
    @overload
    def __getitem__(self, at: slice) -> Places: ...
    def __getitem__(self, at: int | slice) -> tuple[int, int] | Places:
        """Return one, or some."""
        if isinstance(at, slice):
            return Places(self.starts[at], self.ends[at])
        return int(self.starts[at]), int(self.ends[at])

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Go over them."""
        return zip(self.starts.data, self.ends.data, strict=True)

    def __eq__(self, other: object) -> bool:
        """Tell whether the other has the same places."""
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """Hash them as pairs."""
        return hash(tuple(self))


def joined(many: Iterable[Pairs]) -> Pairs:
    """Put places together, some at a time."""
    if isinstance(many, list) and sum(map(len, many)) <= FEW:  # as most
        return tuple(chain.from_iterable(many))
    left, columns, few, count = iter(many), list[tuple[Column, Column]](), list[Pairs](), 0
    while parts := list(islice(left, FEW)):
        few += parts
        count += sum(map(len, parts))
        if count > FEW:
            columns += chain.from_iterable(_columns_of(some, are) for are, some in groupby(few, _are_columns))
            few.clear()
    if not columns:
        return tuple(chain.from_iterable(few))
    starts, ends = (np.concatenate([column[side] for column in columns]) for side in (0, 1))
    return Places(starts, ends)


def once(places: Pairs) -> Pairs:
    """Leave out what stands there before."""
    if not isinstance(places, Places):
        return tuple(dict.fromkeys(places))
    keys = places.starts.astype(np.int64) << 32 | places.ends
    first = np.sort(np.unique(keys, return_index=True)[1])
    return Places(places.starts[first], places.ends[first])


def in_rows(places: Pairs) -> Pairs | npt.NDArray[np.int32]:
    """Return places as spans are made of them."""
    return np.stack([places.starts, places.ends], axis=1) if isinstance(places, Places) else places


def _are_columns(places: Pairs) -> bool:
    return type(places) is Places


def _columns_of(parts: Iterable[Pairs], are_columns: bool) -> Iterator[tuple[Column, Column]]:
    """Return columns as they are, and all pairs next to each other as columns of their own."""
    if are_columns:
        yield from ((part.starts, part.ends) for part in parts if isinstance(part, Places))
        return
    placed = Places.of_pairs(chain.from_iterable(parts))
    yield placed.starts, placed.ends
