from selectolax.lexbor import LexborHTMLParser

from webwinnow.evaluate.report.charts.marks import Mark
from webwinnow.evaluate.report.charts.wins import wins_square
from webwinnow.evaluate.report.duels import Duels
from webwinnow.evaluate.summary import Mean, Pair

MARKS = [Mark(0, "a"), Mark(1, "b"), Mark(2, "c <d>")]
PAIRS = [
    Pair("word-bag", "f1", 40, "a", "b", Mean(0.05, 0.02, 0.08), 0.001, 0.003, 0.6, "a"),
    Pair("word-bag", "f1", 40, "a", "c <d>", Mean(-0.01, -0.03, 0.02), 0.4, 0.4, -0.1, None),
]


def square() -> list[list[str]]:
    html = wins_square(MARKS, Duels(PAIRS, lambda mine, other: (ord(mine[0]), ord(other[0]), 0)), "Pairs")
    rows = LexborHTMLParser(html).css("tbody tr")
    return [[cell.attributes["class"] or "" for cell in row.css("td")] for row in rows]


def test_each_pair_is_seen_from_both_sides_and_chance_from_none() -> None:
    assert square() == [["self", "better", "level"], ["worse", "self", "self"], ["level", "self", "self"]]


def test_a_cell_tells_difference_effect_wins_and_p_value() -> None:
    html = wins_square(MARKS, Duels(PAIRS, lambda *_: (30, 8, 2)), "Pairs")
    tree = LexborHTMLParser(html)
    better, worse = tree.css_first("td.better"), tree.css_first("td.worse")
    assert [each.text() for each in better.css("b, small")] == ["▲ +0.050", "d = +0.60", "30 : 8"]
    assert worse.css_first("b").text() == "▼ −0.050"
    assert better.attributes["title"] == "significantly better: +0.020 to +0.080, p = 0.003 after Holm"
    assert tree.css_first("td.level b").text() == "≈ −0.010"


def test_names_head_rows_and_columns() -> None:
    tree = LexborHTMLParser(wins_square(MARKS, Duels([], lambda *_: (0, 0, 0)), "Pairs"))
    assert [each.text() for each in tree.css("thead th")] == ["a", "b", "c <d>"]
    assert [each.text() for each in tree.css("tbody th")] == ["a", "b", "c <d>"]
