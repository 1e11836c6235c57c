"""Blocks in JSON know where they come from."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from selectolax.lexbor import LexborHTMLParser

from browser import dump, needs_browser
from markup import markup
from render.structured_pages import ADDRESS, PAGES
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.render.hidden import find_hidden
from webwinnow.render.origins import LONGEST, CssPaths, block_origins
from webwinnow.render.structure.building import build_tree
from webwinnow.render.text_fragments import TextFragments


def origins(page):
    return json.loads(json.dumps([*block_origins(page, build_tree(page, page.visible), find_hidden(page))]))


@given(markup())
@settings(max_examples=60)
def test_offsets_in_characters_and_bytes(source):
    page = Document(source)
    data = page.source.encode()
    for block in origins(page):
        assert [data[a:b].decode() for a, b in block["byte_spans"]] == [page.source[a:b] for a, b in block["spans"]]


@pytest.mark.parametrize("encoding", ["windows-1252", "gbk", "utf-16le", "shift_jis"])
def test_offsets_in_other_encodings(encoding):
    word = "中文" if encoding in ("gbk", "shift_jis") else "Größe"
    data = f"<meta charset={encoding}><p>{word}<b>x</b>{word}".encode(encoding)
    page = Document.from_bytes(data, encoding=encoding)
    (block,) = origins(page)
    assert "".join(data[a:b].decode(encoding) for a, b in block["byte_spans"]) == block["text"] == f"{word}x{word}"


def test_all_that_is_told():
    page = Document(
        "<div id=a><h2 lang=en>Mill</h2><p>seen <span class=sr-only>heard</span> seen", url="https://e.org/"
    )
    heading, paragraph = origins(page)
    assert heading == {
        "kind": "heading",
        "depth": 0,
        "level": 2,
        "text": "Mill",
        "language": "en",
        "direction": "ltr",
        "spans": [[22, 26]],
        "byte_spans": [[22, 26]],
        "css_path": "#a > h2",
        "link": "https://e.org/#:~:text=Mill",
        "hidden": [],
    }
    start = page.source.index("heard")
    assert paragraph["hidden"] == [{"start": start, "end": start + 5, "reason": "screen-reader class"}]


def test_json_flags_what_is_hidden():
    result = extract("<p>All of this is seen by readers.</p><p hidden>Not this.</p>", "plain")
    found = json.loads(result.json(blocks=True))
    assert [block["text"] for block in found["blocks"]] == ["All of this is seen by readers.", "Not this."]
    assert [len(block["hidden"]) for block in found["blocks"]] == [0, 1]
    assert found["blocks"][1]["link"] is None
    assert "Not" not in found["text"]
    assert len(json.loads(result.json("strip", blocks=True))["blocks"]) == 1
    kept = json.loads(result.json("keep", blocks=True))
    assert "Not this." in kept["text"]
    assert kept["blocks"][1]["hidden"] == []


def test_long_tables_stay_linear():
    page = Document(f"<table>{'<tr><td>a<td>b' * 1000}</table>")
    assert sum(block["kind"] == "cell" for block in origins(page)) == 2000


MOVED = {"broken markup", "link around blocks"}
"""Pages on which browsers move elements, which our tree does not do (see ARCHITECTURE.md)."""


@pytest.mark.parametrize("name", sorted(set(PAGES) - MOVED))
def test_paths_lead_to_the_text(name):
    page = Document(PAGES[name].source, url=ADDRESS)
    paths, browser = CssPaths(page), LexborHTMLParser(page.source)
    for block in build_tree(page, page.visible):
        found = browser.css(paths.path(block.element))
        assert len(found) == 1
        if not any(inline.kind == "formula" for inline in block.inlines):
            assert all(word in found[0].text() for word in block.text.split())


def test_steps():
    page = Document("<div id=a><p>1<p>2<o:p>3</o:p></div><div id='b c'><p>4</div><i id=x>5</i><i id=x>6</i>")
    paths = CssPaths(page)
    found = [paths.path(element) for element in range(len(page.elements))]
    assert "#a > p:nth-of-type(2)" in found
    assert "html > body > div:nth-of-type(2) > p" in found
    assert "html > body > i:nth-of-type(2)" in found
    assert any(path.endswith("o\\:p") for path in found)


def test_deep_pages_stay_small():
    page = Document("<div>" * 400 + "text")
    assert CssPaths(page).path(len(page.elements) - 1).count(">") < LONGEST


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
