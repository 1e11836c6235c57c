"""Kinds of characters, and character references that count as one."""

from __future__ import annotations

import html
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import REFERENCES, WORDS
from webwinnow.document.characters import (
    BETWEEN,
    BLANK,
    CLUSTER,
    CLUSTER_REST,
    INVISIBLE_JOINER,
    JOINER,
    KATAKANA,
    LETTER,
    OTHER,
    REST,
    SINGLE,
    kinds,
    visible,
)


@pytest.mark.parametrize(
    ("kind", "characters"),
    [
        (BLANK, " \t\n\r\f\v\0\x07\x85\xa0\u2003\u200b\u2028\u3000\ufeff\u2800\u3164\ufffc"),
        (INVISIBLE_JOINER, "\u200c\u200d\u00ad\u200e\u200f\u061c\u202a\u202e\u2060\u2066\u2069\ufe0e\ufe0f\U000e0100"),
        (OTHER, '.,!?-–—"«»()[]<>&;:/|+=€©…。、」・؟،־🙂❤🇩\ufffd'),
        (JOINER, "'’·‧"),
        (LETTER, "azAZßéøŁабвΩאبۀ0٣९हि्한각_\u0301\u064bªⅣ²𝒜𐍈"),
        (KATAKANA, "アァヴヶーヽﾊﾟㇰ"),
        (SINGLE, "中文々〇あぃゔ㐀豈𠀋𰀀"),
        (CLUSTER, "กฮเไลກໜកဗၐ"),
        (CLUSTER_REST, "\u0e34\u0e48\u0e32\u0e33\u0e30\u0eb2\u17b6\u17d2\u102d\u1039\u3099"),
    ],
)
def test_kinds(kind: int, characters: str) -> None:
    assert {c: int(k) for c, k in zip(characters, kinds(characters, references=False), strict=True)} == dict.fromkeys(
        characters, kind
    )


@given(st.text())
def test_a_text_of_any_width_is_read_alike(text: str) -> None:
    """Latin-1 texts take a shorter way than others."""
    wide = kinds(text + "中", references=False)[:-1]
    assert np.array_equal(kinds(text, references=False), wide)


@given(st.characters(max_codepoint=0xFFFF))
def test_kinds_agree_with_the_unicode_categories(character: str) -> None:
    kind = int(kinds(character, references=False)[0])
    category = unicodedata.category(character)
    if kind >= LETTER:
        assert category[0] in "LNM" or character == "_"
    elif kind in (OTHER, JOINER):
        assert category[0] in "PSCZ"
        assert not character.isspace()
    else:
        assert character.isspace() or category in ("Cc", "Cf", "Zs", "Cs", "Mn", "So", "Lo")


def test_digits_of_scripts_without_spaces_are_letters() -> None:
    assert kinds("๑๙០၀", references=False).tolist() == [LETTER] * 4


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("&amp;", [OTHER, REST, REST, REST, REST]),
        ("&nbsp;x", [BLANK, *[REST] * 5, LETTER]),
        ("&nbsp x", [BLANK, *[REST] * 4, BLANK, LETTER]),
        ("&#65;", [LETTER, *[REST] * 4]),
        ("&#x6cc;", [LETTER, *[REST] * 6]),
        ("&zwnj;", [INVISIBLE_JOINER, *[REST] * 5]),
        ("&#8204;", [INVISIBLE_JOINER, *[REST] * 6]),
        ("&rsquo;", [JOINER, *[REST] * 6]),
        ("&#20013;", [SINGLE, *[REST] * 7]),
        ("&NotEqualTilde;", [OTHER, *[REST] * 14]),
        ("&#0;", [OTHER, *[REST] * 3]),
        ("&x", [OTHER, LETTER]),
        ("&", [OTHER]),
        ("&;", [OTHER, OTHER]),
        ("&#;", [OTHER] * 3),
        ("&bogus;", [OTHER, *[LETTER] * 5, OTHER]),
        ("&notit;", [OTHER, *[LETTER] * 5, OTHER]),
    ],
)
def test_references(written: str, expected: list[int]) -> None:
    assert kinds(written, references=True).tolist() == expected
    assert kinds(written, references=False).tolist().count(REST) == 0


@given(st.lists(st.sampled_from([*WORDS, *REFERENCES, " ", BETWEEN]), max_size=12).map(BETWEEN.join))
def test_as_many_characters_are_seen_as_in_the_resolved_text(source: str) -> None:
    """References whose name is only the beginning of a known one, and those to two characters, count otherwise."""
    source = source.replace("&notit;", "").replace("&NotEqualTilde;", "")
    resolved = html.unescape(source)
    assert visible(kinds(source, references=True)).sum() == visible(kinds(resolved, references=False)).sum()


def test_what_joins_texts_parts_references() -> None:
    parted = BETWEEN.join(["&am", "p;"])
    assert REST not in kinds(parted, references=True)
