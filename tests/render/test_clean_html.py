"""Clean HTML: what is kept, what is left out, and that its text is what was kept."""

from __future__ import annotations

import re
import sys
from unittest.mock import patch

import pytest
from hypothesis import given

from markup import markup
from render.readers import letters, text_of_html
from webwinnow.document import Document
from webwinnow.errors import MissingExtraError
from webwinnow.extraction import extract
from webwinnow.render import clean_html
from webwinnow.render.clean_html import clean_fragment, render_clean_html
from webwinnow.render.formats import RenderOptions
from webwinnow.render.structure.kept import find_kept
from webwinnow.render.text import render_text


def fragment(source: str, **options: bool) -> str:
    page = Document(source, url="https://example.org/dir/")
    return clean_fragment(page, page.visible, RenderOptions(**options))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<div class=x><section><p style=a onclick=b>text", "<div><section><p>text</p></section></div>"),
        ("<p lang=fa dir=rtl>متن", '<p lang="fa" dir="rtl">متن</p>'),
        ("<p>a <my-tag>b</my-tag> c", "<p>a b c</p>"),
        ("<p>a<br>b", "<p>a<br>b</p>"),
        ("<p>1 &lt; 2 &amp; 3", "<p>1 &lt; 2 &amp; 3</p>"),
        ("<p>a <img src=x.png alt=A onerror=y> b", '<p>a <img src="https://example.org/dir/x.png" alt="A"> b</p>'),
        ("<pre class='wide language-c x'>\n a\n  b</pre>", '<pre class="language-c"> a\n  b</pre>'),
        (
            "<p><a href=#n>1</a><p id=n>note<p id=m>x",
            '<p><a href="#n" rel="noopener noreferrer">1</a></p><p id="n">note</p><p>x</p>',
        ),
    ],
)
def test_elements(source: str, expected: str) -> None:
    assert fragment(source) == expected


def test_links_may_be_left_out() -> None:
    assert "href" not in fragment("<p>a <a href=/x>b</a>", links=False)


def test_the_whole_page_tells_language_and_direction() -> None:
    page = Document("<html lang=ar><title>x</title><p>نص عربي")
    written = render_clean_html(page, page.visible)
    assert '<html lang="ar" dir="rtl">' in written
    assert '<meta charset="utf-8">' in written


def test_what_was_dropped_stays_out() -> None:
    page = Document("<div><p>keep</p><p>drop</p></div>")
    at = page.source.index("keep")
    assert clean_fragment(page, page.select([(at, at + 4)])) == "<div><p>keep</p></div>"


@given(markup())
def test_the_text_is_what_was_kept(source: str) -> None:
    page = Document(source)
    if "math" not in source:
        assert letters(text_of_html(clean_fragment(page, page.visible))) == letters(render_text(page, page.visible))


def test_without_the_sanitiser(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "nh3", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'webwinnow\[html\]'"):
        fragment("<p>text")


def test_of_images_only_the_main_ones_and_those_in_a_line_stay() -> None:
    page = Document(
        "<p>Winnow the grain <img src=sign.png alt=sign> now</p>"
        "<p><a href=//shop.example.com><img src=banner.gif></a></p>"
        "<figure><img src=mill.jpg width=800 height=600 alt=Mill></figure><p>drop the chaff</p>"
    )
    shown = extract(page, "plain", headline=False).render("clean-html")
    assert re.findall(r'<img src="([^"]*)"', shown) == ["sign.png", "mill.jpg"]


@given(markup())
def test_what_is_safe_is_the_same_in_stretches_of_any_length(source: str) -> None:
    page = Document(source)
    whole = render_clean_html(page, page.visible)
    with patch.object(clean_html, "_STRETCH", 1):
        assert render_clean_html(Document(source), page.visible) == whole


def test_stretches_hold_whole_elements() -> None:
    page = Document("".join(f"<div><p>Some {n} <b>words</b>.</p></div>" for n in range(40)))
    with patch.object(clean_html, "_STRETCH", 100):
        kept = find_kept(page, page.visible)
        stretches = list(clean_html._Writer(page, kept, RenderOptions()).stretches())
    assert len(stretches) > 10 and all(each.count("<div>") == each.count("</div>") for each in stretches)


def test_in_the_deep_elements_end_with_a_stretch_and_begin_anew_in_the_next() -> None:
    page = Document("<div>" * 100 + "".join(f"<p>Some {n} <b>words</b>.</p>" for n in range(2_000)))
    stretches = list(clean_html._Writer(page, find_kept(page, page.visible), RenderOptions()).stretches())
    assert len(stretches) > 2 and all(each.startswith("<div>" * 100) for each in stretches)
    assert letters(text_of_html(render_clean_html(page, page.visible))) == letters(render_text(page, page.visible))
