import pytest

from webwinnow.evaluate.report import slicing
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.slicing import make_slicing

LANGUAGES = ["en"] * 30 + ["de"] * 5 + ["fr"] * 2


@pytest.fixture
def material(make_run) -> Material:
    high = [0.9 + number % 7 / 100 for number in range(37)]
    low = [0.5 + number % 5 / 100 for number in range(37)]
    return Material(make_run({"p": {"high": high, "low": low}}, about=lambda number: {"language": LANGUAGES[number]}))


def test_slices_come_by_size_with_the_means_of_their_pages(material) -> None:
    made = make_slicing(material, "language")
    assert [(each.value, each.pages) for each in made.slices] == [("en", 30), ("de", 5)]
    assert made.left_out == 1
    chosen = [0.9 + number % 7 / 100 for number in range(30, 35)]
    assert made.slices[1].means["high"] == pytest.approx(sum(chosen) / 5)


def test_the_board_of_a_slice_has_the_same_means_and_tests(material) -> None:
    english, german = make_slicing(material, "language").slices
    assert english.board is not None
    assert [row.standing for row in english.board.rows] == ["best", "behind"]
    assert english.board.rows[0].measured.columns["f1"].mean == pytest.approx(english.means["high"])
    assert german.board is None  # too few pages for a test


def test_slices_join_what_belongs_together_in_all_packages(make_run) -> None:
    scores = {"a": [0.5] * 3}
    run = make_run({"one": scores, "two": scores}, about=lambda number: {"language": ["en", "en", "de"][number]})
    made = make_slicing(Material(run), "language")
    assert [(each.value, each.pages) for each in made.slices] == [("en", 4)]


def test_in_a_very_large_run_slices_are_not_tested(material, monkeypatch) -> None:
    monkeypatch.setattr(slicing, "TESTED", 36)
    assert [each.board for each in make_slicing(material, "language").slices] == [None, None]
