"""From what is kept of a page to its tree of blocks, in one walk."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.attributes import finder, read_attributes
from webwinnow.document.base_address import base_address
from webwinnow.document.html_names import BLOCK, NUMBER
from webwinnow.render.addresses import Addresses
from webwinnow.render.structure.block import Inline, Tree
from webwinnow.render.structure.code_languages import code_language
from webwinnow.render.structure.context import Context, Open
from webwinnow.render.structure.elements import CAPTIONS, CELLS, HEADINGS, IMAGES, LISTS, MARKS, PREFORMATTED
from webwinnow.render.structure.formulas import find_formulas
from webwinnow.render.structure.gaps import BLANKS, Gaps, Piece
from webwinnow.render.structure.images import image_of
from webwinnow.render.structure.kept import Kept, find_kept
from webwinnow.render.structure.kinds import Direction, InlineKind, Kind, Marks
from webwinnow.render.structure.line import Setting
from webwinnow.render.structure.notes import find_notes
from webwinnow.render.structure.numbering import item_numbers
from webwinnow.render.structure.tables import data_tables
from webwinnow.render.structure.tags import StartTags
from webwinnow.render.structure.walk import Step, walk
from webwinnow.render.structure.writing import Writing
from webwinnow.spans import Spans

_LONGEST_HEADING: Final = 60
"""Pieces of text; a heading with more was left open, and what stands in it is the page."""
_MOST_COLUMNS: Final = 1000
_MOST_ROWS: Final = 65534
"""HTML's own bounds."""
_VERSE: Final = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\s*([+-]?\d{1,9})(?!\d)")
_find_href: Final = finder("href")
_DIRECTIONS: Final[dict[str, Direction]] = {"ltr": "ltr", "rtl": "rtl"}


def build_tree(page: Document, spans: Spans, clean: Callable[[str], str] | None = None) -> Tree:
    """Build the tree of blocks of what the spans cover; `clean` changes each piece of text, where it is asked for."""
    kept = find_kept(page, spans)
    return _Builder(page, kept, clean).build() if len(kept.start) else ()


