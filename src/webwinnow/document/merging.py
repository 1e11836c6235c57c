"""From the elements that the tree builder made, and the stretches that it passed over, to the columns of all elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from webwinnow.document.nesting import Column, Nesting


@dataclass(frozen=True, slots=True)
class Built:
    """The elements that the builder made one by one, and the element around each gap that it came by."""

    tag: list[int]
    parent: list[int]
    first: list[int]
    close: list[int]
    home: list[int]


@dataclass(frozen=True, slots=True)
class Merged:
    """All elements of the page in preorder."""

    tag: npt.NDArray[np.int16]
    parent: Column
    first: Column
    close: Column
    home: Column
    """Per gap: the element around it."""
    place: Column
    """Per element that the builder made: its place among all."""


@dataclass(frozen=True, slots=True)
class _Places:
    """The places of both kinds of elements among all."""

    built: Column
    passed: Column

    def column(self, built: npt.ArrayLike, passed: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Join a column of both kinds."""
        joined = np.empty(len(self.built) + len(self.passed), dtype=passed.dtype)
        joined[self.built], joined[self.passed] = built, passed
        return joined


def merge(
    built: Built, passed: Sequence[tuple[int, int, int, int]], code: npt.NDArray[np.int16], nesting: Nesting
) -> Merged:
    """Put the elements of the passed stretches among the built ones.

    Of each stretch is known how many elements were built before it, its first and last tag, and the built element
    around it. Its elements are those that its start tags open, in their order.
    """
    before, first, last, around = np.array(passed, dtype=np.int32).reshape(-1, 4).T
    inside = _inside(first, last, len(code))
    tags = np.flatnonzero(inside & (code > 0)).astype(np.int32)
    starts = np.searchsorted(tags, first)
    places = _places(before, np.diff(starts, append=len(tags)), len(built.tag))
    element = np.empty(len(code), dtype=np.int32)
    element[tags] = places.passed
    parent = element[nesting.around[tags]]
    parent[starts] = places.built[around]
    inside[first] = False  # the gap before a stretch is outside of it
    home = np.append(element[nesting.around[:-1]], np.int32(0))
    home[np.append(~inside, True)] = places.built[built.home]
    return Merged(
        tag=places.column(built.tag, code[tags]),
        parent=places.column([-1, *places.built[built.parent[1:]].tolist()], parent),
        first=places.column(built.first, tags),
        close=places.column(built.close, nesting.match[tags]),
        home=home,
        place=places.built,
    )


def _places(before: Column, sizes: npt.NDArray[np.intp], built: int) -> _Places:
    """Each stretch moves the elements that were built after it on by its size."""
    moved = np.bincount(before, sizes, built + 1).cumsum()[:-1]
    places = np.arange(built) + moved
    return _Places(places.astype(np.int32), (np.arange(sizes.sum()) + np.repeat(before, sizes)).astype(np.int32))


def _inside(first: Column, last: Column, tags: int) -> npt.NDArray[np.bool_]:
    """Mark the tags of the stretches."""
    edge = np.zeros(tags + 1, dtype=np.int8)
    edge[first] += 1
    edge[last + 1] -= 1
    inside: npt.NDArray[np.bool_] = np.cumsum(edge, dtype=np.int8)[:-1] > 0
    return inside
