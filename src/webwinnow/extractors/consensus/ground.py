"""What all signals stand on: a page's blocks, the elements that hold them, how much text each holds, and its words.

Words stand in an order in which equal ones meet, so that one sort serves all questions about words. Each is a number:
what it is hashed to, and in its lowest bits the block that it stands in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.letters import Letters, Tallies, text_hashes
from webwinnow.document.tree.elements import Elements, along_ancestors, depths, jumps
from webwinnow.document.tree.elements import before as sums_before
from webwinnow.language.words import places_of
from webwinnow.lazy_values import cached_property

Numbers = npt.NDArray[Any]
"""One number per block, run, word or element, of any type."""
BLOCK_BITS: Final = np.uint64(24)
"""The bits that tell the block; no page has more blocks."""
_BLOCK: Final = np.uint64((1 << 24) - 1)
Named = Iterable[tuple[Sequence[str], "Numbers | Sequence[Numbers]"]]
"""Signals, some at a time: their names, and for each of them a number per block, or one for all blocks."""
Family = Callable[[slice], Named]
"""What gives the signals of some blocks: the page as a whole was looked at before."""
INSIDE: Final = {
    "link": "a button",
    "strong": "b strong em i u mark",
    "code": "pre code kbd samp tt listing xmp",
    "nav": "nav menu",
    "header": "header",
    "footer": "footer",
    "aside": "aside",
    "article": "article",
    "main": "main",
    "form": "form fieldset",
    "list": "ul ol dl",
    "table": "table",
    "quote": "blockquote",
    "figure": "figure",
    "section": "section",
    "details": "details dialog",
    "heading": "h1 h2 h3 h4 h5 h6",
}
"""Elements whose presence around a text says something."""
BITS: Final = np.zeros(len(column("a")), dtype=np.uint32)
_MARKED: Final = np.array([1, 2, 4], dtype=np.uint32)
"""The bits of links, emphasis and code."""
_HALVES: Final = ("words", "linked", "strong", "code")
"""What words count for, which may be half; all else is whole."""
_HELD: Final = ("words", "linked", "long", "blocks")
"""What is added up over elements, too."""
LEVELS: Final = column("h1 h2 h3 h4 h5 h6").astype(np.float64) + column("h1")
LONG: Final = 15
"""Words from which a block counts as running text,"""
FEW_LINKS: Final = 0.35
"""if a smaller share of them is linked (both as in the prototype's recipe)."""
HIGHEST: Final = 8
"""How many steps up the tree signals look."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All words of a page, sorted."""

    words: npt.NDArray[np.uint64]
    blocks: int
    """How many blocks the page has."""

    def matches(self, known: Numbers) -> npt.NDArray[np.intp]:
        """Count in each block the words that are among some known ones: hashes, each once."""
        low = np.searchsorted(self.words, known & ~_BLOCK)
        count = np.searchsorted(self.words, known | _BLOCK, side="right") - low
        places = np.repeat(low - count.cumsum() + count, count) + np.arange(count.sum())
        return np.bincount(block_of(self.words[places]), minlength=self.blocks)


def block_of(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Return the block of each word."""
    return (words & _BLOCK).view(np.int64)


def sort_words(hashes: Numbers, block: Numbers, counted: Numbers, blocks: int) -> Vocabulary:
    """Sort words, given their hashes, and for each run of text its block and how many words it has."""
    words: npt.NDArray[np.uint64] = hashes & ~_BLOCK
    words |= np.repeat(np.minimum(block, int(_BLOCK)).astype(np.uint32), counted)
    words.sort()
    return Vocabulary(words, blocks)


for _bit, _names in enumerate(INSIDE.values()):
    BITS[column(_names)] |= np.uint32(1 << _bit)


@dataclass(frozen=True)
class Ground:
    """Columns per block and per element that holds blocks, and some per word, run or element of the page."""

    page: Document
    text: Numbers
    """Per block: what its text is hashed to."""
    title: Numbers
    """Hashes of the words of the page's title, each once."""
    vocabulary: Vocabulary
    bound: Numbers
    """Per block: its first run; one more entry closes the page."""
    around: Numbers
    """Per block: bits of what stands around its first run, in the order of INSIDE."""
    words: Numbers
    linked: Numbers
    strong: Numbers
    code: Numbers
    """Per block: its words, and those that are linked, emphasised, and in code."""
    links: Numbers
    """Per block: its runs that are linked."""
    counted: Numbers
    characters: Numbers
    upper: Numbers
    digits: Numbers
    sentences: Numbers
    pauses: Numbers
    """Per block: sums of what the tallies count, and of the characters that readers see."""
    closes: Numbers
    """Per block: whether it ends with a sentence mark."""
    link: Numbers
    """Per block: the share of words that is linked."""
    long: Numbers
    """Per block: whether it is running text."""
    total: float
    """The page's words, at least one."""
    total_long: float
    """The words in running text, or next to nothing."""
    tag: Numbers
    """Per block: the number of its element's name."""
    level: Numbers
    """Per block: 2 in a heading of the first level, 1 in other headings."""
    element: Numbers
    """Per block: the block-level element around it, as a place among the holders."""
    holders: Numbers
    """The elements that hold blocks: those that blocks stand in and all around them, in the order of the page."""
    up: Numbers
    """Per holder: the one around it; the root for the root."""
    depth: Numbers
    """Per holder."""
    held_twice: Numbers
    """Per holder, in rows: its words, those that are linked, those in running text, and its blocks. All of it twice,
    which is whole, in half of the room.
    """
    element_long_twice: Numbers
    """Per element of the page: the words in running text, twice, too."""

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self.bound) - 1

    @property
    def all(self) -> slice:
        """All blocks."""
        return slice(0, len(self))

    @property
    def first(self) -> Numbers:
        """Per block: its first run."""
        first: Numbers = self.bound[:-1]
        return first

    def held(self, name: str) -> Numbers:
        """Return for each holder its words, those that are linked, those in long text, or its blocks; made anew."""
        held: Numbers = self.held_twice[_HELD.index(name)] / 2
        return held

    def linked_share(self) -> Numbers:
        """Return for each holder the share of its words that is linked; nothing of nothing is nothing."""
        linked, words = (self.held_twice[_HELD.index(name)] for name in ("linked", "words"))
        shares: Numbers = linked / np.maximum(words, 1)
        return shares

    def held_by(self, holders: Numbers) -> Numbers:
        """Return all of that for some holders, in rows."""
        return self.held_twice.take(holders, axis=1) / 2

    @cached_property
    def words_before(self) -> Numbers:
        """Per block: the words of all blocks before it."""
        before: Numbers = np.cumsum(self.words)
        before -= self.words
        return before

    @cached_property
    def lineage(self) -> tuple[Numbers, ...]:
        """Per holder: those further around it (see `tree.elements.jumps`)."""
        return jumps(self.up)

    def forget_lineage(self) -> None:
        """Let go of it where the whole page was looked at: it takes more than all else that is known of holders."""
        vars(self).pop("lineage", None)

    def around_at(self, at: slice, highest: int = HIGHEST) -> Numbers:
        """Return, per number of steps up, from 0 on, and per block of some: the holder that is so far around it."""
        return _steps_up(self.up, self.element[at], highest)


def share(part: Numbers, whole: Numbers) -> Numbers:
    """Divide, where nothing of nothing is nothing."""
    answer: Numbers = part / np.maximum(whole, 1e-9)
    return answer


def lay_ground(page: Document) -> Ground:
    """Compute the columns; the page has at least one block."""
    letters, elements, bound = block_letters(page), page.elements, page.blocks.first.astype(np.intp)
    tallies = letters.tallies()
    first, last, home = bound[:-1], bound[1:] - 1, page.runs.home[page.blocks.runs]
    around = along_ancestors(elements.parent, BITS[elements.tag], np.bitwise_or)[home]
    block = np.repeat(np.arange(len(first), dtype=np.int32), last - first + 1)
    per_block, sums = dict[str, Numbers](), dict[str, Numbers]()
    characters = np.diff(page.characters_before)[page.runs.gap[page.blocks.runs]]
    for name, amounts in _amounts(tallies, characters, around):  # one by one: all take many times the page
        before = _sums_before(amounts)
        within = _within(before, first, bound[1:])
        per_block[name] = within if name in _HALVES else within.astype(np.int32)
        if name in _HELD:
            sums[name] = before
    link = share(per_block["linked"], per_block["words"])
    per_block["long"] = long = (per_block["words"] >= LONG) & (link < FEW_LINKS)
    sums["long"] = _sums_before(np.where(long[block], tallies.words, 0.0))
    sums["blocks"] = np.append(0, block + 1)
    text, closes = np.add.reduceat(tallies.text_hash, first), tallies.closes[last].astype(np.uint8)
    hashes, counted = tallies.word_hash, letters.counted
    del tallies, letters, amounts, characters, before  # many times as large as the page, together
    vocabulary = sort_words(hashes, block, counted, len(first))
    del hashes, counted, block
    own = page.nearest(BLOCK[elements.tag])[home[first]]
    holders, up, element = _holders(elements, own)
    low, high = _runs_inside(page)
    held_twice = np.empty((len(_HELD), len(holders)), dtype=np.int32)
    for row, name in zip(held_twice, _HELD, strict=True):
        row[:] = 2 * _within(sums[name], low[holders], high[holders])
    return Ground(
        page=page,
        text=text,
        title=text_hashes(page.title or ""),
        vocabulary=vocabulary,
        bound=page.blocks.first,
        around=around[first],
        closes=closes,
        link=link,
        total=max(float(sums["words"][-1]), 1.0),
        total_long=max(float(sums["long"][-1]), 1e-9),
        tag=elements.tag[own],
        level=LEVELS[elements.tag[own]].astype(np.uint8),
        element=element,
        holders=holders,
        up=up,
        depth=depths(elements)[holders],
        held_twice=held_twice,
        element_long_twice=(2 * _within(sums["long"], low, high)).astype(np.int32),
        **per_block,
    )


def block_letters(page: Document) -> Letters:
    """Return the letters of the runs that stand in blocks, and let the caller let go of them."""
    return Letters(page.markup, page.blocks.runs, page.words)


def _amounts(tallies: Tallies, characters: Numbers, around: Numbers) -> Iterator[tuple[str, Numbers]]:
    """Yield amounts per run that are added up over blocks, by the names of `Ground`."""
    yield "words", tallies.words
    for name, bit in zip(("linked", "strong", "code"), _MARKED, strict=True):
        yield name, ((around & bit) > 0) * tallies.words
    yield "links", (around & _MARKED[0]) > 0
    yield "characters", characters
    for name in ("counted", "upper", "digits", "sentences", "pauses"):
        yield name, getattr(tallies, name)


def _sums_before(amounts: Numbers) -> Numbers:
    """Add up amounts per run over all runs before each."""
    before = np.zeros(len(amounts) + 1)
    np.cumsum(amounts, out=before[1:])
    return before


def _within(before: Numbers, low: Numbers, high: Numbers) -> Numbers:
    """Turn sums before each run into those within intervals of runs."""
    sums: Numbers = before[high]
    sums -= before[low]
    return sums


def _runs_inside(page: Document) -> tuple[Numbers, Numbers]:
    """Return for each element the first run inside it, and the one behind the last."""
    marked = np.zeros(len(page.tokens.code) + 2, dtype=np.bool_)
    marked[page.runs.gap[page.blocks.runs]] = True
    before = sums_before(marked, np.int32)
    return before[page.elements.first + 1], before[page.elements.close + 1]


def _holders(elements: Elements, own: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Find the elements that hold one of those given, the place of the next around each, and those of the given."""
    before = np.zeros(len(elements) + 1, dtype=np.int32)
    before[own + 1] = 1
    np.cumsum(before, out=before)
    holds = before[elements.last] > before[:-1]
    holders, place = places_of(holds), holds.cumsum(dtype=np.int32) - 1
    return holders, place[np.maximum(elements.parent[holders], 0)], place[own]


def _steps_up(up: Numbers, element: Numbers, highest: int) -> Numbers:
    """Return for each block the holders 0, 1, 2... steps around it."""
    found = np.empty((highest + 1, len(element)), dtype=up.dtype)
    found[0] = element
    for steps in range(highest):
        up.take(found[steps], out=found[steps + 1], mode="clip")  # other modes would make a copy
    return found


@dataclass(frozen=True, slots=True)
class EqualValues:
    """Groups of places that hold equal values."""

    group: npt.NDArray[np.int32]
    """Per place: the number of its group."""
    order: npt.NDArray[np.intp]
    """The places, group by group, rising in each,"""
    bound: npt.NDArray[np.intp]
    """and where each group starts in that order; one more entry closes it."""

    @property
    def sizes(self) -> npt.NDArray[np.intp]:
        """Count the places of each group."""
        return self.bound[1:] - self.bound[:-1]

    @property
    def spread(self) -> npt.NDArray[np.intp]:
        """Tell how far the last place of each group is from its first."""
        return self.order[self.bound[1:] - 1] - self.order[self.bound[:-1]]


def equal_values(values: Numbers) -> EqualValues:
    """Group the places of at least one value."""
    order = values.argsort(kind="stable")
    in_order = values[order]
    starts = np.empty(len(values) + 1, dtype=np.bool_)
    starts[0] = starts[-1] = True
    np.not_equal(in_order[1:], in_order[:-1], out=starts[1:-1])
    del in_order
    group = np.empty(len(values), dtype=np.int32)
    group[order] = starts[:-1].cumsum(dtype=np.int32) - 1
    return EqualValues(group, order, starts.nonzero()[0])
