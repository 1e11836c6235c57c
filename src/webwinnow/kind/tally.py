"""What the figures of a page are made of: whole numbers, counted in one pass by compiled code, or by numpy.

They are counted from words, and from those that lead elsewhere, per run, block and element.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBERS, column
from webwinnow.document.reading import columns_of
from webwinnow.document.tree.elements import subtree_sums
from webwinnow.kernels import LIBRARY, Library, address, check
from webwinnow.lazy_values import cached_property, kept_for_good
from webwinnow.signals.stretches import best_stretch

Counts = npt.NDArray[np.int64]
Marked = npt.NDArray[np.bool_]

LINK: Final = column("a")
PROSE: Final = 15
"""Words without link from which on a block reads as prose: shorter ones are labels, lines of menus and headlines."""
MOSTLY_TEXT: Final = 0.5
"""The share of words outside links that prose has at least."""


@dataclass(frozen=True)
class WordCounts:
    """A page's words as columns; words, not letters, so that a sentence counts alike in every script."""

    page: Document

    @cached_property
    def links(self) -> Marked:
        """Per element: is it a link?"""
        return LINK[self.page.elements.tag]

    @cached_property
    def in_link(self) -> Marked:
        """Per element: is it a link or inside one?"""
        return self.page.inside(self.links)

    @cached_property
    def run_words(self) -> Counts:
        """Per run of text: its visible words."""
        runs, words = self.page.runs, self.page.words
        run = np.searchsorted(runs.start, words.start, side="right") - 1
        return np.bincount(run, minlength=len(runs))

    @cached_property
    def run_net(self) -> Counts:
        """Per run of text: its visible words that are in no link."""
        return np.where(self.in_link[self.page.runs.home], 0, self.run_words)

    @cached_property
    def words(self) -> Counts:
        """Per element: the words inside it."""
        return self._in_elements(self.run_words)

    @cached_property
    def net(self) -> Counts:
        """Per element: the words inside it that are in no link."""
        return self._in_elements(self.run_net)

    @cached_property
    def block_words(self) -> Counts:
        """Per block: its words."""
        return self._in_blocks(self.run_words)

    @cached_property
    def block_net(self) -> Counts:
        """Per block: its words that are in no link."""
        return self._in_blocks(self.run_net)

    @cached_property
    def block_letters(self) -> Counts:
        """Per block: its characters without blanks."""
        return self._in_blocks(np.diff(self.page.markup.characters_before)[self.page.runs.gap].astype(np.int64))

    @cached_property
    def prose(self) -> Marked:
        """Per block: does it read as prose, long and with few links?"""
        enough = self.block_net >= PROSE
        return enough & (self.block_net >= MOSTLY_TEXT * self.block_words)

    @cached_property
    def block_home(self) -> npt.NDArray[np.intp]:
        """Per block: the block-level element that its text stands in."""
        blocks = self.page.blocks
        first = self.page.runs.home[blocks.runs[blocks.first[:-1]]]
        return self.page.nearest(BLOCK[self.page.elements.tag])[first].astype(np.intp)

    def _in_elements(self, amounts: Counts) -> Counts:
        own = np.bincount(self.page.runs.home, amounts, minlength=len(self.page.elements)).astype(np.int64)
        return subtree_sums(self.page.elements, own)

    def _in_blocks(self, amounts: Counts) -> Counts:
        blocks = self.page.blocks
        before = np.concatenate([[0], np.cumsum(amounts[blocks.runs])])
        return np.diff(before[blocks.first])


def share(part: Any, whole: Any) -> float:
    """Divide a part by the whole; 0 where the whole is 0."""
    return float(part) / float(whole) if whole > 0 else 0.0


