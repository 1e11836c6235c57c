"""Spans: which characters of a page a result speaks of.

Content extraction is a function from a document to pairs of positions in its source (gottron2007, section 2).
`Spans` are those pairs: sorted, disjoint, half-open intervals of character offsets, two flat columns of numbers.
Every operation is one sweep over the sorted boundaries, so union, intersection, difference and voting are the
same few lines: what differs is how many inputs must cover a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Offsets: TypeAlias = npt.NDArray[np.int32]
_NOTHING: Final = np.empty(0, np.int32)
Pairs: TypeAlias = "Spans | Iterable[tuple[int, int]] | npt.NDArray[np.integer]"


class Spans:
    """Sorted, disjoint, half-open intervals inside a page of `size` characters. Immutable; touching ones merge."""

    __slots__ = ("_apart", "_hash", "ends", "size", "starts")

    starts: Offsets
    ends: Offsets
    size: int
    _apart: bool | None
    _hash: int | None

    def __init__(self, pairs: Pairs = (), *, size: int) -> None:
        """Take any pairs, in any order, overlapping or empty: they are clipped to the page, sorted and merged."""
        starts, ends = _columns(pairs, size)
        if len(starts) > 1 and not _are_apart(starts, ends):
            starts, ends = _where_covered(starts, ends, np.ones(len(starts)), 1)
        self._set(starts, ends, size, apart=True)

    @classmethod
    def from_sorted(
        cls, starts: npt.NDArray[np.integer], ends: npt.NDArray[np.integer], size: int, *, apart: bool | None = None
    ) -> Spans:
        """Make spans of columns that are known to be sorted, disjoint and inside the page.

        `apart` says that none is empty and something stands between any two, where that is known, too.
        """
        spans = cls.__new__(cls)
        spans._set(starts, ends, size, apart=apart)
        return spans

    def _set(
        self,
        starts: npt.NDArray[np.integer],
        ends: npt.NDArray[np.integer],
        size: int,
        *,
        apart: bool | None = None,
    ) -> None:
        # Views of columns of their own: their addresses are found sooner than those of columns that are read only.
        starts, ends, keep = starts.astype(np.int32)[:], ends.astype(np.int32)[:], object.__setattr__
        starts.flags.writeable = ends.flags.writeable = False
        keep(self, "starts", starts)
        keep(self, "ends", ends)
        keep(self, "size", size)
        keep(self, "_apart", apart)
        keep(self, "_hash", None)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: spans never change."""
        raise AttributeError(f"Spans are immutable: cannot set {name}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the columns (the default would try to set attributes)."""
        return (Spans.from_sorted, (self.starts, self.ends, self.size))

    @classmethod
    def whole(cls, size: int) -> Spans:
        """Return the whole page as one span."""
        return cls([(0, size)], size=size)

    @classmethod
    def covered(cls, many: Iterable[Spans], *, at_least: float, weights: Sequence[float] | None = None) -> Spans:
        """Return the places that enough of the given spans cover: 1 is their union, all of them the intersection.

        With weights, a place needs that much weight instead of that many spans.
        """
        members = list(many)
        if not members:
            raise ValueError("covered() needs at least one Spans")
        size = _common_size(members)
        if at_least <= 0:
            return cls.whole(size)
        starts = np.concatenate([member.starts for member in members])
        ends = np.concatenate([member.ends for member in members])
        weight = np.ones(len(members)) if weights is None else np.asarray(weights, dtype=float)
        each = np.repeat(weight, [len(member) for member in members])
        return cls.from_sorted(*_where_covered(starts, ends, each, at_least), size)

    def __or__(self, other: Spans) -> Spans:
        """Return what either covers."""
        return Spans.covered((self, other), at_least=1)

    def __and__(self, other: Spans) -> Spans:
        """Return what both cover."""
        size = self.size if self.size == other.size else _common_size((self, other))
        if not (self._are_apart() and other._are_apart()):
            return Spans.covered((self, other), at_least=2)
        both = Spans.__new__(Spans)
        few, many = (self, other) if len(self) <= len(other) else (other, self)
        both._set(*_where_both_cover(few, many), size, apart=True)
        return both

    def _are_apart(self) -> bool:
        """Tell whether something stands between any two; found out once."""
        if self._apart is None:
            object.__setattr__(self, "_apart", _are_apart(self.starts, self.ends))
        return bool(self._apart)

    def __sub__(self, other: Spans) -> Spans:
        """Return what the left one covers and the right one does not."""
        if len(other) == 1 and self.size == other.size and self._are_apart():  # a headline outside of the content
            at = int(self.ends.searchsorted(other.starts[0], "right"))
            if at == len(self) or self.starts[at] >= other.ends[0]:
                return self
        return self & ~other

    def __invert__(self) -> Spans:
        """Return everything else on the page."""
        starts, ends = _behind_nothing(self.ends), np.empty(len(self) + 1, dtype=np.int32)
        ends[:-1], ends[-1] = self.starts, self.size
        filled = starts < ends
        return Spans.from_sorted(starts[filled], ends[filled], self.size)

    def __eq__(self, other: object) -> bool:
        """Compare: the same page size, the same intervals."""
        if not isinstance(other, Spans):
            return NotImplemented
        return self is other or (
            self.size == other.size
            and np.array_equal(self.starts, other.starts)
            and np.array_equal(self.ends, other.ends)
        )

    def __hash__(self) -> int:
        """Hash, so that equal spans have equal hashes; found out once, since a rendering asks twenty times."""
        if self._hash is None:
            object.__setattr__(self, "_hash", hash((self.size, self.starts.tobytes(), self.ends.tobytes())))
        return self._hash  # type: ignore[return-value]

    def __len__(self) -> int:
        """Count the intervals (`characters` counts what they cover)."""
        return len(self.starts)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Yield (start, end) as plain integers."""
        return zip(self.starts.tolist(), self.ends.tolist(), strict=True)

    def __repr__(self) -> str:
        """Show the first few intervals."""
        shown = ", ".join(f"{start}:{end}" for start, end in list(self)[:6])
        return f"Spans({shown}{', ...' if len(self) > 6 else ''}; {self.characters} of {self.size})"

    @property
    def characters(self) -> int:
        """How many characters the spans cover."""
        return int(np.add.reduce(self.ends - self.starts, dtype=np.int64))

    def first(self, characters: int) -> Spans:
        """Return the same spans, up to so many characters."""
        before = np.cumsum(self.ends - self.starts) - (self.ends - self.starts)
        some = before < characters
        ends = np.minimum(self.ends[some], self.starts[some] + characters - before[some])
        return Spans.from_sorted(self.starts[some], ends, self.size)

    def part(self, first: int, last: int) -> Spans:
        """Return some of the spans, by their numbers."""
        spans, keep = Spans.__new__(Spans), object.__setattr__
        keep(spans, "starts", self.starts[first:last])
        keep(spans, "ends", self.ends[first:last])
        keep(spans, "size", self.size)
        keep(spans, "_apart", self._apart or None)
        return spans

    def moved(self, starts: npt.NDArray[np.integer], ends: npt.NDArray[np.integer], size: int) -> Spans:
        """Return spans at other places in the same order, where no character is lost: those apart stay apart."""
        if not self._are_apart():
            return Spans(np.column_stack([starts, ends]), size=size)
        spans = Spans.__new__(Spans)
        spans._set(starts, ends, size, apart=True)
        return spans

    def share_of(self, other: Spans) -> float:
        """Return which share of another's characters these cover (1.0 of nothing)."""
        whole = other.characters
        return self._shared(other) / whole if whole else 1.0

    def _shared(self, other: Spans) -> int:
        """Count the characters that both cover; where each of these is one of the other's, as mostly, they are all."""
        if self.size == other.size and len(other):
            at = other.starts.searchsorted(self.starts, "right") - 1
            if (other.starts[at] == self.starts).all() and (other.ends[at] == self.ends).all():
                return self.characters
        return (self & other).characters

    def contains(self, offsets: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Tell for each offset whether its character is covered."""
        at = np.asarray(offsets)
        if not len(self):
            return np.zeros(at.shape, dtype=np.bool_)
        index = np.searchsorted(self.starts, at, side="right") - 1
        inside: npt.NDArray[np.bool_] = (index >= 0) & (at < self.ends[index])
        return inside

    def characters_before(self, offsets: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Count for each offset the covered characters before it: differences give any stretch's count."""
        at = np.asarray(offsets)
        lengths = np.zeros(len(self) + 1, dtype=np.int64)
        np.cumsum(self.ends - self.starts, out=lengths[1:])
        index = np.searchsorted(self.starts, at, side="left")
        overshoot = _behind_nothing(self.ends)[index] - at
        before: npt.NDArray[np.int64] = lengths[index] - np.where(index > 0, np.maximum(overshoot, 0), 0)
        return before


def _behind_nothing(column: Offsets) -> Offsets:
    """Put a 0 before a column."""
    longer = np.zeros(len(column) + 1, dtype=column.dtype)
    longer[1:] = column
    return longer


def _columns(pairs: Pairs, size: int) -> tuple[npt.NDArray[np.integer], npt.NDArray[np.integer]]:
    """Return two columns clipped to the page, empty pairs dropped."""
    if isinstance(pairs, tuple) and not pairs:  # nothing is asked for at least once per page
        return _NOTHING, _NOTHING
    if isinstance(pairs, list) and len(pairs) == 1:  # as most: two numbers are sooner compared than two columns
        start, end = max(pairs[0][0], 0), min(pairs[0][1], size)
        return (np.array([start]), np.array([end])) if start < end else (_NOTHING, _NOTHING)
    if isinstance(pairs, Spans):
        pairs = np.column_stack([pairs.starts, pairs.ends])
    listed = (pairs if isinstance(pairs, np.ndarray) else np.array(list(pairs), dtype=np.int64)).reshape(-1, 2)
    starts, ends = np.clip(listed.T, 0, size)
    filled = starts < ends
    return starts[filled], ends[filled]


def _are_apart(starts: npt.NDArray[np.integer], ends: npt.NDArray[np.integer]) -> bool:
    """Tell whether none is empty and all stand in order with something between them, as nearly always."""
    return bool((starts < ends).all() and (starts[1:] > ends[:-1]).all())


def _where_both_cover(left: Spans, right: Spans) -> tuple[Offsets, Offsets]:
    """Cut each interval of the one to those of the other that overlap it: a search instead of a sweep.

    What comes out is apart, too, because it lies inside intervals that are.
    """
    if len(left) == 1:
        return _inside(right, left.starts[0], left.ends[0])
    first = np.searchsorted(right.ends, left.starts, side="right")
    number = np.maximum(np.searchsorted(right.starts, left.ends, side="left") - first, 0)
    of_left = np.repeat(np.arange(len(left)), number)
    of_right = np.arange(len(of_left)) + np.repeat(first - np.cumsum(number) + number, number)
    starts = np.maximum(left.starts[of_left], right.starts[of_right])
    return starts, np.minimum(left.ends[of_left], right.ends[of_right])


def _inside(spans: Spans, start: np.int32, end: np.int32) -> tuple[Offsets, Offsets]:
    """Cut intervals to one other, which overlaps a stretch of them: two searches, whatever their number."""
    touched = slice(spans.ends.searchsorted(start, "right"), spans.starts.searchsorted(end, "left"))
    return np.maximum(spans.starts[touched], start), np.minimum(spans.ends[touched], end)


def _common_size(members: Sequence[Spans]) -> int:
    sizes = {member.size for member in members}
    if len(sizes) != 1:
        raise ValueError(f"Spans of pages of different sizes cannot be combined: {sorted(sizes)}")
    return sizes.pop()


def _where_covered(
    starts: npt.NDArray[np.integer],
    ends: npt.NDArray[np.integer],
    weight: npt.NDArray[np.float64],
    least: float,
) -> tuple[npt.NDArray[np.integer], npt.NDArray[np.integer]]:
    """Sweep over the boundaries: where the weight of the open intervals reaches `least`."""
    places = np.concatenate([starts, ends])
    order = np.argsort(places, kind="stable")
    places, depth = places[order], np.cumsum(np.concatenate([weight, -weight])[order])
    settled = np.ones(len(places), dtype=np.bool_)
    settled[:-1] = places[1:] != places[:-1]  # the last of several boundaries at one place knows the weight there
    places = places[settled]
    inside = np.zeros(len(places) + 2, dtype=np.bool_)
    inside[1:-1] = depth[settled] >= least - 1e-9  # the slack forgives the rounding of summed weights
    edges = np.flatnonzero(inside[1:] != inside[:-1])
    return places[edges[::2]], places[edges[1::2]]