class _Builder:
    """The blocks so far, and what holds inside each element around the place that the walk has come to."""

    def __init__(self, page: Document, kept: Kept, clean: Callable[[str], str] | None) -> None:
        self.page, self.kept, self.clean = page, kept, clean
        self.gaps = Gaps.of(page)
        self.addresses = Addresses(base_address(page))
        self.start_tags = StartTags.of(page, self.gaps)
        self.formulas = find_formulas(page, kept.needed, self.start_tags)
        self.notes = find_notes(page, kept.needed, self.start_tags)
        self.tables = data_tables(page, kept.needed)
        self.numbers = item_numbers(page)
        self.tags = page.elements.tag.tolist()
        self.first = self.start_tags.first
        self.lines = kept.lines.tolist()
        self.breaks = kept.breaks.tolist()
        self.writing = Writing(self.gaps)
        self.contexts = [Context(Open(None))]

    def build(self) -> Tree:
        """Walk over what is kept."""
        contexts, writing = self.contexts, self.writing
        starts, ends, gaps = (column.tolist() for column in (self.kept.start, self.kept.end, self.kept.gap))
        for step, number in walk(self.page, self.kept, self.formulas):
            if step is Step.PIECE:
                gap = gaps[number]
                piece = Piece(starts[number], ends[number], gap, self.lines[gap])
                self.put(piece, contexts[-1])
            elif step is Step.ENTER:
                contexts.append(self.entered(number, contexts[-1]))
            else:
                contexts.pop()
        return writing.finished()

    def put(self, piece: Piece, context: Context) -> None:
        """Add a piece of text to the block that it belongs to."""
        text = html.unescape(self.page.source[piece.start : piece.end])
        if self.clean:
            text = self.clean(text)
        line = self.writing.line(context, self.breaks[piece.gap])
        if context.preformatted >= 0:
            first = self.first[context.preformatted] + 1
            indentation = self.gaps.indentation(min(first, piece.gap), piece) if line.is_empty else ""
            line.put_raw(piece, text, indentation=indentation, new_block=self.writing.passed_break)
        elif context.verse:
            line.put_lines(piece, [BLANKS.sub(" ", part) for part in text.splitlines()] or [""], context.setting)
        else:
            line.put(piece, BLANKS.sub(" ", text), context.setting)

    def entered(self, element: int, context: Context) -> Context:
        """Give what holds inside an element."""
        number = self.tags[element]
        if element in self.formulas:
            self._put_formula(element, context)
            return context
        if number in IMAGES:
            self._put_image(element, context)
            return context
        tag = self.start_tags.written(element) if number != _SCRIPT else ""
        if "lang" in tag or "dir" in tag or "white-space" in tag:
            context = self._with_language(element, number, context)
        if number in MARKS:
            return self._marked(element, number, context)
        meaning = _MEANINGS.get(number)
        return meaning(self, element, context) if meaning else context

    def _with_language(self, element: int, number: int, context: Context) -> Context:
        attributes = read_attributes(self.start_tags.written(element))
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

    def _marked(self, element: int, number: int, context: Context) -> Context:
        mark, old = MARKS[number], context.setting
        code = element if mark is Marks.CODE else old.code
        setting = Setting(old.marks | mark, old.address, old.language, old.link, code, old.note)
        return context._replace(setting=setting)

    def _link(self, element: int, context: Context) -> Context:
        label = self.notes.references.get(element, "")
        address = "" if label else self.addresses.link(_href(self.start_tags.written(element)))
        old = context.setting
        setting = Setting(old.marks, address, old.language, element if address else -1, old.code, label)
        return context._replace(setting=setting)

    def _heading(self, element: int, context: Context) -> Context:
        elements = self.page.elements
        first, last = np.searchsorted(self.kept.gap, [elements.first[element] + 1, elements.close[element] + 1])
        if last - first > _LONGEST_HEADING or context.preformatted >= 0:
            return context
        return context._replace(kind=Kind.HEADING, level=HEADINGS[self.tags[element]], element=element)

    def _flow(self, element: int, context: Context, kind: Kind, **details: object) -> Context:
        """Open a block that holds blocks."""
        opened = self.writing.opened(context, kind, element, **details)
        return context._replace(container=opened, kind=Kind.PARAGRAPH, level=0, element=element, in_head=False)

    def _quote(self, element: int, context: Context) -> Context:
        return context if context.preformatted >= 0 else self._flow(element, context, Kind.QUOTE)

    def _figure(self, element: int, context: Context) -> Context:
        return context if context.preformatted >= 0 else self._flow(element, context, Kind.FIGURE)

    def _list(self, element: int, context: Context) -> Context:
        if context.preformatted >= 0 or element in self.notes.lists:
            return context
        ordered = self.tags[element] == _OL
        start = _number(read_attributes(self.start_tags.written(element)).get("start")) if ordered else None
        return self._flow(element, context, Kind.LIST, ordered=ordered, number=1 if start is None else start)

    def _item(self, element: int, context: Context) -> Context:
        if context.preformatted >= 0:
            return context
        if element in self.notes.labels:
            return self._flow(element, context, Kind.FOOTNOTE, label=self.notes.labels[element])
        tag = self.start_tags.written(element)
        number = _number(read_attributes(tag).get("value")) if "value" in tag else None
        listed = context.container.block
        first = listed.number if listed and listed.kind is Kind.LIST else 1
        offset = self.numbers.get(element, 0)
        return self._flow(element, context, Kind.ITEM, number=first + offset if number is None else number)

    def _division(self, element: int, context: Context) -> Context:
        """Enter an element that is a footnote, code, or nothing by itself."""
        if element in self.notes.labels and context.preformatted < 0:
            return self._flow(element, context, Kind.FOOTNOTE, label=self.notes.labels[element])
        if context.kind is Kind.HEADING and self._has_text_between(context.element, element):
            return context._replace(kind=Kind.PARAGRAPH, level=0, element=element)
        return context._replace(element=element)

    def _has_text_between(self, heading: int, element: int) -> bool:
        """Tell whether a heading has text before an element inside of it: then it was left open, or is done."""
        first, last = np.searchsorted(self.kept.gap, [self.first[heading] + 1, self.first[element] + 1])
        return bool(last > first)

    def _code(self, element: int, context: Context) -> Context:
        around = [element, int(self.page.elements.parent[element])]
        inside = element + 1
        if inside < len(self.tags) and self.page.elements.parent[inside] == element:
            around.insert(0, inside)
        around.append(max(int(self.page.elements.parent[around[-1]]), 0))
        label = code_language(read_attributes(self.start_tags.written(each)) for each in around)
        return context._replace(kind=Kind.CODE, preformatted=element, element=element, label=label)

    def _table(self, element: int, context: Context) -> Context:
        return self._flow(element, context, Kind.TABLE) if element in self.tables else context

    def _table_head(self, _element: int, context: Context) -> Context:
        return context._replace(in_head=True)

    def _row(self, element: int, context: Context) -> Context:
        if context.container.kind is not Kind.TABLE:
            return context
        return self._flow(element, context, Kind.ROW)._replace(in_head=context.in_head)

    def _cell(self, element: int, context: Context) -> Context:
        if context.container.kind is not Kind.ROW:
            return context
        tag = self.start_tags.written(element)
        attributes = read_attributes(tag) if "span" in tag else {}
        inside = self._flow(
            element,
            context,
            Kind.CELL,
            header=context.in_head or self.tags[element] == _TH,
            columns=_bounded(attributes.get("colspan"), _MOST_COLUMNS),
            rows=_bounded(attributes.get("rowspan"), _MOST_ROWS),
        )
        self.writing.write(inside.container)
        return inside

    def _caption(self, element: int, context: Context) -> Context:
        return context._replace(kind=Kind.CAPTION, level=0, element=element)

    def _definitions(self, element: int, context: Context) -> Context:
        return context if context.preformatted >= 0 else self._flow(element, context, Kind.DEFINITIONS)

    def _term(self, element: int, context: Context) -> Context:
        listed = context.container.kind is Kind.DEFINITIONS
        return context._replace(kind=Kind.TERM, element=element) if listed else context._replace(element=element)

    def _description(self, element: int, context: Context) -> Context:
        if element in self.notes.labels:
            return self._flow(element, context, Kind.FOOTNOTE, label=self.notes.labels[element])
        listed = context.container.kind is Kind.DEFINITIONS
        return self._flow(element, context, Kind.DESCRIPTION) if listed else context._replace(element=element)

    def _rule(self, _element: int, context: Context) -> Context:
        if context.preformatted < 0:
            self.writing.rule(context)
        return context

    def _put_image(self, element: int, context: Context) -> None:
        if not self.kept.atoms[element] or context.preformatted >= 0:
            return
        found = image_of(read_attributes(self.start_tags.written(element)), self.addresses)
        if found:
            self._put_atom(element, Inline(found[1], InlineKind.IMAGE, source=found[0]), context)

    def _put_formula(self, element: int, context: Context) -> None:
        formula = self.formulas[element]
        if formula.source:
            source = "display" if formula.display else ""
            places = self._places_inside(element)
            atom = Inline(formula.source, InlineKind.FORMULA, source=source, places=places)
            self._put_atom(element, atom, context)

    def _places_inside(self, element: int) -> tuple[tuple[int, int], ...]:
        elements, kept = self.page.elements, self.kept
        first, last = np.searchsorted(kept.gap, [elements.first[element] + 1, elements.close[element] + 1])
        return tuple(zip(kept.start[first:last].tolist(), kept.end[first:last].tolist(), strict=True))

    def _put_atom(self, element: int, atom: Inline, context: Context) -> None:
        first = self.first[element]
        behind = min(max(int(self.page.elements.close[element]), first) + 1, len(self.gaps.starts) - 1)
        before = Piece(self.gaps.ends[first], self.gaps.ends[first], first, self.lines[first])
        start = self.gaps.starts[behind]
        after = Piece(start, start, behind, self.lines[behind])
        self.writing.line(context, self.breaks[first]).put_atom(before, after, atom, context.setting)


