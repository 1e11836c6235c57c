"""The language of a page, declared or not."""

from __future__ import annotations

import pytest

from webwinnow.document import Document
from webwinnow.metadata import find_metadata

GERMAN = "<p>Der Wind weht von Westen, und die Felder sind noch nicht trocken, aber wir warten nicht mehr auf ihn."
ENGLISH = "<p>The wind is from the west and the fields are not dry, but we do not wait for it any more than they do."


def language(source: str) -> tuple[str, str] | None:
    found = find_metadata(Document(source)).language
    return (found.value, found.source) if found else None


@pytest.mark.parametrize(
    ("head", "text", "expected"),
    [
        ("", GERMAN, ("de", "text")),
        ("<html lang=de-AT>", GERMAN, ("de-AT", "html lang")),
        ("<html lang=en>", GERMAN * 3, ("de", "text")),
        ("<html lang=en>", "<p>Ja, ja, Nein.", ("en", "html lang")),
        ("<meta property=og:locale content=en_GB>", ENGLISH, ("en-GB", "meta og:locale")),
        ("<html lang=iw>", "<p>x", ("he", "html lang")),
        ("<html lang=nb>", "<p>Vinden er ikke fra vest, og det er også noe av det som er til.", ("nb", "html lang")),
    ],
)
def test_the_text_speaks_where_nothing_is_declared_or_where_it_is_sure(
    head: str, text: str, expected: tuple[str, str]
) -> None:
    assert language(head + text) == expected


def test_a_text_without_words_says_nothing() -> None:
    assert language("<p>12 34 56") is None
    assert language("") is None


def test_the_place_of_the_text_is_told() -> None:
    found = find_metadata(Document(GERMAN)).language
    assert found is not None
    assert GERMAN[found.start : found.end].startswith("Der Wind")
