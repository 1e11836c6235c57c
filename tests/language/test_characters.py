"""Tables of what each code point counts as, against asking them one by one."""

from __future__ import annotations

import ctypes
import unicodedata
from sys import getsizeof

import numpy as np
import pytest
from hypothesis import given, strategies
from hypothesis import strategies as st

from webwinnow.language import characters
from webwinnow.language.characters import (
    HIGH,
    INVISIBLE,
    LAST,
    LOW,
    PAUSES,
    RIGHT_TO_LEFT,
    SENTENCE_MARKS,
    UNIFORM,
    character_tables,
    decoded,
    points,
    points_of,
    right_to_left,
    units,
)
from webwinnow.language.words import _NAMED, _kinds_of, kind_table


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
    asked = _kinds_of(np.arange(LAST + 1))
    asked[list(map(ord, _NAMED))] = list(_NAMED.values())
    assert kind_table().tolist() == asked.tolist()
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


@given(strategies.text(max_size=60), strategies.text("aé中\U0001f600", max_size=3))
def test_utf_8_is_decoded_as_python_does(some: str, more: str) -> None:
    for repeated in (some * 200 + more, more + "plain " * 900 + some):
        data = repeated.encode("utf-8", "replace")
        ours, theirs = decoded(data), data.decode()
        assert ours == theirs
        assert getsizeof(ours) == getsizeof(theirs)
        assert hash(ours) == hash(theirs)


@pytest.mark.parametrize(
    "broken",
    [b"\xff", b"\xc0\x80", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf0\x80\x80\x80", b"\xe4\xb8"],
)
@pytest.mark.parametrize("behind", [b"", b"a" * 200, "é".encode() * 99])
def test_what_is_no_utf_8_is_refused(broken: bytes, behind: bytes) -> None:
    with pytest.raises(UnicodeDecodeError):
        decoded(b"plain text " * 500 + broken + behind)


TEXTS = st.text(st.sampled_from("ab é中אبی\u200c\u200f😀\U00010a00 \n"), max_size=30)


def naive(text: str) -> list[int]:
    found = [any(first <= ord(each) <= last for first, last in RIGHT_TO_LEFT) for each in text]
    beside = [INVISIBLE[0] <= ord(each) <= INVISIBLE[1] for each in text]
    return [
        at
        for at in range(len(text))
        if found[at] or (beside[at] and ((at > 0 and found[at - 1]) or (at + 1 < len(text) and found[at + 1])))
    ]


@given(TEXTS)
def test_places_are_those_of_a_loop(text: str) -> None:
    assert right_to_left(text).tolist() == naive(text)


def test_all_letters_that_unicode_writes_from_right_to_left() -> None:
    letters = [chr(point) for point in range(0x30000) if unicodedata.category(chr(point))[0] == "L"]
    expected = [letter for letter in letters if unicodedata.bidirectional(letter) in ("R", "AL")]
    assert len(expected) > 1000
    text = "".join(letters)
    assert "".join(text[at] for at in right_to_left(text).tolist()) == "".join(expected)


def test_joiners_belong_to_right_to_left_words_alone() -> None:
    assert right_to_left("می\u200cخواهم").tolist() == list(range(8))
    assert right_to_left("auf\u200clage").tolist() == []
