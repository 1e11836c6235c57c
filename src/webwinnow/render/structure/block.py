"""Blocks and inlines: the one intermediate form that every structured output is written from.

The tree of blocks is flat and in preorder: a block's `depth` tells how many blocks stand around it, so a renderer is
one loop with a stack and never recurses.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from enum import IntEnum, StrEnum
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from webwinnow.render.structure.places import Pairs, joined

Direction = Literal["ltr", "rtl"]


class Kind(StrEnum):
    """What a block is. Some hold text, the others hold blocks."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    CODE = "code"
    CAPTION = "caption"
    TERM = "term"
    IMAGE = "image"
    FORMULA = "formula"
    RULE = "rule"
    SPEAKER = "speaker"
    LIST = "list"
    ITEM = "item"
    QUOTE = "quote"
    TABLE = "table"
    ROW = "row"
    CELL = "cell"
    FIGURE = "figure"
    DEFINITIONS = "definitions"
    DESCRIPTION = "description"
    FOOTNOTE = "footnote"


CONTAINERS: Final = frozenset(
    {
        Kind.LIST, Kind.ITEM, Kind.QUOTE, Kind.TABLE, Kind.ROW, Kind.CELL,
        Kind.FIGURE, Kind.DEFINITIONS, Kind.DESCRIPTION, Kind.FOOTNOTE,
    }
)  # fmt: skip
"""Blocks that hold blocks and no text of their own."""


class InlineKind(StrEnum):
    """What stands in a line."""

    TEXT = "text"
    BREAK = "break"
    IMAGE = "image"
    FORMULA = "formula"
    NOTE = "note"


class Marks(IntEnum):
    """How text is marked: bits, added up in one number."""

    STRONG = 1
    EMPHASIS = 2
    DELETED = 4
    INSERTED = 8
    HIGHLIGHTED = 16
    SUPERSCRIPT = 32
    SUBSCRIPT = 64
    CODE = 128


class Inline(NamedTuple):
    """A stretch of a line: text with its marks, a line break, an image, a formula, or a reference to a footnote."""

    text: str
    """What is read: for an image its alternative text, for a formula its TeX source."""
    kind: InlineKind = InlineKind.TEXT
    marks: int = 0
    """Bits of `Marks`."""
    address: str = ""
    """Where a link leads, as an absolute address."""
    source: str = ""
    """For an image its address, for a reference the footnote's label, for a formula `display` if it stands alone."""
    language: str | None = None
    """The language, where it is another than the block's."""
    places: Pairs = ()
    """Where the text stands in the page's source."""


class ManyInlines(Sequence[Inline]):
    """The inlines of a block that has very many, which are made when somebody looks at them."""

    @property
    @abstractmethod
    def text(self) -> str:
        """What all of them say, without pictures."""


class Block(NamedTuple):
    """A heading, a paragraph, a list, a cell ...: see `Kind`."""

    kind: Kind
    depth: int = 0
    level: int = 0
    """1 to 6 for headings; how deep lists and quotes are nested; else 0."""
    inlines: Sequence[Inline] = ()
    """A tuple; of a block with very many, they may be made anew whenever they are looked at."""
    language: str | None = None
    direction: Direction = "ltr"
    element: int = 0
    """The element of the page that the block stands for or in, by its place in `Document.elements`."""
    number: int = 1
    """The first number of an ordered list, or an item's own."""
    ordered: bool = False
    header: bool = False
    """A cell that names a row or a column."""
    columns: int = 1
    rows: int = 1
    """Columns and rows that a cell stretches over."""
    label: str = ""
    """The language of code, the label of a footnote, or the kind of a quotation that is a callout."""
    speaker: str = ""
    """Who says it, where that is known: the author of a post, or the name that leads a turn of an interview."""

    @property
    def text(self) -> str:
        """The words of the page in this block, without those of blocks inside; images have none."""
        inlines = self.inlines
        if len(inlines) == 1 and inlines[0].kind is InlineKind.TEXT:  # as most
            return inlines[0].text
        if isinstance(inlines, ManyInlines):
            return inlines.text
        return "".join([inline.text for inline in inlines if inline.kind is not InlineKind.IMAGE])

    @property
    def spans(self) -> Pairs:
        """Where that text stands in the page's source."""
        inlines = self.inlines
        if len(inlines) == 1:
            return inlines[0].places
        if isinstance(inlines, tuple):
            return joined([inline.places for inline in inlines])
        return joined(inline.places for inline in inlines)

    @property
    def holds_blocks(self) -> bool:
        """Whether the block's content is other blocks."""
        return self.kind in CONTAINERS


Tree: TypeAlias = Sequence[Block]
"""All blocks of a page in preorder."""


