"""Words as numbers."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import MissingExtraError
from webwinnow.language import terms as language_terms
from webwinnow.language.terms import folded, language_of, numbered, stems, stop_words, terms, terms_of_each
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


SENTENCES = {
    "en": "The wind that takes the chaff is not the one that brings it",
    "de": "Der Wind, der die Spreu nimmt, ist nicht der, der sie bringt",
    "fr": "Le vent qui prend la balle n'est pas dans la maison",
    "fa": "باد کاه را از دانه جدا می کند و این کار در مزرعه است",
    "ru": "Ветер, который уносит мякину, не тот, что её приносит, и это так",
    "zh": "风是在田里的，也不是在家里的",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_the_words_of_grammar_tell_the_language(language: str) -> None:
    assert language_of(numbered(terms(SENTENCES[language]))) == language


def test_a_text_without_any_has_no_language() -> None:
    assert language_of(numbered(["xyzzy"])) is None
    assert language_of(numbered([])) is None


@pytest.mark.parametrize("language", stop_words())
def test_the_lists_hold_terms(language: str) -> None:
    for word in stop_words()[language]:
        assert "".join(terms(word)) == word


def test_endings_go_where_the_language_is_known() -> None:
    pytest.importorskip("Stemmer")
    assert len(set(stems(["grain", "grains"], "en"))) == 1
    assert len(set(stems(["körner", "körnern"], "de"))) == 1


@pytest.mark.parametrize("language", [None, "zh", "xx", "ur"])
def test_words_of_other_languages_stay(language: str | None) -> None:
    pytest.importorskip("Stemmer")
    assert stems(["grains", "谷"], language) == ["grains", "谷"]


def test_a_missing_library_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "Stemmer", None)
    with pytest.raises(MissingExtraError, match=r"PyStemmer.*pip install 'webwinnow\[similarity\]'"):
        stems(["grains"], "en")


@given(st.lists(st.sampled_from(["mill", "Mill", "wind", "don't", "dont", "DONT"])))
def test_words_are_numbered_some_at_a_time_as_all_at_once(listed: list[str]) -> None:
    known = numbered(listed)
    with pytest.MonkeyPatch.context() as some:
        some.setattr(language_terms, "_AT_ONCE", 2)
        found = numbered(iter(listed))
    assert (found.number.tolist(), found.vocabulary) == (known.number.tolist(), known.vocabulary)


def test_many_terms_are_those_that_were_given() -> None:
    some = [f"word{number}" for number in range(3 * language_terms.MANY_TERMS)]
    vocabulary = numbered([*some, *some[:5], "", "Word2"]).vocabulary
    assert not isinstance(vocabulary, tuple)
    assert (len(vocabulary), list(vocabulary)) == (len(some) + 1, [*some, ""])
    assert "word7" in vocabulary and "word" not in vocabulary
