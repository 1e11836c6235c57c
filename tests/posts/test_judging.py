"""What is left out before a structure is judged, or a text read, would not have counted."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.posts import authors, compiled, find_posts
from webwinnow.posts.judging import count_points, judge
from webwinnow.posts.naming import SIGNS
from webwinnow.posts.repetition import find_repeated

PARTS = sorted({sign.part for signs in SIGNS.values() for sign in signs})
BESIDE = ("", "-", "_", " ", "x", "s", "form", "-form", "iv", "er", "comment-", "-odd", "İ", "\u212a", "é")
NAMES = st.tuples(st.sampled_from(BESIDE), st.sampled_from(PARTS), st.sampled_from(BESIDE)).map("".join)
TEXTS = (
    "<b>Ada</b>",
    "<i>3 May 2024</i>",
    "<a class=author href=/u/brook>Brook</a>",
    "<h2><a href=y>A long headline of it</a></h2>",
    "<p>What I think about the mill is longer than a name, and no link.</p>",
    "<b>回复</b>",
    "<b>…</b>",
    "<time>now</time>",
)
UNITS = st.tuples(NAMES, st.lists(st.sampled_from(TEXTS), max_size=4).map("".join), st.integers(1, 4))


def page_of(around: str, units: list[tuple[str, str, int]]) -> Document:
    written = (f'<li class="{name}" id=c{at}>{text}{at}</li>' for name, text, many in units for at in range(many))
    return Document(f'<body><div class="{around}"><ul>{"".join(written)}</ul></div>')


@pytest.mark.skipif(LIBRARY is None, reason="compiled code leaves structures out")
@given(NAMES, st.lists(UNITS, max_size=4))
def test_no_structure_is_left_out_that_would_be_a_list(around: str, units: list[tuple[str, str, int]]) -> None:
    page = page_of(around, units)
    assert LIBRARY is not None
    evidence, structures = find_repeated(page)
    every = compiled.find_repeated(LIBRARY, page, likely=False).structures
    assert [each.units for each in every] == [each.units for each in structures]
    assert [each.amounts.tolist() for each in every] == [each.amounts.tolist() for each in structures]
    lists = [each.units for each in structures if judge(page, evidence, each)]
    likely = compiled.find_repeated(LIBRARY, page, likely=True).structures
    assert [each.units for each in likely if each.units in lists] == lists
    assert all(each.counted in (None, count_points(page, evidence, each)) for each in likely)
    assert all(each.counted for each in likely) or not page.source.isascii()


@given(st.lists(UNITS, max_size=4))
def test_no_author_is_missed_in_slots_that_are_not_read(units: list[tuple[str, str, int]]) -> None:
    found = [post.author for post in find_posts(page_of("comments", units)).posts]
    with pytest.MonkeyPatch.context() as reading_all:
        reading_all.setattr(authors, "_most_points", lambda share, *_: np.full(len(share), 1e9))
        assert found == [post.author for post in find_posts(page_of("comments", units)).posts]
