from selectolax.lexbor import LexborHTMLParser

from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.page import EXAMPLES, failures


def test_no_failures_are_said_to_be_none(make_run) -> None:
    assert failures(Material(make_run({"p": {"a": [0.5]}}))) == "<p>Every candidate answered on every page.</p>"


def test_failures_are_counted_and_some_are_shown(make_run) -> None:
    html = failures(Material(make_run({"p": {"a": [0.5] * 30, "b": [*[0.5] * 20, *[None] * 10]}})))
    tree = LexborHTMLParser(html)
    rows = [[each.text().replace("\u00a0", " ") for each in row.css("th, td")] for row in tree.css("tbody tr")]
    assert rows == [["b", "10", "33.3 %", "10"], ["a", "0", "0 %", "–"]]
    assert len(tree.css("li")) == EXAMPLES
    assert "5 of 10 shown" in tree.css_first("summary").text()
    assert tree.css_first("li").text() == "timeout p / page-020: no answer within 10 s"
