"""Inlines made of columns; those of a block that has very many are made some at a time, as they are looked at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, overload

import numpy as np
import numpy.typing as npt

from webwinnow.render.structure.block import Inline, InlineKind, ManyInlines
from webwinnow.render.structure.line import BREAK
from webwinnow.render.structure.places import FEW, Pairs, Places

if TYPE_CHECKING:
    from webwinnow.render.structure.block_columns import BlockColumns

INLINE_KINDS: Final = tuple(InlineKind)
_BREAK: Final = INLINE_KINDS.index(InlineKind.BREAK)
_IMAGE: Final = INLINE_KINDS.index(InlineKind.IMAGE)
_KIND, _FIRST_PLACE, _BEHIND_PLACES = 0, 5, 6
_START, _END = 7, 8
"""Fields of an inline: its kind, its places, and where its text stands among that of all."""
_TOGETHER: Final = 256
"""Inlines that are made together."""
Rows = npt.NDArray[np.int32]


class UnmadeInlines(ManyInlines):
    """The inlines of a block that has very many, made some at a time as they are looked at."""

    def __init__(self, columns: BlockColumns, first: int, behind: int) -> None:
        """Take the columns, and the numbers of the first inline and of the one behind the last."""
        self._columns, self._first, self._behind = columns, first, behind
        self._latest: tuple[int, list[Inline]] = first, []
        """Those that were looked at last, with the number of the first; replaced as a whole, for threads share it."""

    def __len__(self) -> int:
        """Count them."""
        return self._behind - self._first

    @overload
    def __getitem__(self, at: int) -> Inline: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Inline, ...]: ...
    def __getitem__(self, at: int | slice) -> Inline | tuple[Inline, ...]:
        """Return one, or some."""
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            return tuple(islice(self._from(start), max(stop - start, 0))) if step == 1 else tuple(self)[at]
        number = self._first + range(len(self))[at]
        first, made = self._latest
        if not first <= number < first + len(made):
            first = number - (number - self._first) % _TOGETHER
            self._latest = first, made = first, self._made(first)
        return made[number - first]

    def __iter__(self) -> Iterator[Inline]:
        """Go over them."""
        return self._from(0)

    @property
    def text(self) -> str:
        """What all of them say, without pictures."""
        return "".join(spoken(self._columns, self._first, self._behind))

    @property
    def places(self) -> Places:
        """Where all of them stand in the page's source."""
        rows, columns = self._columns.inlines[self._first : self._behind], self._columns
        first, count = rows[:, _FIRST_PLACE], rows[:, _BEHIND_PLACES] - rows[:, _FIRST_PLACE]
        count = np.where(rows[:, _KIND] == _BREAK, 0, count)
        if count.max(initial=0) <= 1:  # as nearly always
            places = first[count > 0]
            if len(places) and (np.diff(places) == 1).all():  # of text alone: nothing is copied
                some = slice(places[0], places[-1] + 1)
                return Places.of(columns.starts[some], columns.ends[some])
        else:
            before = np.cumsum(count, dtype=np.int32) - count
            places = np.repeat(first - before, count)
            places += np.arange(len(places), dtype=np.int32)
        return Places.of(columns.starts[places], columns.ends[places])

    @property
    def pictures(self) -> list[Inline]:
        """Those that are pictures."""
        rows = self._columns.inlines[self._first : self._behind]
        return make_inlines(self._columns, rows[rows[:, _KIND] == _IMAGE])

    def _from(self, start: int) -> Iterator[Inline]:
        return chain.from_iterable(map(self._made, range(self._first + start, self._behind, _TOGETHER)))

    def _made(self, first: int) -> list[Inline]:
        return make_inlines(self._columns, self._columns.inlines[first : min(first + _TOGETHER, self._behind)])

    def __eq__(self, other: object) -> bool:
        """Tell whether the other has the same inlines."""
        return isinstance(other, (tuple, UnmadeInlines)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """Hash the inlines."""
        return hash(tuple(self))


def spoken(columns: BlockColumns, first: int, behind: int) -> Iterator[str]:
    """Return what inlines say from one number up to another, some at a time, without pictures."""
    text = columns.text.data
    for at in range(first, behind, _TOGETHER):
        made = list[str]()
        for kind, _, _, source, _, low, high, start, end in columns.inlines[at : min(at + _TOGETHER, behind)].tolist():
            if kind == _BREAK:
                made.append(BREAK.text)
            elif kind != _IMAGE:
                made.append(
                    str(text[start:end], "utf-8") if source < 0 else given(columns, source, is_code=low < high)[0]
                )
        yield "".join(made)


def make_inlines(columns: BlockColumns, rows: Rows) -> list[Inline]:
    """Make inlines."""
    if not len(rows):
        return []
    before, after = int(rows[:, _START].min()), int(rows[:, _END].max())
    text = columns.text[before:after].tobytes()
    starts, ends = columns.starts.data, columns.ends.data
    made: list[Inline] = []
    for kind, marks, link, source, language, first, behind, start, end in _listed(rows):
        if kind == _BREAK:
            made.append(BREAK)
            continue
        if behind - first > FEW:
            places: Pairs = Places.of(columns.starts[first:behind], columns.ends[first:behind])
        else:
            places = tuple(zip(starts[first:behind], ends[first:behind], strict=True))
        said, address = text[start - before : end - before].decode(), ""
        if source >= 0:
            said, address = given(columns, source, is_code=first < behind)
        leads = columns.addresses[link] if link >= 0 else ""
        spoken = columns.languages[language] if language >= 0 else None
        made.append(Inline(said, INLINE_KINDS[kind], marks, leads, address, spoken, places))
    return made


def _listed(rows: Rows) -> Iterator[list[int]]:
    """List rows some at a time: all together would take as much room as what is made of them."""
    return chain.from_iterable(rows[at : at + _TOGETHER].tolist() for at in range(0, len(rows), _TOGETHER))


def given(columns: BlockColumns, source: int, *, is_code: bool) -> tuple[str, str]:
    """Return the text and the address of what Python has read."""
    if is_code:
        return columns.codes[source].text, ""
    atom = columns.atoms[source]
    return atom.alternative, atom.address
