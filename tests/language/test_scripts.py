"""Right-to-left characters, against Unicode's own directions."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.language.scripts import INVISIBLE, RIGHT_TO_LEFT, right_to_left

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
