"""From what is kept of a page to its tree of blocks, in one walk."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBER, NUMBERS, column
from webwinnow.kernels import LIBRARY, give_back_free
from webwinnow.render.addresses import REPEATED
from webwinnow.render.structure.block import Direction, Inline, InlineKind, Marks, Tree, few_addresses
from webwinnow.render.structure.code_blocks import code_blocks, put_code
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.render.structure.compiled import build_columns
from webwinnow.render.structure.gaps import Piece
from webwinnow.render.structure.kept import find_kept
from webwinnow.render.structure.layout_lists import without_layout
from webwinnow.render.structure.meanings import IMAGES, MEANINGS, SETTING, Meaning, put_callout
from webwinnow.render.structure.ordinary import build_ordinary
from webwinnow.render.structure.reading import Reading, image_of
from webwinnow.render.structure.stretches import Settings, Stretches
from webwinnow.render.structure.tidying import tidied
from webwinnow.render.structure.way import Meant, Way, find_way
from webwinnow.render.structure.writing import Context, Open
from webwinnow.spans import Spans

_DIVISION: Final = column("p div aside")
"""These mean something only as footnotes, and inside of headings that were left open."""
_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_SILENT: Final = np.ones(NUMBERS, dtype=np.bool_)
_SILENT[[*IMAGES, *MEANINGS]] = False
_SILENT[np.flatnonzero(_DIVISION)] = True
_SETTING: Final = np.zeros(NUMBERS, dtype=np.bool_)
_SETTING[list(SETTING)] = True
_IMAGE: Final = column("img image")
_DIRECTIONS: Final[dict[str, Direction]] = {"ltr": "ltr", "rtl": "rtl"}
_SCRIPT: Final = NUMBER["script"]


def _meant(reading: Reading, closed: list[int]) -> Meant:
    """Tell which elements change nothing for what is inside of them, which only its setting, and which are atoms."""
    tag = reading.page.elements.tag
    silent, setting = _SILENT[tag], _SETTING[tag]
    silent &= ~reading.page.inside(_HEADING[tag])
    callouts = reading.callouts
    entered = [0, *closed, *reading.notes.labels, *callouts.kinds, *callouts.titles, *reading.speaking]
    silent[entered] = setting[entered] = False
    silent[list(reading.page.elements.owner)] = False
    atoms = np.flatnonzero(_IMAGE[tag] & reading.kept.needed).tolist()
    return Meant(silent, setting, [*atoms, *reading.formulas])


def put_image(reading: Reading, element: int, context: Context) -> Context:
    """Put a picture where it stands, if it is kept and can be shown."""
    if not reading.kept.atoms[element]:
        return context
    main = reading.images is None or element in reading.images
    found = image_of(reading.page, element, reading.noted.said_of(element), reading.addresses, main=main)
    if found:
        kind = InlineKind.IMAGE if found[0] else InlineKind.TEXT
        if main and reading.images is not None:
            reading.writing.pictures.add(found[0])
        _put_atom(reading, element, Inline(found[1], kind, source=found[0]), context)
    return context


def put_formula(reading: Reading, element: int, context: Context) -> Context:
    """Put the source of a formula in the place of all its forms."""
    formula = reading.formulas[element]
    if formula.source:
        source = "display" if formula.display else ""
        places = formula.places or _places_inside(reading, element)
        atom = Inline(formula.source, InlineKind.FORMULA, source=source, places=places)
        _put_atom(reading, element, atom, context)
    return context


def _places_inside(reading: Reading, element: int) -> tuple[tuple[int, int], ...]:
    elements, kept = reading.page.elements, reading.kept
    first, last = np.searchsorted(kept.gap, [elements.first[element] + 1, elements.close[element] + 1])
    return tuple(zip(kept.start[first:last].tolist(), kept.end[first:last].tolist(), strict=True))


def _put_atom(reading: Reading, element: int, atom: Inline, context: Context) -> None:
    first = reading.first[element]
    behind = min(max(int(reading.page.elements.close[element]), first) + 1, len(reading.gaps.starts) - 1)
    before = Piece(reading.gaps.ends[first], reading.gaps.ends[first], first, reading.lines[first])
    start = reading.gaps.starts[behind]
    after = Piece(start, start, behind, reading.lines[behind])
    reading.writing.line(context, reading.breaks[first], element).put_atom(before, after, atom, context.setting)


_MANY_TAGS: Final = 10_000
"""Tags of a page that is crowded: what was found about it leaves much memory free, and blocks find no place there."""
_MEANINGS: Final[dict[int, Meaning]] = MEANINGS | dict.fromkeys(IMAGES, put_image)


def build_tree(
    page: Document,
    spans: Spans,
    clean: Callable[[str], str] | None = None,
    images: frozenset[int] | None = None,
) -> Tree:
    """Build the tree of blocks of what the spans cover; `clean` changes each piece of text, where it is asked for.

    `images` are the elements of those that belong to the content; without, all do that stand among it. The tree is
    built once for each page and all of these, whatever is rendered from it.
    """
    most = REPEATED * len(page.source)
    trees, asked = _trees(page), (spans, clean, images)
    tree = trees.get(asked)
    if tree is None:
        tree = trees[asked] = without_layout(page, _built(page, spans, clean, images, most))
        if len(page.tokens.code) > _MANY_TAGS:
            give_back_free()
    return tree


def tidy_tree(page: Document, spans: Spans, clean: Callable[[str], str] | None, images: frozenset[int] | None) -> Tree:
    """Build the same tree, once, without what it says twice or only draws."""
    trees, asked = _trees(page), (tidied, spans, clean, images)
    tree = trees.get(asked)
    if tree is None:
        tree = trees[asked] = tidied(build_tree(page, spans, clean, images))
    return tree


def forget_trees(page: Document) -> None:
    """Forget the trees of a page: those of more content than there is room for take many times the page."""
    _trees(page).clear()


def _trees(page: Document) -> dict[Hashable, Tree]:
    return page.once(build_tree, dict)


def _built(
    page: Document, spans: Spans, clean: Callable[[str], str] | None, images: frozenset[int] | None, most: int
) -> Tree:
    """Go through what is kept; links have at most so many characters of addresses."""
    if len(page.tokens.code) > _MANY_TAGS:
        give_back_free()
    elif LIBRARY and clean is None and len(spans):
        tree = build_ordinary(LIBRARY, page, spans, images)
        if tree is not None and tree.columns.has_few_addresses(most):
            return tree
    kept = find_kept(page, spans, images)
    if not len(kept.start):
        return ()
    reading = Reading(page, kept, images)
    code = code_blocks(page, reading.noted, reading.formulas)
    found = build_columns(LIBRARY, reading, code) if LIBRARY and clean is None else None
    if found is not None and found.columns.has_few_addresses(most):
        return found
    walked = _walked(reading, code, clean)
    if isinstance(walked, ColumnTree) and walked.columns.has_few_addresses(most):
        return walked
    return few_addresses(walked, most)


def _walked(reading: Reading, code: frozenset[int], clean: Callable[[str], str] | None) -> Tree:
    """Walk through what is kept: the definition that compiled code follows."""
    closed = _closed(reading, code)
    way = find_way(reading.page, reading.kept, closed, _meant(reading, closed))
    walk, at = _Walk(reading, way, code, clean), 0
    for passed, around, first, last, whole in way.stretches:
        while at < passed:
            walk.enter(way.elements[at], way.around[at])
            at += 1
        walk.put(first, last, whole, around)
    for element, outside in zip(way.elements[at:], way.around[at:], strict=True):
        walk.enter(element, outside)
    return reading.writing.finished()


class _Walk:
    """The elements that are open on the way through a page, and what holds in each."""

    def __init__(self, reading: Reading, way: Way, code: frozenset[int], clean: Callable[[str], str] | None) -> None:
        self.reading, self.code, self.clean, self.outer = reading, code, clean, way.outer
        self.opened, self.contexts = [-1], [Context(Open(None))]
        self.settings = Settings(reading, way, self.opened)
        self.stretches = Stretches(reading, way, self.settings, clean)
        callouts = reading.callouts
        special = np.zeros(len(reading.tags), np.uint8)
        special[[*reading.formulas, *reading.speaking, *callouts.kinds, *callouts.titles, *code]] = 1
        self.special = special.data

    def put(self, first: int, last: int, whole: bool, around: int) -> None:
        """Put a stretch of text, which stands right inside an element that is open."""
        while self.opened[-1] != around:
            self.opened.pop()
            self.contexts.pop()
        self.stretches.put(first, last, whole, self.contexts[-1])

    def enter(self, element: int, around: int) -> None:
        """Enter an element, which stands right inside one that is open."""
        while self.opened[-1] != around:
            self.opened.pop()
            self.contexts.pop()
        context = self.contexts[-1]
        if (outer := self.outer[element]) != around:
            context = context.set_in(self.settings.inside(outer))
        if self.special[element]:
            context = self._entered(element, context)
        elif meaning := _MEANINGS.get(self.reading.tags[element]):
            context = meaning(self.reading, element, context)
        self.opened.append(element)
        self.contexts.append(context)
        self.settings.enter(element, context.setting)

    def _entered(self, element: int, context: Context) -> Context:
        """Return what holds inside an element that is more than its name says."""
        reading, number = self.reading, self.reading.tags[element]
        if element in self.code:
            put_code(reading, element, context, self.clean)
            return context
        if element in reading.formulas:
            return put_formula(reading, element, context)
        if number in IMAGES:
            return put_image(reading, element, context)
        if element in reading.speaking and number != _SCRIPT:
            context = _with_language(reading, element, number, context)
        if element in reading.callouts.kinds:
            return put_callout(reading, element, context)
        if element in reading.callouts.titles:
            return context._replace(setting=context.setting._replace(marks=context.setting.marks | Marks.STRONG))
        meaning = MEANINGS.get(number)
        return meaning(reading, element, context) if meaning else context


def _closed(reading: Reading, code: frozenset[int]) -> list[int]:
    """List the elements that are read as a whole: blocks of code, and formulas that are in none."""
    if not code or not reading.formulas:
        return [*code, *reading.formulas]
    blocks = np.zeros(len(reading.tags), dtype=np.bool_)
    blocks[list(code)] = True
    inside = reading.page.inside(blocks)
    return [*code, *(formula for formula in reading.formulas if not inside[formula])]


def _with_language(reading: Reading, element: int, number: int, context: Context) -> Context:
    language, direction, verse = reading.speaking[element]
    breaking = bool(BLOCK[number])
    if language and breaking:
        context = context._replace(language=language, setting=context.setting._replace(language=None))
    elif language and language != context.language:
        context = context._replace(setting=context.setting._replace(language=language))
    if breaking and direction:  # "auto" leaves it to the text
        context = context._replace(direction=_DIRECTIONS.get(direction))
    return context._replace(verse=True) if verse else context
