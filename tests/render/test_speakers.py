"""Author and time above each post, and nothing where the text says it already."""

from __future__ import annotations

import re

import pytest

from webwinnow import extract
from webwinnow.document import Document
from webwinnow.extractors.plain import Plain
from webwinnow.render.formats import Format
from webwinnow.render.speakers import find_lines, find_speakers
from webwinnow.result import Result

NAMES = ("Ada", "Brook", "Dana", "Elif")
WORDS = "I have turned my mill for years, and this is what I think about the wheel and the stones, number"
POST = (
    "<div class=post><div class=author><a class=username href=/members/{name}>{name}</a></div>"
    "<time datetime=2024-05-0{day}T10:0{day}>May {day}</time><div class=content><p>{words} {day}.</p></div></div>"
)
POSTS = "".join(POST.format(name=name, day=day, words=WORDS) for day, name in enumerate(NAMES, start=1))
THREAD = f"<title>Mills - Forum</title><h1>Mills</h1><div class=thread>{POSTS}</div>"


def texts_only(source: str) -> Result:
    """Keep the paragraphs of a page, as an extractor does that leaves names out."""
    page = Document(source, url="https://example.org/forum/thread/1")
    found = [match.span(1) for match in re.finditer("<p>(.*?)</p>", source)]
    return Result(page, page.select(found), Plain())


def test_each_post_has_its_line() -> None:
    text = texts_only(THREAD).text
    for day, name in enumerate(NAMES, start=1):
        assert f"{name}, 2024-05-0{day} 10:0{day}\n\n{WORDS} {day}." in text
    assert NAMES[1] not in texts_only(THREAD).render("text", speakers=False)


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        ("markdown", "**Brook**, 2024-05-02 10:02\n\nI have"),
        ("reader", '<p class="speaker"><strong>Brook</strong>, 2024-05-02 10:02</p>'),
        ("tei", '<hi rend="bold">Brook</hi>, 2024-05-02 10:02'),
        ("xml", "<speaker"),
        ("speech", "Brook, 2024-05-02 10:02."),
    ],
)
def test_formats(form: Format, wanted: str) -> None:
    assert wanted in texts_only(THREAD).render(form)
    assert wanted not in texts_only(THREAD).render(form, speakers=False)


COMMENTED = (
    "<title>How to winnow</title><main><article><h1>How to winnow</h1>"
    + "".join(
        f"<p>Winnowing, part {part}, parts the grain from the chaff with the help of the wind.</p>" for part in "abcd"
    )
    + "</article><section class=comments>"
    + "".join(
        f"<div class=comment><b class=author>{name}</b> <time datetime=2024-05-0{day}>{day} May</time>"
        f"<p>{WORDS} {day}.</p></div>"
        for day, name in enumerate(NAMES, start=1)
    )
    + "</section></main>"
)


def test_comments_that_are_asked_for_have_their_authors() -> None:
    kept, left_out = (extract(COMMENTED, comments=policy) for policy in ("keep", "auto"))
    for day, name in enumerate(NAMES, start=1):
        assert f"**{name}**, 2024-05-0{day}\n\n{WORDS} {day}." in kept.markdown
        assert f"{name}, 2024-05-0{day}\n\n{WORDS} {day}." in kept.text
    assert not any(name in left_out.text for name in NAMES)


def test_blocks_tell_where_the_name_stands() -> None:
    result = texts_only(THREAD)
    block = next(block for block in result.blocks if block.kind == "speaker")
    assert [THREAD[start:end] for start, end in block.spans][:1] == ["Ada"]


def test_the_name_stands_for_a_line_between_posts() -> None:
    ruled = THREAD.replace("<p>", "<hr><p>")
    assert "___" in texts_only(ruled).render("markdown", speakers=False)
    assert texts_only(ruled).markdown == texts_only(THREAD).markdown


def test_names_that_were_kept_are_not_said_twice() -> None:
    page = Document(THREAD, url="https://example.org/forum/thread/1")
    text = Result(page, page.visible, Plain()).text
    assert [text.count(name) for name in NAMES] == [1] * 4


def test_one_name_or_no_thread_needs_no_line() -> None:
    alone = THREAD
    for name in NAMES:
        alone = alone.replace(name, "Ada")
    assert "Ada" not in texts_only(alone).text
    page = Document(f"<h1>Mills</h1><p>{WORDS}</p>")
    assert find_speakers(page, page.visible).speakers == ()


