import pytest

from webwinnow.evaluate.measures import Characters, Found, Gold
from webwinnow.evaluate.score import Score


def test_characters_of_the_common_subsequence_count() -> None:
    # "rain, rain" and "train rain" share "rain rain".
    assert Characters()(Gold("rain, rain"), Found("train rain")) == Score.from_counts(9, 10, 10)


def test_white_space_is_folded_and_case_counts() -> None:
    assert Characters()(Gold("a  b\n\nc"), Found("\ta b c ")) == Score(1, 1, 1)
    assert Characters()(Gold("ab"), Found("aB")) == Score.from_counts(1, 2, 2)


SENTENCES = [f"Sentence {number} tells of {number * number} drops." for number in range(60)]


@pytest.mark.parametrize(
    ("found", "loss"),
    [
        ("Menu " + " ".join(SENTENCES[5:40] + SENTENCES[42:]) + " Imprint", 0.01),
        # Text in another order shares much by chance, which only the exact computation finds.
        (" ".join(SENTENCES[::2] + SENTENCES[1::2]), 0.5),
    ],
)
def test_above_the_limit_the_score_is_flagged_and_a_lower_bound(found: str, loss: float) -> None:
    gold = Gold(" ".join(SENTENCES))
    right, bound = Characters()(gold, Found(found)), Characters(limit=100)(gold, Found(found))
    assert right is not None
    assert bound is not None
    assert (right.approximate, bound.approximate) == (False, True)
    assert right.f1 - loss <= bound.f1 <= right.f1
