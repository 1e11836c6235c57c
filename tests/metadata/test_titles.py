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


STATED = "<meta property=dc:title content='Wheels and ponds'>"


@pytest.mark.parametrize(
    ("source", "title"),
    [
        (STATED + "<h1>A coast that grinds</h1>", "Wheels and ponds"),
        (STATED + "<title>Grinding coast, Orlby</title><h1>A coast that grinds</h1>", "Wheels and ponds"),
        (STATED + "<title>mills-04 - Wheels and ponds</title><h1>mills-04</h1>", "Wheels and ponds"),
        (STATED + "<title>A coast that grinds - Orlby</title><h1>A coast that grinds</h1>", "A coast that grinds"),
        (STATED + "<h1>Wheels and ponds of the coast</h1>", "Wheels and ponds of the coast"),
        ("<meta name=dc.title content=''><h1>A coast that grinds</h1>", "A coast that grinds"),
    ],
)
def test_what_a_meta_tag_states_as_the_title_is_believed_where_nothing_speaks_for_the_heading(
    source: str, title: str
) -> None:
    found = find_metadata(Document(source + TEXT)).title
    assert found is not None
    assert found.value == title


@pytest.mark.parametrize(
    "copied", ["<title>Wheels and ponds</title>", "<meta property=og:title content='Wheels and ponds'>"]
)
def test_a_copy_states_nothing(copied: str) -> None:
    found = find_metadata(Document(STATED + copied + "<h1>A coast that grinds</h1>" + TEXT)).title
    assert found is not None
    assert found.source != "meta dc:title"


def test_a_title_of_one_piece_overrules_a_text_that_is_hardly_a_headline() -> None:
    minor = f"{TEXT}<h5>Of wheels: a tale of the coast</h5>{TEXT}"
    found = find_metadata(Document(f"<title>Mills of the coast, a study text</title>{minor}")).title
    assert found is not None
    assert found.value == "Mills of the coast, a study text"
    parted = find_metadata(Document(f"<title>Mills of the coast - a study text -</title>{minor}")).title
    assert parted is not None
    assert parted.value != "Mills of the coast - a study text -"
