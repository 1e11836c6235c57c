"""Names are names: the posts of a list decide together where they stand."""

from __future__ import annotations

import pytest

from post_software import SAID, page
from webwinnow.document import Document
from webwinnow.posts import find_posts
from webwinnow.render.text import render_text

NAMES = ("tinwhistle", "Marlon1999", "Renate S.", "tinwhistle", "nobody", "Ada Lovelace, MD")
WORDS = (*SAID, "Thanks!", "A last word on the old mill and its wheel, which I saw turning yesterday.")
ROW = (
    '<div class="postrow" id="post%d"><table><tr><td class="userinfo">%s<div class="rank">%s</div>'
    '<div class="joined">Joined: 3 May 2011</div><div class="reg">Registered</div></td>'
    '<td class="body"><div class="title">The tide mill at the marsh</div><div class="when">1%d May 2024, 10:15</div>'
    '<div class="text">%s</div><div class="signature">Every mill turns in its own time, and %s knows it.</div>'
    "</td></tr></table></div>"
)
LINKED = '<b class="name"><a href="/member.php?u=%d">%s</a></b>'
GUEST = '<b class="name"><span style="color:red"><i>%s</i></span></b>'


def thread(signed: str = LINKED, rank: str = "Senior Member") -> Document:
    rows = [
        ROW % (at, (signed % (at, name) if "%d" in signed else signed and signed % name), rank, at, said, name)
        for at, (name, said) in enumerate(zip(NAMES, WORDS, strict=True))
    ]
    return Document(page("<div id=posts>" + "".join(rows) + "</div>", above=False), url="http://forum.example.org/t/1")


@pytest.mark.parametrize("signed", [LINKED, GUEST], ids=["linked", "coloured"])
def test_names_and_not_ranks_dates_or_titles(signed: str) -> None:
    assert [post.author for post in find_posts(thread(signed)).posts] == list(NAMES)


def test_guests_among_members_have_names_too() -> None:
    document = thread()
    mixed = Document(
        document.source.replace('<a href="/member.php?u=1">Marlon1999</a>', "Marlon1999"), url=document.url
    )
    assert [post.author for post in find_posts(mixed).posts] == list(NAMES)


PHPBB = (
    '<div class="post bg%d" id="p%d"><div class="postbody"><h3><a href="#p%d">Re: The tide mill</a></h3>'
    '<p class="author">by <strong><a href="./memberlist.php?mode=viewprofile&amp;u=%d"%s>%s</a></strong> '
    '&raquo; Sun Jul 28, 2013 1%d:59 am</p><div class="content">%s</div></div></div>'
)


def test_coloured_names_are_names_and_dates_are_none() -> None:
    coloured = ' style="color: #00AA00;" class="username-coloured"'
    rows = [
        PHPBB % (at % 2, at, at, at, coloured if at in (0, 3) else "", name, at % 2, said)
        for at, (name, said) in enumerate(zip(NAMES[:5], WORDS, strict=False))
    ]
    found = find_posts(
        Document(page("<div id=posts>" + "".join(rows) + "</div>", above=False), url="http://f.example/t")
    )
    assert [post.author for post in found.posts] == list(NAMES[:5])


JOINED = (
    '<li class="message" id="post-%d"><div class="messageUserInfo"><h3>'
    '<a href="members/%d/" class="username">%s</a></h3><dl><dt>Member since:</dt><dd>08.06.13</dd><dt>Posts:</dt>'
    "<dd>3.364</dd></dl></div>"
    '<div class="messageInfo"><a href="/p/%d" class="datePermalink">'
    'Written: <span class="DateTime" title="2%d.04.20 um 10:58 Uhr">2%d.04.20</span></a>'
    '<blockquote class="messageText">%s</blockquote></div></li>'
)


def test_the_day_on_which_somebody_joined_is_no_time_of_a_post() -> None:
    rows = [JOINED % (at, at, name, at, at, at, said) for at, (name, said) in enumerate(zip(NAMES, WORDS, strict=True))]
    found = find_posts(
        Document(page("<ol>" + "".join(rows) + "</ol>", above=False), url="http://forum.example.org/t/1")
    )
    assert [post.time for post in found.posts] == [f"2020-04-2{at}T10:58" for at in range(len(NAMES))]


def test_short_posts_hold_what_was_said_and_no_signature() -> None:
    document = thread()
    texts = [" ".join(render_text(document, post.text).split()) for post in find_posts(document).posts]
    assert texts == list(WORDS)


def test_one_long_post_does_not_outvote_the_others() -> None:
    document = thread()
    long = "".join(f"<div class=step>Step {step}: {SAID[step % 4]}</div>" for step in range(60))
    longer = Document(document.source.replace(SAID[0], f"<div class=guide>{long}</div>"), url=document.url)
    texts = [" ".join(render_text(longer, post.text).split()) for post in find_posts(longer).posts]
    assert texts[1:] == list(WORDS[1:]) and texts[0].startswith("Step 0:") and SAID[59 % 4] in texts[0]


def test_what_everybody_quotes_is_no_label() -> None:
    document = thread()
    quoted = document.source
    for said in WORDS[1:]:
        quoted = quoted.replace(f">{said}<", f"><blockquote>See you.</blockquote>{said}<")
    quoting = Document(quoted.replace(f">{SAID[0]}<", f"><p>See you.</p>{SAID[0]}<"), url=document.url)
    first = " ".join(render_text(quoting, find_posts(quoting).posts[0].text).split())
    assert first == f"See you. {SAID[0]}"


def test_links_that_were_never_closed_hide_no_posts() -> None:
    document = thread()
    broken = Document(document.source.replace("<table>", "<a name=x /><table>"), url=document.url)
    assert [post.author for post in find_posts(broken).posts] == list(NAMES)


def test_a_list_without_names_has_no_authors() -> None:
    document = thread("")
    assert not any(post.author for post in find_posts(document).posts)
