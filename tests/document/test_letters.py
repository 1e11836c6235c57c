"""The visible text as one column of code points."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document, letters
from webwinnow.document.letters import characters, count_words, lower_case, text_hashes, upper_case
from webwinnow.language.words import words
from webwinnow.spans import Spans


@given(markup())
def test_letters_are_counted_as_one_by_one(source: str) -> None:
    page = Document(source)
    found = page.letters.tallies()
    runs = page.blocks.runs
    for place, (start, end) in enumerate(zip(page.runs.start[runs], page.runs.end[runs], strict=True)):
        text = page.source[start:end]
        assert found.upper[place] == sum(letter.isupper() for letter in text if ord(letter) < 0x10000)
        assert found.digits[place] == sum(letter.isdigit() for letter in text if ord(letter) < 0x10000)
        if "&" not in text:
            expected = [0.5 if len(word) == 1 and ord(word) >= 0x2E80 else 1.0 for word in words(html.unescape(text))]
            assert found.words[place] == pytest.approx(sum(expected))


def test_words_have_the_same_hash_in_title_and_text() -> None:
    found = Document("<p>Ein Fluß, ein FLUSS und می‌خواهم</p>").letters.tallies()
    assert found.word_hash[0] == found.word_hash[2]
    assert list(text_hashes("ein می‌خواهم ein")) == sorted([found.word_hash[0], found.word_hash[-1]])
    assert len(set(found.word_hash.tolist())) == 5


@given(st.text("aB9 .'&;#é中ก\u200c", max_size=40))
def test_words_of_plain_text_are_counted_as_they_are_split(text: str) -> None:
    assert count_words(text) == len(words(text))
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(letters, "LIBRARY", None)
        assert count_words(text) == len(words(text))


PAIRS = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=3)


@given(markup(), PAIRS)
def test_words_stand_where_they_do_in_the_source(source: str, hidden: list[tuple[int, int]]) -> None:
    whole = Document(source)
    page = whole.without(Spans(hidden, size=len(whole.source)))
    letters, text = page.letters, "".join(map(chr, page.letters.points.tolist()))
    places = zip(letters.word_start.tolist(), letters.word_end.tolist(), strict=True)
    written = zip(page.words.start.tolist(), page.words.end.tolist(), strict=True)
    assert [text[start:end] for start, end in places] == [page.source[start:end] for start, end in written]
    run = letters.run[letters.word_run]
    assert (page.runs.start[run] <= page.words.start).all()
    assert (page.words.end <= page.runs.end[run]).all()


def test_tables_are_looked_up_per_character() -> None:
    letters = Document("<p>Ab 12 <b>CD 3 🙂</b>").letters
    assert letters.per_word(letters.marked(characters("123"))).tolist() == [0, 2, 0, 1]
    assert letters.per_run(letters.marked(upper_case())).tolist() == [1, 2]
    assert "".join(map(chr, letters.marked(lower_case()).tolist()))[:5] == "ab 12"


def test_a_page_without_text_has_no_letters() -> None:
    letters = Document("<p></p>").letters
    assert len(letters.run) == len(letters.points) == len(letters.word_run) == 0
    assert len(letters.per_run(letters.points)) == 0
