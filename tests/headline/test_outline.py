"""Subtitles."""

from __future__ import annotations

from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.extraction import extract
from webwinnow.headline import find_outline
from webwinnow.spans import Spans

PAGE = (
    "<h1>Grain</h1><nav><h2>Menu</h2></nav><main><h2>Tossing <em>it</em></h2><p>Toss the grain.</p>"
    "<h3>In the wind</h3><p>Let the wind take the chaff.</p></main><footer><h2>Imprint</h2></footer>"
)


def test_headings_inside_the_content_with_level_and_place() -> None:
    page = Document(PAGE)
    inside = page.select([(PAGE.index("<main>"), PAGE.index("</main>"))])
    found = find_outline(page, inside)
    assert [(each.level, each.text) for each in found] == [(2, "Tossing it"), (3, "In the wind")]
    assert page.source[slice(*next(iter(found[1].spans)))] == "In the wind"


def test_the_headline_is_no_subtitle() -> None:
    result = extract("<title>Grain</title>" + PAGE, "plain")
    assert result.headline is not None
    assert result.headline.text == "Grain"
    assert [each.text for each in result.outline] == ["Menu", "Tossing it", "In the wind", "Imprint"]


def test_pages_without_headings_have_no_outline() -> None:
    page = Document("<p>x</p><h2> </h2>")
    assert find_outline(page, page.visible) == ()


@given(markup())
def test_subtitles_are_content(source: str) -> None:
    page = Document(source)
    for found in find_outline(page, page.visible):
        assert 1 <= found.level <= 6
        assert page.select(found.spans) == found.spans


@given(markup(), st.data())
def test_as_found_heading_by_heading(source: str, data: st.DataObject) -> None:
    page = Document(f"<h1>Grain</h1>{source}<h2>and <b>chaff</b></h2>")
    some = st.lists(st.tuples(*[st.integers(0, len(page.source))] * 2))
    runs = np.column_stack([page.runs.start, page.runs.end])
    content = page.select(runs[data.draw(st.lists(st.integers(0, len(runs) - 1)))])
    headline = page.select(data.draw(some))
    texts = page.within(content).texts
    slow = []
    for element, (first, last) in enumerate(texts.inside(np.arange(len(page.elements)))):
        spans = content & page.select(texts.pairs(first, last))
        if page.name(element) in ("h1", "h2", "h3", "h4", "h5", "h6") and spans and not spans & headline:
            slow.append(spans)
    assert [each.spans for each in find_outline(page, content, headline)] == slow


@pytest.mark.parametrize("heading", ["<h2>x", "<h2><div>x", "<h2>x</h2><p>text</p>"])
def test_time_grows_no_faster_than_the_page(heading: str) -> None:
    pairs = ((_seconds(heading, 2000), _seconds(heading, 16_000)) for _ in range(4))
    assert any(large < 20 * small for small, large in pairs)  # eight times as long; squared it would be 64


def _seconds(heading: str, count: int) -> float:
    page = Document(heading * count)
    visible, start = page.visible, process_time()
    find_outline(page, visible, Spans([(0, 6)], size=len(page.source)))
    return process_time() - start
