"""Links lead a browser to the text of a block."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from hypothesis import given, settings

from browser import dump, needs_browser
from markup import markup
from webwinnow.document import Document
from webwinnow.render.structure.building import build_tree
from webwinnow.render.text_fragments import TextFragments


def links(source, url="https://example.org/a"):
    page = Document(source, url=url)
    tree = build_tree(page, page.visible)
    fragments = TextFragments(page, tree)
    return [link for block in tree if (link := fragments.link(block.text, block.spans))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>Short text", "Short%20text"),
        ("<p>one-two, three & four", "one%2Dtwo%2C%20three%20%26%20four"),
        ("<p>Größe", "Gr%C3%B6%C3%9Fe"),
        (f"<p>{' '.join(f'w{n}' for n in range(40))}", "w0%20w1%20w2%20w3%20w4,w35%20w36%20w37%20w38%20w39"),
        ("<p>first line here<br>last line there", "first%20line%20here,last%20line%20there"),
        (f"<p>{'中' * 60}，{'文' * 60}。", f"{'%E4%B8%AD' * 60}%EF%BC%8C{'%E6%96%87' * 60}%E3%80%82"),
    ],
)
def test_one_block(source, expected):
    assert links(source) == [f"https://example.org/a#:~:text={expected}"]


def test_equal_texts_are_told_apart():
    assert [link.partition("text=")[2] for link in links("<p>again<p>before it<p>again<p>and alone")] == [
        "again,-before%20it",
        "before%20it",
        "before%20it-,again",
        "and%20alone",
    ]


def test_addresses():
    assert links("<p>x", url=None) == ["#:~:text=x"]
    assert links("<p>x", url="https://example.org/#top") == ["https://example.org/#top:~:text=x"]


@given(markup())
@settings(max_examples=60)
def test_any_page(source):
    page = Document(source)
    tree = build_tree(page, page.visible)
    fragments = TextFragments(page, tree)
    for block in tree:
        link = fragments.link(block.text, block.spans)
        assert (link is None) == (not block.text.strip() or not block.spans)
        if link:
            assert link.isascii()
            first = unquote(link.partition("text=")[2].split("-,")[-1].split(",")[0])
            assert "".join(first.split()) in "".join(block.text.split())


TELL = """<script>addEventListener("load", () => setTimeout(() => {
  const seen = [...document.querySelectorAll("p")].filter((each) => {
    const place = each.getBoundingClientRect();
    return place.top >= 0 && place.bottom <= innerHeight;
  });
  document.title = "at " + seen.map((each) => each.id).join();
}, 500));</script>"""


@needs_browser
def test_a_browser_goes_there(tmp_path):
    texts = ["Same words", "between, the-two & more", "Same words", "behind"]
    blocks = [f"<div style=height:1500px></div><p id=p{at}>{text}</p>" for at, text in enumerate(texts)]
    file = tmp_path / "page.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{''.join(blocks)}<div style=height:3000px></div>{TELL}")
    link = links(file.read_text(), file.as_uri())[2]
    assert re.search("<title>(.*?)</title>", dump(link, tmp_path))[1] == "at p2"
