"""What is read from a source: the words of its text, and as terms."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from markup import REFERENCES, WORDS, markup
from webwinnow.document import Document
from webwinnow.document.references import source_kinds
from webwinnow.language.terms import terms
from webwinnow.language.words import word_positions, words


def read_words(page: Document) -> list[str]:
    return [
        page.source[start:end] for start, end in zip(page.words.start.tolist(), page.words.end.tolist(), strict=True)
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("don&#39;t caf&eacute; a&nbsp;b", ["don&#39;t", "caf&eacute;", "a", "b"]),
        ("&#1605;&#1740;&zwnj;&#1582;", ["&#1605;&#1740;&zwnj;&#1582;"]),
        ("wo<b>rd</b>s", ["wo", "rd", "s"]),
        ("don'<i>t</i>", ["don", "t"]),
        ("می‌<b>خواهم</b>", ["می", "خواهم"]),
        ("&am<b>p;x", ["am", "p", "x"]),
        ("&#20<b>013;", ["013"]),  # the first half is a reference to a control character
        ("ก<b>็", ["ก", "็"]),
        ("one<script>two</script><!-- three -->four", ["one", "four"]),
    ],
)
def test_words_of_a_page(source: str, expected: list[str]) -> None:
    assert read_words(Document(source)) == expected


@given(markup())
def test_words_of_a_page_never_cross_tags_and_are_those_of_its_text(source: str) -> None:
    page = Document(source)
    tokens, every = page.tokens, page.markup.words
    gap = tokens.gap_start.searchsorted(every[0], side="right") - 1
    assert (tokens.gap_start[gap] <= every[0]).all()
    assert (every[1] <= tokens.gap_end[gap]).all()
    assert (every[0] < every[1]).all()
    assert (every[1][:-1] <= every[0][1:]).all()
    texts = [page.source[a:b] for a, b in zip(tokens.gap_start.tolist(), tokens.gap_end.tolist(), strict=True)]
    found = [html.unescape(page.source[a:b]) for a, b in zip(every[0].tolist(), every[1].tolist(), strict=True)]
    if not any(re.search(r"&(notit|NotEqual|copy)", text) for text in texts):
        assert found == [word for text in texts for word in words(html.unescape(text))]


LETTERS = st.text(alphabet="azAZ09_@[`{/:^ \t-.'\x7f\u200c&;éк中𠀋", max_size=60)


@given(st.lists(LETTERS | st.integers(0, 40).map("x".__mul__) | st.sampled_from(["'", "\u200c"]), max_size=6))
@example(["x" * 15, "\u200c", " ", "y" * 20])
def test_words_are_found_many_letters_at_once_as_one_by_one(parts: list[str]) -> None:
    source = "".join(parts)
    starts, ends = word_positions(source_kinds(source))
    assert read_words(Document(source)) == [source[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]


@given(st.lists(st.sampled_from([*WORDS, *REFERENCES]), max_size=8))
def test_pages_and_texts_have_the_same_words(parts: list[str]) -> None:
    parts = [part for part in parts if part not in ("&notit;", "&copy", "&NotEqualTilde;")]
    source = " ".join(parts)
    assert [html.unescape(word) for word in read_words(Document(source))] == words(html.unescape(source))


def test_references_in_a_page_are_resolved() -> None:
    known = Document("<p>caf&eacute; Caf&#233; CAFÉ</p>").terms
    assert known.vocabulary == ("café",)
    assert known.number.tolist() == [0, 0, 0]


@given(markup())
def test_every_word_has_its_term(source: str) -> None:
    page = Document(source)
    known = page.terms
    assert len(known.number) == len(page.words)
    assert len(set(known.vocabulary)) == len(known.vocabulary)
    for at, (start, end) in enumerate(zip(page.words.start.tolist(), page.words.end.tolist(), strict=True)):
        assert known.vocabulary[known.number[at]] == "".join(terms(page.text(start, end)))
