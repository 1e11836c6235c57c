"""What a tree of blocks says twice, or only draws: readers see it once. Nothing that is said but once is lost.

A block that says the same as the one before it is left out; so is the alternative text of a picture, if the next block
says the same, and a number that an item of an ordered list begins with. An item that holds nothing but a list gives way
to the items of that list, and a list of pictures has no bullets. A line that is drawn with characters is a rule. What
may be concerned is found on columns and looked at one by one, which is little on most pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.kernels import LIBRARY, Library, address
from webwinnow.render.structure.block import Block, Inline, InlineKind, Kind, ManyInlines, Tree
from webwinnow.render.structure.block_columns import KINDS, BlockColumns
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.render.structure.layout_lists import find_lifts

Numbers = npt.NDArray[np.integer]
Marks = npt.NDArray[np.uint8]
_LEAST: Final = 30
"""Characters of a paragraph that is not said twice by intent: lines of songs are shorter, and counts are."""
_DRAWING: Final = "-_*=~#+—–―─━═•·"
"""Characters that lines are drawn with; dots say that something is left out."""
BEGINS: Final = np.zeros(256, dtype=np.uint8)
BEGINS[[character.encode()[0] for character in _DRAWING]] = 1
BEGINS[list(b"0123456789 .:)")] |= 2
_WHITE: Final = "".join(filter(str.isspace, map(chr, range(0x3001))))
BEGINS[list(f"{_DRAWING}{_WHITE}".encode())] |= 4
"""Per byte: whether a line that is drawn may begin with it, whether a number may, and whether the line may hold it."""
_DRAWN: Final = re.compile(rf"(?:[{re.escape(_DRAWING)}]\s*+){{3,400}}")
LONGEST_DRAWN, LONGEST_NUMBER = 1_600, 16
"""Bytes of a line that is drawn, and of a number."""
_ANY: Final = 255
_FIRST: Final = 40
"""Characters of a text that are compared before all of it is."""
_NO_LETTER: Final = re.compile(r"[\W_]+")
_LETTER: Final = re.compile(r"[^\W_]")
ALIKE, DRAWN, NAMED, WRAPPING, COUNTED, SHOWING = 1, 2, 4, 8, 16, 32
"""Marks of blocks that are looked at: one that may say what the one before does, a line that may be drawn, a picture
that the next block may name, and items that may be but a list, begin with their number, or only show pictures."""
_HEADING, _PARAGRAPH, _CAPTION, _IMAGE, _RULE, _LIST, _ITEM = (
    KINDS.index(kind)
    for kind in (Kind.HEADING, Kind.PARAGRAPH, Kind.CAPTION, Kind.IMAGE, Kind.RULE, Kind.LIST, Kind.ITEM)
)


class _Outline(NamedTuple):
    """What is known of all blocks: the numbers of their kinds, how deep they stand, the numbers of items, and which
    lists are ordered."""

    kinds: Numbers
    depths: Numbers
    numbers: Numbers
    ordered: npt.NDArray[np.bool_]
    inlines: Callable[[int], Sequence[Inline]]
    """Returns the inlines of a block, of which it matters what they are and say."""
    name: Callable[[int], str]
    """Returns the alternative text of a picture that is alone in its block; empty for another block."""

    def text(self, at: int) -> str:
        """Return the words of a block; empty if there is a picture among them."""
        inlines = self.inlines(at)
        if len(inlines) == 1 and inlines[0].kind is InlineKind.TEXT:  # as most
            return inlines[0].text
        if any(inline.kind is InlineKind.IMAGE for inline in inlines):
            return ""
        return inlines.text if isinstance(inlines, ManyInlines) else "".join([inline.text for inline in inlines])


class _Changes(NamedTuple):
    """The places of blocks that are left out, that become rules, and of pictures that lose their alternative text."""

    out: set[int]
    rules: set[int]
    silent: set[int]


def tidied(tree: Tree) -> Tree:
    """Return the tree without what is said twice and what is only drawn."""
    if isinstance(tree, ColumnTree) and tree.above is None:
        marks = tree.untidy if tree.untidy is not None or LIBRARY is None else _marks(LIBRARY, tree.columns)
        if marks is not None and not len(marks):  # as on most pages
            return tree
        outline = _Outline(*tree.shape, tree.said, tree.name)
        marks = possible_marks(outline.kinds, outline.depths) if marks is None else marks
        changes = _changes(outline, marks)
        return tree.changed(*changes, _lifts(outline, changes)) if any(changes) else tree
    rows = [(KINDS.index(block.kind), block.depth, block.number, block.ordered) for block in tree]
    kinds, depths, numbers, ordered = np.array(rows, dtype=np.int64).reshape(-1, 4).T
    inlines, name = (lambda at: tree[at].inlines), (lambda at: _name(tree[at].inlines))
    outline = _Outline(kinds, depths, numbers, ordered > 0, inlines, name)
    changes = _changes(outline, possible_marks(kinds, depths))
    return _changed(tree, changes, _lifts(outline, changes)) if any(changes) else tree


def _marks(library: Library, columns: BlockColumns) -> Marks:
    """Mark the blocks that are worth looking at; nothing if there are none."""
    marks = np.empty(len(columns.blocks), dtype=np.uint8)
    blocks, inlines = np.ascontiguousarray(columns.blocks), np.ascontiguousarray(columns.inlines)
    given = columns.given
    if given is not None and columns.atoms is given.atoms:
        letters = given.letters
    else:
        letters = np.array([_known_letter(atom.alternative) for atom in columns.atoms], np.uint8)
    found = library.mark_untidy(
        len(blocks), address(blocks), address(inlines), address(columns.text), address(BEGINS), address(letters),
        LONGEST_DRAWN, LONGEST_NUMBER, address(marks),
    )  # fmt: skip
    return marks if found else marks[:0]


def possible_marks(kinds: Numbers, depths: Numbers) -> Marks:
    """Mark the blocks that may be worth looking at, whatever their texts say."""
    lines, marks = (kinds == _HEADING) | (kinds == _PARAGRAPH), np.zeros(len(kinds), dtype=np.uint8)
    marks[1:] |= ALIKE * (lines[1:] & (kinds[1:] == kinds[:-1]) & (depths[1:] == depths[:-1])).astype(np.uint8)
    marks[kinds == _PARAGRAPH] |= DRAWN
    marks[:-1] |= NAMED * ((kinds[:-1] == _IMAGE) & (lines[1:] | (kinds[1:] == _CAPTION))).astype(np.uint8)
    items = (kinds[:-1] == _ITEM) & (depths[1:] > depths[:-1])
    marks[:-1] |= WRAPPING * (items & (kinds[1:] == _LIST)).astype(np.uint8)
    marks[:-1] |= SHOWING * (items & (kinds[1:] == _IMAGE)).astype(np.uint8)
    marks[:-2] |= COUNTED * (items[:-1] & lines[1:-1] & (depths[2:] == depths[1:-1])).astype(np.uint8)
    return marks


def _changes(outline: _Outline, marks: Marks) -> _Changes:
    """Find what changes, by looking at marked blocks."""
    places = np.flatnonzero(marks)
    marked = list(zip(places.tolist(), marks[places].tolist(), strict=True))  # mostly few, if any
    alike, drawn, named, wrapping, counted, showing = (
        [at for at, why in marked if why & mark] for mark in (ALIKE, DRAWN, NAMED, WRAPPING, COUNTED, SHOWING)
    )
    galleries = _galleries(outline, showing)
    out = {*galleries, *_said_twice(outline, alike), *_counted_twice(outline, counted)}
    out |= _wrapping(outline, wrapping, galleries)
    return _Changes(out, _drawn(outline, drawn, out), _named_twice(outline, named))


def _lifts(outline: _Outline, changes: _Changes) -> list[tuple[int, int]] | None:
    """Tell how far blocks move up; None if nothing is left out that holds blocks."""
    if not any(outline.kinds[at] >= _LIST for at in changes.out):
        return None
    out = [at in changes.out for at in range(len(outline.kinds))]
    return find_lifts([KINDS[kind] for kind in outline.kinds.tolist()], outline.depths.tolist(), out)


def _changed(tree: Tree, changes: _Changes, lifts: list[tuple[int, int]] | None) -> Tree:
    blocks = list[Block]()
    for at, (block, (depth, level)) in enumerate(zip(tree, lifts or repeat((0, 0)), strict=False)):
        if at in changes.out:
            continue
        moved = block._replace(depth=block.depth - depth, level=block.level - level) if depth else block
        if at in changes.rules:
            moved = moved._replace(kind=Kind.RULE, inlines=())
        elif at in changes.silent:
            moved = moved._replace(inlines=(moved.inlines[0]._replace(text=""),))
        blocks.append(moved)
    return tuple(blocks)


def _said_twice(outline: _Outline, places: list[int]) -> list[int]:
    """Choose the headings and longer paragraphs that say what the block right before them does."""
    found = list[int]()
    for at in places:
        text = outline.text(at)
        long = len(text) >= _LEAST or (text and outline.kinds[at] == _HEADING)
        if long and text == outline.text(at - 1):
            found.append(at)
    return found


def _named_twice(outline: _Outline, places: list[int]) -> set[int]:
    """Choose the pictures, alone in their blocks, whose alternative text is what the next block says."""
    found = set[int]()
    for at in places:
        if (name := outline.name(at)) and _says_the_same(name, outline.text(at + 1)):
            found.add(at)
    return found


def _name(inlines: Sequence[Inline]) -> str:
    return inlines[0].text if len(inlines) == 1 else ""


def _says_the_same(name: str, text: str) -> bool:
    """Tell whether two texts have the same letters, and any; most differ in the first, and many are long."""
    if _first_letter(name) != _first_letter(text):
        return False
    letters, first = _letters(name), _letters(text[:_FIRST])
    return letters[: len(first)] == first[: len(letters)] and bool(letters) and letters == _letters(text)


def _first_letter(text: str) -> str:
    found = _LETTER.search(text)
    return found[0].casefold()[:1] if found else ""


def _known_letter(name: str) -> int:
    """Return the first letter of a name as native/tidying.c has it: 0 if there is none, `_ANY` for one beyond ASCII."""
    return ord(_first_letter(name) or "\0") if name.isascii() else _ANY


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


def _galleries(outline: _Outline, items: list[int]) -> set[int]:
    """Choose the lists without numbers whose items all hold nothing but pictures, and these items."""
    if not items:
        return set()
    parents, held = _parents(outline.depths.tolist())
    lists = {parents[item] for item in items if parents[item] >= 0 and not outline.ordered[parents[item]]}
    pictures = Counter(parents[at] for at in np.flatnonzero(outline.kinds == _IMAGE).tolist())
    every = [at for at in np.flatnonzero(outline.kinds == _ITEM).tolist() if parents[at] in lists]
    others = {parents[item] for item in every if pictures[item] < held[item]}
    return (lists - others) | {item for item in every if parents[item] not in others}


def _wrapping(outline: _Outline, items: list[int], galleries: set[int]) -> set[int]:
    """Choose the items that hold nothing but a list, and one list of the two.

    An item that is alone goes with its own list, else with the one that it holds, if neither of them has numbers.
    """
    if not items:
        return set()
    parents, held = _parents(outline.depths.tolist())
    out, home = set[int](), dict[int, int]()
    for item in items:
        around, inside = parents[item], item + 1
        if held[item] != 1 or around < 0:
            continue
        if held[around] == 1 and around not in out:
            out |= {around, item}
        elif not (outline.ordered[home.get(around, around)] or outline.ordered[inside] or inside in galleries):
            home[inside] = home.get(around, around)
            out |= {item, inside}
    return out


def _counted_twice(outline: _Outline, items: list[int]) -> list[int]:
    """Choose the first blocks of items that say no more than the number that the item has in its list."""
    counted = [item for item in items if _is_number(outline.text(item + 1), outline.numbers[item])]
    parents = _parents(outline.depths.tolist())[0] if counted else []
    return [item + 1 for item in counted if parents[item] >= 0 and outline.ordered[parents[item]]]


def _is_number(text: str, number: int) -> bool:
    return len(text) <= LONGEST_NUMBER and text.strip(" .:)").lstrip("0") == str(number)


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
