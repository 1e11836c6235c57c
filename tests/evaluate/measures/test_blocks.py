import pytest

from webwinnow.evaluate.measures import Blocks, Found, Gold
from webwinnow.evaluate.score import Score


def test_blocks_are_lines_found_whole() -> None:
    gold = Gold("First one.\n\nSecond one.\nThird one.\nFourth one.")
    found = Found("Menu\nFIRST  one.\n \nSecond\nThird one.")
    assert Blocks()(gold, found) == Score.from_counts(2, 4, 4)


def test_equal_blocks_count_as_often_as_both_have_them() -> None:
    assert Blocks()(Gold("Reply\nReply\nReply"), Found("Reply\nReply\nMenu")) == Score.from_counts(2, 3, 3)


@pytest.mark.parametrize(
    ("relevant", "retrieved", "common", "precision", "recall"),
    [(7, 8, 7, 0.88, 1.0), (11, 9, 9, 1.0, 0.82), (10, 13, 9, 0.69, 0.9), (2, 0, 0, 0.0, 0.0)],
)
def test_figures_of_the_paper(relevant: int, retrieved: int, common: int, precision: float, recall: float) -> None:
    """Rows of bhardwaj2014, tables 1 and 2, rebuilt from their numbers of blocks."""
    gold = "\n".join(f"content {number}" for number in range(relevant))
    found = "\n".join(f"content {number}" if number < common else f"menu {number}" for number in range(retrieved))
    score = Blocks()(Gold(gold), Found(found))
    assert score is not None
    assert (round(score.precision, 2), round(score.recall, 2)) == (precision, recall)
