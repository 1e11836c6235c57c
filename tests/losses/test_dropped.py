"""Words of names: compiled code and Python tell the same kinds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.losses import dropped as dropped_module
from webwinnow.losses.dropped import NameKinds

WORDS = ("ad ads advert*", "nav* adx", "foot advertisement b")
KINDS = NameKinds(WORDS)
PATTERNS = [re.compile("|".join(words.replace("*", ".*").split())) for words in WORDS]


def naive(names: bytes) -> list[int]:
    def kind(word: str) -> int:
        return next((1 << bit for bit, pattern in enumerate(PATTERNS) if pattern.fullmatch(word)), 0)

    bits = [[kind(word) for word in tag.split()] for tag in names.decode().split("\0")]
    return [sum(set(each)) for each in bits]


WORD = st.sampled_from(
    ["ad", "ads", "adx", "advert", "advertisement", "nav", "navbar", "foot", "footer", "b", "x", "é"]
)


@given(st.lists(st.lists(WORD, max_size=5), min_size=1, max_size=6))
def test_both_tell_what_patterns_tell(tags: list[list[str]]) -> None:
    names = "\0".join("".join(f"{word} " for word in words) for words in tags).encode()
    wanted = naive(names)
    assert KINDS.told(names).tolist() == wanted
    with pytest.MonkeyPatch.context() as by_python:
        by_python.setattr(dropped_module, "LIBRARY", None)
        assert KINDS.told(names).tolist() == wanted


def test_no_names() -> None:
    assert KINDS.told(b"").tolist() == [0]