class UnmadeTree(Sequence[Block]):
    """A tree whose blocks are made when somebody looks at one; what can be done without them is asked of it.

    Nobody is known to say one of its blocks, and none is a footnote.
    """

    @property
    @abstractmethod
    def first_language(self) -> str | None:
        """The language of the first block."""

    @property
    @abstractmethod
    def names_languages(self) -> bool:
        """Whether any block may name its language."""

    @property
    @abstractmethod
    def may_turn(self) -> bool:
        """Whether any block may be read from right to left."""

    @property
    @abstractmethod
    def places(self) -> npt.NDArray[np.integer]:
        """Where the text of all blocks stands in the page's source, in rows of a start and an end."""

    @abstractmethod
    def texts(self, most: int) -> Iterator[str]:
        """Return the words of each block; of a long text at least so many characters from its beginning on."""

    @abstractmethod
    def ends(self) -> Sequence[int]:
        """Tell for each block where its content ends (see `extents`)."""

    @abstractmethod
    def opening(self, most: int) -> list[tuple[Kind, int]]:
        """Return the kind of each of the first blocks, and how long its text is."""

    @abstractmethod
    def beginning_with(self, at: int) -> Tree:
        """Return the tree with one of its blocks, which holds no others, before all that stand before it."""

    @abstractmethod
    def without(self, at: int) -> Tree:
        """Return the tree without one of its blocks, which holds no others."""

    @abstractmethod
    def below(self, block: Block) -> Tree:
        """Return the tree with a block on top."""

    @abstractmethod
    def without_links(self) -> Tree:
        """Return the tree with only the text of its links."""

    @abstractmethod
    def heading_texts(self, most: int) -> Iterator[tuple[int, str]]:
        """Yield the number and the text of each heading among the first blocks that stands in no other block."""


def below(block: Block, tree: Tree) -> Tree:
    """Return the tree with a block on top."""
    return tree.below(block) if isinstance(tree, UnmadeTree) else (block, *tree)


def first_language(tree: Tree) -> str | None:
    """Return the language of the first block."""
    if isinstance(tree, UnmadeTree):
        return tree.first_language
    return tree[0].language if tree else None


def opening(tree: Tree, most: int) -> list[tuple[Kind, int]]:
    """Return the kind of each of the first blocks, and how long its text is."""
    return tree.opening(most) if isinstance(tree, UnmadeTree) else [(each.kind, len(each.text)) for each in tree[:most]]


def beginning_with(tree: Tree, at: int) -> Tree:
    """Return the tree with one of its blocks, which holds no others, before all that stand before it."""
    if isinstance(tree, UnmadeTree):
        return tree.beginning_with(at)
    return (tree[at], *tree[:at], *tree[at + 1 :])


def without(tree: Tree, at: int) -> Tree:
    """Return the tree without one of its blocks, which holds no others."""
    return tree.without(at) if isinstance(tree, UnmadeTree) else (*tree[:at], *tree[at + 1 :])


def texts(tree: Tree, most: int) -> Iterator[str]:
    """Return the words of each block; of a long text at least so many characters from its beginning on."""
    return tree.texts(most) if isinstance(tree, UnmadeTree) else (block.text for block in tree)


def heading_texts(tree: Tree, most: int) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each heading among the first blocks that stands in no other block."""
    if isinstance(tree, UnmadeTree):
        return tree.heading_texts(most)
    first = enumerate(tree[:most])
    return ((at, block.text) for at, block in first if block.kind is Kind.HEADING and not block.depth)


def extents(tree: Tree) -> Sequence[int]:
    """Tell for each block where its content ends: one past the last block inside."""
    if isinstance(tree, UnmadeTree):
        return tree.ends()
    ends = [len(tree)] * len(tree)
    open_blocks: list[int] = []
    for at, block in enumerate(tree):
        while open_blocks and tree[open_blocks[-1]].depth >= block.depth:
            ends[open_blocks.pop()] = at
        if block.kind in CONTAINERS:
            open_blocks.append(at)
        else:
            ends[at] = at + 1
    return ends


def children(ends: Sequence[int], at: int) -> Iterator[int]:
    """Return the blocks right inside one."""
    child = at + 1
    while child < ends[at]:
        yield child
        child = ends[child]


def few_addresses(tree: Tree, most: int) -> Tree:
    """Leave out the addresses of links once they are longer, all together: a link around many blocks has it in each."""
    if sum(len(inline.address) for block in tree for inline in block.inlines) <= most:
        return tree
    kept, used = list[Block](), 0
    for block in tree:
        used += sum(len(inline.address) for inline in block.inlines)
        kept.append(block if used <= most else plain_links((block,), links=False)[0])
    return tuple(kept)


def plain_links(tree: Tree, *, links: bool) -> Tree:
    """Return the tree with its links, or with only their text."""
    if links:
        return tree
    if isinstance(tree, UnmadeTree):
        return tree.without_links()
    return tuple(
        block._replace(inlines=tuple(inline._replace(address="") for inline in block.inlines))
        if any(inline.address for inline in block.inlines)
        else block
        for block in tree
    )
