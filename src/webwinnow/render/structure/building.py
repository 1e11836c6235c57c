"""From what is kept of a page to its tree of blocks, in one walk."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import BLOCK, NUMBER
from webwinnow.document.references import decode_references
from webwinnow.render.structure.atoms import put_formula, put_image
from webwinnow.render.structure.block import Tree
from webwinnow.render.structure.code_blocks import code_blocks, put_code
from webwinnow.render.structure.context import Context, Open
from webwinnow.render.structure.elements import IMAGES, MARKS
from webwinnow.render.structure.gaps import BLANKS, Piece
from webwinnow.render.structure.kept import find_kept
from webwinnow.render.structure.kinds import Direction, Marks
from webwinnow.render.structure.line import Setting
from webwinnow.render.structure.meanings import MEANINGS
from webwinnow.render.structure.reading import Reading
from webwinnow.render.structure.silence import silent, speaks
from webwinnow.render.structure.walk import Step, walk
from webwinnow.spans import Spans

_VERSE: Final = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_DIRECTIONS: Final[dict[str, Direction]] = {"ltr": "ltr", "rtl": "rtl"}
_SCRIPT: Final = NUMBER["script"]


def build_tree(page: Document, spans: Spans, clean: Callable[[str], str] | None = None) -> Tree:
    """Build the tree of blocks of what the spans cover; `clean` changes each piece of text, where it is asked for.

    It is built once for each page, spans and `clean`, whatever is rendered from it.
    """
    return page.once(("blocks", spans, clean), lambda: _built(page, spans, clean))


def _built(page: Document, spans: Spans, clean: Callable[[str], str] | None) -> Tree:
    """Walk over what is kept."""
    kept = find_kept(page, spans)
    if not len(kept.start):
        return ()
    reading = Reading(page, kept)
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
    """Add a piece of text to the block that it belongs to."""
    text = decode_references(reading.page.source[piece.start : piece.end])
    if clean:
        text = clean(text)
    line = reading.writing.line(context, reading.breaks[piece.gap], home)
    if context.verse:
        line.put_lines(piece, [BLANKS.sub(" ", part) for part in text.splitlines()] or [""], context.setting)
    else:
        line.put(piece, BLANKS.sub(" ", text), context.setting)


def _entered(reading: Reading, element: int, context: Context) -> Context:
    """Give what holds inside an element."""
    number = reading.tags[element]
    if element in reading.formulas:
        put_formula(reading, element, context)
        return context
    if number in IMAGES:
        put_image(reading, element, context)
        return context
    if number != _SCRIPT and speaks(reading.start_tags.with_attributes(element)):
        context = _with_language(reading, element, number, context)
    if number in MARKS:
        return _marked(element, number, context)
    meaning = MEANINGS.get(number)
    return meaning(reading, element, context) if meaning else context


def _with_language(reading: Reading, element: int, number: int, context: Context) -> Context:
    attributes = read_attributes(reading.start_tags.written(element))
    language = attributes.get("lang") or attributes.get("xml:lang")
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
    setting = Setting(old.marks | mark, old.address, old.language, old.link, code, old.note)
    return context._replace(setting=setting)
