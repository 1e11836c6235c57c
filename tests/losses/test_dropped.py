"""Words of names tell kinds; compiled code and Python sort the same text into the same ones."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.losses import dropped as dropped_module
from webwinnow.losses.dropped import NameKinds, find_dropped

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
def test_words_tell_what_patterns_tell(tags: list[list[str]]) -> None:
    names = "\0".join("".join(f"{word} " for word in words) for words in tags).encode()
    assert KINDS.bits(names).tolist() == naive(names)


def test_no_names() -> None:
    assert KINDS.bits(b"").tolist() == [0]


SOME = st.sampled_from(
    [
        "<nav>", "</nav>", "<div class='ad x'>", "<div id=NAVbar role=main>", "<div CLASS=Menu>", "<p class='é ad'>",
        "<p id=footer9 data-x='ad'>", "<p title=ads>", "<body class=nav-left>", "</div>", "<a href=/menu>", "</a>",
        "<footer>", "</footer>", "<p hidden>", "some words ", "a footer ", "<p>", "<p class='s header AdX-y'>",
        "<p class='é nothing'>", "<p class='é copyRight'>", "<p id='a Promoted=1' role=brea>",
    ]
)  # fmt: skip


@given(st.lists(SOME, max_size=25), st.integers(1, 4))
def test_both_sort_the_same_text_into_the_same_kinds(pieces: list[str], step: int) -> None:
    def told() -> list[tuple[object, ...]]:
        page = Document("".join(pieces))
        kept = page.select_runs(np.arange(len(page.runs)) % step == 1)
        part = [(start, max(end - 2, start)) for start, end in kept]  # these are no whole runs
        found = [*find_dropped(page, kept), *find_dropped(page, page.select(part))]
        return [(each.kind, each.characters, each.share, list(each.spans)) for each in found]

    compiled = told()
    with pytest.MonkeyPatch.context() as by_python:
        by_python.setattr(dropped_module, "LIBRARY", None)
        assert told() == compiled


def test_the_first_kind_that_fits_counts() -> None:
    page = Document(
        "<nav><p hidden>unseen</p><p class=ad>bought</p><a>more</a></nav><footer><a class=x>imprint</a></footer>"
    )
    found = {each.kind: list(each.spans) for each in find_dropped(page, page.select([]))}
    assert list(found) == ["hidden", "advertisement", "navigation", "footer"]
    assert [page.text(*spans[0]) for spans in found.values()] == ["unseen", "bought", "more", "imprint"]
