"""Text is kept and dropped by hand."""

from __future__ import annotations

import pytest

from webwinnow import extract, parse
from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.refiners.by_hand import ByHand
from webwinnow.render.text import render_text
from webwinnow.spans import Spans

PAGE = Document("<nav>Menu</nav><main><p>Grain <b class=ad>chaff</b></p><p hidden>unseen</p></main>")
NOTHING = Spans(size=len(PAGE.source))


def text(stage: ByHand, found: Spans = NOTHING) -> str:
    return " ".join(render_text(PAGE, stage(PAGE, found)).split())


def test_keep_adds_and_drop_removes_and_wins() -> None:
    assert text(ByHand(keep="main")) == "Grain chaff"
    assert text(ByHand(keep="nav, main", drop=".ad")) == "Menu Grain"
    assert text(ByHand(drop="nav"), PAGE.visible) == "Grain chaff"
    assert text(ByHand(keep="main", drop="main")) == ""


def test_without_selectors_nothing_changes() -> None:
    assert ByHand()(PAGE, PAGE.visible) == PAGE.visible


def test_what_readers_do_not_see_does_not_come_back() -> None:
    assert "unseen" not in text(ByHand(keep="p"))


def test_it_prints_and_parses() -> None:
    stage = parse("lqf >> by-hand(keep='nav > a', drop=\".ad\")")
    assert parse(str(stage)) == stage


def test_selectors_are_checked_at_once() -> None:
    with pytest.raises(UsageError, match="hover"):
        ByHand(drop="p:hover")
    with pytest.raises(UsageError, match="keep"):
        ByHand(keep=3)  # type: ignore[arg-type]


def test_the_confidence_of_what_is_corrected_stays() -> None:
    source = "<p>The tide mill grinds again after eighty-eight years.</p><p class=ad>Buy flour.</p>"
    assert extract(source, drop=".ad").confidence == extract(source).confidence is not None
