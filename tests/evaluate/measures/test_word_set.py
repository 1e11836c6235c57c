from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate.measures import Found, Gold, WordSet
from webwinnow.evaluate.measures.folding import plain_words
from webwinnow.evaluate.score import Score


def test_only_presence_counts() -> None:
    assert WordSet()(Gold("rain rain rain sun"), Found("Rain menu")) == Score.from_counts(1, 2, 2)


@given(gold=st.text("ab c", max_size=30), found=st.text("ab c", max_size=30), times=st.integers(1, 3))
def test_repetition_makes_no_difference(gold: str, found: str, times: int) -> None:
    once = WordSet(rule="plain")(Gold(gold), Found(found))
    assert WordSet(rule="plain")(Gold(gold), Found(f"{found} " * times)) == once
    common = len({word for word in plain_words(gold) if word in plain_words(found)})
    assert once == Score.from_counts(common, len(set(plain_words(found))), len(set(plain_words(gold))))
