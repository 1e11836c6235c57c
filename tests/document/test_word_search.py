"""Words that are looked for together: compiled code and numpy count what a naive count counts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document, word_search
from webwinnow.document.word_search import WordSearch

WORDS = ("ab", "cab", "Title", "bbs")


def naive(text: str, *, ignore_case: bool) -> int:
    text = "".join(c.lower() if c.isascii() else c for c in text) if ignore_case else text
    words = [word.lower() for word in WORDS] if ignore_case else WORDS
    return sum(text.count(word) for word in words)


@given(st.lists(st.text("abcTitlesBBS é中𠀋\0", max_size=12), min_size=1, max_size=6), st.booleans())
def test_both_count_what_stands_there(stretches: list[str], ignore_case: bool) -> None:
    source = "|".join(stretches)
    ends = np.cumsum([len(each) + 1 for each in stretches]) - 1
    starts = ends - [len(each) for each in stretches]
    search = WordSearch([word.lower() for word in WORDS] if ignore_case else WORDS, ignore_case=ignore_case)
    wanted = [naive(each, ignore_case=ignore_case) for each in stretches]
    markup = Document(source).markup
    assert search.counts(markup, starts, ends).tolist() == wanted
    assert search.holding(markup, starts, ends).tolist() == np.flatnonzero(wanted).tolist()
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(word_search, "LIBRARY", None)
        assert search.counts(markup, starts, ends).tolist() == wanted
        assert search.counts(markup, starts, ends, 1).tolist() == np.minimum(wanted, 1).tolist()


def test_no_stretches() -> None:
    none = np.empty(0, dtype=np.int64)
    assert len(WordSearch(WORDS).counts(Document("ab").markup, none, none)) == 0
