"""Body Text Extraction against formula 3.3 of the paper, computed as it stands there."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_text
from markup import markup
from webwinnow.document import Document
from webwinnow.extractors.bte import BTE, stretch
from webwinnow.signals.stretches import best_stretch


def formula(tokens: list[int], first: int, last: int) -> int:
    """T(i, j): tags before i, words from i to j, tags behind j; 1 is a tag, 0 a word (mohammadzadeh2013, 3.3)."""
    inside = sum(1 - each for each in tokens[first : last + 1])
    return sum(tokens[:first]) + inside + sum(tokens[last + 1 :])


def naive_stretch(tokens: list[int]) -> tuple[int, int]:
    """The paper's search over all pairs, which keeps the first best one."""
    best, found = -1, (0, len(tokens) - 1)
    for first in range(len(tokens)):
        for last in range(first, len(tokens)):
            if formula(tokens, first, last) > best:
                best, found = formula(tokens, first, last), (first, last)
    return found


def kept(source: str) -> str:
    return kept_text(BTE(), source)


@given(st.lists(st.integers(0, 1), min_size=1, max_size=16))
def test_stretch_is_that_of_the_formula(tokens: list[int]) -> None:
    source = "".join("<i>" if token else f" w{at} " for at, token in enumerate(tokens))
    first, last = naive_stretch(tokens)
    expected = [f"w{at}" for at in range(first, last + 1) if not tokens[at]]
    assert kept(source).split() == (expected if 0 in tokens else [])


@given(markup(8))
def test_stretch_on_any_page_is_that_of_the_formula(source: str) -> None:
    page = Document(source)
    tokens = page.words_and_tags
    found = BTE()(page)
    if not len(page.words):
        assert not found
        return
    first, last = naive_stretch(tokens.is_tag.astype(int).tolist())
    assert found == page.select([(tokens.start[first], tokens.end[last])])


def test_it_wins_on_an_article_between_menus() -> None:
    menu = "<ul>" + "<li><a href=/x>menu</a></li>" * 12 + "</ul>"
    article = "<p>" + "words of a long article, " * 20 + "</p><p>" + "and of its second part. " * 20 + "</p>"
    found = kept(menu + article + menu)
    assert "menu" not in found
    assert found.startswith("words of a long article,")
    assert found.endswith("part.")  # punctuation belongs to the word before it


def test_it_loses_on_two_texts_far_apart() -> None:
    post = "<p>" + "a forum post of some length " * 5 + "</p>"
    between = "<div><b></b><i></i></div>" * 12
    found = kept(post + between + post.replace("forum", "second") + between + post.replace("forum", "third"))
    assert found.count("post of some length") == 5  # one of three


def test_scripts_and_comments_are_no_tags() -> None:
    assert kept("<p>one<script>x</script><!-- --><style></style><script></script>two</p>") == "one two"


def test_nothing_on_a_page_without_words() -> None:
    assert kept("<p><b></b>...</p>") == ""
    assert kept("") == ""


@given(st.lists(st.booleans(), max_size=40))
def test_the_stretch_is_that_of_sums(tags: list[bool]) -> None:
    is_tag = np.array(tags, dtype=np.bool_)
    assert stretch(is_tag) == ([] if is_tag.all() else [best_stretch(np.where(is_tag, -1, 1))])
