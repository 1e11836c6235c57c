"""The sieve lets through what holds a word or a digit, and never misses one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.kernels import LIBRARY
from webwinnow.language import sieve
from webwinnow.language.characters import units
from webwinnow.language.sieve import Sieve

TEXTS = st.lists(st.text("ab1٣² gđ昨天\U0001d7ce\U0001f600", max_size=8), max_size=6)


def marked(found: Sieve, pieces: list[str]) -> list[bool]:
    text = "".join(pieces)
    ends = np.cumsum([len(piece) for piece in pieces], dtype=np.int32)
    starts = ends - np.array([len(piece) for piece in pieces], dtype=np.int32)
    return found.marked(text, units(text), starts, ends).tolist()


@pytest.mark.parametrize("compiled", [True, False])
@given(pieces=TEXTS)
def test_words_are_found_wherever_they_stand(compiled: bool, pieces: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if not compiled:
            patch.setattr(sieve, "LIBRARY", None)
        found = marked(Sieve("ab", "昨天", "g"), pieces)
    assert found == [any(word in piece for word in ("ab", "昨天", "g")) for piece in pieces]


@given(pieces=TEXTS)
def test_no_digit_is_missed(pieces: list[str]) -> None:
    found = marked(Sieve("天", digits=True), pieces)
    for piece, through in zip(pieces, found, strict=True):
        assert through or not any(each.isdigit() or each == "天" for each in piece)


@pytest.mark.skipif(LIBRARY is None, reason="digits are looked for by compiled code")
def test_digits_are_looked_for_only_where_they_are_wanted() -> None:
    assert marked(Sieve("x"), ["1", "x"]) == [False, True]
    assert marked(Sieve("x", digits=True), ["1", "x", "no", "٣"]) == [True, True, False, True]
