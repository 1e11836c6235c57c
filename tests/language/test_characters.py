"""Tables of what each code point counts as, against asking them one by one."""

from __future__ import annotations

import ctypes

import pytest

from webwinnow.language import characters
from webwinnow.language.characters import (
    HIGH,
    LAST,
    LOW,
    PAUSES,
    SENTENCE_MARKS,
    UNIFORM,
    character_tables,
    points,
    points_of,
    units,
)
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


@pytest.mark.parametrize(
    "text", ["", "a", "plain", "caf\xe9", "\u4e2d\u6587 a", "\U0001f600 b", "x" * 70_000 + "\u2019", "\ud800x"]
)
def test_characters_are_read_where_they_stand(text: str) -> None:
    found = units(text)
    assert (not text) or points_of(found, len(text)).tolist() == [*map(ord, text)]
    assert isinstance(found.data, int) == characters._known_strings()


def test_strings_of_other_kinds_are_copied() -> None:
    class Text(str):
        pass

    kept = "caf\xe9 \u4e2d" * 5
    ctypes.pythonapi.PyUnicode_AsUTF8.argtypes = [ctypes.py_object]
    ctypes.pythonapi.PyUnicode_AsUTF8.restype = ctypes.c_char_p
    assert ctypes.pythonapi.PyUnicode_AsUTF8(kept) == kept.encode()  # from now on it keeps this copy
    for text in (kept, Text("caf\xe9"), Text("plain")):
        assert isinstance(units(text).data, bytes)
        assert points_of(units(text), len(text)).tolist() == [*map(ord, text)]
    assert points("caf\xe9").tolist() == [*map(ord, "caf\xe9")]
