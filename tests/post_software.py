"""Small pages in the markup of common weblog and forum software, and what there is to find on them."""

from __future__ import annotations

from dataclasses import dataclass, field

ARTICLE = (
    "The tide mill grinds again after eighty-eight years, and people came from all over the county to see it. "
    "Volunteers spent three winters on the wheel, and the first sack of flour went to the school on the hill. ",
    "The millpond fills twice a day, so the miller works by the moon and not by the clock, as his grandfather did. "
    "A second pair of stones will follow in the spring if the money for the oak can be found in time. ",
)
SAID = (
    "I walked past it last Sunday and the wheel was turning; the sound carries across the whole marsh.",
    "My grandmother bought her flour there, and she always said that no other bread kept so well.",
    "Does anybody know whether the sluice gates are the old ones or whether these were made anew?",
    "They are new, cut from the same oak as the wheel, and bolted with iron from the old smithy.",
)
PEOPLE = ("Ada", "Brook Hill", "carpenter7", "Dana")


@dataclass(frozen=True)
class Expected:
    """A page and what is to be found."""

    source: str
    people: tuple[str, ...] = PEOPLE
    times: tuple[str, ...] = ()
    """How each time starts; those of the opening are left out."""
    parents: tuple[int | None, ...] = ()
    kinds: tuple[str, ...] = ("comment",)
    """Of the posts without the opening: one for all, or one each."""
    is_thread: bool = False
    opening: bool = True
    """There is an article, or a question, above the posts."""
    url: str | None = None
    texts: tuple[str, ...] = field(default=SAID)


def page(body: str, *, above: bool = True) -> str:
    """Put a page around the posts: menu, article, footer."""
    story = f"<article><h1>Tide mill</h1><p>{ARTICLE[0]}</p><p>{ARTICLE[1]}</p></article>" if above else ""
    return (
        "<!DOCTYPE html><html lang=en><head><title>Tide mill</title></head><body>"
        "<ul class=menu><li><a href=/>Home</a></li><li><a href=/a>About</a></li><li><a href=/c>Contact</a></li></ul>"
        f"{story}{body}<div class=footer>© 2024 The County Mills. <a href=/imprint>Imprint</a></div></body></html>"
    )


def each(template: str, count: int = 4) -> str:
    """Fill a template for each post: %(who)s, %(what)s, %(n)d and %(day)d."""
    return "".join(
        template % {"who": PEOPLE[at], "what": SAID[at], "n": 100 + at, "day": at + 3, "hour": 10 + at % 2}
        for at in range(count)
    )


