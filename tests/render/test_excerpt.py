"""A part of a text, and what is left."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import UsageError
from webwinnow.render.excerpt import Excerpt

TEXT = "The sea came back.\n\nIt turned the wheel, and the wheel turned the stones.\n"


def test_the_whole_is_shown_as_it_is() -> None:
    assert Excerpt().of(TEXT) == TEXT == Excerpt(len(TEXT)).of(TEXT)
    assert Excerpt().of("") == ""


def test_a_part_says_what_is_left() -> None:
    assert Excerpt(30).of(TEXT) == (
        f"The sea came back.\n\n[{len(TEXT) - 20} of {len(TEXT)} characters are left: go on with --start-at 20]\n"
    )
    assert Excerpt(None, 20).of(TEXT) == TEXT[20:]
    assert Excerpt(5, 999).of(TEXT) == f"[nothing is left: the text has {len(TEXT)} characters]\n"


@given(text=st.text("ab \n", max_size=200), length=st.integers(1, 50))
def test_parts_one_after_the_other_are_the_whole(text: str, length: int) -> None:
    start, seen = 0, ""
    while True:
        part = Excerpt(length, start).of(text)
        on = re.search(r"--start-at (\d+)\]\n$", part)
        if on is None:
            seen += part
            break
        assert start < int(on[1]) <= start + length
        seen += text[start : int(on[1])]
        start = int(on[1])
    assert seen == text


def test_what_cannot_be_is_refused() -> None:
    for length, start in ((0, 0), (1, -1)):
        with pytest.raises(UsageError):
            Excerpt(length, start)
