import pytest

from webwinnow.evaluate.measures import FoundText, Gold, HeadlineCounts, HeadlineMatch
from webwinnow.evaluate.measures.measure import Score

GOLD = Gold(headline="Rain at last")


@pytest.mark.parametrize(
    ("answer", "counts"),
    [
        ("Rain at last", HeadlineCounts(correct=1)),
        (" RAIN at\n last", HeadlineCounts(correct=1)),
        ("Rain at last - The Daily", HeadlineCounts(wrong=1, missed=1)),
        ("Rain at last!", HeadlineCounts(wrong=1, missed=1)),
        ("", HeadlineCounts(missed=1)),
        (None, HeadlineCounts(missed=1)),
    ],
)
def test_a_headline_is_right_or_wrong_or_not_given(answer: str | None, counts: HeadlineCounts) -> None:
    assert HeadlineMatch()(GOLD, FoundText(headline=answer)) == counts


@pytest.mark.parametrize("headline", [None, "", "  "])
def test_an_unknown_headline_is_not_scored(headline: str | None) -> None:
    assert HeadlineMatch()(Gold("text", headline), FoundText("text", "Rain")) is None


def test_a_package_is_scored_by_the_papers_formula() -> None:
    # Six right, two wrong, two without an answer: A = 6, B = 2, C = 4.
    pages = [HeadlineCounts(correct=1)] * 6 + [HeadlineCounts(wrong=1, missed=1)] * 2 + [HeadlineCounts(missed=1)] * 2
    score = sum(pages, HeadlineCounts()).score()
    assert (score.precision, score.recall) == (6 / 8, 6 / 10)
    assert score.f1 == pytest.approx(2 * 0.75 * 0.6 / (0.75 + 0.6))


def test_precision_is_not_defined_without_an_answer() -> None:
    assert HeadlineCounts(missed=1).numbers() == {"precision": None, "recall": 0.0, "f1": 0.0}
    assert HeadlineCounts(wrong=1, missed=1).score() == Score(0, 0, 0)
