"""Content Code Blurring against Algorithm 7 of the thesis, character by character."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given

from kept import kept_text
from markup import markup
from webwinnow.document import Document
from webwinnow.expression import parse
from webwinnow.extractors.ccb import ACCB, CCB, TCCB
from webwinnow.prefilters.link_filters import Filter3
from webwinnow.signals.smoothing import BOUND, gaussian_kernel

MENU = "<ul>" + '<li><a href="/page">entry</a></li>' * 30 + "</ul>"
ARTICLE = "<p>" + "Thewindtakesthechaffandleaves the grain on the floor. " * 20 + "</p>"


def blurred(vector: list[int], radius: int, rounds: int) -> npt.NDArray[np.float64]:
    """Blur round by round; what the windows miss beyond the ends is shared by what is there."""
    values, there = np.pad(np.array(vector, float), radius * rounds), np.pad(np.ones(len(vector)), radius * rounds)
    for _ in range(rounds):
        values, there = (np.convolve(each, gaussian_kernel(radius), "same") for each in (values, there))
    inside = slice(radius * rounds, radius * rounds + len(vector))
    return values[inside] / there[inside]


def algorithm_7(source: str, radius: int, rounds: int, ignored: str = "(?!)") -> list[float]:
    """The blurred content code vector at the middle of each word of a simple page without blanks in its tags."""
    vector: list[int] = []
    middles: list[float] = []
    for part in re.split(r"(<[^>]*>)", source):
        if part.startswith("<"):
            vector += [0] * (0 if re.match(ignored, part) else len(part))
            continue
        for word in part.split():
            middles.append(len(vector) + (len(word) - 1) / 2)
            vector += [1] * len(word)
    return np.interp(middles, np.arange(len(vector)), blurred(vector, radius, rounds)).tolist()


SIMPLE = "<div>one</div><p>two three fours<b>five</b>six</p><i></i>" * 4 + "<p>" + "several words follow " * 20 + "</p>"


@pytest.mark.parametrize(("radius", "rounds"), [(40, 12), (40, 1), (20, 3)])
def test_ratios_are_those_of_algorithm_7(radius: int, rounds: int) -> None:
    """Up to the bound, and to the place of a word in its text, which is found by proportion."""
    found = CCB(radius=radius, rounds=rounds).ratios(Document(SIMPLE))
    assert found.tolist() == pytest.approx(algorithm_7(SIMPLE, radius, rounds), abs=2 * BOUND)


def test_accb_ignores_the_tags_of_links() -> None:
    source = SIMPLE.replace("<b>", "<a>").replace("</b>", "</a>")
    found = ACCB().ratios(Document(source))
    assert found.tolist() == pytest.approx(algorithm_7(source, 40, 12, "</?a>"), abs=2 * BOUND)
    linked = Document("<p>" + '<a href="/a/long/address/of/a/page">linked words</a> and others ' * 30 + "</p>")
    assert ACCB()(linked) == linked.visible
    assert ACCB()(Filter3()(linked)) == ACCB()(linked)
    assert CCB()(linked).share_of(linked.visible) < 0.5


def test_tccb_blurs_words_and_tags() -> None:
    source = "<p>one two</p>" * 5 + "three " * 60
    vector = [0, 1, 1, 0] * 5 + [1] * 60
    places = [at for at, each in enumerate(vector) if each]
    found = TCCB().ratios(Document(source))
    assert found.tolist() == pytest.approx(blurred(vector, 25, 12)[places].tolist(), abs=BOUND)


@pytest.mark.parametrize("stage", [CCB(), ACCB(), TCCB(), TCCB(radius=18)])
def test_they_win_on_an_article_between_menus(stage: CCB | ACCB | TCCB) -> None:
    found = kept_text(stage, MENU + ARTICLE + MENU)
    assert found.count("grain on the floor") >= 19
    assert found.count("entry") <= 8


def test_they_lose_short_content() -> None:
    assert "short" not in kept_text(CCB(), MENU + "<p>A short note.</p>" + MENU)


@given(markup())
def test_words_are_kept_whole(source: str) -> None:
    page = Document(source)
    for stage in (CCB(), ACCB(), TCCB()):
        ratios, found = stage.ratios(page), stage(page)
        assert len(ratios) == len(page.words)
        assert ((ratios >= 0) & (ratios <= 1 + 1e-9)).all()
        chosen = ratios > stage.threshold
        assert found.contains(page.words.start).tolist() == chosen.tolist()
        assert found.contains(page.words.end - 1).tolist() == chosen.tolist()


def test_radii_of_the_tables_are_recipes() -> None:
    assert parse("accb-40") == ACCB(radius=40)
    assert parse("tccb-18") == TCCB(radius=18)
    assert parse("tccb-25") == TCCB(radius=25)


@pytest.mark.parametrize("stage", [CCB(), TCCB()])
def test_the_picture_shows_code_as_code(stage: CCB | TCCB) -> None:
    """Between words, the curve goes down to what the vector has there, not from word to word."""
    page = Document("<p>some words</p>" + "<b></b>" * 400 + "<p>more words</p>")
    panel = stage.curves(page)[-1]
    values = np.asarray(panel.curves[0].values)
    middle = int(np.argmin(np.abs(panel.start - len(page.source) // 2)))
    assert values[middle] < 0.01
    assert values.max() > values[middle] + 0.01
    assert (np.diff(panel.edges) >= 0).all()
