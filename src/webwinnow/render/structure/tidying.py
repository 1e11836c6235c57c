"""What a tree of blocks says twice, or only draws: readers see it once. Nothing that is said but once is lost.

A block that says the same as the one before it is left out; so is the alternative text of a picture, if the next block
says the same, and a number that an item of an ordered list begins with. An item that holds nothing but a list gives way
to the items of that list. A line that is drawn with characters is a rule. What may be concerned is found on columns and
looked at one by one, which is little on most pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.render.structure.block import Block, Inline, InlineKind, Kind, Tree
from webwinnow.render.structure.columns import KINDS, ColumnTree
from webwinnow.render.structure.layout_lists import find_lifts

Numbers = npt.NDArray[np.integer]
_LEAST: Final = 30
"""Characters of a paragraph that is not said twice by intent: lines of songs are shorter, and counts are."""
_DRAWING: Final = "-_*=~#+—–―─━═•·"
"""Characters that lines are drawn with; dots say that something is left out."""
_DRAWS: Final = np.zeros(256, dtype=np.bool_)
_DRAWS[[character.encode()[0] for character in _DRAWING]] = True
_LONGEST_DRAWN: Final = 1_600
"""Bytes of a line that is drawn."""
_DRAWN: Final = re.compile(rf"(?:[{re.escape(_DRAWING)}]\s*+){{3,400}}")
_NO_LETTER: Final = re.compile(r"[\W_]+")
_NAMING: Final = frozenset({Kind.PARAGRAPH, Kind.CAPTION, Kind.HEADING})
"""Blocks that may say what a picture before them shows."""
_HEADING, _PARAGRAPH, _IMAGE, _RULE, _LIST, _ITEM = (
    KINDS.index(kind) for kind in (Kind.HEADING, Kind.PARAGRAPH, Kind.IMAGE, Kind.RULE, Kind.LIST, Kind.ITEM)
)


class _Outline(NamedTuple):
    """What is known of all blocks: the numbers of their kinds, how deep they stand, the numbers of items, and which
    lists are ordered."""

    kinds: Numbers
    depths: Numbers
    numbers: Numbers
    ordered: npt.NDArray[np.bool_]
    inlines: Callable[[int], Sequence[Inline]]
    """Returns the inlines of a block, which need no places."""

    def text(self, at: int) -> str:
        """Return the words of a block; empty if there is a picture among them."""
        inlines = self.inlines(at)
        pictures = any(inline.kind is InlineKind.IMAGE for inline in inlines)
        return "" if pictures else "".join([inline.text for inline in inlines])


class _Changes(NamedTuple):
    """The places of blocks that are left out, that become rules, and of pictures that lose their alternative text."""

    out: set[int]
    rules: set[int]
    silent: set[int]


def tidied(tree: Tree) -> Tree:
    """Return the tree without what is said twice and what is only drawn."""
    if isinstance(tree, ColumnTree) and tree.above is None:
        kinds, depths, numbers, ordered, alike, lengths, starts = tree.shape
        outline = _Outline(kinds, depths, numbers, ordered, tree.plain_inlines)
        short = (lengths > 2) & (lengths <= _LONGEST_DRAWN)
        drawn = np.flatnonzero(short)[_DRAWS[tree.columns.text[starts[short]]]]
        changes = _changes(outline, np.flatnonzero(alike), drawn)
        return tree.changed(*changes, _lifts(outline, changes)) if any(changes) else tree
    kinds = np.array([KINDS.index(block.kind) for block in tree], dtype=np.int32)
    depths = np.array([block.depth for block in tree], dtype=np.int32)
    numbers = np.array([block.number for block in tree], dtype=np.int64)
    ordered = np.array([block.ordered for block in tree], dtype=np.bool_)
    outline, every = _Outline(kinds, depths, numbers, ordered, lambda at: tree[at].inlines), np.arange(len(kinds))
    changes = _changes(outline, every[1:], every)
    return _changed(tree, changes, _lifts(outline, changes)) if any(changes) else tree


def _changes(outline: _Outline, alike: Numbers, drawn: Numbers) -> _Changes:
    """Find what changes, given the places of blocks that may be like the one before them, and of those drawn."""
    out = {*_said_twice(outline, alike), *_wrapping(outline), *_counted_twice(outline)}
    rules = _drawn(outline, drawn[outline.kinds[drawn] == _PARAGRAPH].tolist(), out)
    return _Changes(out, rules, _named_twice(outline))


def _lifts(outline: _Outline, changes: _Changes) -> list[tuple[int, int]]:
    """Tell how far blocks move up."""
    out = [at in changes.out for at in range(len(outline.kinds))]
    return find_lifts([KINDS[kind] for kind in outline.kinds.tolist()], outline.depths.tolist(), out)


def _changed(tree: Tree, changes: _Changes, lifts: list[tuple[int, int]]) -> Tree:
    blocks = list[Block]()
    for at, (block, (depth, level)) in enumerate(zip(tree, lifts, strict=True)):
        if at in changes.out:
            continue
        moved = block._replace(depth=block.depth - depth, level=block.level - level) if depth else block
        if at in changes.rules:
            moved = moved._replace(kind=Kind.RULE, inlines=())
        elif at in changes.silent:
            moved = moved._replace(inlines=(moved.inlines[0]._replace(text=""),))
        blocks.append(moved)
    return tuple(blocks)


def _said_twice(outline: _Outline, places: Numbers) -> list[int]:
    """Choose the headings and longer paragraphs that say what the block right before them does."""
    kinds, depths = outline.kinds, outline.depths
    leaves = (kinds[places] == _HEADING) | (kinds[places] == _PARAGRAPH)
    same = leaves & (kinds[places] == kinds[places - 1]) & (depths[places] == depths[places - 1])
    found = list[int]()
    for at in places[same].tolist():
        text = outline.text(at)
        long = len(text) >= _LEAST or (text and kinds[at] == _HEADING)
        if long and text == outline.text(at - 1):
            found.append(at)
    return found


def _named_twice(outline: _Outline) -> set[int]:
    """Choose the pictures, alone in their blocks, whose alternative text is what the next block says."""
    found = set[int]()
    for at in np.flatnonzero(outline.kinds[:-1] == _IMAGE).tolist():
        inlines = outline.inlines(at) if KINDS[outline.kinds[at + 1]] in _NAMING else ()
        letters = _letters(inlines[0].text) if len(inlines) == 1 else ""
        if letters and letters == _letters(outline.text(at + 1)):
            found.add(at)
    return found


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", text).casefold()


def _drawn(outline: _Outline, places: list[int], out: set[int]) -> set[int]:
    """Choose the paragraphs that are rules; those that part nothing, and all but the last in a row, are left out."""
    drawn = {at for at in places if at not in out and _DRAWN.fullmatch(outline.text(at).strip())}
    rules, behind = set[int](), len(outline.kinds)
    for at in range(behind - 1, -1, -1) if drawn else ():
        if at in drawn and _parts_nothing(outline, at, behind, rules, out):
            out.add(at)
        elif at in drawn and not outline.depths[at]:
            rules.add(at)
        if at not in out:
            behind = at
    return rules


def _parts_nothing(outline: _Outline, at: int, behind: int, rules: set[int], out: set[int]) -> bool:
    """Tell whether a rule is not needed between what is left on both sides of it, or may not stand there.

    In an item, a quotation or a cell there are none; what is all that these hold stays as it is.
    """
    before, last, depth = at - 1, len(outline.kinds) - 1, outline.depths[at]
    while before in out:
        before -= 1
    first, final = before < 0 or outline.depths[before] < depth, behind > last or outline.depths[behind] < depth
    if depth:
        return not (first and final)
    return first or final or behind in rules or _RULE in (outline.kinds[before], outline.kinds[behind])


def _wrapping(outline: _Outline) -> set[int]:
    """Choose the items that hold nothing but a list, and one list of the two.

    An item that is alone goes with its own list, else with the one that it holds, if neither of them has numbers.
    """
    kinds, depths = outline.kinds, outline.depths
    items = (kinds[:-1] == _ITEM) & (kinds[1:] == _LIST) & (depths[1:] > depths[:-1])
    if not items.any():
        return set()
    parents, held = _parents(depths.tolist())
    out, home = set[int](), dict[int, int]()
    for item in np.flatnonzero(items).tolist():
        around, inside = parents[item], item + 1
        if held[item] != 1 or around < 0:
            continue
        if held[around] == 1 and around not in out:
            out |= {around, item}
        elif not (outline.ordered[home.get(around, around)] or outline.ordered[inside]):
            home[inside] = home.get(around, around)
            out |= {item, inside}
    return out


def _counted_twice(outline: _Outline) -> list[int]:
    """Choose the first blocks of items that say no more than the number that the item has in its list."""
    kinds, depths = outline.kinds, outline.depths
    if not outline.ordered.any():
        return []
    leaves = (kinds[1:-1] == _HEADING) | (kinds[1:-1] == _PARAGRAPH)
    items = np.flatnonzero((kinds[:-2] == _ITEM) & leaves & (depths[2:] == depths[1:-1])).tolist()
    counted = [each for each in items if outline.text(each + 1).strip(" .:)").lstrip("0") == str(outline.numbers[each])]
    parents = _parents(depths.tolist())[0] if counted else []
    return [each + 1 for each in counted if parents[each] >= 0 and outline.ordered[parents[each]]]


def _parents(depths: list[int]) -> tuple[list[int], list[int]]:
    """Return for each block the one that it stands right in, -1 for none, and how many stand right in it."""
    parents, held, around = list[int](), [0] * len(depths), list[int]()
    for at, depth in enumerate(depths):
        while around and depths[around[-1]] >= depth:
            around.pop()
        parents.append(around[-1] if around else -1)
        if around:
            held[around[-1]] += 1
        around.append(at)
    return parents, held
