"""What is no list of posts is not called one, and no page is too bad for an answer."""

from __future__ import annotations

import pytest
from hypothesis import given

from markup import markup
from post_software import ARTICLE, NAMELESS, PAGES, PEOPLE, SAID, WORDPRESS, each, page
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.extractors.bte import BTE
from webwinnow.posts import comment_regions, content_of, find_posts, find_regions, thread_regions
from webwinnow.render.text import render_text

TEASER = (
    '<div class="teaser"><h3><a href="/story/%(n)d">A long headline about the mill and its wheel, part %(n)d</a></h3>'
    "<span>May %(day)d, 2024</span><p>%(what)s</p></div>"
)
EVENT = "<li>May %(day)d, 2024: the wheel turns</li>"


def test_an_article_alone_is_one_post() -> None:
    found = find_posts(Document(page("")))
    assert [post.kind for post in found.posts] == ["article"]
    assert not found.is_thread
    assert "tide mill grinds" in render_text(Document(page("")), found.posts[0].text)


@pytest.mark.parametrize(
    "body",
    [
        f"<div>{each(TEASER)}</div>",
        f'<div class="related">{each(NAMELESS)}</div>',
        f"<ul>{each(EVENT)}</ul>",
        '<div class="comments"><p>Log in to write a comment.</p></div>',
        "<div id=comments></div>",
        f"<p>On May 3, 2024 {SAID[0]}</p><p>On May 4, 2024 {SAID[1]}</p><p>On May 5, 2024 {SAID[2]}</p>",
    ],
    ids=["teasers", "related", "events", "a form", "nothing", "dates in prose"],
)
def test_what_only_looks_like_comments(body: str) -> None:
    document = Document(page(body))
    assert not len(comment_regions(document)) and not len(thread_regions(document))
    assert [post.kind for post in find_posts(document).posts] == ["article"]


def test_an_article_whose_part_is_named_comment_stays_an_article() -> None:
    document = Document(page("").replace("<article>", '<article class="comment opinion">'))
    assert not len(comment_regions(document))


def test_a_single_comment_is_found_by_its_name_and_its_date() -> None:
    document = Document(page(f'<ol class="commentlist">{each(WORDPRESS, 1)}</ol>'))
    found = find_posts(document)
    assert [(post.kind, post.author) for post in found.posts] == [("article", None), ("comment", PEOPLE[0])]


def test_posts_of_a_weblog_are_counted() -> None:
    entry = (
        '<div class="post hentry"><h2><a href="/2024/%(n)d">A long headline about the mill, part %(n)d</a></h2>'
        '<span class="date">May %(day)d, 2024</span><span class="author">%(who)s</span>'
        "<p>%(what)s %(what)s %(what)s</p></div>"
    )
    found = find_posts(Document(page(f"<div id=content>{each(entry)}</div>", above=False)))
    assert [post.kind for post in found.posts] == ["post"] * 4
    assert [post.author for post in found.posts] == list(PEOPLE)
    assert not found.is_thread
    assert find_regions(Document(page(f"<div>{each(entry)}</div>", above=False))).weblog.posts == 4


@pytest.mark.parametrize("date", ["<p class=date>May 3, 2024</p>", ""], ids=["dated", "undated"])
@pytest.mark.parametrize("counts", [(2, 1, 3), (3, 3, 3), (0, 0, 0)], ids=str)
@pytest.mark.parametrize("tag", ["article", "div class=post"])
def test_a_weblogs_front_page_of_three_posts_with_undated_comments(
    tag: str, counts: tuple[int, ...], date: str
) -> None:
    said = "<li class=comment><b>%s</b> says: <p>%s</p></li>"
    body = ""
    for at, count in enumerate(counts):
        answers = "".join(said % pair for pair in list(zip(PEOPLE, SAID, strict=True))[:count])
        title = f"<h2><a href=/2024/{at}>The tide mill and its story, part {at}</a></h2>"
        body += f"<{tag}>{title}{date}<p>{ARTICLE[at % 2]}</p><ul class=comments>{answers}</ul></{tag.split()[0]}>"
    document = Document(page(f"<div id=content>{body}</div>", above=False))
    found = find_posts(document)
    tops = [at for at, post in enumerate(found.posts) if post.kind == "post"]
    assert len(tops) == find_regions(document).weblog.posts == 3 and not found.is_thread
    assert [sum(post.parent == top for post in found.posts) for top in tops] == list(counts)
    assert [post.author for post in found.posts if post.parent == tops[0]] == list(PEOPLE[: counts[0]])


