"""Words as numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.language.terms import folded, numbered, terms, terms_of_each
from webwinnow.language.words import words


def test_case_apostrophes_and_marks_make_no_difference() -> None:
    assert terms("Don’t don't DONT Straße STRASSE") == ["dont", "dont", "dont", "strasse", "strasse"]
    assert terms("می‌خواهم")[0] == "میخواهم"
    assert terms("Über, soft\u00adhyphen: 中文") == ["über", "softhyphen", "中", "文"]


def test_counts_of_a_text_are_over_a_vocabulary() -> None:
    known = numbered(terms("grain and chaff"))
    assert known.counts("Grain, grain and barley").tolist() == [2, 1, 0]
    assert known.counts("").tolist() == [0, 0, 0]


def test_a_plain_text_has_as_many_terms_as_words() -> None:
    text = "one two, three: o'clock 四五"
    assert len(terms(text)) == len(words(text))


@given(st.lists(st.text(max_size=8), max_size=6))
def test_many_texts_at_once_are_as_each_alone(texts: list[str]) -> None:
    lines = [" ".join(text.split()) for text in texts]
    assert terms_of_each(lines) == [terms(line) for line in lines]


@given(st.lists(st.text("ab'_ 9-A\n’‘“…\xa0·é中", max_size=12), max_size=5))
def test_patterns_split_as_columns_do(texts: list[str]) -> None:
    wanted = [folded("\n".join(words(text))) for text in texts]
    assert terms_of_each(texts) == list(map(terms, texts)) == wanted
