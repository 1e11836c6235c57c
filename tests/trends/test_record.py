"""Years out of messy dates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.trends.record import moment


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2006", "2006"),
        (" 2006 ", "2006"),
        ("2006///", "2006"),
        ("2006/05//", "2006-05"),
        ("2006/05/03/Spring", "2006-05-03"),
        ("2006/13/03", "2006"),
        ("2006-05", "2006-05"),
        ("05/2006", "2006-05"),
        ("May 2006", "2006-05"),
        ("mai 2006", "2006-05"),
        ("May-June 2006", "2006-05"),
        ("Spring 2006", "2006"),
        ("c2006", "2006"),
        ("[2006?]", "2006"),
        ("2006a", "2006"),
        ("1999-2003", "1999"),
        ("2006-05-03T10:11:12Z", "2006-05-03"),
        ("3rd of May, 2006", "2006-05-03"),
        ("۱۴ اردیبهشت ۱۴۰۳", "2024-05-03"),
        ("1385", "2006"),
        ("۱۳۸۵", "2006"),
        ("2549", "2006"),
        ("in press", None),
        ("", None),
        ("0000", None),
        ("9999", None),
        ("page 12345", None),
    ],
)
def test_messy_dates(text, expected) -> None:
    assert moment(text) == expected


@given(st.text(max_size=50))
def test_any_text_has_a_year_or_none(text) -> None:
    found = moment(text)
    assert found is None or 1500 < int(found[:4]) < 2200