def test_an_article_beside_two_teasers_is_no_weblog() -> None:
    teaser = (
        f"<article><h2><a href=/other>The other mill and its long story</a></h2><p>{SAID[0]}{SAID[1]}</p></article>"
    )
    story = "".join(f"<p>{part}</p>" for part in ARTICLE * 4)
    title = "<h2><a href=/this>The tide mill and its long story</a></h2>"
    document = Document(page(f"<div><article>{title}{story}</article>{teaser}{teaser}</div>", above=False))
    assert not find_regions(document).weblog.posts


def test_any_extractor_finds_the_content_of_each_post() -> None:
    expected = PAGES["xenforo"]
    document = Document(expected.source, url=expected.url)
    for post, said in zip(find_posts(document).posts, SAID, strict=True):
        found = content_of(document, post, BTE())
        assert said in render_text(document, found)
        assert found & post.spans == found


def test_the_result_of_an_extraction_has_the_posts() -> None:
    result = extract(PAGES["wordpress"].source)
    assert [post.author for post in result.posts.posts[1:]] == list(PEOPLE)


def test_hidden_text_stays_hidden() -> None:
    document = Document(PAGES["wordpress"].source)
    first = find_posts(document).posts[1]
    found = find_posts(document.without(first.spans))
    assert PEOPLE[0] not in [post.author for post in found.posts]
    assert all(not len(post.spans & first.spans) for post in found.posts)


def test_regions_say_how_sure_they_are() -> None:
    found = find_regions(Document(PAGES["wordpress"].source))
    assert found.comments.posts == 4 and found.comments.confidence > 0.9
    assert (found.thread.posts, found.thread.confidence, len(found.thread.spans)) == (0, 0.0, 0)


@given(markup())
def test_total_and_pure(source: str) -> None:
    document = Document(source)
    found = find_posts(document)
    assert found == find_posts(Document(source))
    for at, post in enumerate(found.posts):
        assert post.spans & document.visible == post.spans
        assert post.parent is None or post.parent < at
        assert 0 <= post.confidence <= 1


@pytest.mark.parametrize(
    "source",
    ["", "\0", "<li class=comment>", "<time>", "3 May 2024", "<a>3 May 2024", "<!-- 2024-05-03 -->", "</li></ol>"],
)
def test_hardly_any_page(source: str) -> None:
    assert not find_posts(Document(source)).is_thread


HOSTILE = {
    "siblings": "<ol>" + "<li class=comment><b>Ada</b> 3 May 2024 <p>What I say about it" * 1_000,
    "other siblings": "<ol>" + "".join(f"<li class='c{n}x'><b>Ada</b> 3 May 2024" for n in range(20_000)),
    "pairs": "".join(f"<div class=x{'y' * (n % 500)}z{n % 7}>Ada 3 May 2024</div>" * 2 for n in range(5_000)),
    "deep": '<div class="comment"><b>Ada</b> 3 May 2024 <p>What I say about it</p>' * 1_000,
    "dates": "3 May 2024 <br>" * 50_000,
    "lists": "<ul><li>3 May 2024 Ada says it<li>4 May 2024 Brook says it</ul>" * 10_000,
    "heads": "<dl>" + "<dt>Ada 3 May 2024<dd>What I say about it, which is longer" * 3_000,
    "names": "<p class='" + "comment " * 100_000 + "'>3 May 2024",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_get_an_answer(name: str) -> None:
    document = Document(HOSTILE[name])
    found = find_posts(document)
    assert len(found.posts) <= 20_001
    assert found.is_thread in (True, False)


def test_the_opening_is_what_the_comments_are_about() -> None:
    document = Document(PAGES["habr"].source)
    found = find_posts(document)
    text = render_text(document, found.posts[0].text)
    assert ARTICLE[0].strip() in text and ARTICLE[1].strip() in text
    assert not any(said in text for said in SAID)
