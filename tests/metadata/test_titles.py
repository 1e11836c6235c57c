"""What a page is called."""

from __future__ import annotations

import pytest

from webwinnow.document import Document
from webwinnow.metadata import find_metadata

TEXT = "<p>The mill had stood still for eighty years when the sea came back into the pond and turned the wheel.</p>"


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("<title>Tide mills of the coast</title><h1>Overview</h1>", "Tide mills of the coast"),
        ("<title>Tide mills of the coast - Orlby</title><h1>Tide mills</h1>", "Tide mills"),
        ("<title>Tide mills of the coast</title><h1>Wheels that the sea turned again</h1>", None),
        (
            "<title>Tide mills of the coast</title><meta property=og:title content=Overview><h1>Overview</h1>",
            "Overview",
        ),
        ("<title>Grind the grain: rules</title>", "Grind the grain: rules"),
        ("<title>Tide mill grinds again</title><h1>Tide mill grinds again</h1>", "Tide mill grinds again"),
    ],
)
def test_the_title_overrules_a_heading_that_nothing_declares(source: str, title: str | None) -> None:
    found = find_metadata(Document(source + TEXT))
    assert found.title is not None
    assert found.title.value == (title or "Wheels that the sea turned again")
    assert found.candidates["title"][0].value == found.title.value


def test_its_place_is_that_of_the_title_element() -> None:
    source = "<title>Tide mills of the coast</title><h1>Overview</h1>" + TEXT
    found = find_metadata(Document(source)).title
    assert found is not None and found.source == "title"
    assert "Tide mills of the coast" in source[found.start : found.end]
