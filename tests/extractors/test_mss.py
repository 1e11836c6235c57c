"""Maximum subsequence segmentation: Algorithm 8 and its example, tokens, and pages that it wins and loses."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kept import MENU, PARAGRAPH, kept_text
from markup import markup
from webwinnow.document import Document
from webwinnow.extractors.mss import MSS, NUMBER_TOKEN, OTHER_WORD, read_tokens, token_numbers
from webwinnow.signals.stretches import best_stretch

EXAMPLE = [4, -5, 3, -5, 1, 2, -2, 2, -2, 1, 5]
NO_WORDS = np.zeros(0, np.uint64), np.zeros(0, np.uint16)


def algorithm_8(values: list[float]) -> tuple[int, int]:
    """As the thesis writes it."""
    start, total, best, found = 0, 0.0, float("-inf"), (0, 0)
    for place, value in enumerate(values):
        total += value
        if total > best:
            best, found = total, (start, place)
        if total < 0:
            start, total = place + 1, 0.0
    return found


def kept(source: str) -> str:
    return kept_text(MSS(), source)


def test_the_example_of_the_thesis() -> None:
    first, last = best_stretch(np.array(EXAMPLE))
    assert EXAMPLE[first : last + 1] == [1, 2, -2, 2, -2, 1, 5]
    assert sum(EXAMPLE[first : last + 1]) == 7
    assert algorithm_8([float(value) for value in EXAMPLE]) == (first, last)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=30))
def test_the_stretch_is_that_of_algorithm_8(values: list[int]) -> None:
    (first, last), (start, end) = best_stretch(np.array(values)), algorithm_8([float(value) for value in values])
    assert sum(values[first : last + 1]) == sum(values[start : end + 1])


def test_tokens_are_tags_words_and_numbers_with_the_tag_around_them() -> None:
    page = Document("<div><p>Word 12 word</p></div>")
    tokens = read_tokens(page)
    numbers = token_numbers(tokens, *NO_WORDS).tolist()
    assert tokens.is_tag.tolist() == [True, True, False, False, False, True, True]
    assert numbers[2:5] == [OTHER_WORD, NUMBER_TOKEN, OTHER_WORD]
    assert tokens.word[0] == tokens.word[2], "case does not count"
    assert len(set(numbers[:2] + numbers[5:])) == 4, "start and end tags differ"
    around = [page.tokens.name(int(number)) if number else None for number in tokens.parent]
    assert around == ["body", "div", "p", "p", "p", "div", "body"]


def test_known_words_share_the_token_of_their_stem() -> None:
    tokens = read_tokens(Document("<p>bridge bridges river"))
    order = np.argsort(tokens.word[:2])
    numbers = token_numbers(tokens, tokens.word[:2][order], np.array([7, 7], np.uint16))
    assert numbers[-3] == numbers[-2] != numbers[-1] == OTHER_WORD


@given(markup())
def test_there_is_a_token_for_every_word_and_tag(source: str) -> None:
    page = Document(source)
    tokens = read_tokens(page)
    assert len(tokens.word) == len(page.words) == (~tokens.is_tag).sum()
    assert len(tokens.parent) == len(tokens.start)


def test_it_wins_on_a_news_article() -> None:
    found = kept(f"<body>{MENU}<div><h1>Bridge closed</h1>{PARAGRAPH * 4}</div>{MENU}")
    assert found.count("The mayor") == 4
    assert "Sports" not in found


def test_it_loses_one_of_two_parts_far_from_each_other() -> None:
    found = kept(f"<body><div>{PARAGRAPH}</div>{MENU * 6}<div>{PARAGRAPH * 3}</div>")
    assert found.count("The mayor") == 3


def test_pages_without_words() -> None:
    assert kept("") == kept("<p></p>") == kept("<p>!!</p>") == ""
