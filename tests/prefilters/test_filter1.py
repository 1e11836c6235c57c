"""Filter 1: links vanish (ghorbani2014, section 3.1)."""

from __future__ import annotations

import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.prefilters.filter1 import Filter1


def left(source: str) -> list[str]:
    page = Filter1()(Document(source))
    return [page.source[start:end] for start, end in page.visible]


def counted(source: str) -> list[str]:
    """The tags that still count as code."""
    page = Filter1()(Document(source))
    tags = zip(page.tokens.tag_start.tolist(), page.tokens.tag_end.tolist(), page.code.tolist(), strict=True)
    return [page.source[start:end] for start, end, code in tags if code]


@given(markup())
def test_what_is_hidden_is_the_text_inside_of_links(source: str) -> None:
    page = Document(source)
    after = Filter1()(page)
    linked = page.inside(page.elements.tag == NUMBER["a"])
    home = {int(start): int(element) for start, element in zip(page.runs.start, page.runs.home, strict=True)}
    assert list(after.visible) == [(start, end) for start, end in page.visible if not linked[home[start]]]
    assert ((after.code == page.code) | (after.code == 0)).all()
    assert not after.code[abs(page.tokens.code) == NUMBER["a"]].any()
    assert Filter1()(after).visible == after.visible


def test_links_lose_their_text_and_their_tags() -> None:
    source = "<p>See <a href=/x>the <b>bold</b> page</a>, please.</p>"
    assert left(source) == ["See", ", please."]
    assert counted(source) == ["<p>", "</p>"]


def test_a_link_that_was_left_open_takes_no_other_tags_along() -> None:
    source = "<p><a href=/x>one</p><p>two</p>"
    assert counted(source) == ["<p>", "</p>", "<p>", "</p>"]


@pytest.mark.parametrize("source", ["", "<a>", "</a>", "<a><a><a>", "text"])
def test_odd_pages(source: str) -> None:
    assert len(Filter1()(Document(source)).code) == len(Document(source).code)
