import pytest
from selectolax.lexbor import LexborHTMLParser

from webwinnow.evaluate.report import slices
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.slices import make_slicing, section

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
    monkeypatch.setattr(slices, "TESTED", 36)
    assert [each.board for each in make_slicing(material, "language").slices] == [None, None]


HIGH = [0.9 + number % 7 / 100 for number in range(60)]
NEAR = [score + (0.011 if number % 2 else -0.012) for number, score in enumerate(HIGH)]
LOW = [score - 0.4 for score in HIGH]


def sliced(make_run, **changed):
    about = {"about": lambda number: {"language": "de" if number < 30 else "en", "site": f"site{number}.example"}}
    return section(Material(make_run({"p": {"high": HIGH, "near": NEAR, "low": LOW}}, **about, **changed)))


def test_bold_is_the_highest_and_what_may_be_as_high(make_run) -> None:
    table = LexborHTMLParser(sliced(make_run)).css_first("table")
    bold = {row.css_first("th").text(): len(row.css("td b")) for row in table.css("tbody tr")}
    assert bold == {"high": 2, "near": 2, "low": 0}
    assert [each.text() for each in table.css("thead th")] == ["Candidate", "de (30)", "en (30)"]


def test_what_does_not_divide_the_pages_is_left_out(make_run) -> None:
    html = sliced(make_run)
    assert "By language" in html
    assert "By page type" not in html  # all unknown
    assert "By site" not in html  # one page each


def test_only_what_was_asked_for_is_shown(make_run) -> None:
    assert sliced(make_run, slicings=("page_type",)) == ""


def test_without_tests_nobody_is_called_better(make_run, monkeypatch) -> None:
    monkeypatch.setattr(slices, "TESTED", 1)
    html = sliced(make_run)
    tree = LexborHTMLParser(html)
    assert "are not tested: nobody is called better" in html
    assert not tree.css("td b")
    assert not tree.css("details")
    assert tree.css_first("tbody td").text() == f"{sum(HIGH[:30]) / 30:.3f}"
