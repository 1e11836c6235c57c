"""Removed links below the main content."""

from __future__ import annotations

from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.extractors.lqf import LQF
from webwinnow.prefilters.crunch import saved_links
from webwinnow.render.links import RemovedLink, html_with_links, removed_links, text_with_links
from webwinnow.spans import Spans

SOURCE = (
    "<body><ul><li><a href='/a?x=1&amp;y=2'>One &amp; <b>t</b>wo</a><li><a href=b><h3>Card</h3><p>text</p></a></ul>"
    "<p>Main text with <a href=c>a link</a> in it</p></body>"
)


def removed(source: str, url: str | None = None) -> list[tuple[str, str]]:
    page = Document(source, url=url)
    return [tuple(link) for link in removed_links(page, LQF()(page), saved_links(page))]


def test_links_that_were_removed_in_their_order() -> None:
    assert removed(SOURCE) == [("One & two", "/a?x=1&y=2"), ("Card text", "b")]


def test_addresses_are_made_absolute() -> None:
    assert removed(SOURCE, "https://example.org/d/e") == [
        ("One & two", "https://example.org/a?x=1&y=2"),
        ("Card text", "https://example.org/d/b"),
    ]
    base = f"<base href='/base/'>{SOURCE}"
    assert removed(base, "https://example.org/d/e")[1][1] == "https://example.org/base/b"
    assert removed("<a href='http://['>odd</a>", "https://example.org/") == [("odd", "http://[")]


def test_what_leads_nowhere_or_was_listed_is_left_out() -> None:
    source = "<ul><li><a href='javascript:x()'>a</a><a href='#top'>b</a><a>c</a><a href=''>d</a><a href=x></a></ul>"
    assert removed(source) == []
    assert removed("<a href=x>one</a><br><a href=x>one</a><br><a href=y>one</a>") == [("one", "x"), ("one", "y")]


def test_text_links_are_listed_and_no_advertisements() -> None:
    """Algorithm 1 of mohammadzadeh2013: advertisements are removed and not added again, nor are links around images."""
    ad, image = "<a href='//ad.doubleclick.net/x'>Buy</a>", "<a href=i><img src=i.png>Picture</a>"
    assert removed(f"<ul><li>{ad}<li>{image}<li><a href=x>one</a></ul>") == [("one", "x")]


def test_a_link_of_which_some_text_was_kept_is_not_removed() -> None:
    page = Document("<a href=x>one <b>two</b></a>")
    at = page.source.index("two")
    assert removed_links(page, Spans([(at, at + 3)], size=len(page.source)), saved_links(page)) == []


def test_links_below_text() -> None:
    links = [RemovedLink("One & two", "/a"), RemovedLink("Card", "b")]
    assert text_with_links("Main text\n", links) == "Main text\n\nRemoved links:\n\nOne & two </a>\nCard <b>\n"
    assert text_with_links("", links[:1]) == "Removed links:\n\nOne & two </a>\n"
    assert text_with_links("Main text\n", []) == "Main text\n"


def test_links_at_the_end_of_a_page() -> None:
    links = [RemovedLink("One & <two>", '/a"b')]
    item = '<li><a href="/a&quot;b">One &amp; &lt;two&gt;</a></li>'
    listed = f"<section>\n<h2>Removed links</h2>\n<ul>\n{item}\n</ul>\n</section>\n"
    assert html_with_links("<p>Main</p></BODY></html>", links) == f"<p>Main</p>{listed}</BODY></html>"
    assert html_with_links("<p>Main", links) == f"<p>Main\n{listed}"
    assert html_with_links("<p>Main", []) == "<p>Main"


@given(markup())
def test_any_page(source: str) -> None:
    page = Document(source, url="https://example.org/")
    assert removed_links(page, page.visible, saved_links(page)) == []
    for text, url in removed_links(page, page.select([]), saved_links(page)):
        assert url
        assert text.strip() == text
