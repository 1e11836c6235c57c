"""Style attributes of divisions count as no code."""

from __future__ import annotations

import pytest

from webwinnow.document import Document
from webwinnow.prefilters.crunch.styles import CrunchStyles
from webwinnow.prefilters.filter1 import Filter1


@pytest.mark.parametrize(
    ("tag", "length"),
    [
        ('<div style="color: red">', 5),
        ("<DIV class=a STYLE='x > y' id=b>", len("<DIV class=a id=b>")),
        ("<div style=x>", 5),
        ("<div data-style=x>", 18),
        ('<p style="color: red">', 22),
    ],
)
def test_lengths(tag: str, length: int) -> None:
    page = Document(f"{tag}text")
    assert CrunchStyles()(page).code.tolist() == [length]
    assert CrunchStyles()(page).visible == page.visible


def test_what_a_style_hides_stays_hidden() -> None:
    page = Document("<p>text that is seen by all</p><div style='display: none'>hidden</div>")
    assert CrunchStyles()(page).visible == page.visible


def test_tags_that_count_as_nothing_already_stay_so() -> None:
    page = Filter1()(Document("<a href=x><div style=y>text</div></a>"))
    assert not CrunchStyles()(page).code.any()
