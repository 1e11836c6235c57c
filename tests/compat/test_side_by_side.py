"""Two texts side by side."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.compat.side_by_side import as_columns, as_html, compare, width_of, wrapped


def test_rows():
    found = compare(("a", "b"), "one\n\ntwo  words\nthree", "one\ntwo words\nfour\n")
    assert [(row.side, row.left, row.right) for row in found.rows] == [
        ("both", "one", "one"),
        ("both", "two words", "two words"),
        ("left", "three", ""),
        ("right", "", "four"),
    ]
    assert found.summary == "a 4 words, b 4 words; 3 in both (F1 of the words: 0.750)"
    assert compare(("a", "b"), "", "").summary.endswith("1.000)")


@given(st.text(), st.integers(12, 60))
def test_nothing_is_lost_in_columns(text, width):
    lines = list(wrapped(text, width))
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(width_of(line) <= width for line in lines)


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("中文", 4), ("e\u0301", 1), ("", 0)])
def test_widths(text, width):
    assert width_of(text) == width


def test_columns_and_page():
    found = compare(("ours", "theirs"), "中文 " * 20, "<b>")
    lines = [line for _, line in as_columns(found, 40)]
    assert all(width_of(line) <= 40 for line in lines)
    assert "&lt;b&gt;" in as_html(found, "title")
