"""Arithmetic on subtrees: what the tree-based methods share, as columns over the elements of a page.

Elements stand in preorder, so a subtree is an interval and its sums are differences of prefix sums. Only what a parent
makes of its children's results needs a loop, and that loop is over the tree's levels, at most `tree.builder.DEPTH`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.tree.elements import Elements
from webwinnow.document.visibility import HIDDEN, NEVER_SEEN

Places = npt.NDArray[np.intp]
Marked = npt.NDArray[np.bool_]
Amounts = npt.NDArray[Any]
"""A number per element, of any type."""

_BODY: Final = NUMBER["body"]
_NEVER_SHOWN: Final = column("head title base link meta style script template param source track area")


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


def along_ancestors(parent: Places, amounts: Amounts, combine: np.ufunc) -> Amounts:
    """Combine each element's amount with those of all elements around it: their maximum, minimum, union or sum.

    For a sum the root's own amount must be 0, since it is met repeatedly.
    """
    return along_jumps(jumps(parent), amounts, combine)


def jumps(parent: Places) -> tuple[Places, ...]:
    """Return for each element the one that stands 1, 2, 4, 8... steps around it, until that is the root for all."""
    found = [np.maximum(parent, 0)]
    while found[-1].any():
        found.append(found[-1][found[-1]])
    return tuple(found)


def along_jumps(lineage: tuple[Places, ...], amounts: Amounts, combine: np.ufunc) -> Amounts:
    """Do as `along_ancestors` for who asks more than once; the last axis of the amounts is the elements'.

    Each round doubles the distance looked at.
    """
    for up in lineage:
        amounts = combine(amounts, amounts.take(up, axis=-1))
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


def shown(page: Document) -> Marked:
    """Tell which elements readers may see; tags that a prefilter lets count as nothing vanish."""
    elements, marks = page.elements, page.markup.marks
    vanished = np.append(page.code, np.int32(1))[elements.first] == 0
    vanished[list(elements.owner)] = False  # opened by no tag of their own
    vanished |= _NEVER_SHOWN[elements.tag] | ((marks & np.uint8(NEVER_SEEN)) > 0)
    hidden = (marks & np.uint8(HIDDEN)) > 0
    vanished |= hidden & (page.in_subtrees(page.characters_before) == 0)
    seen: Marked = ~vanished
    return seen
