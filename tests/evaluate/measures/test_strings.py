import pytest

from webwinnow.evaluate.measures import (
    BlockOrder,
    Characters,
    FoundText,
    Gold,
    HeadlineCounts,
    HeadlineMatch,
    SnippetRates,
    Snippets,
    WholeBlocks,
)
from webwinnow.evaluate.measures.measure import Score


def test_characters_of_the_common_subsequence_count() -> None:
    # "rain, rain" and "train rain" share "rain rain".
    assert Characters()(Gold("rain, rain"), FoundText("train rain")) == Score.from_counts(9, 10, 10)


def test_white_space_is_folded_and_case_counts() -> None:
    assert Characters()(Gold("a  b\n\nc"), FoundText("\ta b c ")) == Score(1, 1, 1)
    assert Characters()(Gold("ab"), FoundText("aB")) == Score.from_counts(1, 2, 2)


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
    right, bound = Characters()(gold, FoundText(found)), Characters(limit=100)(gold, FoundText(found))
    assert right is not None
    assert bound is not None
    assert (right.approximate, bound.approximate) == (False, True)
    assert right.f1 - loss <= bound.f1 <= right.f1


def test_blocks_are_lines_found_whole() -> None:
    gold = Gold("First one.\n\nSecond one.\nThird one.\nFourth one.")
    found = FoundText("Menu\nFIRST  one.\n \nSecond\nThird one.")
    assert WholeBlocks()(gold, found) == Score.from_counts(2, 4, 4)


def test_equal_blocks_count_as_often_as_both_have_them() -> None:
    assert WholeBlocks()(Gold("Reply\nReply\nReply"), FoundText("Reply\nReply\nMenu")) == Score.from_counts(2, 3, 3)


@pytest.mark.parametrize(
    ("relevant", "retrieved", "common", "precision", "recall"),
    [(7, 8, 7, 0.88, 1.0), (11, 9, 9, 1.0, 0.82), (10, 13, 9, 0.69, 0.9), (2, 0, 0, 0.0, 0.0)],
)
def test_figures_of_the_paper(relevant: int, retrieved: int, common: int, precision: float, recall: float) -> None:
    """Rows of bhardwaj2014, tables 1 and 2, rebuilt from their numbers of blocks."""
    gold = "\n".join(f"content {number}" for number in range(relevant))
    found = "\n".join(f"content {number}" if number < common else f"menu {number}" for number in range(retrieved))
    score = WholeBlocks()(Gold(gold), FoundText(found))
    assert score is not None
    assert (round(score.precision, 2), round(score.recall, 2)) == (precision, recall)


def test_rates_of_found_and_absent_snippets() -> None:
    gold = Gold(with_snippets=("It rained", "all night", "no wind"), without_snippets=("Subscribe", "Menu"))
    outcome = Snippets()(gold, FoundText("MENU\nIt\n rained ALL night long"))
    assert outcome == SnippetRates(present=2, with_snippets=3, absent=1, without_snippets=2)
    assert outcome.numbers() == {"with": 2 / 3, "without": 0.5}


def test_a_rate_without_snippets_is_not_defined() -> None:
    outcome = Snippets()(Gold(without_snippets=("Menu",)), FoundText(""))
    assert outcome is not None
    assert outcome.numbers() == {"with": None, "without": 1.0}
    outcome = Snippets()(Gold(with_snippets=("Rain",)), FoundText(""))
    assert outcome is not None
    assert outcome.numbers() == {"with": 0.0, "without": None}


def test_blank_snippets_are_not_counted() -> None:
    assert Snippets()(Gold(with_snippets=("", " \n"), without_snippets=("",)), FoundText("text")) is None


def test_pages_add_up() -> None:
    total = SnippetRates(1, 2, 0, 0) + SnippetRates(3, 3, 1, 4)
    assert total.numbers() == {"with": 0.8, "without": 0.25}


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


IN_ORDER = ["it rained all night", "nobody slept at all", "then the sun came", "all was dry again"]


def order(*lines: str) -> float | None:
    outcome = BlockOrder()(Gold("\n".join(IN_ORDER)), FoundText("\n".join(lines)))
    assert outcome is not None
    return outcome.order


def test_the_same_order_is_one() -> None:
    assert order(*IN_ORDER) == 1.0


def test_a_block_at_another_place_costs_an_insertion_and_a_deletion() -> None:
    assert order(IN_ORDER[1], IN_ORDER[2], IN_ORDER[3], IN_ORDER[0]) == pytest.approx(1 - 2 / 4)
    assert order(*reversed(IN_ORDER)) == pytest.approx(0.0)


def test_what_is_missing_or_superfluous_does_not_count() -> None:
    assert order(IN_ORDER[0], "menu and more", IN_ORDER[2]) == 1.0
    assert order(" ".join(IN_ORDER)) == 1.0


def test_less_than_two_blocks_have_no_order() -> None:
    assert order(IN_ORDER[0]) is None
    assert order("") is None
    assert BlockOrder()(Gold(), FoundText("text")) is None


def test_lines_that_stand_twice_or_are_short_do_not_count() -> None:
    gold = Gold("\n".join([*IN_ORDER, "read more", IN_ORDER[0]]))
    outcome = BlockOrder()(gold, FoundText("\n".join(["read more", *IN_ORDER])))
    assert outcome is not None
    assert outcome.order == 1.0
