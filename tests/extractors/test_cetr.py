"""Content Extraction via Tag Ratios (mohammadzadeh2013, section 3.3.3.1)."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_text
from markup import markup, well_formed
from webwinnow.document import Document
from webwinnow.extractors.cetr import CETR, CETRThreshold, line_characters, ratio_lines

FIGURE_3_11 = """<div id="topnav">
<div id="storyPageContent2">
<div id="author">James Smith</div>
OKLAHOMA CITY - Police were told that
The Oklahoman reported Sunday. <br><br> Jones had
</div></div>"""
MENU = "<ul>" + '<li><a href="/page">entry</a></li>\n' * 30 + "</ul>\n"
ARTICLE = "<p>" + "The wind takes the chaff and leaves the grain on the floor. \n" * 20 + "</p>\n"


def test_figure_3_11() -> None:
    """The listing's marks of elision are left out: they are not counted there."""
    lines = ratio_lines(Document(FIGURE_3_11), 0)
    assert lines.characters.tolist() == [0, 0, 11, 37, 41, 0]
    assert lines.tags.tolist() == [1, 1, 2, 0, 2, 2]
    assert lines.ratio.tolist() == [0, 0, 5.5, 37, 20.5, 0]


def test_scripts_styles_and_comments_are_neither_text_nor_tags() -> None:
    noise = "<script>if (a) b</script><!-- a remark --><style>p { x }</style>"
    lines = ratio_lines(Document(FIGURE_3_11.replace("James", noise + "James")), 0)
    assert lines.ratio.tolist() == [0, 0, 5.5, 37, 20.5, 0]


@given(markup())
def test_counts_of_physical_lines(source: str) -> None:
    page = Document(source)
    lines = ratio_lines(page, 0)
    assert len(lines.characters) == len(lines.tags) == len(page.lines)
    assert lines.tags.sum() == np.count_nonzero(page.code)
    assert (lines.characters >= 0).all()
    assert ((lines.characters > 0) <= (page.lines.content > 0)).all()


def test_counts_of_simple_lines_are_those_of_a_pattern() -> None:
    source = "<b>one</b> <i>two </i>\n  three<br>\n<hr>four  <hr> five \n\nsix seven\n  eight"
    expected = [len(re.sub("<[^>]*>", "", re.sub(r"\s+", " ", line)).strip()) for line in source.split("\n")]
    assert ratio_lines(Document(source), 0).characters.tolist() == expected == [7, 5, 10, 0, 9, 5]


@pytest.mark.parametrize("stage", [CETR(), CETR(width=0), CETR(width=120), CETRThreshold(), CETRThreshold(width=0)])
def test_they_win_on_an_article_between_menus(stage: CETR | CETRThreshold) -> None:
    found = kept_text(stage, MENU + ARTICLE + MENU)
    assert found.count("The wind takes the chaff") >= 18
    assert found.count("entry") <= 10  # of 60: those on lines beside the article


def test_it_loses_on_a_footer_without_tags() -> None:
    assert "rights" in kept_text(CETR(), MENU + ARTICLE + MENU + "<p>" + "All rights reserved by the owner. " * 4)


def test_smoothing_keeps_a_short_line_in_the_content() -> None:
    text = "The wind takes the chaff and leaves the grain on the floor.\n" * 20
    source = f"{text}<b>In short</b>\n{text}{MENU}"
    assert "In short" in kept_text(CETR(width=0), source)
    assert "In short" not in kept_text(CETRThreshold(width=0, radius=0), source)


def test_the_same_page_has_the_same_clusters() -> None:
    assert kept_text(CETR(), MENU + ARTICLE) == kept_text(CETR(), MENU + ARTICLE)


def test_lines_at_the_origin_are_no_content() -> None:
    page = Document("<b></b>\n" * 50 + "text\n" * 3)
    lines, points = CETR(width=0).points(page)
    assert points.shape == (len(lines.tags), 2)
    assert (points >= 0).all()
    assert not CETR()(Document("<b></b>" * 50))


def test_a_larger_coefficient_keeps_less() -> None:
    page = Document(MENU + ARTICLE)
    few, many = (CETRThreshold(coefficient=each)(page).characters for each in (2.0, 0.5))
    assert few < many


@pytest.mark.parametrize("source", ["", " ", "\n\n", "<p></p>", "one", "<!-- -->"])
@pytest.mark.parametrize("stage", [CETR(), CETR(width=0), CETRThreshold(), CETRThreshold(width=0)])
def test_pages_with_little(stage: CETR | CETRThreshold, source: str) -> None:
    assert kept_text(stage, source) in ("", "one")


def seen_on(line: str) -> int:
    """Fold blanks, take out what is not shown and all tags, and count from the first to the last character."""
    return len(re.sub("<[^>]*>", "", re.sub(r"<title>.*?</title>", "", re.sub(r"\s+", " ", line))).strip())


@given(well_formed(), st.sampled_from([" ", "\n", "\n  ", " \n"]))
def test_lines_of_the_source(source: str, blank: str) -> None:
    laid_out = source.replace("<br>", f"{blank}<br>").replace("</p>", f"</p>{blank}").replace(" <b>", f"{blank}<b>")
    page = Document(laid_out)
    found = line_characters(page, page.lines.edge, whole_words=False)
    assert found.tolist() == [seen_on(line) for line in laid_out.split("\n")]


@given(markup(), st.integers(1, 60))
def test_wrapped_lines_hold_at_least_what_is_seen(source: str, width: int) -> None:
    page = Document(source)
    lines = page.wrapped_lines(width)
    found = line_characters(page, lines.edge, whole_words=True)
    assert (found >= lines.content).all()
    assert ((found > 0) == (lines.content > 0)).all()
    assert (found - lines.content <= np.diff(lines.edge)).all()


def test_blanks_beside_tags_count_once() -> None:
    page = Document("one   <br>\t<br>   two<hr>three ")
    assert line_characters(page, page.lines.edge, whole_words=False).tolist() == [3 + 1 + 1 + 1 + 3 + 5]


def test_lines_are_wrapped_at_65_unless_those_of_the_source_are_wanted() -> None:
    """The deviation that the docstring declares: Algorithm 9 reads the lines of the source."""
    page = Document("<p>" + "grain " * 100)
    assert (CETR().width, CETRThreshold().width) == (65, 65)
    assert len(CETR().points(page)[1]) == len(page.wrapped_lines(65)) > 5
    assert len(CETR(width=0).points(page)[1]) == 1
