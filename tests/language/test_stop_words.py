"""Words of grammar, and the languages that they tell."""

from __future__ import annotations

import pytest

from webwinnow.language.stop_words import language_of, stop_words
from webwinnow.language.terms import numbered, terms

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