def test_comments_are_a_choice() -> None:
    comment = (
        "<li class=comment><b class=author>%s</b> <i>3 May 2024</i><p>This is what I think about it, too.</p></li>"
    )
    article = f"<article><h1>Mill</h1>{f'<p>{WORDS} {WORDS} {WORDS}.</p>' * 8}</article>"
    page = f"{article}<ol class=comments>{''.join(comment % name for name in NAMES)}</ol>"
    assert "I think about it, too" in extract(page, "plain").text
    assert "I think about it, too" not in extract(page, "plain", comments="drop").text
    assert "I think about it, too" in extract(page, "bte", comments="keep").text


def test_lists_and_quotations_of_posts_are_none() -> None:
    post = (
        "<li class=post><div class=author><a class=username href=/members/{name}>{name}</a></div>"
        "<time datetime=2024-05-0{day}T10:0{day}>May {day}</time><blockquote class=content><p>{words} {day}.</p>"
        "<ul><li>one</li><li>two</li></ul></blockquote></li>"
    )
    posts = "".join(post.format(name=name, day=day, words=WORDS) for day, name in enumerate(NAMES, start=1))
    source = f"<title>Mills - Forum</title><h1>Mills</h1><ol class=thread>{posts}</ol>"
    page = Document(source, url="https://example.org/forum/thread/1")
    found = [match.span(1) for match in re.finditer("<blockquote class=content>(.*?)</blockquote>", source)]
    markdown = Result(page, page.select(found), Plain()).markdown
    assert f"**Brook**, 2024-05-02 10:02\n\n{WORDS} 2.\n\n- one\n- two\n\n**Dana**" in markdown
    assert ">" not in markdown
    assert "1." not in markdown.replace(" 1.", "")


def quoting(words: str) -> str:
    """Make a thread in which the third post begins with what the second one, of the same author, said."""
    quotation = f"<blockquote><div class=cite>Brook said:</div><p>{WORDS} 2.</p></blockquote>"
    posts = [POST.format(name=name, day=day, words=WORDS) for day, name in enumerate(NAMES, start=1)]
    posts[2] = POST.format(name="Brook", day=3, words=WORDS).replace(f"<p>{WORDS} 3.</p>", quotation + words)
    return f"<title>Mills - Forum</title><h1>Mills</h1><div class=thread>{''.join(posts)}</div>"


@pytest.mark.parametrize("words", ["<p>I meant the lower stone, which has been worn for years, of course.</p>", ""])
def test_the_line_stands_above_a_quotation_that_opens_the_post(words: str) -> None:
    """Also where the author is quoted, and where the post is nothing but the quotation."""
    source = quoting(words)
    page = Document(source, url="https://example.org/forum/thread/1")
    kept = [match.span(1) for match in re.finditer("<(?:p|div class=cite)>(.*?)</(?:p|div)>", source)]
    markdown = Result(page, page.select(kept), Plain()).markdown
    assert f"**Brook**, 2024-05-03 10:03\n\n> Brook said:\n>\n> {WORDS} 2.\n" in markdown


QUESTION = (
    "<title>Mills - Forum</title><h1>Mills</h1><div class=byline>By <a rel=author>Wren</a></div>"
    "<div class=question><p>%s</p></div><div class=answers>%s</div>"
)


@pytest.mark.parametrize("source", [THREAD, QUESTION % (4 * WORDS, POSTS.replace("=post>", "=answer>"))])
@pytest.mark.parametrize("kept", range(64))
def test_lines_are_those_of_all_who_speak(source: str, kept: int) -> None:
    page = Document(source, url="https://example.org/forum/thread/1")
    places = [match.span(1) for match in re.finditer("<p>(.*?)</p>|<time[^>]*>(.*?)</time>", source)]
    spans = page.select([place for at, place in enumerate(places) if kept >> at & 1 and place[0] >= 0])
    speakers, shown = find_speakers(page, spans)
    lines = [(speaker.place, speaker.line) for speaker in speakers if speaker.shown]
    assert find_lines(Document(source, url=page.url), spans) == (lines, shown)


def test_nobody_is_looked_for_where_one_post_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("nobody's name is needed")

    page = Document(THREAD, url="https://example.org/forum/thread/1")
    start = THREAD.index(WORDS)
    result = Result(page, page.select([(start, start + len(WORDS))]), Plain())
    monkeypatch.setattr("webwinnow.posts.parts.authors_of", refused)
    assert WORDS in result.text
    with pytest.raises(AssertionError):
        _ = result.markdown
