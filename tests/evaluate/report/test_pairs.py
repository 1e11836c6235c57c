import pytest
from selectolax.lexbor import LexborHTMLParser

from webwinnow.evaluate.measures import WordBag
from webwinnow.evaluate.report.frame import CandidateMark
from webwinnow.evaluate.report.pairs import Duel, Duels, wins_square
from webwinnow.evaluate.summary import Mean, Pair


def pair(better: str | None, effect: float | None = 0.6) -> Pair:
    return Pair(WordBag(), "f1", 40, "a", "b", Mean(0.05, 0.02, 0.08), 0.001, 0.004, effect, better)


def test_both_sides_of_a_pair() -> None:
    mine, other = Duel("a", "b", pair("a"), (30, 8, 2)), Duel("b", "a", pair("a"), (8, 30, 2))
    assert (mine.result, other.result) == ("better", "worse")
    assert (mine.difference, other.difference) == (0.05, -0.05)
    assert (mine.bounds, other.bounds) == ((0.02, 0.08), (-0.08, -0.02))
    assert (mine.effect, other.effect) == (0.6, -0.6)
    assert other.in_words() == "significantly worse: −0.080 to −0.020, p = 0.004 after Holm"


def test_what_may_be_chance_is_level_on_both_sides() -> None:
    for names in (("a", "b"), ("b", "a")):
        duel = Duel(*names, pair(None), (30, 8, 2))
        assert duel.result == "level"
        assert duel.in_words().startswith("not significantly different: ")


def test_an_effect_without_bound_has_the_sign_of_the_difference() -> None:
    assert Duel("a", "b", pair("a", None), (40, 0, 0)).effect == float("inf")
    assert Duel("b", "a", pair("a", None), (0, 40, 0)).effect == float("-inf")


def test_duels_can_be_asked_for_either_way_round() -> None:
    duels = Duels([pair("a")], lambda mine, other: (1, 0, 0) if mine == "a" else (0, 1, 0))
    duel = duels("b", "a")
    assert duel is not None
    assert (duel.mine, duel.wins) == ("b", (0, 1, 0))
    assert duels("a", "a") is None
    assert duels("a", "c") is None


def test_each_pair_is_listed_once_with_the_higher_first() -> None:
    lower = Pair(WordBag(), "f1", 40, "c", "a", Mean(-0.2, -0.3, -0.1), 0.001, 0.004, -0.9, "a")
    listed = Duels([pair("a"), lower], lambda *_: (0, 0, 0)).once()
    assert [(each.mine, each.other) for each in listed] == [("a", "c"), ("a", "b")]
    assert [each.difference for each in listed] == pytest.approx([0.2, 0.05])


MARKS = [CandidateMark(0, "a"), CandidateMark(1, "b"), CandidateMark(2, "c <d>")]
PAIRS = [
    Pair(WordBag(), "f1", 40, "a", "b", Mean(0.05, 0.02, 0.08), 0.001, 0.003, 0.6, "a"),
    Pair(WordBag(), "f1", 40, "a", "c <d>", Mean(-0.01, -0.03, 0.02), 0.4, 0.4, -0.1, None),
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
