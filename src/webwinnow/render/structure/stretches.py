"""The text of a page, stretch by stretch: how it is set, and the lines that it is put into.

A stretch that is all of its line is read at once, as most are. The others share their line with a picture or a formula,
or are read piece by piece because they hold formulas as TeX, or because line breaks of the source count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from webwinnow.document.references import decode_references
from webwinnow.render.structure.block import Inline, InlineKind, Marks
from webwinnow.render.structure.delimiters import delimited, is_formula, typesets
from webwinnow.render.structure.gaps import Piece, blank_or_mark, folded
from webwinnow.render.structure.line import PLAIN, InlineSetting, SetText, inline_of, joined, without_outer_breaks
from webwinnow.render.structure.meanings import set_inside
from webwinnow.render.structure.reading import Reading
from webwinnow.render.structure.way import Way
from webwinnow.render.structure.writing import Context

_MARKS: Final = "\1\2\3\4\5\6\7\b"
"""Control characters, which HTML forbids and no reference stands for: hardly any page holds one of them."""
_REMEMBERED: Final = 4_096
"""Elements of which it is remembered how text is set in them."""
_TOGETHER: Final = 1_024
"""Pieces that are read together: those of a crowded page take many times its room."""


class Settings:
    """How text is set in each element: found out where there is text, because most links of a page hold none."""

    __slots__ = ("_known", "_opened", "_outer", "_reading")

    def __init__(self, reading: Reading, way: Way, opened: Sequence[int]) -> None:
        """Know nothing yet; `opened` are the elements that were entered and not left, now and later."""
        self._reading, self._outer, self._opened = reading, way.outer, opened
        self._known: dict[int, InlineSetting] = {}

    def enter(self, element: int, setting: InlineSetting) -> None:
        """Remember how text is set in an element that was entered."""
        self._forget_some()
        self._known[element] = setting

    def inside(self, element: int) -> InlineSetting:
        """Tell how text is set in an element that means anything, by the elements around it that were not entered."""
        if (known := self._known.get(element)) is not None:
            return known
        waiting: list[int] = []
        while (known := self._known.get(element)) is None:
            waiting.append(element)
            element = self._outer[element]
        self._forget_some()
        for each in reversed(waiting):
            known = self._known[each] = set_inside(self._reading, each, known)
        return known

    def _forget_some(self) -> None:
        """Forget elements that were left, of which nobody asks, once they are many."""
        if len(self._known) >= _REMEMBERED:
            self._known = {each: self._known[each] for each in self._opened if each in self._known}


class Stretches:
    """Puts the text of a page into the blocks that it belongs to."""

    def __init__(self, reading: Reading, way: Way, settings: Settings, clean: Callable[[str], str] | None) -> None:
        """Take the columns of all pieces; `clean` changes each piece of text."""
        kept = reading.kept
        self._reading, self._settings, self._clean = reading, settings, clean
        self._source, self._inner, self._home = reading.page.source, way.inner, kept.home.data
        self._start, self._end, self._gap = kept.start.data, kept.end.data, kept.gap.data
        self._line = kept.lines[kept.gap].data
        self._mark = next((each for each in _MARKS if each not in self._source), None)
        self._first, self._read = 0, list[str]()
        self._holds_tex = ("\\" in self._source or "$$" in self._source) and self._may_hold_tex(0, len(self._start))

    def put(self, first: int, last: int, whole: bool, context: Context) -> None:
        """Put a stretch of pieces, which is the whole of a line or not."""
        if not whole or context.verse or self._clean or (self._holds_tex and self._may_hold_tex(first, last)):
            for number in range(first, last):
                self._put_piece(number, context)
        elif last > first + 1:
            inlines = without_outer_breaks(joined(self._line_of(first, last)))
            self._reading.writing.whole_line(context, self._home[first], inlines, last - first)
        elif text := self._text(first).strip(" "):
            setting = self._settings.inside(self._inner[first])
            inline = inline_of(text, setting, ((self._start[first], self._end[first]),))
            self._reading.writing.whole_line(context, self._home[first], (inline,), 1)

    def _may_hold_tex(self, first: int, last: int) -> bool:
        return any("\\" in piece or "$$" in piece for piece in map(self._written, range(first, last)))

    def _written(self, number: int) -> str:
        return self._source[self._start[number] : self._end[number]]

    def _text(self, number: int) -> str:
        """Return a piece with its blanks folded; those behind it are read with it.

        They are read as one text, with a mark between them, across which nothing is folded and no reference goes on.
        """
        if not 0 <= number - self._first < len(self._read):
            pieces = [self._written(each) for each in range(number, min(number + _TOGETHER, len(self._start)))]
            if self._mark is None:
                self._read = [folded(decode_references(piece)) for piece in pieces]
            else:
                self._read = folded(decode_references(self._mark.join(pieces))).split(self._mark)
            self._first = number
        return self._read[number - self._first]

    def _line_of(self, first: int, last: int) -> Iterator[SetText | None]:
        """Return the texts of a line and what stands between them: a new line, a blank, or nothing."""
        before, ends_blank, inside = PLAIN, False, self._settings.inside
        for number in range(first, last):
            text, setting = self._text(number), inside(self._inner[number])
            if number > first:
                if self._line[number] > self._line[number - 1]:
                    yield None
                elif between := " " if ends_blank or text[:1] == " " else self._between(number):
                    yield between, before.shared_with(setting), None
            ends_blank, before = text[-1:] == " ", setting
            yield text.strip(" "), setting, (self._start[number], self._end[number])

    def _between(self, number: int) -> str:
        """Return what parts a piece from the one before it in the same line: nothing but a blank, mostly."""
        if self._source[self._end[number - 1]].isspace() or self._source[self._start[number] - 1].isspace():
            return " "
        between = self._reading.gaps.between(self._piece(number - 1), self._piece(number))
        return blank_or_mark(between) if between else ""

    def _piece(self, number: int) -> Piece:
        return Piece(self._start[number], self._end[number], self._gap[number], self._line[number])

    def _put_piece(self, number: int, context: Context) -> None:
        """Add a piece of text to the block that it belongs to; formulas in it are found by their delimiters."""
        piece, home = self._piece(number), self._home[number]
        setting = self._settings.inside(self._inner[number])
        if self._may_hold_tex(number, number + 1) and not setting.marks & Marks.CODE and self._is_typeset(home):
            piece = self._put_formulas(piece, home, context, setting)
        if piece.start < piece.end:
            self._put_text(piece, home, context, setting)

    def _is_typeset(self, home: int) -> bool:
        return is_formula(self._reading.start_tags.written(home)) or typesets(self._reading.page)

    def _put_text(self, piece: Piece, home: int, context: Context, setting: InlineSetting) -> None:
        text = decode_references(self._source[piece.start : piece.end])
        if self._clean:
            text = self._clean(text)
        line = self._reading.writing.line(context, self._reading.breaks[piece.gap], home)
        if context.verse:
            line.put_lines(piece, [folded(part) for part in text.splitlines()] or [""], setting)
        else:
            line.put(piece, folded(text), setting)

    def _put_formulas(self, piece: Piece, home: int, context: Context, setting: InlineSetting) -> Piece:
        """Add the formulas of a piece and the text before each; give what is left behind the last one."""
        at = piece.start
        for formula in delimited(self._source[piece.start : piece.end]):
            start, end = piece.start + formula.start, piece.start + formula.end
            if at < start:
                self._put_text(piece._replace(start=at, end=start), home, context, setting)
            source = "display" if formula.display else ""
            atom = Inline(formula.source, InlineKind.FORMULA, source=source, places=((start, end),))
            line = self._reading.writing.line(context, self._reading.breaks[piece.gap], home)
            line.put_atom(piece._replace(start=start, end=start), piece._replace(start=end, end=end), atom, setting)
            at = end
        return piece._replace(start=at)
