"""Pieces of a line, and where their letters stand."""

from __future__ import annotations

import re

from webwinnow import Document
from webwinnow.render.pieces import LetterPlaces, TextPiece, cut_between, inlines_of
from webwinnow.render.structure.block import Inline

SOURCE = "<p>one &amp; t<b></b>wo  three &nbsp;&fjlig;ve"
INLINE = Inline("one & two three fjve", places=((3, 14), (21, len(SOURCE))))


def pieces() -> list[TextPiece]:
    whole = TextPiece(INLINE, 0, len(INLINE.text), LetterPlaces(Document(SOURCE), INLINE))
    return list(cut_between(whole, re.compile(r"\s+")))


def test_each_piece_knows_its_letters() -> None:
    told = [[SOURCE[start:end] for start, end in inline.places] for each in pieces() for inline in inlines_of([each])]
    assert [each.text for each in pieces()] == ["one ", "& ", "two ", "three ", "fjve"]
    assert told == [["one"], ["&amp;"], ["t", "wo"], ["three"], ["&fjlig;ve"]]


def test_pieces_in_a_row_are_one_inline_again() -> None:
    (some,) = inlines_of(pieces()[1:4])
    assert (some.text, some.places) == ("& two three ", ((7, 14), (21, 30)))
    assert inlines_of(pieces()) == [INLINE]


def test_what_has_no_letters_stands_nowhere() -> None:
    blank = TextPiece(INLINE, 3, 4, LetterPlaces(Document(SOURCE), INLINE))
    assert inlines_of([blank])[0].places == ()


def test_letters_of_long_texts_are_counted_at_every_place() -> None:
    text = "a bc  d" * 200
    inline = Inline(text, places=((0, len(text)),))
    letters = LetterPlaces(Document(text), inline)
    for start in range(0, len(text), 3):
        for end in (start, start + 1, 256, 512, len(text)):
            bare = text[start:end].rstrip()
            first = start + len(bare) - len(bare.lstrip())
            assert letters.places(start, end) == (((first, start + len(bare)),) if bare.strip() else ())
    assert LetterPlaces(Document(""), Inline("")).places(0, 0) == ()
