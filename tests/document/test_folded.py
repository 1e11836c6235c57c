"""Many stretches of text, read at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document.document import Document
from webwinnow.document.folded import folded, folded_texts

LETTERS = st.sampled_from([*"ab &;\t\n\x1c\x85\xa0é", "\u2003", "\u3000", "\u200b", "中", "\U0001f600", "&amp;"])
TEXTS = st.lists(st.lists(LETTERS).map("".join), max_size=8)


@given(TEXTS)
def test_as_read_one_by_one(texts: list[str]) -> None:
    source = "".join(texts)
    edges = np.cumsum([0, *map(len, texts)])
    assert folded_texts(Document(source).markup, edges[:-1], edges[1:]) == list(map(folded, texts))


@pytest.mark.parametrize("written", ["a b", "a  b", " a", "a ", "a\tb", "a&nbsp;b", "a\xa0b", "a\u3000b", "", " "])
def test_nothing_is_told_but_what_is_read(written: str) -> None:
    page = Document(f"{written} next")
    assert folded_texts(page.markup, np.array([0]), np.array([len(written)])) == [folded(written)]
