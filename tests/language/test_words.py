"""Words in many scripts, against a naive reading character by character."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import WORDS
from webwinnow.language.words import (
    BLANK,
    CLUSTER,
    CLUSTER_REST,
    INVISIBLE_JOINER,
    JOINER,
    KATAKANA,
    LETTER,
    OTHER,
    SINGLE,
    kinds,
    word_positions,
    words,
)

_SPACELESS = ("THAI ", "LAO ", "KHMER ", "MYANMAR ")
_VOWELS = "ะาำๅະາຳ"
_VOICING = "\u3099\u309a"
_INVISIBLE = "\u200c\u200d\u00ad\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufe0f"


def script(character: str) -> str:
    """How a character takes part in words, told by its name; '' if it does not."""
    name, category = unicodedata.name(character, ""), unicodedata.category(character)
    if character in _VOICING:
        return "mark"
    if category[0] not in "LNM" and character != "_":
        return ""
    if name.startswith(("KATAKANA", "HALFWIDTH KATAKANA")):
        return "katakana"
    if name.startswith(("CJK UNIFIED", "CJK COMPATIBILITY", "HIRAGANA")) or character in "々〇":
        return "single"
    if name.startswith(_SPACELESS) and category[0] != "N":
        return "mark" if category[0] == "M" or character in _VOWELS else "cluster"
    return "letter"


def naive_words(text: str) -> list[str]:
    """Read on character by character; invisible joiners wait until it is known whether the word goes on."""
    found: list[str] = []
    last, waiting = "", ""
    for at, character in enumerate(text):
        if character in _INVISIBLE:
            waiting += character
            continue
        kind = script(character)
        if character in "'’·" and last == "letter" and script_after(text, at) == "letter":
            kind = "letter"
        goes_on = kind == last in ("letter", "katakana", "mark") or (kind == "mark" and last not in ("", "letter"))
        if goes_on:
            found[-1] += waiting + character
        elif kind:
            found.append(character)
        last, waiting = kind, ""
    return found


def script_after(text: str, at: int) -> str:
    """The kind of the next character that is not an invisible joiner."""
    following = text[at + 1 :].lstrip(_INVISIBLE)
    return script(following[0]) if following else ""


@given(
    st.lists(st.sampled_from([*WORDS, " ", " ", "'", "’", "\u200c", "\u200d", "\u0301", "か\u3099", "¹", "."])).map(
        "".join
    )
)
def test_words_are_those_of_a_naive_reading(text: str) -> None:
    assert words(text) == naive_words(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\0", []),
        ("one two", ["one", "two"]),
        ("don't l’été 'quoted' rock'n'roll dogs'", ["don't", "l’été", "quoted", "rock'n'roll", "dogs"]),
        ("snake_case x2 3.14 a-b e.g.", ["snake_case", "x2", "3", "14", "a", "b", "e", "g"]),
        ("می‌خواهم", ["می‌خواهم"]),
        ("می‌‌خواهم", ["می‌‌خواهم"]),  # two joiners, as editors leave them
        ("‌می‌ خواهم‌", ["می", "خواهم"]),  # at the edge of a word they are no part of it
        ("co\u00adop \u200fعربي\u200e", ["co\u00adop", "عربي"]),
        ("cafe\u0301 naïve", ["cafe\u0301", "naïve"]),
        ("هَٰذَا كِتَابٌ", ["هَٰذَا", "كِتَابٌ"]),
        ("हिन्दी क्ष र्‍य", ["हिन्दी", "क्ष", "र्‍य"]),
        ("한국어 문서", ["한국어", "문서"]),
        ("中文网页。", ["中", "文", "网", "页"]),
        ("日本のカタカナとabc", ["日", "本", "の", "カタカナ", "と", "abc"]),
        ("コーヒー・ミルク ﾊﾟﾝ", ["コーヒー", "ミルク", "ﾊﾟﾝ"]),
        ("か\u3099く", ["か\u3099", "く"]),
        ("ภาษาไทย 100 บาท", ["ภา", "ษา", "ไ", "ท", "ย", "100", "บา", "ท"]),
        ("ขึ้น", ["ขึ้", "น"]),
        ("ខ្មែរ", ["ខ្", "មែ", "រ"]),
        ("I ❤️ you 🙂 1️⃣", ["I", "you", "1️⃣"]),
        ("葛\ufe00 葛\U000e0100飾", ["葛", "葛", "飾"]),
        ("𠀋 𝒜𝒷", ["𠀋", "𝒜𝒷"]),
        ("a\u200bb", ["a", "b"]),  # a zero-width space is there to part words
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


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
    assert {c: int(k) for c, k in zip(characters, kinds(characters), strict=True)} == dict.fromkeys(characters, kind)


@given(st.text())
def test_a_text_of_any_width_is_read_alike(text: str) -> None:
    """Latin-1 texts take a shorter way than others."""
    wide = kinds(text + "中")[:-1]
    assert np.array_equal(kinds(text), wide)


@given(st.characters(max_codepoint=0xFFFF))
def test_kinds_agree_with_the_unicode_categories(character: str) -> None:
    kind = int(kinds(character)[0])
    category = unicodedata.category(character)
    if kind >= LETTER:
        assert category[0] in "LNM" or character == "_"
    elif kind in (OTHER, JOINER):
        assert category[0] in "PSCZ"
        assert not character.isspace()
    else:
        assert character.isspace() or category in ("Cc", "Cf", "Zs", "Cs", "Mn", "So", "Lo")


def test_digits_of_scripts_without_spaces_are_letters() -> None:
    assert kinds("๑๙០၀").tolist() == [LETTER] * 4


@given(st.text("aB9_' .-\"\0\t\x1c", max_size=40))
def test_short_plain_texts_are_split_as_columns_are(text: str) -> None:
    starts, ends = word_positions(kinds(text))
    assert words(text) == [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
