"""Texts that are passed over hold no date, and compiled code passes over the same as Python."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.metadata import may_be_dates
from webwinnow.metadata.calendars import _names
from webwinnow.metadata.dates import find_dates
from webwinnow.metadata.may_be_dates import dated_runs, may_hold_date, may_hold_dates

SIGNS = "a 1122&#٣۴é年𠀋²\0'’/.-\u2003\x1c–·"
WRITTEN = st.sampled_from(
    ["2024", "3", "24", "May", "d’avril", "ag.", "Sept.", "MÄRZ", "meán fómhair", "12 thg 5", "20240503", "3/5/2024",
     "x", "’24", "foo", "1,200,30", "\u200e", "K", "the", "令和6年5月3日"]
)  # fmt: skip


def marks(texts: list[str]) -> list[bool]:
    ends = np.cumsum([len(text) + 1 for text in texts], dtype=np.int32) - 1
    starts = ends - np.array([len(text) for text in texts], dtype=np.int32)
    page = Document("|".join(texts))
    return may_hold_dates(page, starts, ends).tolist()


@given(st.lists(st.text(SIGNS, max_size=8) | st.lists(WRITTEN, max_size=5).map(" ".join), min_size=1, max_size=6))
def test_no_date_is_overlooked(texts: list[str]) -> None:
    found = marks(texts)
    assert all(held for held, text in zip(found, texts, strict=True) if find_dates(decode_references(text)))
    assert found == list(map(may_hold_date, texts))
    with pytest.MonkeyPatch.context() as by_python:
        by_python.setattr(may_be_dates, "LIBRARY", None)
        assert marks(texts) == found


def test_every_month_is_seen() -> None:
    forms = ("3 {} 2024", "{} 3, 2024", "2024-{}-03")
    texts = [form.format(written) for name in _names() for form in forms for written in (name, name.upper())]
    assert all(marks(texts)) and all(map(may_hold_date, texts))


def test_numbers_alone_are_passed_over() -> None:
    texts = ["2024 in the city", "1,200 people", "call 555-1234", "© 2024 Mill", "“Grain” – 4,500 words"]
    assert marks(texts) == [False] * len(texts)


@given(
    st.lists(st.text(SIGNS, max_size=8) | st.lists(WRITTEN, max_size=5).map(" ".join), min_size=1, max_size=9),
    st.integers(0, 5), st.integers(0, 12), st.integers(1, 30), st.integers(1, 9),
)  # fmt: skip
def test_runs_with_a_date_and_its_year(texts: list[str], first: int, count: int, longest: int, most: int) -> None:
    page = Document("<p>" + "<p>".join(texts))
    runs = page.runs
    first, count = min(first, len(runs)), min(count, len(runs))
    found = dated_runs(page, first, count, longest, most)
    with pytest.MonkeyPatch.context() as by_python:
        by_python.setattr(may_be_dates, "LIBRARY", None)
        assert dated_runs(page, first, count, longest, most) == found
    written = [page.source[runs.start[run] : runs.end[run]] for run in range(len(runs))]
    dated = [
        run for run, text in enumerate(written) if find_dates(decode_references(text)) and re.search(r"\d{4}", text)
    ]
    assert set(dated_runs(page, 0, len(runs), 1000, 1000)) >= set(dated)


def test_runs_are_looked_at_from_one_on_and_then_from_the_first() -> None:
    page = Document("<p>" + "<p>".join(["1 May 2024", "May", "a long text of 2 May 2024", "3 May 2024", "4&nbsp;May"]))
    assert dated_runs(page, 3, 5, 20, 9) == [3, 0] and dated_runs(page, 2, 5, 99, 2) == [2, 3]