def _href(tag: str) -> str | None:
    """Read where a link leads: quickly if it is written as usual."""
    found = _find_href(tag)
    return read_attributes(tag).get("href") if found is None else found


def _number(written: str | None) -> int | None:
    match = _NUMBER.match(written or "")
    return int(match[1]) if match else None


def _bounded(written: str | None, most: int) -> int:
    """Read how far a cell stretches; huge numbers are as good as the bound."""
    digits = re.match(r"\s*\+?(\d+)", (written or "")[:400])
    return max(1, min(int(digits[1][:9]), most)) if digits else 1


_OL, _TH, _SCRIPT = (NUMBER[name] for name in ("ol", "th", "script"))
_Meaning = Callable[[_Builder, int, Context], Context]
_MEANINGS: Final[dict[int, _Meaning]] = {
    NUMBER["a"]: _Builder._link,
    NUMBER["p"]: _Builder._division,
    NUMBER["div"]: _Builder._division,
    NUMBER["aside"]: _Builder._division,
    NUMBER["blockquote"]: _Builder._quote,
    NUMBER["figure"]: _Builder._figure,
    NUMBER["li"]: _Builder._item,
    NUMBER["table"]: _Builder._table,
    NUMBER["thead"]: _Builder._table_head,
    NUMBER["tr"]: _Builder._row,
    NUMBER["dl"]: _Builder._definitions,
    NUMBER["dt"]: _Builder._term,
    NUMBER["dd"]: _Builder._description,
    NUMBER["hr"]: _Builder._rule,
    **dict.fromkeys(HEADINGS, _Builder._heading),
    **dict.fromkeys(LISTS, _Builder._list),
    **dict.fromkeys(PREFORMATTED, _Builder._code),
    **dict.fromkeys(CELLS, _Builder._cell),
    **dict.fromkeys(CAPTIONS, _Builder._caption),
}
