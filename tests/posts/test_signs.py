"""What is looked for before posts and turns are: nothing that is one may be missed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.limits import Limits
from webwinnow.posts import signs
from webwinnow.posts.interviews import find_turns
from webwinnow.posts.sections import find_sections
from webwinnow.posts.signs import may_be_interview, may_be_thread, may_speak, may_take_turns, speaks_of_interview

NAMES = (
    "Ada",
    "Ada van der Lo",
    "Ada and others",
    "Ada -and- van-",
    "Ada A\0bcde",
    "Ada and\0",
    "Ada/L",
    "<a href=/a>Ada</a>",
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
@pytest.mark.parametrize(
    "names",
    [
        ("Ada", "Brook", "Ada"),
        ("share", "x", "share", "x"),
        ("4", "5", "4", "5"),
        (),
        ("A/b", "B/c") * 2,
        ("Read more", "To the top") * 2,
        ("<h2>Ada</h2>", "<h2>Brook</h2>") * 2,
    ],
)
def test_pages_without_two_names_twice(names: tuple[str, ...]) -> None:
    page = Document("".join(f"<p>{name}</p><p>{'what is said ' * 9}{at}</p>" for at, name in enumerate(names)))
    assert not may_take_turns(page, page.visible)


def test_a_page_known_to_have_no_posts_is_no_thread() -> None:
    page = Document("<p>A forum about the thread of a mill.</p>")
    assert may_be_thread(page)
    find_sections(page)
    assert not may_be_thread(page)


WORDS = "forum Forum thread QAPage bbs orum bbbs nterview peaker intervju espräch интервью 访谈 é 中 𠀋".split()


@pytest.mark.skipif(LIBRARY is None, reason="compiled code looks for them")
@given(st.lists(st.sampled_from([*WORDS, " ", "<p>", "x" * 61, "y" * 200]), max_size=12).map("".join))
def test_compiled_code_finds_the_same_signs(source: str) -> None:
    found = may_be_thread(Document(source)), speaks_of_interview(Document(source))
    with pytest.MonkeyPatch.context() as by_words:
        by_words.setattr(signs, "LIBRARY", None)
        assert found == (may_be_thread(Document(source)), speaks_of_interview(Document(source)))


@given(
    st.lists(st.sampled_from([*WORDS, " ", "<p>", "y" * 200]), max_size=12).map("".join),
    st.sampled_from(["utf-8", "utf-16le", "gb18030"]),
    st.binary(max_size=3),
    st.integers(1, 400),
)
def test_the_same_signs_in_bytes_and_in_text(source: str, encoding: str, broken: bytes, most: int) -> None:
    data = source.encode(encoding) + broken
    page = Document.from_bytes(data, encoding=encoding, limits=Limits(bytes=most))
    assert may_be_thread(page) == may_be_thread(Document(page.source))


LONG = f"<!--{'x' * 200_000}-->"


@given(
    st.lists(st.sampled_from(["Ada", "Brook"]), max_size=5),
    st.sampled_from(["", "forum", "forum thread", "Interview", LONG, f"{LONG}Interview"]),
)
def test_somebody_may_speak_in_threads_and_interviews(names: list[str], sign: str) -> None:
    source = sign + "".join(f"<p><b>{name}</b></p><p>What I say about the mill is long enough.</p>" for name in names)
    page, asked_first = Document(source), Document(source)
    either = may_be_thread(asked_first) or may_be_interview(asked_first, asked_first.visible)
    assert may_speak(page, page.visible) == either == may_speak(page, page.visible)
    assert may_speak(asked_first, asked_first.visible) == either