WORDPRESS = """<li class="comment even thread-even depth-1" id="comment-%(n)d"><div class="comment-body">
<div class="comment-author vcard"><img src=a.png alt=""><cite class="fn"><a href="http://example.org/"
rel="external nofollow"
class="url">%(who)s</a></cite> <span class="says">says:</span></div><div class="comment-meta commentmetadata">
<a href="#comment-%(n)d">May %(day)d, 2024 at %(hour)d:15 am</a></div><p>%(what)s</p>
<div class="reply"><a href="?replytocom=%(n)d#respond">Reply</a></div></div>"""
BLOGGER = """<dt class="comment-author" id="c%(n)d"><a name="c%(n)d"></a><a href="http://example.org/profile/%(n)d"
rel=nofollow>
%(who)s</a> said...</dt><dd class="comment-body"><p>%(what)s</p></dd><dd class="comment-footer">
<span class="comment-timestamp"><a href="#c%(n)d">May %(day)d, 2024 at %(hour)d:15 AM</a></span></dd>"""
DISQUS = """<li id="dsq-comment-%(n)d"><div id="dsq-comment-header-%(n)d" class="dsq-comment-header">
<cite id="dsq-cite-%(n)d"><span id="dsq-author-user-%(n)d">%(who)s</span></cite></div>
<div id="dsq-comment-body-%(n)d" class="dsq-comment-body"><div id="dsq-comment-message-%(n)d"
class="dsq-comment-message">
<p>%(what)s</p></div></div></li>"""
PHPBB = """<div id="p%(n)d" class="post has-profile bg2"><div class="inner"><dl class="postprofile"
id="profile%(n)d"><dt>
<a href="./memberlist.php?mode=viewprofile&amp;u=%(n)d" class="username">%(who)s</a></dt><dd
class="profile-rank">Member</dd>
<dd><strong>Posts:</strong> <a
href="./search.php">12</a></dd><dd><strong>Joined:</strong> Tue Jan 03, 2012 7:10 am</dd></dl>
<div class="postbody"><h3><a href="#p%(n)d">Re: The tide mill at the marsh</a></h3><p class="author">by <strong><a
href="./memberlist.php?u=%(n)d" class="username">%(who)s</a></strong> » <time
datetime="2024-05-0%(day)dT%(hour)d:15:00+00:00">
Fri May 0%(day)d, 2024 %(hour)d:15 am</time></p><div class="content">%(what)s</div></div></div></div><hr
class="divider">"""
VBULLETIN = """<div id="edit%(n)d" style="padding:0px"><table id="post%(n)d" class="tborder"><tr><td class="thead">
05-0%(day)d-2024, %(hour)d:15 AM</td><td class="thead">#<a href="showpost.php?p=%(n)d">%(day)d</a></td></tr><tr><td
class="alt2"
width="175"><a class="bigusername" href="member.php?u=%(n)d">%(who)s</a><div class="smallfont">Senior Member</div></td>
<td class="alt1" id="td_post_%(n)d"><div id="post_message_%(n)d">%(what)s</div></td></tr></table></div>"""
XENFORO = """<article class="message message--post js-post" data-author="%(who)s" id="js-post-%(n)d"><div
class="message-inner">
<div class="message-cell message-cell--user"><h4 class="message-name"><a href="/members/%(n)d/"
class="username">%(who)s</a></h4>
<h5 class="userTitle">Member</h5><dl class="pairs"><dt>Joined</dt><dd>Mar 3, 2011</dd></dl></div>
<div class="message-cell message-cell--main"><header><a href="/post-%(n)d"><time
datetime="2024-05-0%(day)dT%(hour)d:15:00+0200">
May %(day)d, 2024</time></a> <a href="/p">#%(day)d</a></header><div class="message-content"><div
class="bbWrapper">%(what)s</div>
</div><footer><a href="/like">Like</a> <a href="/reply">Reply</a></footer></div></div></article>"""
DISCOURSE = """<div id="post_%(n)d" class="topic-body crawler-post"><div class="crawler-post-meta"><span
class="creator"
itemprop="author"><a rel="nofollow" href="https://example.org/u/%(n)d"><span itemprop="name">%(who)s</span></a></span>
<span class="crawler-post-infos"><time datetime="2024-05-0%(day)dT%(hour)d:15:00Z"
class="post-time">May %(day)d, 2024</time>
<span itemprop="position">%(day)d</span></span></div><div class="post" itemprop="text"><p>%(what)s</p></div></div>"""
DISCUZ = """<div id="post_%(n)d"><table id="pid%(n)d" class="plhin"><tr><td class="pls" rowspan="2"><div class="authi">
<a href="space-uid-%(n)d.html" class="xw1">%(who)s</a></div></td><td class="plc"><div class="pi"><div class="authi">
<em id="authorposton%(n)d">发表于 2024-5-%(day)d %(hour)d:15:20</em></div></div><div class="pct"><table><tr>
<td class="t_f" id="postmessage_%(n)d">%(what)s</td></tr></table></div></td></tr></table></div>"""
MYBB = """<div class="post" id="post_%(n)d"><div class="post_author"><strong><span class="largetext">
<a href="member.php?action=profile&amp;uid=%(n)d">%(who)s</a></span></strong><br><span
class="smalltext">Junior Member</span></div>
<div class="post_content"><div class="post_head"><span class="post_date">2024-05-0%(day)d, %(hour)d:15 AM</span></div>
<div class="post_body scaleimages" id="pid_%(n)d">%(what)s</div></div><div class="post_controls"><a
href="#">Find</a></div></div>"""
REDDIT = """<div class="thing id-t1_%(n)d comment" id="thing_t1_%(n)d"><div class="entry unvoted"><p class="tagline">
<a href="https://example.org/user/%(who)s" class="author">%(who)s</a> <span class="score">41 points</span>
<time title="Fri May %(day)d %(hour)d:15:00 2024 UTC"
datetime="2024-05-0%(day)dT%(hour)d:15:00+00:00">17 hours ago</time></p>
<div class="usertext-body"><div class="md"><p>%(what)s</p></div></div><ul class="flat-list"><li><a
href="#">permalink</a></li></ul>
</div>"""
HACKER_NEWS = """<tr class="athing comtr" id="%(n)d"><td><table><tr><td class="ind" indent="0"><img src="s.gif"></td>
<td class="default"><div><span class="comhead"><a href="user?id=%(n)d" class="hnuser">%(who)s</a> <span class="age"
title="2024-05-0%(day)dT%(hour)d:15:00"><a href="item?id=%(n)d">%(day)d days ago</a></span></span></div><br>
<div class="comment"><div class="commtext c00">%(what)s</div></div></td></tr></table></td></tr>"""
HABR = """<article class="tm-comment-thread__comment" id="comment_%(n)d"><header class="tm-comment__header"><a
href="/users/%(n)d/"
class="tm-user-info__username">%(who)s</a> <time
datetime="2024-05-0%(day)dT%(hour)d:15:00.000Z">0%(day)d.05.2024 %(hour)d:15</time>
</header><div class="tm-comment__body-content"><p>%(what)s</p></div><button>Ответить</button></article>"""
NAMELESS = """<div><b>%(who)s</b> <i>May %(day)d, 2024</i><p>%(what)s</p></div>"""
SIMPLE_MACHINES = """<div class="windowbg" id="msg%(n)d"><div class="post_wrapper"><div class="poster"><h4>
<a href="?action=profile;u=%(n)d">%(who)s</a></h4></div><div class="postarea"><div class="keyinfo">
<a class="smalltext" href="#msg%(n)d">May 0%(day)d, 2024, %(hour)d:15:20 AM</a></div><div
class="inner">%(what)s</div></div></div></div>"""
ANSWER = """<div id="answer-%(n)d" class="answer js-answer" itemscope itemtype="https://schema.org/Answer"><div
class="votecell">7</div>
<div class="answercell"><div class="s-prose" itemprop="text"><p>%(what)s</p></div><div class="user-info"><div>answered
<span title="2024-05-0%(day)d %(hour)d:15:00Z">May %(day)d, 2024 at %(hour)d:15</span></div><a
href="/users/%(n)d/x">%(who)s</a></div>"""
REMARK = """<ul class="comments-list"><li class="comment" id="comment-9"><span
class="comment-copy">A remark on this answer, to
be read below it.</span> – <a href="/users/77/remy" class="comment-user">Remy</a> <span
class="comment-date">May 9, 2024 at 9:09
</span></li></ul>"""
DAYS = tuple(f"2024-05-0{day}" for day in range(3, 7))
CLOSED = "</li>"


