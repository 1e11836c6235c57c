"""The signals of all families as one table: a row per block, a column per signal, filled some blocks at a time.

Class names stand apart from them: each word in them speaks for or against content, as learned from pages of many
sites, and a lexicon turns them into columns (see lexicon.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate, chain, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import NameWords
from webwinnow.document.structures import find_structures
from webwinnow.document.tree.elements import jumps
from webwinnow.extractors.consensus import compiled
from webwinnow.extractors.consensus.ground import Family, Ground, Numbers, lay_ground
from webwinnow.extractors.consensus.structure_signals import (
    ancestor_signals,
    candidate_signals,
    container_signals,
    density_signals,
    find_copies,
    landmark_signals,
    path_signals,
    sibling_signals,
)
from webwinnow.extractors.consensus.text_signals import (
    described,
    description_signals,
    element_signals,
    headline_signals,
    neighbour_signals,
    page_signals,
    position_signals,
    text_signals,
    vocabulary_signals,
    window_signals,
)
from webwinnow.extractors.consensus.wholes import copied_wholes
from webwinnow.kernels import LIBRARY, Library, passing_room
from webwinnow.lazy_values import cached_property

Values = npt.NDArray[np.float32]
"""Signals."""
_COLONS, _BLANKS = (":", "："), 8
"""What announces something, and how many characters at the end of a text are looked at."""
_FAMILIES: Final = {
    "text": text_signals,
    "elements": element_signals,
    "position": position_signals,
    "headline": headline_signals,
    "landmarks": landmark_signals,
    "description": description_signals,
    "vocabulary": vocabulary_signals,
    "surroundings": window_signals,
    "neighbours": neighbour_signals,
    "container": container_signals,
    "candidate": candidate_signals,
    "density": density_signals,
    "ancestors": ancestor_signals,
    "page": page_signals,
}
"""Families of signals that need nothing but the ground."""


STRETCH: Final = 512
"""Blocks whose signals are filled in and judged together where a page is dense: a multiple of the rows that trees are
asked about. Longer stretches are not faster."""
_AT_ONCE: Final = 5
"""A page is dense if the table of all its blocks would be larger than so many times the page. Of 2,512 pages of all
packages 34 have more than 1,024 blocks, and one of these is dense (2026-11-18); the table of pages that were made to be
costly would be a hundred times the page."""
Fill = Callable[[Values, int], None]
"""Writes the signals of blocks from one on into rows, a column per block."""


@dataclass(frozen=True)
class Table:
    """Signals of a page's blocks, and what a lexicon of class names needs to know."""

    fill: Fill
    """Fills in the signals of some blocks."""
    words: Numbers
    """Per block, how many words it holds: its weight."""
    names: NameWords
    """The names of the elements that hold blocks."""
    up: Numbers
    """Per such element the one around it, as a place among these elements."""
    place: Numbers
    """Per block the place of its element among these elements."""
    whole: Numbers
    """Per block the table, list or other structure that it stands in; -1 for none."""
    whole_kind: Numbers
    """Per structure its place in `document.structures.KINDS`."""
    again: npt.NDArray[np.bool_]
    """Per block whether it is said again (see `structure_signals.find_copies` and `wholes.copied_wholes`)."""
    lead: Numbers
    """Per structure the block right before it that announces it with a colon; -1 for none."""
    stretch: int
    """How many blocks are judged together."""

    @cached_property
    def values(self) -> Values:
        """All signals: a row per block, a column per signal; in memory, the values of a signal stand side by side."""
        every = np.empty((len(signal_names()), len(self.words)), dtype=np.float32)
        self.fill(every, 0)
        return every.T

    @property
    def lineage(self) -> tuple[Numbers, ...]:
        """Per named element all those around it (see `tree.elements.jumps`): many numbers, made anew each time."""
        return jumps(self.up)

    def stretches(self, more: int = 0) -> Iterator[tuple[slice, Values]]:
        """Yield the signals of some blocks at a time, in rows, with so many rows more, in memory that is used again."""
        rows, bounds = len(signal_names()), list(range(0, len(self.words), self.stretch))
        if len(self.words) % self.stretch == 1 and len(bounds) > 1:
            bounds.pop()  # none stands alone: trees add up in another order what they say of a single one
        room = passing_room(4 * (rows + more) * min(len(self.words), self.stretch + 1))
        for first, end in pairwise([*bounds, len(self.words)]):
            size = 4 * (rows + more) * (end - first)
            part = room[:size].view(np.float32).reshape(rows + more, end - first)
            self.fill(part[:rows], first)
            yield slice(first, end), part

    def judged(self) -> Table:
        """Return the same for who needs signals no more; all that they are made of is let go."""
        return replace(self, fill=_nothing_left)

    def filled(self) -> Table:
        """Return the same with all signals at hand, which can be sent to other processes."""
        return replace(self, fill=_Filled(self.values))


