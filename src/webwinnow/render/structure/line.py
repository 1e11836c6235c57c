"""A line of inlines while it is read: what belongs together is joined, blanks are folded or kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Final, NamedTuple, TypeAlias

from webwinnow.render.structure.block import Inline, InlineKind, Marks
from webwinnow.render.structure.gaps import Gaps, Piece, blank_or_mark
from webwinnow.render.structure.places import Pairs, Places
from webwinnow.render.structure.places import joined as put_together


class InlineSetting(NamedTuple):
    """What the elements around a piece of text make of it."""

    marks: int = 0
    address: str = ""
    language: str | None = None
    link: int = -1
    code: int = -1
    """The link and the code element around; two that stand side by side are not one."""
    note: str = ""
    """The label of the footnote that the text refers to."""

    def shared_with(self, other: InlineSetting) -> InlineSetting:
        """Return what holds for both, and so for a blank between them."""
        if self is other:
            return self
        if self is PLAIN or other is PLAIN:
            return PLAIN
        marks = self.marks & other.marks
        if self.code != other.code:
            marks &= ~Marks.CODE
        same_link, same_note = self.link == other.link, self.note == other.note
        return InlineSetting(
            marks,
            self.address if same_link else "",
            self.language if self.language == other.language else None,
            self.link if same_link else -1,
            self.code if self.code == other.code else -1,
            self.note if same_note else "",
        )


PLAIN = InlineSetting()
_MANY: Final = 1_024
"""Places of one text that are put into columns: as pairs, they take many times the room of the page."""
BREAK: Final = Inline("\n", InlineKind.BREAK)


def inline_of(text: str, setting: InlineSetting, places: Pairs) -> Inline:
    """Make the inline of a text that is set in one way."""
    if setting is PLAIN:
        return Inline(text, InlineKind.TEXT, 0, "", "", None, places)
    kind = InlineKind.NOTE if setting.note else InlineKind.TEXT
    return Inline(text, kind, setting.marks, setting.address, setting.note, setting.language, places)


SetText: TypeAlias = tuple[str, InlineSetting, tuple[int, int] | None]
"""Text of a line, how it is set, and where it stands, if it is not only a blank between two texts."""


def joined(texts: Iterable[SetText | None]) -> Iterator[Inline]:
    """Join the texts of a line that are set in the same way; None starts a new line."""
    parts, places, current = list[str](), list[tuple[int, int]](), PLAIN
    before, stood = "", list[Pairs]()  # what stands before the last parts, of very many
    for each in texts:
        text, setting, place = each or ("", None, None)
        if setting is not current and setting != current and (parts or before):
            yield inline_of(before + "".join(parts), current, _placed(stood, places))
            parts, places, before, stood = [], [], "", []
        if setting is None:
            yield BREAK
            continue
        current = setting
        if text:
            parts.append(text)
        if place:
            places.append(place)
        if len(places) >= _MANY:
            before += "".join(parts)
            stood.append(Places.of_pairs(places))
            parts, places = [], []
    if parts or before:
        yield inline_of(before + "".join(parts), current, _placed(stood, places))


def _placed(before: list[Pairs], places: list[tuple[int, int]]) -> Pairs:
    return put_together([*before, places]) if before else tuple(places)


def without_outer_breaks(inlines: Iterable[Inline]) -> Iterator[Inline]:
    """Leave out the breaks at the edges of a line."""
    waiting, begun = 0, False
    for inline in inlines:
        if inline.kind is InlineKind.BREAK:
            waiting += begun
            continue
        yield from repeat(BREAK, waiting)
        waiting, begun = 0, True
        yield inline


class Line:
    """Inlines in the making."""

    __slots__ = ("_at", "_blank", "_gaps", "_inlines", "_parts", "_places", "_setting")

    def __init__(self, gaps: Gaps) -> None:
        """Start empty."""
        self._gaps = gaps
        self._inlines: list[Inline] = []
        self._parts: list[str] = []
        self._places: list[tuple[int, int]] = []
        self._setting = PLAIN
        self._at: Piece | None = None
        self._blank = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing was put here yet."""
        return self._at is None

    def put(self, piece: Piece, text: str, setting: InlineSetting, *, verse: bool = False) -> None:
        """Add a piece of text whose blanks are folded; in verse, a new line of the source is one of the text."""
        self._separate(piece, setting, blank=text[:1] == " ", verse=verse)
        self._blank = text[-1:] == " "
        self._add(text.strip(" "), setting)
        self._places.append((piece.start, piece.end))
        self._at = piece

    def put_lines(self, piece: Piece, lines: list[str], setting: InlineSetting) -> None:
        """Add a piece of verse, line by line."""
        self.put(piece, lines[0], setting, verse=True)
        for line in filter(str.strip, lines[1:]):
            self.put_break()
            self._add(line.strip(" "), setting)

    def put_atom(self, before: Piece, after: Piece, atom: Inline, setting: InlineSetting) -> None:
        """Add an image or a formula, which stands between two places."""
        self._separate(before, setting, blank=False, verse=False)
        self._close()
        self._inlines.append(atom._replace(marks=setting.marks & ~Marks.CODE, address=setting.address))
        self._at, self._blank, self._setting = after, False, setting

    def put_break(self) -> None:
        """Start a new line."""
        self._close()
        self._inlines.append(BREAK)

    def put_raw(self, piece: Piece, text: str, *, indentation: str, new_block: bool) -> None:
        """Add preformatted text: every blank stays, and a block inside starts a new line."""
        between = indentation
        if self._at is not None:
            between = "\n" * (piece.line - self._at.line) + self._gaps.blanks_between(self._at, piece)
            if new_block and "\n" not in between and not (self._parts and self._parts[-1].endswith("\n")):
                between = "\n" + between
        self._parts += [between, text]
        self._places.append((piece.start, piece.end))
        self._at = piece

    def finished(self) -> tuple[Inline, ...]:
        """Return the inlines, without breaks at the edges."""
        self._close()
        return tuple(without_outer_breaks(self._inlines))

    def _separate(self, piece: Piece, setting: InlineSetting, *, blank: bool, verse: bool) -> None:
        """Put what stands between the last piece and this one: a new line, a blank, or nothing."""
        if self._at is None:
            return
        if piece.line > self._at.line:
            self.put_break()
            return
        between = self._gaps.between(self._at, piece) or self._beside_picture(piece)
        if not between and not blank and not self._blank:
            return
        if verse and "\n" in between:
            self.put_break()
            return
        separator = " " if blank or self._blank or between.isspace() else blank_or_mark(between)
        if separator:
            self._add(separator, self._setting.shared_with(setting))

    def _beside_picture(self, piece: Piece) -> str:
        """Return the blank that parts a picture from a text that begins right behind it, and not inside of a word."""
        follows = bool(self._inlines) and not self._parts and self._inlines[-1].kind is InlineKind.IMAGE
        return " " if follows and self._gaps.is_capitalised(piece) else ""

    def _add(self, text: str, setting: InlineSetting) -> None:
        if setting is not self._setting and setting != self._setting:
            self._close()
            self._setting = setting
        if text:
            self._parts.append(text)

    def _close(self) -> None:
        """Join the parts that were read with the same setting."""
        if self._parts:
            self._inlines.append(inline_of("".join(self._parts), self._setting, tuple(self._places)))
            self._parts, self._places = [], []