HEADLINE: Final = 4
"""Words of a link from which on it reads as a headline rather than as an entry of a menu."""
LONG: Final = 40
"""Words from which on a paragraph is longer than nearly every teaser."""
LINK_COST, BLOCK_COST = 1.5, 5.0
"""What a linked word and a block cost a stretch: it runs on over a caption, and ends at a menu."""
ITEM: Final = column("li div article section tr td dd dl ul p table")
FEWEST, MOST = 6, 150
"""Words of a teaser: a headline at least, and less than a short story."""
LINKED: Final = 3
"""Words of a teaser's links; fewer are a label such as "Comments (3)"."""
IN_A_ROW: Final = 3
"""As many of one name in one element are a row."""
_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_FIRST: Final = column("h1")
_TIME, _PICTURE = column("time"), column("img")
_MARKUP: Final = 20
"""A block's source may be this many times as long as the title, for the tags in it."""
_PLAIN: Final = re.compile("(?: ?[!-%'-;=-~]){0,16}", re.ASCII)
"""What is always read as it is written: as many characters tell of most blocks whether the title holds them."""
_OF_NAME: Final = np.zeros(NUMBERS, dtype=np.uint8)
for _bit, _group in enumerate((LINK, BLOCK, ITEM, _HEADING, _FIRST, _TIME, _PICTURE)):
    _OF_NAME[_group] |= 1 << _bit


class PageCounts(NamedTuple):
    """Counts of a page; words are net if they are in no link."""

    words: int
    net: int
    links: int
    """Those with text."""
    headline_links: int
    """Links as long as headlines,"""
    headline_link_words: int
    """and their words."""
    paragraphs: int
    """Blocks of prose, without their links:"""
    prose: int
    largest: int
    """the words of the longest,"""
    long: int
    """of the long ones,"""
    joined: int
    """of those that have prose as their neighbour."""
    stretch: int
    stretch_net: int
    """Words of the stretch of blocks with most text and fewest links."""
    container: int
    """Words of the prose directly in one element or in its children: an article's paragraphs are siblings."""
    container_paragraphs: int
    containers: int
    """Elements around those that hold prose."""
    teasers: int
    teaser_net: int
    headings: int
    linked_headings: int
    first_headings: int
    first_words: int
    """Net words of the longest heading of the first order."""
    first_linked: int
    times: int
    """Elements of these names."""
    pictures: int


class Titles(NamedTuple):
    """Blocks that may be part of the page's title, and the net words of each."""

    block: npt.NDArray[np.integer]
    net: npt.NDArray[np.integer]


def tally(page: Document, title: str, title_words: int) -> tuple[PageCounts, Titles]:
    """Count all of it; given the title, folded, and how many words it has."""
    if LIBRARY is None:
        return _by_numpy(WordCounts(page), title, title_words)
    return _compiled(LIBRARY, page, title, title_words)


def _by_numpy(texts: WordCounts, title: str, title_words: int) -> tuple[PageCounts, Titles]:
    """Count column by column: the definition that compiled code follows."""
    link_words, marked = texts.words[texts.links], teasers(texts)
    headlines, net, prose = link_words >= HEADLINE, texts.block_net, texts.prose
    headings = _HEADING[texts.page.elements.tag] & (texts.words > 0)
    linked, first = headings & (2 * texts.net < texts.words), headings & _FIRST[texts.page.elements.tag]
    inside, tag = texts.page.inside(marked)[texts.page.runs.home], texts.page.elements.tag
    counts = (
        texts.run_words.sum(), texts.run_net.sum(), (link_words > 0).sum(), headlines.sum(),
        link_words[headlines].sum(), prose.sum(), net[prose].sum(), net[prose].max(initial=0),
        net[prose & (net >= LONG)].sum(), net[prose & _has_neighbour(prose)].sum(), *_stretch(texts.block_words, net),
        *_container(texts), marked.sum(), texts.run_net[inside].sum(), headings.sum(), linked.sum(), first.sum(),
        texts.net[first].max(initial=0), (linked & first).sum(), _TIME[tag].sum(), _PICTURE[tag].sum(),
    )  # fmt: skip
    return PageCounts(*map(int, counts)), _titles(texts, title, title_words)


def _container(texts: WordCounts) -> tuple[int, int, int]:
    """Find the element with most prose directly in it or in its children: its words, paragraphs, and how many are."""
    home, prose = texts.block_home[texts.prose], texts.block_net[texts.prose]
    parent = np.maximum(texts.page.elements.parent, 0)[home]
    size = len(texts.page.elements)
    words = np.bincount(home, prose, minlength=size) + np.bincount(parent, prose, minlength=size)
    best = int(words.argmax())
    return int(words[best]), int((home == best).sum() + (parent == best).sum()), len(np.unique(parent))


