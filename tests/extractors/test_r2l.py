"""R2L (mohammadzadeh2013, section 4.3)."""

from __future__ import annotations

import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.extractors.dana import R2L
from webwinnow.render.text import render_text

MENU = "<ul>" + '<li class="entry"><a href="/some/page">خانه</a></li>' * 25 + "</ul>"
SENTENCE = "باد کاه را می‌برد و دانه را بر زمین می‌گذارد و خرمن پاک می‌شود. "
ARTICLE = f"<p>{SENTENCE * 8}</p>"


def text(source: str, **parameters: object) -> str:
    page = Document(source)
    return render_text(page, R2L(**parameters)(page))


@given(markup())
def test_only_right_to_left_characters_come_out(source: str) -> None:
    page = Document(source)
    found = R2L()(page)
    characters = {character for start, end in found for character in page.source[start:end]}
    assert all(ord(character) >= 0x590 for character in characters)
    assert found == page.select(found)


@pytest.mark.parametrize("source", ["", "plain", "<p>naïve – “quoted” 中文</p>" * 20, "zero\u200cwidth"])
def test_nothing_without_right_to_left_text_and_nothing_is_parsed(source: str) -> None:
    page = Document(source)
    assert not len(R2L()(page))
    assert "markup" not in vars(page)


def test_it_wins_on_a_farsi_article_between_menus() -> None:
    found = text(MENU + ARTICLE * 3 + MENU)
    assert found.count("باد") == 24
    assert "خانه" not in found
    assert "می‌برد" in found  # joiners stay inside their words


def test_it_loses_words_in_latin_and_digits() -> None:
    """Section 4.4: what R2L misses, and DANA was made for."""
    found = text(ARTICLE.replace("خرمن", "winnowing 2026"))
    assert "باد" in found
    assert "winnowing" not in found
    assert "2026" not in found


def test_a_gap_of_8_lines_is_near_and_9_are_not() -> None:
    """With formula 4.2 the first and the last line beside much code are lost, too; regions are that much farther."""
    entry = '<li class="an-entry-of-the-menu-of-the-site">x</li>'
    near, far = (text(ARTICLE + entry * entries + ARTICLE * 2).count("باد") for entries in (1, 12))
    assert near > far > 0


def test_right_to_left_text_written_in_references_is_code() -> None:
    """The paper reads bytes, and references are ASCII."""
    references = "".join(f"&#{ord(character)};" for character in SENTENCE * 4)
    lines, _ = R2L().regions(Document(f"<p>{references}</p>"))
    assert lines.content.sum() == 0


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"gap": -1}, "r2l: gap must be a whole number from 0 to 100000, not -1"),
        ({"smoothing": 2}, "r2l: smoothing must be an odd number from 1 to 99, not 2"),
        ({"width": 0}, "r2l: width must be a whole number from 10 to 100000, not 0"),
    ],
)
def test_parameters_out_of_range_are_refused(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError) as error:
        R2L(**parameters)
    assert str(error.value) == message


def test_defaults_are_the_papers() -> None:
    assert (R2L().gap, R2L().smoothing) == (8, 3)
