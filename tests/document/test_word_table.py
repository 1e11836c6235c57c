"""Tables of words: compiled code meets each occurrence once, by steps and at many places at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document.word_table import WordTable
from webwinnow.kernels import LIBRARY, address
from webwinnow.language.characters import units

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="only compiled code looks words up in tables")
WORDS = ("hidden", "display", "none", "byline", "date")
TEXTS = st.lists(
    st.sampled_from([*WORDS, *map(str.upper, WORDS), "non", "ehidde", " ", "=", "x" * 40, "é", "漢", "😀"])
)


def counted(text: str, words: tuple[str, ...], *, ignore_case: bool, wide: bool = True) -> int:
    table = WordTable(words, ignore_case=ignore_case)
    table.wide = table.wide and wide
    (data, width), bounds = units(text), np.array([0, len(text)], np.int32)
    found = np.empty(1, np.int32)
    start, end = address(bounds), address(bounds[1:])
    LIBRARY.of("count_words", width)(table.address, data, 1, start, end, 2**31 - 1, address(found))  # type: ignore[union-attr]
    return int(found[0])


@given(TEXTS, st.booleans(), st.booleans())
def test_each_occurrence_is_met_once(parts: list[str], ignore_case: bool, wide: bool) -> None:
    text = "".join(parts)
    looked_at = text.lower() if ignore_case else text
    expected = sum(looked_at.startswith(word, at) for at in range(len(text)) for word in WORDS)
    assert counted(text, WORDS, ignore_case=ignore_case, wide=wide) == expected


@pytest.mark.parametrize("words", [("on", "off"), ("ab",), ("naïve", "none")])
def test_words_without_three_plain_letters_are_looked_for_by_steps(words: tuple[str, ...]) -> None:
    assert not WordTable(words, ignore_case=False).wide
    assert counted(" ".join(words), words, ignore_case=False) == len(words)
