"""Formats and what may be asked of them: marks survive unless somebody asks otherwise."""

from __future__ import annotations

import pytest

from webwinnow import extract
from webwinnow.errors import UsageError
from webwinnow.render.formats import STRUCTURED, RenderOptions

WORDS = "co\u00adop می\u200cخواهم \u200fعربي\u200e नमस्\u200dते 👩\u200d👧 e\u0301te I❤\ufe0f \u2066iso\u2069"
NORMALISED = "coop می\u200cخواهم عربي नमस्\u200dते 👩\u200d👧 éte I❤\ufe0f iso"
ASKED = RenderOptions(normalise=True)


@pytest.mark.parametrize("form", ["text", *STRUCTURED])
def test_marks_survive_unless_asked(form: str) -> None:
    result = extract(f"<html lang=en><p>{WORDS}</p>", "plain")
    assert WORDS in result.render(form)
    assert NORMALISED in result.render(form, options=ASKED)


def test_formatted_text_too() -> None:
    result = extract(f"<ul><li>{WORDS}<li>x</ul>", "plain")
    assert result.render("text", options=RenderOptions(keep_formatting=True)) == f"- {WORDS}\n- x\n"
    assert NORMALISED in result.render("text", options=RenderOptions(keep_formatting=True, normalise=True))


def test_composing_does_not_touch_markup() -> None:
    """A stroke through `<` would make another character of it."""
    result = extract("<p>a &lt;<b>\u0338b</b>", "plain")
    assert "<strong>" in result.render("reader", options=ASKED)
    assert "\u226e" not in result.render("clean-html", options=ASKED)


@pytest.mark.parametrize("wrong", [{"hidden": "show"}, {"outline": "red"}])
def test_choices_that_do_not_exist_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(UsageError, match=r"unknown .*: one of"):
        RenderOptions(**wrong)
