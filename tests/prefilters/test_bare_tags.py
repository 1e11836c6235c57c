"""Bare tags: all tags count as if they had no attributes."""

from __future__ import annotations

import re

from hypothesis import given

from markup import markup, well_formed
from webwinnow.document import Document
from webwinnow.document.html_names import INVENTED
from webwinnow.expression import parse
from webwinnow.prefilters.bare_tags import BareTags


@given(well_formed())
def test_tags_count_as_if_they_had_no_attributes(source: str) -> None:
    stripped = re.sub(r"<([\w-]+) [^>]*>", r"<\1>", source)
    assert BareTags()(Document(source)).code.tolist() == Document(stripped).code.tolist()


@given(markup())
def test_no_tag_counts_for_more_than_before(source: str) -> None:
    page = Document(source)
    after = BareTags()(page)
    assert (after.code <= page.code).all()
    assert ((after.code > 0) == (page.code > 0)).all()
    assert after.visible == page.visible


def test_invented_names_count_as_long_as_they_are() -> None:
    page = Document('<my-card data-x="a long value">text</my-card>')
    assert BareTags()(page).code.tolist() == [len("<my-card>"), len("</my-card>")]


def test_more_names_than_there_is_room_for() -> None:
    page = Document("".join(f"<x{number} y>" for number in range(INVENTED + 9)))
    assert (BareTags()(page).code > 0).all()


def test_attributes_no_longer_outweigh_text() -> None:
    paragraph = '<div class="article__paragraph article__paragraph--{}" data-component="text">{}</div>'
    words = "some words of a paragraph, neither very long nor very short."
    source = "".join(paragraph.format(number, words) for number in range(30))
    page = Document(source)
    assert parse("danag(lines='equal', width=160)")(page).share_of(page.visible) < 0.1
    assert parse("danag-bare")(page) == page.visible
