"""The elements of a page as flat columns in preorder, arithmetic on their subtrees, and what stands around each.

Elements stand in preorder, so a subtree is an interval and its sums are differences of prefix sums. Only what a parent
makes of its children's results needs a loop, and that loop is over the tree's levels, at most `tree.builder.DEPTH`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import NUMBER, NUMBERS, column
from webwinnow.document.tokens import Tokens
from webwinnow.kernels import LIBRARY, address, check
from webwinnow.lazy_values import cached_property

if TYPE_CHECKING:
    from webwinnow.document.document import Document

Places = npt.NDArray[np.intp]
Some = npt.NDArray[np.integer]
"""Elements, in any type."""
Marked = npt.NDArray[np.bool_]
Amounts = npt.NDArray[Any]
"""A number per element, of any type."""
_BODY: Final = NUMBER["body"]
_AT_ONCE: Final = 8_192
"""Elements that are looked up at once: numpy makes wider numbers of places."""
Bits = npt.NDArray[np.uint16]
"""Per element: in which of the following groups it is or stands."""
_AROUND: Final = (
    "h1 h2 h3 h4 h5 h6", "a button", "pre listing xmp textarea", "pre code textarea samp kbd listing xmp", "li",
    "dd", "tr", "video audio",
)  # fmt: skip
HEADING, BY_HAND, PREFORMATTED, AS_IT_IS, ITEM, DESCRIPTION, ROW, PLAYED = (1 << at for at in range(len(_AROUND)))
_BITS: Final = np.zeros(NUMBERS, dtype=np.uint16)
for _bit, _group in enumerate(_AROUND):
    _BITS[column(_group)] |= 1 << _bit


@dataclass(frozen=True)
class Elements:
    """Elements in preorder: the subtree of i is `i:last[i]`, its text lies in the gaps `first[i] + 1 ... close[i]`."""

    tag: npt.NDArray[np.int16]
    parent: npt.NDArray[np.int32]
    """The element around; -1 for the first."""
    first: npt.NDArray[np.int32]
    """The tag behind which the element's content starts."""
    close: npt.NDArray[np.int32]
    """The tag before which its content ends: its end tag, or whatever closed it."""
    last: npt.NDArray[np.int32]
    """One past the last element inside."""
    owner: Mapping[int, int]
    """Elements without a start tag of their own: -1 if implied, else the tag whose attributes they share."""

    def __len__(self) -> int:
        """Count the elements."""
        return len(self.tag)

    def by_start_tag(self, tags: int) -> npt.NDArray[np.int32]:
        """Return for each of the page's tags the element that it opens, -1 where it opens none."""
        opens = np.ones(len(self), dtype=np.bool_)
        opens[self.implied] = False
        elements = np.full(tags, -1, dtype=np.int32)
        elements[self.first[opens]] = np.flatnonzero(opens)
        return elements

    def opened_by(self, tag: int) -> int:
        """Return the element that one of the page's tags opens, -1 if it opens none."""
        first = self.first.data
        element = bisect_left(first, tag)
        while element < len(first) and first[element] == tag:
            if element not in self.owner:
                return element
            element += 1
        return -1

    def start_tags(self) -> npt.NDArray[np.int32]:
        """Return for each element the tag that holds its attributes, -1 where there is none."""
        return self._start_tags

    @cached_property
    def _start_tags(self) -> npt.NDArray[np.int32]:
        tags = self.first.copy()
        tags[self.implied] = np.fromiter(self.owner.values(), np.int32, len(self.owner))
        return tags

    @property
    def implied(self) -> Places:
        """The elements without a start tag of their own."""
        return np.fromiter(self.owner, np.intp, len(self.owner))

    def start_tag(self, element: int) -> int:
        """Return the tag that holds the element's attributes, -1 if there is none."""
        return self.owner.get(element, int(self.first[element]))

    def inside(self, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Tell for each element whether it is marked or stands inside one that is."""
        if LIBRARY:
            return self._filled_in(LIBRARY.mark_inside, marked, np.empty(len(self), dtype=np.bool_))
        chosen = np.flatnonzero(marked)
        size = len(marked) + 1
        depth = np.bincount(chosen, minlength=size) - np.bincount(self.last[chosen], minlength=size)
        covered: npt.NDArray[np.bool_] = np.cumsum(depth)[:-1] > 0
        return covered

    def nearest(self, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
        """Return for each element the nearest marked one: itself or the closest around it (the root if none is).

        Each round doubles the distance looked at, so there are as many rounds as the depth has binary digits.
        """
        if LIBRARY:
            return self._filled_in(LIBRARY.find_nearest, marked, np.empty(len(self), dtype=np.int32))
        up = np.where(marked, np.arange(len(marked)), np.maximum(self.parent, 0)).astype(np.int32)
        while not np.array_equal(further := up[up], up):
            up = further
        return up

    def hold(self, some: Places, others: Places) -> Marked:
        """Tell for each of some elements whether one of the others, which are sorted, stands inside it."""
        inside: Marked = np.searchsorted(others, self.last[some]) > np.searchsorted(others, some, side="right")
        return inside

    def gaps_inside(self, marked: Marked, gaps: int) -> Marked:
        """Tell for each of the page's gaps whether it stands inside a marked element."""
        chosen = np.flatnonzero(marked)
        opened = np.bincount(self.first[chosen] + 1, minlength=gaps + 1)
        closed = np.bincount(self.close[chosen] + 1, minlength=gaps + 1)
        inside: Marked = np.cumsum(opened - closed)[:-1] > 0
        return inside

    def _filled_in(self, kernel: Callable[..., None], marked: Marked, found: Amounts) -> Amounts:
        """Let compiled code fill in what it finds about each element."""
        given = np.ascontiguousarray(marked, dtype=np.bool_)
        if len(given) != len(self):
            raise ValueError(f"{len(given)} marks for {len(self)} elements")
        kernel(len(self), address(self.parent), address(given), address(found))
        return found


class Owners(Mapping[int, int]):
    """Elements and their tags as columns: of a page that implies many, a dictionary would take ten times its size."""

    __slots__ = ("_elements", "_tags")

    def __init__(self, pairs: npt.NDArray[np.int32]) -> None:
        """Take rows of an element and a tag."""
        order = np.argsort(pairs[:, 0], kind="stable")
        self._elements, self._tags = (np.ascontiguousarray(column).data for column in pairs[order].T)

    def __getitem__(self, element: int) -> int:
        """Return the tag of an element."""
        at = bisect_left(self._elements, element)
        if at == len(self._elements) or self._elements[at] != element:
            raise KeyError(element)
        return self._tags[at]

    def __iter__(self) -> Iterator[int]:
        """Go over the elements."""
        return iter(self._elements)

    def __len__(self) -> int:
        """Count the elements."""
        return len(self._elements)


MANY_OWNERS: Final = 4_096
"""Numbers of elements without a tag of their own, and of their owners, that stand in columns."""


def owners_of(pairs: npt.NDArray[np.int32]) -> Mapping[int, int]:
    """Make a dictionary of few pairs of an element and a tag, one behind the other, and columns of many."""
    if len(pairs) > MANY_OWNERS:
        return Owners(pairs.reshape(-1, 2))
    numbers = pairs.tolist()
    return dict(zip(numbers[::2], numbers[1::2], strict=True))


def before(amounts: npt.NDArray[Any], kind: type[Any]) -> npt.NDArray[Any]:
    """Add up the amounts before each place, and all of them."""
    sums = np.zeros(len(amounts) + 1, dtype=kind)
    np.cumsum(amounts, out=sums[1:])
    return sums


def extent(tokens: Tokens, elements: Elements, element: int) -> tuple[int, int]:
    """Return where an element starts and ends, with its tags, as far as it has any of its own."""
    first, close, edge = elements.first.item(element), elements.close.item(element), tokens.edge
    if element in elements.owner:  # opened by no tag of its own, so it is only what it holds
        start = _first_place(tokens, elements, element)
        return start, max(start, edge.item(2 * close + 1))
    closes = close < len(tokens.code) and tokens.code.item(close) == -elements.tag.item(element)
    return edge.item(2 * first + 1), max(edge.item(2 * close + 1 + closes), edge.item(2 * first + 2))


def extents(tokens: Tokens, elements: Elements, some: Places) -> list[list[int]]:
    """Return where some elements start and end that are opened by tags of their own, as `extent` does."""
    first, close, edge = elements.first[some], elements.close[some], tokens.edge
    closes = np.append(tokens.code, 0)[close] == -elements.tag[some]
    ends = np.maximum(edge[2 * close + 1 + closes], edge[2 * first + 2])
    found: list[list[int]] = np.column_stack([edge[2 * first + 1], ends]).tolist()
    return found


def _first_place(tokens: Tokens, elements: Elements, element: int) -> int:
    """Return where an element without a tag of its own starts: at the tag that implied it, or behind the last."""
    first = int(elements.first[element])
    opened = int(np.searchsorted(elements.first, first, side="right")) - 1
    holds_tag = opened > element and opened not in elements.owner
    return int(tokens.tag_start[first] if holds_tag else tokens.gap_start[first + 1])


def tags_of(tokens: Tokens, elements: Elements, marked: Marked) -> Marked:
    """Tell for each tag whether it stands in the extent of a marked element: opens it, closes it or lies inside."""
    implied = np.zeros(len(elements), dtype=np.bool_)
    implied[elements.implied] = True
    if LIBRARY is None:
        return _tags_of(tokens, elements, marked, implied)
    found = np.empty(len(tokens.code), dtype=np.bool_)
    given = np.ascontiguousarray(marked, np.bool_)
    columns: tuple[Amounts, ...] = (
        tokens.code, elements.tag, elements.first, elements.close, implied, given, found,
    )  # fmt: skip
    check(LIBRARY.mark_tags(len(elements), len(found), *map(address, columns)))
    return found


def _tags_of(tokens: Tokens, elements: Elements, marked: Marked, implied: Marked) -> Marked:
    """Do that by numpy: the definition that compiled code follows; `implied` are elements without tags of their own."""
    chosen, tags = np.flatnonzero(marked), len(tokens.code)
    first, close = elements.first[chosen], elements.close[chosen]
    opened = np.searchsorted(elements.first, first, side="right") - 1  # as in `_first_place`
    starts = first + (implied[chosen] & ((opened <= chosen) | implied[opened]))
    closes = ~implied[chosen] & (np.append(tokens.code, 0)[close] == -elements.tag[chosen])
    ends = np.maximum(close + closes, starts + ~implied[chosen])  # a void element is its own tag
    depth = np.bincount(starts, minlength=tags + 2) - np.bincount(ends, minlength=tags + 2)
    inside: Marked = np.cumsum(depth)[:tags] > 0
    return inside


@dataclass(frozen=True, slots=True)
class Level:
    """The elements of one depth, grouped by the element around them."""

    parents: Places
    children: Places
    starts: Places
    """Where each parent's children start in `children`."""


def levels(elements: Elements) -> Iterator[Level]:
    """Return the levels of the tree from the deepest up to the children of the root."""
    depth = depths(elements)
    order = np.argsort(depth, kind="stable")
    bound = np.concatenate([[0], np.cumsum(np.bincount(depth))])
    for start, end in zip(bound[-2:0:-1].tolist(), bound[:1:-1].tolist(), strict=True):
        children = order[start:end]
        parent = elements.parent[children]
        starts = np.flatnonzero(np.diff(parent, prepend=-1))
        yield Level(parent[starts].astype(np.intp), children, starts)


def depths(elements: Elements) -> npt.NDArray[np.int32]:
    """Count for each element the elements around it: those that started before, less those that have ended."""
    ended = np.cumsum(np.bincount(elements.last, minlength=len(elements) + 1))[:-1]
    return (np.arange(len(elements)) - ended).astype(np.int32)


def subtree_sums(elements: Elements, amounts: Amounts) -> Amounts:
    """Add up an amount per element over each subtree, the element itself included."""
    before = np.concatenate([[0], np.cumsum(amounts)])
    sums: Amounts = before[elements.last] - before[:-1]
    return sums


def child_sums(elements: Elements, amounts: Amounts) -> npt.NDArray[np.float64]:
    """Add up an amount per element over the children of each element."""
    return np.bincount(elements.parent[1:], amounts[1:], minlength=len(elements)).astype(np.float64)


def best_in_subtrees(elements: Elements, amounts: Amounts) -> Places:
    """Find in each subtree the element with the largest amount; of equal ones the first."""
    order = np.lexsort([np.arange(len(elements)), -amounts])
    rank = np.empty(len(elements), dtype=np.intp)
    rank[order] = np.arange(len(elements))
    for level in levels(elements):
        below = np.minimum.reduceat(rank[level.children], level.starts)
        rank[level.parents] = np.minimum(rank[level.parents], below)
    best: Places = order[rank]
    return best


def along_ancestors(parent: Some, amounts: Amounts, combine: np.ufunc) -> Amounts:
    """Combine each element's amount with those of all elements around it: their maximum, minimum, union or sum.

    For a sum the root's own amount must be 0, since it is met repeatedly.
    """
    return along_jumps(jumps(parent), amounts, combine)


def jumps(parent: Some) -> tuple[npt.NDArray[np.int32], ...]:
    """Return for each element the one that stands 1, 2, 4, 8... steps around it, until that is the root for all."""
    found = [np.maximum(parent, 0).astype(np.int32)]
    while found[-1].any():
        found.append(found[-1][found[-1]])
    return tuple(found)


def along_jumps(lineage: tuple[Some, ...], amounts: Amounts, combine: np.ufunc) -> Amounts:
    """Do as `along_ancestors` for who asks more than once; the last axis of the amounts is the elements'.

    Each round doubles the distance looked at.
    """
    for up in lineage:
        further = np.empty_like(amounts)
        for at in range(0, len(up), _AT_ONCE):
            some = slice(at, at + _AT_ONCE)
            amounts.take(up[some], axis=-1, out=further[..., some], mode="clip")  # other modes would make a copy
        amounts = combine(amounts, further, out=further)
    return amounts


def common_ancestor(elements: Elements, chosen: Places) -> int:
    """Find the innermost element that is or holds all of the chosen ones."""
    around = elements.last[: int(chosen.min()) + 1] > int(chosen.max())
    return int(np.flatnonzero(around)[-1])


def around(elements: Elements, marked: Marked) -> Marked:
    """Tell for each element whether a marked one stands inside it."""
    return subtree_sums(elements, marked.astype(np.int32)) - marked > 0


def body(elements: Elements) -> int:
    """Return the body, or the root of a page that has none."""
    return int(np.argmax(elements.tag == _BODY))


def surroundings(page: Document) -> Bits:
    """Return for all elements of a page what they are or stand in: a heading, a link, a list, a table. Found once."""
    return page.once(surroundings, lambda: _surrounded(page))


def _surrounded(page: Document) -> Bits:
    tree = page.elements
    if LIBRARY is None:
        return _surrounded_by_numpy(page)
    found = np.empty(len(tree), np.uint16)
    LIBRARY.mark_surroundings(len(tree), address(tree.tag), address(tree.parent), address(_BITS), address(found))
    return found


def _surrounded_by_numpy(page: Document) -> Bits:
    own = _BITS[page.elements.tag]
    found = np.zeros(len(own), dtype=np.uint16)
    for bit in range(len(_AROUND)):
        marked = (own & (1 << bit)) > 0
        if marked.any():
            found[page.inside(marked)] |= 1 << bit
    return found


def bits_around(page: Document, of_name: npt.NDArray[np.uint8], own: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return for each element its bits and those of all around it, given by the numbers of tags and for elements."""
    tree = page.elements
    if LIBRARY is None:
        both = of_name[tree.tag] | own
        inside = [np.where(page.inside((both & (1 << bit)) > 0), np.uint8(1 << bit), np.uint8(0)) for bit in range(8)]
        joined: npt.NDArray[np.uint8] = np.bitwise_or.reduce(inside)
        return joined
    found = np.empty(len(tree), np.uint8)
    LIBRARY.mark_bits(
        len(tree), address(tree.tag), address(tree.parent), address(of_name), address(own), address(found)
    )  # fmt: skip
    return found
