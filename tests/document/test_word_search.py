"""Words that are looked for: compiled code and numpy find what a naive search finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document, word_search
from webwinnow.document.word_search import (
    ALL_LEVELS,
    WordSearch,
    count_terms,
    elements_around,
    find_terms,
    start_tags,
    tags_holding,
)

WORDS = ("ab", "cab", "Title", "bbs", "é中")


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
    read = Document(source).markup
    assert search.counts(read, starts, ends).tolist() == wanted
    assert search.holding(read, starts, ends).tolist() == np.flatnonzero(wanted).tolist()
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(word_search, "LIBRARY", None)
        assert search.counts(read, starts, ends).tolist() == wanted
        assert search.counts(read, starts, ends, 1).tolist() == np.minimum(wanted, 1).tolist()
        by_numpy.setattr(word_search, "_AT_ONCE", 2)
        assert search.counts(read, starts, ends).tolist() == wanted


LONG_WORDS = ("heading", "title", "titel", "rect(", ": -9", "lnt")


@given(
    st.lists(st.sampled_from([*LONG_WORDS, "Title", "itle", "tit", "x", " ", "é", "中"]), max_size=40),
    st.integers(0, 9), st.integers(0, 9), st.sampled_from([0, 1]), st.booleans(),
)  # fmt: skip
def test_words_are_found_at_all_places(parts: list[str], first: int, left: int, most: int, ignore_case: bool) -> None:
    source = f"{'-' * first}{''.join(parts)}title"
    starts, ends = np.array([0, first]), np.array([len(source), max(len(source) - left, first)])
    read, search = Document(source).markup, WordSearch(LONG_WORDS, ignore_case=ignore_case)
    found = search.counts(read, starts, ends, most or word_search.MANY).tolist()
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(word_search, "LIBRARY", None)
        assert search.counts(read, starts, ends, most or word_search.MANY).tolist() == found


def test_no_stretches() -> None:
    none = np.empty(0, dtype=np.int64)
    assert len(WordSearch(WORDS).counts(Document("ab").markup, none, none)) == 0


def test_start_tags_that_hold_a_word() -> None:
    page = Document("<p class=Byline>by</p><script>byline</script><p>byline<b id=byl>")
    found = tags_holding(page, start_tags(page), WordSearch(("byl",), ignore_case=True))
    assert [page.source[page.tokens.tag_start[tag] : page.tokens.tag_end[tag]] for tag in found] == [
        "<p class=Byline>",
        "<b id=byl>",
    ]
    assert len(start_tags(page, 2)) == 2


HARD = "<p>Don&#39;t don’t DONT Straße STRASSE ß caf&eacute; CAFÉ İstanbul 𠀋 中文 naïve ŉ a'b a\u200cb ab 𝒳y K k</p>"


def checked(page: Document, asked: list[str]) -> None:
    number = {term: at for at, term in enumerate(asked)}
    wanted = [number.get(page.terms.vocabulary[at], -1) for at in page.terms.number.tolist()]
    assert find_terms(page, asked).tolist() == wanted
    some = np.arange(0, len(wanted), 2)
    assert find_terms(page, asked, some).tolist() == wanted[::2]


@pytest.mark.parametrize("compiled", [True, False])
def test_hard_words(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not compiled:
        monkeypatch.setattr(word_search, "LIBRARY", None)
    page = Document(HARD)
    checked(page, list(page.terms.vocabulary))
    checked(page, ["dont", "strasse", "missing"])
    checked(page, [])


@given(markup(), st.integers(1, 3))
def test_any_page(source: str, step: int) -> None:
    page = Document(source)
    checked(page, [*page.terms.vocabulary[::step], "never seen"])


@given(markup(), st.integers(0, 3))
def test_both_count_terms_in_stretches(source: str, first: int) -> None:
    page = Document(f"{HARD}{source}")
    asked = list(page.terms.vocabulary[::2])
    starts, ends = page.runs.start, page.runs.end
    ours = count_terms(page, asked, first, starts, ends)
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(word_search, "LIBRARY", None)
        theirs = count_terms(page, asked, first, starts, ends)
    assert [each.tolist() for each in ours] == [each.tolist() for each in theirs]
    plain = count_terms(Document("<p>a b a c"), ["a", "c"], 1, np.array([3]), np.array([10]))
    assert [each.tolist() for each in plain] == [[4], [2], [1]]


HIDING = WordSearch(("hidden", "href"))


@given(markup(), st.sampled_from([1, 3, ALL_LEVELS]), st.sampled_from([0, 16]))
def test_both_find_the_same_elements_around(source: str, levels: int, shortest: int) -> None:
    page = Document(f"<b hidden=x><p>a{source}")
    some = np.arange(len(page.elements))[::-3]
    around = elements_around(page, some, HIDING, levels, shortest)
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(word_search, "LIBRARY", None)
        assert elements_around(page, some, HIDING, levels, shortest) == around


def test_so_many_levels_up() -> None:
    page = Document("<ul hidden><li><i hidden><b>x</b></i></ul>")
    home = page.runs.home[:1]
    names = {
        levels: [page.name(each) for each in elements_around(page, home, HIDING, levels)] for levels in (1, 2, 3, 4)
    }
    assert names == {1: [], 2: ["i"], 3: ["i"], 4: ["ul", "i"]}
