"""Tables of what each code point counts as, against asking them one by one."""

from __future__ import annotations

from webwinnow.language.characters import HIGH, LAST, LOW, PAUSES, SENTENCE_MARKS, UNIFORM, character_tables
from webwinnow.language.words import _kind_of, kind_table


def test_every_code_point_counts_as_asked_alone() -> None:
    tables, letters = character_tables(), list(map(chr, range(LAST + 1)))
    small = [letter.lower() for letter in letters]
    assert tables.low.tolist() == [
        ord(each) if len(each) == 1 else ord(letter) for letter, each in zip(letters, small, strict=True)
    ]
    assert (tables.letters >> HIGH).tolist() == [letter.isupper() for letter in letters]
    assert (tables.letters & LOW).tolist() == [letter.isdigit() for letter in letters]
    assert (tables.marks >> HIGH).tolist() == [letter in SENTENCE_MARKS for letter in letters]
    assert (tables.marks & LOW).tolist() == [letter in PAUSES for letter in letters]


def test_every_kind_of_the_first_plane() -> None:
    assert kind_table().tolist() == [_kind_of(chr(point)) for point in range(LAST + 1)]
    assert sum(last + 1 - first for first, last in UNIFORM) > 0.7 * LAST
