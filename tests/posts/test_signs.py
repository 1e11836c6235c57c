"""What is looked for before posts and turns are: nothing that is one may be missed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.posts.interviews import find_turns
from webwinnow.posts.sections import find_sections
from webwinnow.posts.signs import may_be_thread, may_take_turns, speaks_of_interview

NAMES = (
    "Ada",
    "Ada&nbsp;L",
    "Ada  L",
    "Ada\u2003L:",
    "BROOK –",
    "Éva",
    "张伟：",
    "&Eacute;va",
    "ada",
    "Ada 2",
    "Dana, B",
)


@pytest.mark.parametrize("sign", ["Interview", "интервью", "ראיון", "访谈", "專對談", "対談", "インタビュー", "인터뷰"])
@pytest.mark.parametrize("around", ["The mill", "The mill’s \ufffd", "The mill \U0001f33e"])
def test_signs_of_interviews_in_every_writing(sign: str, around: str) -> None:
    assert speaks_of_interview(Document(f"<p>{around} {sign}"))
    assert not speaks_of_interview(Document(f"<p>{around} {sign[:1]}"))


@given(st.lists(st.sampled_from(NAMES), max_size=9))
def test_no_turns_are_missed(names: list[str]) -> None:
    page = Document("".join(f"<p><b>{name}</b></p><p>What I say about the mill is long enough.</p>" for name in names))
    assert may_take_turns(page, page.visible) or not find_turns(page, page.visible)


@pytest.mark.skipif(LIBRARY is None, reason="compiled code looks for them")
@pytest.mark.parametrize("names", [("Ada", "Brook", "Ada"), ("share", "x", "share", "x"), ("4", "5", "4", "5"), ()])
def test_pages_without_two_names_twice(names: tuple[str, ...]) -> None:
    page = Document("".join(f"<p>{name}</p><p>{'what is said ' * 9}{at}</p>" for at, name in enumerate(names)))
    assert not may_take_turns(page, page.visible)


def test_a_page_known_to_have_no_posts_is_no_thread() -> None:
    page = Document("<p>A forum about the thread of a mill.</p>")
    assert may_be_thread(page)
    find_sections(page)
    assert not may_be_thread(page)
