"""From what is kept of a page to its tree of blocks, in one walk."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import BLOCK, NUMBER, NUMBERS, column
from webwinnow.document.references import decode_references
from webwinnow.render.addresses import REPEATED
from webwinnow.render.structure.block import Direction, Inline, InlineKind, Marks, Tree, few_addresses
from webwinnow.render.structure.code_blocks import code_blocks, put_code
from webwinnow.render.structure.delimiters import delimited, is_formula, typesets
from webwinnow.render.structure.gaps import Piece, folded
from webwinnow.render.structure.kept import Flags, Step, find_kept, walk
from webwinnow.render.structure.line import InlineSetting
from webwinnow.render.structure.meanings import IMAGES, MARKS, MEANINGS, put_callout
from webwinnow.render.structure.reading import Reading, image_of
from webwinnow.render.structure.writing import Context, Open
from webwinnow.spans import Spans

_LONGEST_LANGUAGE: Final = 35
"""Characters of the longest name of a language that anybody must be able to hold (RFC 5646, section 4.4.1)."""
_DIVISION: Final = column("p div aside")
"""These mean something only as footnotes, and inside of headings that were left open."""
_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_SILENT: Final = np.ones(NUMBERS, dtype=np.bool_)
_SILENT[[*MARKS, *IMAGES, *MEANINGS]] = False
_SILENT[np.flatnonzero(_DIVISION)] = True
_VERSE: Final = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_DIRECTIONS: Final[dict[str, Direction]] = {"ltr": "ltr", "rtl": "rtl"}
_SCRIPT: Final = NUMBER["script"]


def silent(reading: Reading, closed: list[int]) -> Flags:
    """Mark the elements that change nothing for what is inside of them."""
    elements = reading.page.elements
    found = _SILENT[elements.tag]
    found &= ~reading.page.inside(_HEADING[elements.tag])
    found[[0, *closed, *reading.notes.labels, *reading.callouts.kinds, *reading.callouts.titles, *elements.owner]] = (
        False
    )
    found[list(reading.speaking)] = False
    return found


def put_image(reading: Reading, element: int, context: Context) -> None:
    """Put a picture where it stands, if it is kept and can be shown."""
    if not reading.kept.atoms[element]:
        return
    main = reading.images is None or element in reading.images
    found = image_of(reading.page, element, reading.start_tags.written(element), reading.addresses, main=main)
    if found:
        kind = InlineKind.IMAGE if found[0] else InlineKind.TEXT
        if main and reading.images is not None:
            reading.writing.pictures.add(found[0])
        _put_atom(reading, element, Inline(found[1], kind, source=found[0]), context)


def put_formula(reading: Reading, element: int, context: Context) -> None:
    """Put the source of a formula in the place of all its forms."""
    formula = reading.formulas[element]
    if formula.source:
        source = "display" if formula.display else ""
        places = _places_inside(reading, element)
        atom = Inline(formula.source, InlineKind.FORMULA, source=source, places=places)
        _put_atom(reading, element, atom, context)


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
    return page.once(("blocks", spans, clean, images), lambda: few_addresses(_built(page, spans, clean, images), most))


def _built(
    page: Document, spans: Spans, clean: Callable[[str], str] | None, images: frozenset[int] | None = None
) -> Tree:
    """Walk over what is kept."""
    kept = find_kept(page, spans, images)
    if not len(kept.start):
        return ()
    reading = Reading(page, kept, images)
    contexts, writing = [Context(Open(None))], reading.writing
    starts, ends, gaps = (column.tolist() for column in (reading.kept.start, reading.kept.end, reading.kept.gap))
    homes = reading.kept.home.tolist()
    code = code_blocks(reading.page, reading.kept.needed, reading.formulas)
    closed = _closed(reading, code)
    for step, number in walk(reading.page, reading.kept, closed, silent(reading, closed)):
        if step is Step.PIECE:
            gap = gaps[number]
            piece = Piece(starts[number], ends[number], gap, reading.lines[gap])
            _put(reading, piece, homes[number], contexts[-1], clean)
        elif step is Step.LEAVE:
            contexts.pop()
        elif number in code:
            put_code(reading, number, contexts[-1], clean)
            contexts.append(contexts[-1])
        else:
            contexts.append(_entered(reading, number, contexts[-1]))
    return writing.finished()


def _closed(reading: Reading, code: frozenset[int]) -> list[int]:
    """List the elements that are read as a whole: blocks of code, and formulas that are in none."""
    if not code or not reading.formulas:
        return [*code, *reading.formulas]
    blocks = np.zeros(len(reading.tags), dtype=np.bool_)
    blocks[list(code)] = True
    inside = reading.page.inside(blocks)
    return [*code, *(formula for formula in reading.formulas if not inside[formula])]


def _put(reading: Reading, piece: Piece, home: int, context: Context, clean: Callable[[str], str] | None) -> None:
    """Add a piece of text to the block that it belongs to; formulas in it are found by their delimiters."""
    source = reading.gaps.source[piece.start : piece.end]
    if ("\\" in source or "$$" in source) and not context.setting.marks & Marks.CODE and _may_hold_tex(reading, home):
        piece = _put_formulas(reading, piece, home, context, clean)
    if piece.start < piece.end:
        _put_text(reading, piece, home, context, clean)


def _put_text(reading: Reading, piece: Piece, home: int, context: Context, clean: Callable[[str], str] | None) -> None:
    text = reading.gaps.source[piece.start : piece.end]
    if "&" in text:
        text = decode_references(text)
    if clean:
        text = clean(text)
    line = reading.writing.line(context, reading.breaks[piece.gap], home)
    if context.verse:
        line.put_lines(piece, [folded(part) for part in text.splitlines()] or [""], context.setting)
    else:
        line.put(piece, folded(text), context.setting)


def _may_hold_tex(reading: Reading, home: int) -> bool:
    return is_formula(reading.start_tags.written(home)) or typesets(reading.page)


def _put_formulas(
    reading: Reading, piece: Piece, home: int, context: Context, clean: Callable[[str], str] | None
) -> Piece:
    """Add the formulas of a piece and the text before each; give what is left behind the last one."""
    at = piece.start
    for formula in delimited(reading.page.source[piece.start : piece.end]):
        start, end = piece.start + formula.start, piece.start + formula.end
        if at < start:
            _put_text(reading, piece._replace(start=at, end=start), home, context, clean)
        source = "display" if formula.display else ""
        atom = Inline(formula.source, InlineKind.FORMULA, source=source, places=((start, end),))
        line = reading.writing.line(context, reading.breaks[piece.gap], home)
        line.put_atom(piece._replace(start=start, end=start), piece._replace(start=end, end=end), atom, context.setting)
        at = end
    return piece._replace(start=at)


def _entered(reading: Reading, element: int, context: Context) -> Context:
    """Return what holds inside an element."""
    number = reading.tags[element]
    if element in reading.formulas:
        put_formula(reading, element, context)
        return context
    if number in IMAGES:
        put_image(reading, element, context)
        return context
    if element in reading.speaking and number != _SCRIPT:
        context = _with_language(reading, element, number, context)
    if element in reading.callouts.kinds:
        return put_callout(reading, element, context)
    if element in reading.callouts.titles:
        return context._replace(setting=context.setting._replace(marks=context.setting.marks | Marks.STRONG))
    if number in MARKS:
        return _marked(element, number, context)
    meaning = MEANINGS.get(number)
    return meaning(reading, element, context) if meaning else context


def _with_language(reading: Reading, element: int, number: int, context: Context) -> Context:
    attributes = read_attributes(reading.start_tags.written(element))
    language = attributes.get("lang") or attributes.get("xml:lang")
    language = language if language and len(language) <= _LONGEST_LANGUAGE else None
    direction = attributes.get("dir", "").lower()
    breaking = bool(BLOCK[number])
    if language and breaking:
        context = context._replace(language=language, setting=context.setting._replace(language=None))
    elif language and language != context.language:
        context = context._replace(setting=context.setting._replace(language=language))
    if breaking and direction:  # "auto" leaves it to the text
        context = context._replace(direction=_DIRECTIONS.get(direction))
    return context._replace(verse=True) if _VERSE.search(attributes.get("style", "")) else context


def _marked(element: int, number: int, context: Context) -> Context:
    mark, old = MARKS[number], context.setting
    code = element if mark is Marks.CODE else old.code
    setting = InlineSetting(old.marks | mark, old.address, old.language, old.link, code, old.note)
    return context._replace(setting=setting)
