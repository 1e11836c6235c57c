import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate.alignment import plain_words
from webwinnow.evaluate.measures import FoundText, Gold, WordBag, WordSequence, WordSet
from webwinnow.evaluate.measures.measure import Score

texts = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(["Rain", "rain", "Straße", "天气", "don't", "1,000", "_", "—"]), max_size=30).map(
        " ".join
    ),
)


def naive(gold: str, found: str) -> tuple[float, float, float]:
    """Precision, recall and F1 of the lower-case word multisets, as benchmarks publish them."""
    mine, theirs = (Counter(re.findall(r"\w+", text.lower())) for text in (gold, found))
    if not mine and not theirs:
        return 1.0, 1.0, 1.0
    common = sum((mine & theirs).values())
    if common == 0:
        return 0.0, 0.0, 0.0
    precision, recall = common / sum(theirs.values()), common / sum(mine.values())
    return precision, recall, 2 * precision * recall / (precision + recall)


@given(gold=texts, found=texts)
def test_the_plain_rule_equals_a_naive_implementation(gold: str, found: str) -> None:
    score = WordBag(rule="plain")(Gold(gold), FoundText(found))
    assert score is not None
    for ours, theirs in zip((score.precision, score.recall, score.f1), naive(gold, found), strict=True):
        assert abs(ours - theirs) <= 1e-9


def test_of_each_word_the_smaller_number_is_common() -> None:
    assert WordBag()(Gold("rain rain rain sun"), FoundText("Rain rain, menu!")) == Score.from_counts(2, 3, 4)


def test_scripts_without_spaces_are_not_one_word() -> None:
    gold, found = Gold("今天天气很好"), FoundText("天气很好")
    assert WordBag()(gold, found) == Score.from_counts(4, 4, 6)
    assert WordBag(rule="plain")(gold, found) == Score(0, 0, 0)


longer_texts = st.lists(st.sampled_from(["a", "B", "c", "D", "e"]), max_size=30).map(" ".join)


def test_words_count_in_their_order() -> None:
    gold, found = Gold("It rained all night."), FoundText("all night it rained")
    assert WordSequence()(gold, found) == Score.from_counts(2, 4, 4)
    assert WordBag()(gold, found) == Score(1, 1, 1)


def test_the_plain_rule_splits_otherwise() -> None:
    gold, found = Gold("Don't go"), FoundText("don go")
    assert WordSequence()(gold, found) == Score.from_counts(1, 2, 2)
    assert WordSequence(rule="plain")(gold, found) == Score.from_counts(2, 2, 3)


@given(gold=longer_texts, found=longer_texts)
def test_order_can_only_cost(gold: str, found: str) -> None:
    sequence, bag = WordSequence()(Gold(gold), FoundText(found)), WordBag()(Gold(gold), FoundText(found))
    assert sequence is not None
    assert bag is not None
    assert sequence.f1 <= bag.f1


def test_above_the_limit_the_score_is_flagged() -> None:
    gold, found = Gold("a b c d e f"), FoundText("x b c d y f z")
    bound = WordSequence(limit=2)(gold, found)
    assert bound is not None
    assert bound.approximate
    assert bound.f1 <= 2 * 4 / 13


def test_only_presence_counts() -> None:
    assert WordSet()(Gold("rain rain rain sun"), FoundText("Rain menu")) == Score.from_counts(1, 2, 2)


@given(gold=st.text("ab c", max_size=30), found=st.text("ab c", max_size=30), times=st.integers(1, 3))
def test_repetition_makes_no_difference(gold: str, found: str, times: int) -> None:
    once = WordSet(rule="plain")(Gold(gold), FoundText(found))
    assert WordSet(rule="plain")(Gold(gold), FoundText(f"{found} " * times)) == once
    common = len({word for word in plain_words(gold) if word in plain_words(found)})
    assert once == Score.from_counts(common, len(set(plain_words(found))), len(set(plain_words(gold))))