def thread(inside: str, url: str | None = None) -> Expected:
    """A page that is nothing but posts, the first of them among them."""
    return Expected(page(inside, above=False), times=DAYS, kinds=("post",), is_thread=True, opening=False, url=url)


PAGES: dict[str, Expected] = {
    "wordpress": Expected(
        page(f'<h2>4 Comments</h2><ol class="commentlist">{each(WORDPRESS + CLOSED)}</ol>'),
        times=tuple(f"{day}T{hour}:15" for day, hour in zip(DAYS, (10, 11, 10, 11), strict=True)),
        parents=(0, 0, 0, 0),
    ),
    "blogger": Expected(page(f'<dl id="comments-block">{each(BLOGGER)}</dl>'), times=DAYS, parents=(0, 0, 0, 0)),
    "disqus, static": Expected(page(f'<div id="disqus_thread"><ul id="dsq-comments">{each(DISQUS)}</ul></div>')),
    "phpbb": thread(f'<div id="page-body">{each(PHPBB)}</div>'),
    "vbulletin": thread(f'<div id="posts">{each(VBULLETIN)}</div>'),
    "xenforo": thread(
        f'<div class="block-body js-replyNewMessageContainer">{each(XENFORO)}</div>',
        url="https://example.org/threads/mill.12/",
    ),
    "discourse, noscript": thread(f'<noscript data-path="/t/mill/1"><div itemscope>{each(DISCOURSE)}</div></noscript>'),
    "discuz": thread(f'<div id="postlist">{each(DISCUZ)}</div>'),
    "mybb": thread(f'<div id="posts">{each(MYBB)}</div>'),
    "simple machines": thread(f'<form id="quickModForm">{each(SIMPLE_MACHINES)}</form>'),
    "questions and answers": Expected(
        page(
            f'<div id="question"><div class="s-prose"><p>{ARTICLE[0]}</p></div></div><div id="answers">'
            f"{each(ANSWER + '</div></div>', 2)}</div>",
            above=False,
        ),
        people=PEOPLE[:2], texts=SAID[:2], times=DAYS[:2], kinds=("post",), is_thread=True, parents=(0, 0),
    ),
    "answers with comments": Expected(
        page(
            f'<div id="question"><div class="s-prose"><p>{ARTICLE[0]}</p></div></div><div id="answers">'
            f"{each(ANSWER + '</div>' + REMARK + '</div>', 2)}</div>",
            above=False,
        ),
        people=(PEOPLE[0], "Remy", PEOPLE[1], "Remy"),
        texts=(SAID[0], "A remark on this answer", SAID[1], "A remark on this answer"),
        times=(DAYS[0], "2024-05-09", DAYS[1], "2024-05-09"),
        kinds=("post", "comment", "post", "comment"), is_thread=True, parents=(0, 1, 0, 3),
    ),
    "reddit, old": thread(
        f'<div class="commentarea"><div class="sitetable">{each(REDDIT + "</div>")}</div></div>',
        url="https://example.org/r/mills/comments/1/mill/",
    ),
    "hacker news": thread(f'<table class="comment-tree">{each(HACKER_NEWS)}</table>'),
    "habr": Expected(
        page(f'<div class="tm-comments__tree">{each(f"<section>{HABR}</section>")}</div>'),
        times=DAYS, parents=(0, 0, 0, 0),
    ),
    "without any names": Expected(page(f"<div>{each(NAMELESS)}</div>"), times=DAYS, parents=(0, 0, 0, 0)),
    "a thread without any names": thread(f"<div>{each(NAMELESS)}</div>"),
    "answers in answers": Expected(
        page(
            '<ol class="commentlist">'
            + each(WORDPRESS + '<ul class="children">', 3)
            + each(WORDPRESS, 4).split('<li class="comment')[-1].join(['<li class="comment', ""])
            + "</li></ul></li></ul></li></ul></li></ol>"
        ),
        times=DAYS, parents=(0, 1, 2, 3),
    ),
}  # fmt: skip
