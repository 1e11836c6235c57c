"""DANA (mohammadzadeh2013, section 4.4)."""

from __future__ import annotations

import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.extractors.dana import DANA, R2L
from webwinnow.render.text import render_text

MENU = "<ul>" + '<li class="entry"><a href="/some/page">דף הבית</a></li>' * 25 + "</ul>"
ARTICLE = f"<p>{'הרוח נושאת את המוץ ומשאירה את הגרעין על הגורן כך זורים. ' * 8}</p>"


def text(source: str, **parameters: object) -> str:
    page = Document(source)
    return render_text(page, DANA(**parameters)(page))


@given(markup())
def test_phases_one_to_three_are_those_of_r2l(source: str) -> None:
    page = Document(source)
    assert R2L(gap=20)(page).share_of(DANA()(page)) <= 1
    assert (R2L(gap=20)(page) & DANA()(page)) == R2L(gap=20)(page)


@pytest.mark.parametrize("source", ["", "plain", "<p>naïve 中文</p>" * 20])
def test_nothing_without_right_to_left_text_and_nothing_is_parsed(source: str) -> None:
    page = Document(source)
    assert not len(DANA()(page))
    assert "markup" not in vars(page)


def test_it_wins_on_hebrew_with_words_in_latin() -> None:
    found = text(MENU + ARTICLE.replace("הגורן", "Grain, 2026:") * 3 + MENU)
    assert found.count("Grain, 2026:") >= 23
    assert "דף הבית" not in found


def test_it_loses_on_pages_in_latin_letters() -> None:
    assert text("<p>" + "An article without a word in Hebrew. " * 30 + "</p><p>שלום</p>").strip() in ("", "שלום")


def test_a_wider_gap_than_r2l() -> None:
    entries = '<li class="an-entry-of-the-menu">x</li>' * 4
    assert text(ARTICLE + entries + ARTICLE).count("הרוח") > text(ARTICLE + entries + ARTICLE, gap=8).count("הרוח")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"gap": 100_001}, "dana: gap must be a whole number from 0 to 100000, not 100001"),
        ({"smoothing": 0}, "dana: smoothing must be a whole number from 1 to 99, not 0"),
        ({"width": "30"}, "dana: width must be a whole number from 10 to 100000, not '30'"),
    ],
)
def test_parameters_out_of_range_are_refused(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError) as error:
        DANA(**parameters)
    assert str(error.value) == message


def test_defaults_are_the_papers() -> None:
    assert (DANA().gap, DANA().smoothing) == (20, 3)
