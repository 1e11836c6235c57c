"""Names, dates and the words of classes, one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.posts import parts
from webwinnow.posts.authors import clean_name
from webwinnow.posts.evidence import dated_gaps
from webwinnow.posts.naming import may_be_alone, read_naming
from webwinnow.posts.repetition import find_repeated


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada", "Ada"),
        ("Ada said...", "Ada"),
        ("Ada Lovelace says:", "Ada Lovelace"),
        ("by Ada Lovelace", "Ada Lovelace"),
        ("Ada on May 3, 2024 at 10:11 said:", "Ada"),
        ("@ada", "ada"),
        ("carpenter7", "carpenter7"),
        ("张伟", "张伟"),
        ("41 points", None),
        ("Posts: 12", None),
        ("#3", None),
        ("May 3, 2024", None),
        ("", None),
        ("x" * 200, None),
    ],
)
def test_names(text: str, name: str | None) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "text",
    ["May 3, 2024", "3rd May 2024", "2024-05-03", "03.05.24", "10:15", "2 hours ago", "yesterday", "2024年5月3日",
     "3小时前", "vor 3 Stunden", "۱۴ اردیبهشت ۱۴۰۳", "5d"],
)  # fmt: skip
def test_what_looks_like_a_time(text: str) -> None:
    assert dated_gaps(Document(f"<p>{text}</p>")).any()


@pytest.mark.parametrize(
    "text", ["Ada", "it&#8217;s &#8230;what", "version 3.5", "© 2024", "word " * 40 + "2024-05-03"]
)
def test_what_does_not(text: str) -> None:
    assert not dated_gaps(Document(f"<p>{text}</p>")).any()


def test_a_time_element_counts_whatever_it_says() -> None:
    assert dated_gaps(Document("<time datetime=2024-05-03></time>")).sum() == 1


@pytest.mark.parametrize(
    ("tag", "key"),
    [
        ('<li class="comment even depth-1">', "comment"),
        ('<li class="odd alt comment">', "comment"),
        ("<div class='post-123 post'>", "post"),
        ('<div id="post_53876">', "post_#"),
        ("<div class=x>", "x"),
        ("<div>", ""),
    ],
)
def test_keys_are_what_siblings_share(tag: str, key: str) -> None:
    assert read_naming(tag).key == key


@pytest.mark.parametrize(
    ("tag", "comment", "post", "against"),
    [
        ('<li class="comment">', True, False, False),
        ('<div id="dsq-comment-7">', True, False, False),
        ('<div class="responsive-table">', False, False, False),
        ('<p class="comment-form">', False, False, False),
        ('<div class="message">', False, True, False),
        ('<div class="poster">', False, False, False),
        ('<div class="related-posts">', False, True, True),
    ],
)
def test_what_names_speak_for(tag: str, comment: bool, post: bool, against: bool) -> None:
    named = read_naming(tag)
    assert (named.comment, named.post, named.against) == (comment, post, against)


def test_the_quick_sieve_lets_all_through_that_is_named_so() -> None:
    words = "comment kommentar komment coment yorum reply replies response disqus dsq-x pinglun guestbook opinia answer"
    tags = [f"<li class={word}>" for word in [*words.split(), "userComment", "Answer", "other"]]
    alone = {at for at, tag in enumerate(tags) if read_naming(tag.lower()).alone}
    page = Document("".join(tags))
    items = np.flatnonzero(page.elements.tag == NUMBER["li"])
    assert len(alone) == len(tags) - 1
    assert np.flatnonzero(may_be_alone(page, items)).tolist() == sorted(alone)


def test_heads_reach_to_the_next_head() -> None:
    page = Document(
        "<dl>" + "".join(f"<dt>Ada, May {n}, 2024</dt><dd>What I say about it is longer.</dd>" for n in (3, 4, 5))
    )
    found = find_repeated(page).structures[0]
    texts = [
        page.source[page.tokens.gap_start[a] : page.tokens.gap_end[b]]
        for a, b in zip(found.first, found.last, strict=True)
    ]
    assert len(texts) == 3
    assert all("What I say" in text and text.count("2024") == 1 for text in texts)
    assert np.all(found.first[1:] > found.last[:-1])


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6), st.integers(0, 3)), max_size=20).map(sorted))
def test_the_longest_of_a_post_and_posts_with_the_same(rows: list[tuple[int, int, int]]) -> None:
    post, length, code = np.array(rows, np.intp).reshape(-1, 3).T
    longest = {at: max((size, -place) for place, (by, size, _) in enumerate(rows) if by == at) for at, _, _ in rows}
    assert parts._longest(length, post).tolist() == [-place for _, place in longest.values()]
    assert parts._posts_with(code, post).tolist() == [
        len({by for by, _, other in rows if other == same}) for _, _, same in rows
    ]
