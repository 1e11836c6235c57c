from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate.measures import Found, Gold, WordBag, WordSequence
from webwinnow.evaluate.score import Score

texts = st.lists(st.sampled_from(["a", "B", "c", "D", "e"]), max_size=30).map(" ".join)


def test_words_count_in_their_order() -> None:
    gold, found = Gold("It rained all night."), Found("all night it rained")
    assert WordSequence()(gold, found) == Score.from_counts(2, 4, 4)
    assert WordBag()(gold, found) == Score(1, 1, 1)


def test_the_plain_rule_splits_otherwise() -> None:
    gold, found = Gold("Don't go"), Found("don go")
    assert WordSequence()(gold, found) == Score.from_counts(1, 2, 2)
    assert WordSequence(rule="plain")(gold, found) == Score.from_counts(2, 2, 3)


@given(gold=texts, found=texts)
def test_order_can_only_cost(gold: str, found: str) -> None:
    sequence, bag = WordSequence()(Gold(gold), Found(found)), WordBag()(Gold(gold), Found(found))
    assert sequence is not None
    assert bag is not None
    assert sequence.f1 <= bag.f1


def test_above_the_limit_the_score_is_flagged() -> None:
    gold, found = Gold("a b c d e f"), Found("x b c d y f z")
    bound = WordSequence(limit=2)(gold, found)
    assert bound is not None
    assert bound.approximate
    assert bound.f1 <= 2 * 4 / 13
