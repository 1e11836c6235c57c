"""Blocks and inlines as rows of numbers, as compiled code builds them, and the objects that are made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.lazy_values import cached_property
from webwinnow.render.languages import direction_of, may_be_from_the_right
from webwinnow.render.structure.block import Block, Direction, Inline, InlineKind, Kind, Marks
from webwinnow.render.structure.inlines import INLINE_KINDS, UnmadeInlines, given, make_inlines, spoken
from webwinnow.render.structure.line import BREAK

if TYPE_CHECKING:
    from webwinnow.render.structure.given import GivenTexts

KINDS: Final = tuple(Kind)
ORDERED, HEADER, UNDECLARED, FROM_RIGHT, FROM_LEFT = 1, 2, 4, 8, 16
"""Flags of a block; native/blocks.h has the same."""
KIND, DEPTH, LEVEL, ELEMENT, NUMBER, FLAGS, LANGUAGE, LABEL, FIRST, BEHIND = 0, 1, 2, 3, 4, 5, 8, 9, 10, 11
"""Some fields of a block."""
BLOCK_FIELDS, INLINE_FIELDS = 12, 9
_TEXT, _BREAK = INLINE_KINDS.index(InlineKind.TEXT), INLINE_KINDS.index(InlineKind.BREAK)
_SPEAKER: Final = KINDS.index(Kind.SPEAKER)
FIRST_CONTAINER: Final = KINDS.index(Kind.LIST)
_INLINE_KIND, LINK, SOURCE, _FIRST_PLACE, _BEHIND_PLACES, _START, _END = 0, 2, 3, 5, 6, 7, 8
"""Fields of an inline: its kind, the numbers of its address and of its picture, its places, and its text."""
_NOT_ASCII: Final = 128
_WINDOW: Final = 256
"""Blocks that are made at once where there are many."""
MANY_INLINES: Final = 1_024
"""Inlines of a block, or of a window, that are made when they are looked at: kept, they take thirty times the page."""
Rows = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]


class Atom(NamedTuple):
    """What stands in a line besides text: a picture, or the sign that it stands for, which has no address."""

    address: str
    alternative: str


class Code(NamedTuple):
    """A block of code: its text, and its language."""

    text: str
    label: str


@dataclass(frozen=True)
class BlockColumns:
    """Blocks and inlines as rows of numbers, in the order of `Block` and `Inline` of native/blocks.h."""

    blocks: Rows
    inlines: Rows
    text: npt.NDArray[np.uint8]
    """The text of all inlines, as UTF-8."""
    starts: npt.NDArray[np.integer]
    ends: npt.NDArray[np.integer]
    """Where the pieces of text stand in the page's source."""
    addresses: Sequence[str]
    atoms: Sequence[Atom]
    codes: Sequence[Code]
    languages: Sequence[str]
    origin: tuple[BlockColumns, npt.NDArray[np.intp]] | None = None
    """The columns that these were made from, if any, and which of their blocks are here: there the
    direction of each was decided, in which those that are left out had a say."""
    given: GivenTexts | None = None
    """The texts of addresses and pictures, if compiled code read them."""

    def chosen(self, at: npt.NDArray[np.intp], rows: Rows | None = None, silent: Sequence[int] = ()) -> BlockColumns:
        """Return the columns with some of the blocks, which may be changed, and some pictures without their names."""
        blocks = (self.blocks if rows is None else rows)[at]
        atoms, given = self._without_names(silent) if silent else (self.atoms, self.given)
        return BlockColumns(
            blocks, self.inlines, self.text, self.starts, self.ends, self.addresses, atoms, self.codes, self.languages,
            (self, at), given,
        )  # fmt: skip

    def _without_names(self, silent: Sequence[int]) -> tuple[Sequence[Atom], GivenTexts | None]:
        if self.given is not None and self.atoms is self.given.atoms:
            given = self.given.without_names(silent)
            return given.atoms, given
        atoms = list(self.atoms)
        for picture in silent:
            atoms[picture] = Atom(atoms[picture].address, "")
        return atoms, self.given

    def begins(self) -> list[int]:
        """Tell for each inline where its text begins in the source; -1 for breaks, pictures, and what has no place."""
        kind, first, behind = (self.inlines[:, field] for field in (_INLINE_KIND, _FIRST_PLACE, _BEHIND_PLACES))
        found, placed = np.full(len(kind), -1), (first < behind) & (kind != _BREAK)
        found[placed] = self.starts[first[placed]]
        return found.tolist()

    def with_lines(
        self, order: npt.NDArray[np.intp], lifts: npt.NDArray[np.int32], lines: Sequence[tuple[int, list[str]]]
    ) -> BlockColumns:
        """Return the columns with some of the blocks, moved up, of which some become lines of speakers.

        Each of these has a name, and perhaps a time. Where they stand in the page is not told.
        """
        blocks, inlines, text, size = self.blocks[order], list[tuple[int, ...]](), list[bytes](), len(self.text)
        blocks[:, DEPTH] -= lifts
        for at, parts in lines:
            first = len(self.inlines) + len(inlines)
            for marks, part in zip((Marks.STRONG, 0), parts, strict=False):
                text.append(part.encode())
                inlines.append((_TEXT, marks, -1, -1, -1, 0, 0, size, size + len(text[-1])))
                size += len(text[-1])
            kept = blocks[at, [DEPTH, ELEMENT, LANGUAGE]].tolist()
            blocks[at] = [_SPEAKER, kept[0], 0, kept[1], 1, 0, 1, 1, kept[2], -1, first, first + len(parts)]
        more = np.array(inlines, np.int32).reshape(-1, self.inlines.shape[1])
        added = np.frombuffer(b"".join(text), np.uint8)
        inlines_of_all, text_of_all = np.concatenate([self.inlines, more]), np.concatenate([self.text, added])
        return replace(self, blocks=blocks, inlines=inlines_of_all, text=text_of_all, origin=None)

    def has_few_addresses(self, most: int) -> bool:
        """Tell whether the addresses of all links are at most so long, all together."""
        if self.given is not None and len(self.inlines) * len(self.given.pool) <= most:  # bytes of all texts
            return True
        lengths = [len(address) for address in self.addresses]
        if len(self.inlines) * max(lengths, default=0) <= most:  # as nearly always
            return True
        links = self.inlines[:, LINK]
        return int(np.array(lengths, dtype=np.int64)[links[links >= 0]].sum()) <= most

    @property
    def windows(self) -> int:
        """How many windows the blocks make."""
        return -(-len(self.blocks) // _WINDOW)

    @staticmethod
    def window_around(at: int) -> tuple[int, int]:
        """Return the number of the window that a block stands in, and that of the first block there."""
        return at // _WINDOW, at - at % _WINDOW

    def window(self, number: int) -> tuple[Block, ...]:
        """Make the blocks of a window."""
        rows, inlines = self._rows(number)
        turned = self.from_right
        some = turned[number * _WINDOW :][: len(rows)].tolist() if turned is not None else [False] * len(rows)
        made: list[Block] = []
        for row, from_right in zip(rows, some, strict=True):
            kind, depth, level, element, counted, flags, width, height, language, label, first, behind = row
            made.append(
                Block(
                    KINDS[kind], depth, level, inlines(first, behind),
                    self.languages[language] if language >= 0 else None, "rtl" if from_right else "ltr", element,
                    counted, bool(flags & ORDERED), bool(flags & HEADER), width, height,
                    self.codes[label].label if label >= 0 else "",
                )
            )  # fmt: skip
        return tuple(made)

    def texts(self, most: int) -> Iterator[str]:
        """Return the words of each block; of a long text at least so many characters from its beginning on."""
        text = self.text.data
        for at in range(0, len(self.blocks), _WINDOW):
            rows = self.blocks[at : at + _WINDOW]
            first = (
                self.inlines[np.minimum(rows[:, FIRST], len(self.inlines) - 1)].tolist() if len(self.inlines) else ()
            )
            for low, behind, inline in zip_longest(rows[:, FIRST].tolist(), rows[:, BEHIND].tolist(), first):
                if behind == low:
                    yield ""
                elif behind == low + 1 and inline[_INLINE_KIND] == _TEXT and inline[SOURCE] < 0:  # as most
                    yield str(text[inline[_START] : inline[_END]], "utf-8")
                else:
                    yield _beginning(spoken(self, low, behind), most)

    def _rows(self, number: int) -> tuple[list[list[int]], Callable[[int, int], Sequence[Inline]]]:
        """Return the rows of a window, and what gives its inlines from one number up to another."""
        rows = self.blocks[number * _WINDOW : (number + 1) * _WINDOW]
        filled = rows[rows[:, FIRST] < rows[:, BEHIND]]
        first, behind = (int(filled[:, FIRST].min()), int(filled[:, BEHIND].max())) if len(filled) else (0, 0)
        if behind - first > MANY_INLINES:
            return rows.tolist(), self._some_inlines
        made = make_inlines(self, self.inlines[first:behind])
        return rows.tolist(), lambda low, high: tuple(made[low - first : high - first])

    def _some_inlines(self, first: int, behind: int) -> Sequence[Inline]:
        """Return inlines, made now if they are few."""
        if behind - first > MANY_INLINES:
            return UnmadeInlines(self, first, behind)
        return tuple(make_inlines(self, self.inlines[first:behind]))

    @cached_property
    def behind(self) -> Rows:
        """For each block one past the last block inside: the next that stands as deep as it, or less deep."""
        depth, kind = self.blocks[:, DEPTH], self.blocks[:, KIND]
        ends = np.arange(1, len(depth) + 1, dtype=np.int32)
        containers = kind >= FIRST_CONTAINER
        for level in np.unique(depth[containers]).tolist():  # there are few (meanings.DEEPEST)
            at, stops = np.flatnonzero(containers & (depth == level)), np.flatnonzero(depth <= level)
            ends[at] = np.append(stops, len(depth))[np.searchsorted(stops, at, side="right")]
        return ends

    @cached_property
    def from_right(self) -> Flags | None:
        """Which blocks are read from right to left; those that hold blocks are if the first text inside is."""
        if self.origin:
            turned = self.origin[0].from_right
            return None if turned is None else turned[self.origin[1]]
        if not self._may_turn():
            return None
        found, following = np.zeros(len(self.blocks), dtype=np.bool_), False
        for number in range(self.windows - 1, -1, -1):
            rows, inlines = self._rows(number)
            for at in range(len(rows) - 1, -1, -1):
                row = rows[at]
                flags, place = row[FLAGS], number * _WINDOW + at
                declared: Direction | None = "rtl" if flags & FROM_RIGHT else "ltr" if flags & FROM_LEFT else None
                if row[KIND] >= FIRST_CONTAINER:
                    found[place] = following if flags & UNDECLARED else declared == "rtl"
                    continue
                language = self.languages[row[LANGUAGE]] if row[LANGUAGE] >= 0 else None
                text = "".join([inline.text for inline in inlines(row[FIRST], row[BEHIND])])
                found[place] = following = direction_of(text, declared, language) == "rtl"
        return found

    def _may_turn(self) -> bool:
        """Tell whether any block may be read from right to left."""
        if (self.blocks[:, FLAGS] & FROM_RIGHT).any():
            return True
        written = str(self.text.data, "utf-8") if self.text.max(initial=0) >= _NOT_ASCII else ""
        read = [*(atom.alternative for atom in self.atoms), *(code.text for code in self.codes)]
        texts = written + "".join(text for text in read if not text.isascii())
        return may_be_from_the_right(texts, self.languages)


def _beginning(parts: Iterator[str], most: int) -> str:
    """Join parts of a text until there are so many characters."""
    found = ""
    for part in parts:
        found += part
        if len(found) >= most:
            break
    return found


def text_of(columns: BlockColumns, row: Rows) -> str:
    """Return the words of a block, given its row."""
    first, behind = row[FIRST:].tolist()
    if behind == first + 1:
        kind, _, _, source, _, _, _, start, end = columns.inlines[first].tolist()
        if kind == _TEXT and source < 0:  # as most
            return str(columns.text.data[start:end], "utf-8")
    return "".join(spoken(columns, first, behind))


def said(columns: BlockColumns, row: Rows) -> list[Inline]:
    """Make the inlines of a block, given its row, with what they are and say alone."""
    text, made = columns.text.data, list[Inline]()
    for kind, _, _, source, _, first, behind, start, end in columns.inlines[row[FIRST] : row[BEHIND]].tolist():
        read = str(text[start:end], "utf-8") if source < 0 else given(columns, source, is_code=first < behind)[0]
        made.append(BREAK if kind == _BREAK else Inline(read, INLINE_KINDS[kind]))
    return made
