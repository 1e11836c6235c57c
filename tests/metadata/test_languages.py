"""Compiled code weighs words as Python does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.language.detection import detect_language, language_of, telling_letters, telling_words, weigh_words
from webwinnow.metadata import spoken
from webwinnow.metadata.languages import weigh_beginning, weigh_compiled

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")

LATIN = frozenset("cs da de en es fi fr hu is it nl no pl pt ro sv tr vi".split())
WORDS = st.sampled_from(
    ["the", "and", "und", "der", "naïve", "được", "että", "is", "não", "Der", "don’t", "DON'T", "l'été", "straße",
     "x&y", "中文", "カナ", "ข่าว", "по", "ŉ", "9", "_", "\u200b", "e\u0301", "ı", "og", "på", ""]
)  # fmt: skip


@given(st.lists(WORDS, max_size=40), st.sampled_from([" ", "\n", ", ", "-", "'", "''", "·"]))
def test_any_words(words: list[str], between: str) -> None:
    text = between.join(words)
    assert weigh_compiled(text, LATIN) == weigh_words(text, LATIN)
    assert detect_language(text, weigh_compiled) == detect_language(text)


@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    ours, theirs = weigh_compiled(text.casefold(), LATIN), weigh_words(text.casefold(), LATIN)
    assert (ours.words, ours.most, ours.second) == (theirs.words, theirs.most, theirs.second)


def test_every_word_and_letter_that_tells() -> None:
    text = " ".join([*telling_words(LATIN), *(f"q{letter}" for letter in telling_letters(LATIN))])
    assert weigh_compiled(text, LATIN) == weigh_words(text, LATIN)


def test_too_many_languages_are_left_to_python() -> None:
    many = LATIN | {f"x{number}" for number in range(200)}
    assert weigh_compiled("the wind and the sea", many).best == "en"


SPACES = st.sampled_from([" ", "<p>", "&amp;", "&#100;er ", "&#x4e2d;", "µ", "the "])


@given(st.lists(st.tuples(WORDS, SPACES), max_size=30), st.integers(1, 300))
def test_the_beginning_of_a_page(pieces: list[tuple[str, str]], times: int) -> None:
    page = Document("<p>" + "".join(word + space for word, space in pieces) * times)
    found = weigh_beginning(LIBRARY, page, page.visible)
    if found is not None:
        assert language_of(found) == detect_language(spoken._beginning(page, page.visible))


def test_what_is_not_in_latin_letters_is_left_to_python() -> None:
    pages = [Document(f"<p>the mill {letter}") for letter in ("по", "&#1087;", "µ", "中", "’é")]
    assert [weigh_beginning(LIBRARY, page, page.visible) is None for page in pages] == [True] * 4 + [False]
