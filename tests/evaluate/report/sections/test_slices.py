from selectolax.lexbor import LexborHTMLParser

from webwinnow.evaluate.report import slicing
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.sections.slices import section

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
    monkeypatch.setattr(slicing, "TESTED", 1)
    html = sliced(make_run)
    tree = LexborHTMLParser(html)
    assert "are not tested: nobody is called better" in html
    assert not tree.css("td b")
    assert not tree.css("details")
    assert tree.css_first("tbody td").text() == f"{sum(HIGH[:30]) / 30:.3f}"