def _has_neighbour(prose: Marked) -> Marked:
    """Mark the blocks that follow or precede a block of prose."""
    padded = np.concatenate([[False], prose, [False]])
    beside: Marked = padded[:-2] | padded[2:]
    return beside


def _stretch(words: Counts, net: Counts) -> tuple[int, int]:
    """Count the words in the stretch of blocks with most text and fewest links, and those in no link."""
    if not len(words):
        return 0, 0
    first, last = best_stretch(net - LINK_COST * (words - net) - BLOCK_COST)
    return int(words[first : last + 1].sum()), int(net[first : last + 1].sum())


def teasers(texts: WordCounts) -> Marked:
    """Mark the elements that are teasers: long enough, with a link, and in a row of their kind."""
    elements = texts.page.elements
    fitting = (texts.words >= FEWEST) & (texts.words <= MOST)
    item = ITEM[elements.tag] & ~texts.in_link & (texts.words - texts.net >= LINKED)
    candidates = np.flatnonzero(fitting & (item | texts.links))
    row = elements.parent[candidates].astype(np.int64) * NUMBERS + elements.tag[candidates]
    _, which, sizes = np.unique(row, return_inverse=True, return_counts=True)
    marked = np.zeros(len(elements), dtype=np.bool_)
    marked[candidates[sizes[which] >= IN_A_ROW]] = True
    return marked


def _titles(texts: WordCounts, title: str, words: int) -> Titles:
    blocks, runs, net, letters = texts.page.blocks, texts.page.runs, texts.block_net, len(title)
    starts = runs.start[blocks.runs[blocks.first[:-1]]]
    ends = runs.end[blocks.runs[blocks.first[1:] - 1]]
    fitting = (net >= 2) & (net <= words) & (5 * net >= 3 * texts.block_words)
    fitting &= (ends - starts <= _MARKUP * letters) & (texts.block_letters <= letters)
    some = np.flatnonzero(fitting)
    places = zip(starts[some].tolist(), ends[some].tolist(), strict=True)
    found = some[np.array([_begins_in(title, texts.page.source, *place) for place in places], np.bool_)]
    return Titles(found, net[found])


def _begins_in(title: str, source: str, start: int, end: int) -> bool:
    """Tell whether a title holds what a block begins with, as far as that is plain."""
    begins = _PLAIN.match(source, start, end)
    return begins is not None and begins[0].lower() in title


class _Rules(ctypes.Structure):
    """`TallyRules` of native/kind_tally.c."""

    _fields_ = (
        ("of_name", ctypes.c_void_p),
        *((name, ctypes.c_int32) for name in "headline prose long fewest most linked in_a_row markup".split()),
        *((name, ctypes.c_double) for name in ("mostly_text", "link_cost", "block_cost")),
    )


@kept_for_good
def _rules() -> _Rules:
    return _Rules(
        address(_OF_NAME), HEADLINE, PROSE, LONG, FEWEST, MOST, LINKED, IN_A_ROW, _MARKUP, MOSTLY_TEXT, LINK_COST,
        BLOCK_COST,
    )  # fmt: skip


def _compiled(library: Library, page: Document, title: str, words: int) -> tuple[PageCounts, Titles]:
    """Do as `_by_numpy`."""
    (data, width), places = page.markup.units, page.words.start
    counts, titles = np.zeros(len(PageCounts._fields), np.int64), np.empty((len(page.blocks) + 1, 2), np.int32)
    found = library.tally_page(
        ctypes.addressof(_rules()), ctypes.addressof(columns_of(page)), data, width, len(places), address(places),
        title.encode("utf-32-le", "surrogatepass"), len(title), words, address(counts), address(titles),
    )  # fmt: skip
    check(found)
    return PageCounts(*counts.tolist()), Titles(titles[:found, 0], titles[:found, 1])
