import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate.gold_words import missing_words


def missing(gold: str, page: str) -> tuple[str, ...]:
    return missing_words(gold, page).first


def test_share_and_first_few_in_order():
    found = missing_words("a b x y x", "<p>b a</p>", first=1)
    assert found.share == pytest.approx(0.6)
    assert found.first == ("x",)
    assert missing("a b x y x", "<p>b a</p>") == ("x", "y")


def test_gold_without_words_lacks_nothing():
    assert missing_words("...", "").share == 0


@pytest.mark.parametrize(
    "page",
    [
        "<P>Don’t <b>W</b>ord caf&eacute; m&uuml;de",
        "<p>DON'T</p><p>word</p>cafe\u0301 mu\u00adde mu\u0308de",
        "<td>don&#8217;t<td>word<td>café<td title='a > b'>müde",
    ],
)
def test_case_typography_and_inline_tags_make_no_difference(page):
    assert missing("Don't word café müde", page) == ()


def test_words_parted_by_tags_count_both_ways():
    assert missing("one two onetwo", "<span>one</span><span>two</span>") == ()
    assert missing("one two onetwo", "<p>one</p><p>two</p>") == ("onetwo",)


def test_code_is_no_text():
    page = "<script>alpha</script><STYLE type=x>beta</style ><!-- gamma <p> -->delta<script>epsilon"
    assert missing("alpha beta gamma delta epsilon", page) == ("alpha", "beta", "gamma", "epsilon")


def test_a_less_than_sign_is_no_tag():
    assert missing("1 2 and 3", "1 < 2 and 3") == ()


words = st.lists(st.text("abc", min_size=1, max_size=3), max_size=8)


@given(words, words, st.sampled_from(["<p>", "<td x='y'>", "<br/>", "<!-- z -->", "<script>z</script>", " \n"]))
def test_against_sets_of_words(gold, page, between):
    expected = [word for word in gold if word not in page]
    found = missing_words(" ".join(gold), between.join(page))
    assert found.first == tuple(dict.fromkeys(expected))[:5]
    assert found.share == (len(expected) / len(gold) if gold else 0)


HOSTILE = ["<", "<a ", "<script", "<script>", "<!--", "<!--->x", "</", "<b", "&", "<style>x</style"]


@pytest.mark.parametrize("part", HOSTILE)
def test_hostile_pages_cost_no_more_than_their_length(part):
    start = time.process_time()
    missing_words("gold", part * (300_000 // len(part)))
    assert time.process_time() - start < 30  # squared, 300,000 steps would take minutes
