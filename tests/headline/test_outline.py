"""Subtitles."""

from __future__ import annotations

from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.extraction import extract
from webwinnow.headline import find_outline

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
