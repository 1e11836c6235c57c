"""Start tags that hold words, and their attributes."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.declared import telling_tags
from webwinnow.declared.telling_tags import FoundTag, TagSearch
from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.word_search import RAW, WordSearch

LINKS = TagSearch(column("a link"), WordSearch(("rel", "href"), ignore_case=True), ("rel", "href"))
ANY = TagSearch(~RAW, WordSearch(("class", "id"), ignore_case=True), ("class", "id"))


def test_places_elements_and_attributes() -> None:
    source = "<p rel=a><a REL=b href='&#47;c' title=d>e</a><a>f</a>"
    assert LINKS.find(Document(source), 9) == [FoundTag(1, 9, 40, 3, 45, {"rel": "b", "href": "/c"})]


def test_so_many_are_found_and_looked_at() -> None:
    page = Document("<a>x</a>" + "<a rel=y>z</a>" * 9)
    assert len(LINKS.find(page, 4)) == 4 and len(LINKS.find(page, 99, 4)) == 3


@given(markup(), st.integers(1, 5), st.integers(1, 9))
def test_compiled_code_finds_the_same(source: str, most: int, looked_at: int) -> None:
    page = Document(source)
    found = [search.find(page, most, looked_at) for search in (LINKS, ANY)]
    with patch.object(telling_tags, "LIBRARY", None):
        assert [search.find(page, most, looked_at) for search in (LINKS, ANY)] == found
