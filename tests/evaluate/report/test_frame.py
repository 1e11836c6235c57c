from xml.etree import ElementTree

import pytest
from selectolax.lexbor import LexborHTMLParser

from webwinnow.evaluate.report import frame
from webwinnow.evaluate.report.frame import (
    CandidateMark,
    TableCell,
    TableColumn,
    candidate_cell,
    named,
    swatch,
    symbol,
    table,
)


def test_forty_candidates_have_forty_marks() -> None:
    marks = [CandidateMark(number, "x") for number in range(40)]
    assert len({(mark.colour, mark.shape) for mark in marks}) == 40
    outlines = {symbol(mark, 10, 10) for mark in marks}
    assert len(outlines) == 40


def test_labels_are_shortened_and_names_are_not() -> None:
    mark = CandidateMark(0, "lqf(threshold=0.25) >> bte >> something")
    assert mark.label(10) == "lqf(thres…"
    assert CandidateMark(0, "bte").label(10) == "bte"
    assert mark.name.replace(">", "&gt;") in named(mark)


def test_a_swatch_is_hidden_from_readers_of_the_text() -> None:
    drawn = ElementTree.fromstring(swatch(CandidateMark(9, "x")))
    assert drawn.get("aria-hidden") == "true"


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.031, "+0.031"), (-0.031, "−0.031"), (0.0, "0.000"), (0.0004, "0.000"), (-0.0004, "0.000"), (-0.0006, "−0.001")],
)
def test_differences_have_a_sign_unless_they_round_to_nothing(value: float, written: str) -> None:
    assert frame.signed(value) == written


@pytest.mark.parametrize(
    ("part", "whole", "written"),
    [(0, 9, "0 %"), (9, 9, "100 %"), (1, 3, "33.3 %"), (1, 9999, "< 0.1 %"), (9999, 10000, "99.9 %"), (0, 0, "–")],
)
def test_per_cent_is_0_or_100_only_if_it_is_so(part: int, whole: int, written: str) -> None:
    assert frame.percent(part, whole).replace("\u00a0", " ") == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, "–"),
        (2.0, "2 s"),
        (0.9996, "1 s"),
        (0.0123, "12.3 ms"),
        (0.00085, "850 µs"),
        (1e-7, "0.1 µs"),
        (1234.5, "1,234 s"),
    ],
)
def test_seconds(value: float | None, written: str) -> None:
    assert frame.seconds(value) == written


@pytest.mark.parametrize(
    ("value", "written"), [(999, "999 bytes"), (1000, "1 kB"), (34_200, "34.2 kB"), (1.2e6, "1.2 MB")]
)
def test_sizes(value: float, written: str) -> None:
    assert frame.size(value) == written


def test_scores_and_p_values() -> None:
    assert frame.share(0.87349) == "0.873"
    assert frame.share(None) == "–"
    assert frame.p_value(0.0004) == "p < 0.001"
    assert frame.p_value(0.0234) == "p = 0.023"
    assert frame.count(1234567) == "1,234,567"


@pytest.mark.parametrize(
    ("value", "written", "word"),
    [
        (0.1, "d = +0.10", "negligible"),
        (-0.2, "d = −0.20", "small"),
        (0.79, "d = +0.79", "medium"),
        (float("-inf"), "d = −∞", "large"),
    ],
)
def test_effects(value: float, written: str, word: str) -> None:
    assert (frame.effect(value), frame.effect_word(value)) == (written, word)


def test_a_table_has_a_caption_heads_and_rows_that_are_named() -> None:
    columns = [TableColumn("Name", numbers=False, first="ascending"), TableColumn("F1", "what it means")]
    html = table("A <caption>", columns, [[TableCell("x & y"), TableCell("0.5", 0.5, class_="main")]], sorted_by=1)
    tree = LexborHTMLParser(html)
    assert tree.css_first("caption").text() == "A <caption>"
    assert [each.attributes.get("aria-sort") for each in tree.css("thead th")] == [None, "descending"]
    assert [each.attributes["data-first"] for each in tree.css("thead button")] == ["ascending", "descending"]
    assert tree.css_first("thead [scope=col] button[title]").attributes["title"] == "what it means"
    assert tree.css_first("tbody th[scope=row]").text() == "x & y"
    number = tree.css_first("tbody td")
    assert (number.attributes["data-order"], number.attributes["class"]) == ("0.5", "number main")


def test_a_wide_table_scrolls_with_the_keyboard() -> None:
    region = LexborHTMLParser(table("Caption", [TableColumn("x")], [])).css_first("div[role=region]")
    assert (region.attributes["tabindex"], region.attributes["aria-label"]) == ("0", "Caption")


def test_a_candidate_leads_to_its_worst_pages() -> None:
    cell = candidate_cell(CandidateMark(3, "lqf >> bte"))
    assert LexborHTMLParser(cell.content).css_first("a").attributes["href"] == "#worst-3"