@dataclass(frozen=True, slots=True)
class _Filled:
    """Signals that were filled in before."""

    values: Values

    def __call__(self, rows: Values, first: int) -> None:
        rows[:] = self.values[first : first + rows.shape[1]].T


def _nothing_left(rows: Values, first: int) -> None:
    raise LookupError(f"the signals of the {rows.shape[1]} blocks from {first} on were let go")


def _stretch(page: Document) -> int:
    """Tell how many blocks of a page are judged together."""
    blocks = len(page.blocks)
    return STRETCH if 4 * len(signal_names()) * blocks > _AT_ONCE * len(page.source) else max(blocks, STRETCH)


def table(page: Document) -> Table:
    """Compute the signals of a page that has at least one block."""
    if LIBRARY:
        return _table_compiled(LIBRARY, page)
    structures, ground = find_structures(page), lay_ground(page)
    names = page.names.words_among(ground.holders)
    whole = structures.around(ground.holders[ground.element])
    again = copied_wholes(find_copies(ground), ground.words, whole, structures.kind)
    lead = _leads(page, whole, len(structures.kind))
    return Table(
        _filling(ground, names), ground.words, names, ground.up, ground.element, whole, structures.kind, again, lead,
        _stretch(page),
    )  # fmt: skip


def _table_compiled(library: Library, page: Document) -> Table:
    """Do as `table`."""
    found, blocks, structures = (
        compiled.survey(library, page, _rows_of_families()),
        len(page.blocks),
        find_structures(page),
    )
    any_again = compiled.study(library, found, described(page), structures)
    words, up = found.cut("amounts", np.float64, blocks), found.cut("up", np.int32, found.holder_count)
    place, whole = found.cut("place", np.int32, blocks), found.cut("whole", np.int64, blocks)
    again = found.cut("again", np.bool_, blocks)
    if any_again:
        again = copied_wholes(again, words, whole, structures.kind)
    lead = _leads(page, whole, len(structures.kind))
    fill = partial(compiled.fill_table, library, found)
    return Table(fill, words, found.names, up, place, whole, structures.kind, again, lead, _stretch(page))


def _leads(page: Document, whole: Numbers, count: int) -> Numbers:
    """Find for each of so many structures the block right before it that ends with a colon."""
    found = np.full(count, -1, dtype=np.intp)
    begins = np.flatnonzero((whole[1:] >= 0) & (whole[1:] != whole[:-1])) + 1
    if not len(begins):
        return found
    blocks, runs, source = page.blocks, page.runs, page.source
    ends = runs.end[blocks.runs[blocks.first[begins] - 1]].tolist()
    said = [source[max(end - _BLANKS, 0) : end].rstrip().endswith(_COLONS) for end in ends]
    led = begins[np.array(said, dtype=np.bool_)]
    led = led[whole[led - 1] < 0]
    found[whole[led][::-1]] = led[::-1] - 1  # the first block of each
    return found


def _filling(ground: Ground, names: NameWords) -> Fill:
    """Look at the page as a whole, and return what fills in signals."""
    families = _families_of(ground, names)

    def fill(signals: Values, first: int) -> None:
        blocks = slice(first, first + signals.shape[1])
        for name, family in families.items():
            at = _rows()[name]
            for named, rows in family(blocks):
                if isinstance(rows, np.ndarray):
                    signals[at : at + len(named)] = rows
                else:  # as one array they would be copied twice
                    for place, row in enumerate(rows, at):
                        signals[place] = row
                at += len(named)

    return fill


@cache
def _rows() -> dict[str, int]:
    """Return the first row of each family."""
    counts = [len(names) for names in families().values()]
    return dict(zip(families(), accumulate([0, *counts[:-1]]), strict=True))


@cache
def _rows_of_families() -> tuple[tuple[str, int], ...]:
    return tuple(_rows().items())


@cache
def families() -> dict[str, tuple[str, ...]]:
    """Name the signals of each family, in the order of the columns."""
    ground = lay_ground(Document("<p>text"))
    found = _families_of(ground, ground.page.names.words_among(ground.holders))
    return {name: tuple(chain.from_iterable(names for names, _ in each(ground.all))) for name, each in found.items()}


@cache
def signal_names() -> tuple[str, ...]:
    """Name the columns, in order."""
    return tuple(chain.from_iterable(families().values()))


def _families_of(ground: Ground, names: NameWords) -> dict[str, Family]:
    kind = names.kind[names.number]
    siblings = sibling_signals(ground, kind)  # first, since it takes most: the others keep what they found
    found = {name: family(ground) for name, family in _FAMILIES.items()}
    ground.forget_lineage()
    return found | {"paths": path_signals(ground, kind), "siblings": siblings}
