import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate.measures import Found, Gold, WordBag
from webwinnow.evaluate.score import Score

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
    score = WordBag(rule="plain")(Gold(gold), Found(found))
    assert score is not None
    for ours, theirs in zip((score.precision, score.recall, score.f1), naive(gold, found), strict=True):
        assert abs(ours - theirs) <= 1e-9


def test_of_each_word_the_smaller_number_is_common() -> None:
    assert WordBag()(Gold("rain rain rain sun"), Found("Rain rain, menu!")) == Score.from_counts(2, 3, 4)


def test_scripts_without_spaces_are_not_one_word() -> None:
    gold, found = Gold("今天天气很好"), Found("天气很好")
    assert WordBag()(gold, found) == Score.from_counts(4, 4, 6)
    assert WordBag(rule="plain")(gold, found) == Score(0, 0, 0)
