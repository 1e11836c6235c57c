"""Character references: as HTML has them, and numbers of any length."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import REFERENCES, WORDS
from webwinnow import extract
from webwinnow.document.references import decode_references, source_kinds
from webwinnow.language.words import (
    BETWEEN,
    BLANK,
    INVISIBLE_JOINER,
    JOINER,
    LETTER,
    OTHER,
    REST,
    SINGLE,
    kinds,
    visible,
)

LONG = "&#" + "1" * 4301 + ";"


@given(st.text(alphabet="&#;xX0123456789amplt ", max_size=40))
def test_equal_to_the_library_where_that_answers(text: str) -> None:
    assert decode_references(text) == html.unescape(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (f"a{LONG}b", "a\ufffdb"),
        ("&#" + "0" * 5000 + "65;", "A"),
        ("&#" + "0" * 5000 + ";", "\ufffd"),
        ("&#x" + "f" * 5000 + ";", "\ufffd"),
        ("&#1114111;&#1114112", html.unescape("&#1114111;&#1114112")),
    ],
)
def test_numbers_of_any_length(text: str, meant: str) -> None:
    assert decode_references(text) == meant


@pytest.mark.parametrize("form", ["text", "markdown", "clean-html", "tei", "reader", "json", "html", "speech"])
def test_a_long_number_stops_no_rendering(form: str) -> None:
    page = (
        f"<title>{LONG}</title><meta name=author content='{LONG}'><h1>{LONG}</h1>"
        f"<p>One{LONG} <a href='/{LONG}'>{LONG}</a> sentence.</p><ol start='{'1' * 4301}'><li>{LONG}</ol>"
        f"<table><tr><td colspan={'1' * 4301}>{LONG}</table><img src=a.png width={'9' * 4301} alt='{LONG}'>"
        f"<time datetime='{'1' * 4301}-01-01'>{LONG}</time>"
    )
    assert extract(page, "plain").render(form)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("&amp;", [OTHER, REST, REST, REST, REST]),
        ("&nbsp;x", [BLANK, *[REST] * 5, LETTER]),
        ("&nbsp x", [BLANK, *[REST] * 4, BLANK, LETTER]),
        ("&#65;", [LETTER, *[REST] * 4]),
        ("&#x6cc;", [LETTER, *[REST] * 6]),
        ("&zwnj;", [INVISIBLE_JOINER, *[REST] * 5]),
        ("&#8204;", [INVISIBLE_JOINER, *[REST] * 6]),
        ("&rsquo;", [JOINER, *[REST] * 6]),
        ("&#20013;", [SINGLE, *[REST] * 7]),
        ("&NotEqualTilde;", [OTHER, *[REST] * 14]),
        ("&#0;", [OTHER, *[REST] * 3]),
        ("&x", [OTHER, LETTER]),
        ("&", [OTHER]),
        ("&;", [OTHER, OTHER]),
        ("&#;", [OTHER] * 3),
        ("&bogus;", [OTHER, *[LETTER] * 5, OTHER]),
        ("&notit;", [OTHER, *[LETTER] * 5, OTHER]),
    ],
)
def test_references(written: str, expected: list[int]) -> None:
    assert source_kinds(written).tolist() == expected
    assert kinds(written).tolist().count(REST) == 0


@given(st.lists(st.sampled_from([*WORDS, *REFERENCES, " ", BETWEEN]), max_size=12).map(BETWEEN.join))
def test_as_many_characters_are_seen_as_in_the_resolved_text(source: str) -> None:
    """References whose name is only the beginning of a known one, and those to two characters, count otherwise."""
    source = source.replace("&notit;", "").replace("&NotEqualTilde;", "")
    resolved = html.unescape(source)
    assert visible(source_kinds(source)).sum() == visible(kinds(resolved)).sum()


def test_what_joins_texts_parts_references() -> None:
    parted = BETWEEN.join(["&am", "p;"])
    assert REST not in source_kinds(parted)
