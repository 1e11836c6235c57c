"""Blocks in JSON know where they come from."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from selectolax.lexbor import LexborHTMLParser

from markup import markup
from render.structured_pages import ADDRESS, PAGES
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.render.hidden import find_hidden
from webwinnow.render.json import Records, Spool, write_line
from webwinnow.render.origins import LONGEST, CssPaths, block_origins
from webwinnow.render.structure.building import build_tree
from webwinnow.result import Result


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


@pytest.mark.parametrize("piece", ["<i><b>word{}</b></i>", "word{}<br>", "<b>a{}</b> &amp; <img src=a{} alt=b> "])
def test_what_very_long_paragraphs_hold_is_told_from_columns(piece: str) -> None:
    result = extract(f"<p>{''.join(piece.format(at, at) for at in range(1_200))}</p><p>end</p>", "plain")
    whole, *others = (json.loads(form) for form in (result.json(blocks=True), "".join(result.json_pieces(blocks=True))))
    assert [whole] == others == [json.loads(json.dumps(result.to_dict(blocks=True)))]
    walked = render_from_scratch(result)
    assert whole["blocks"] == walked


def render_from_scratch(result: Result) -> list[dict[str, object]]:
    """Tell the same blocks from objects, as the walk in Python builds them."""
    blocks = tuple(block._replace(inlines=tuple(block.inlines)) for block in result.blocks)
    return json.loads(json.dumps([*block_origins(result.page, blocks, find_hidden(result.page))]))


def test_records_that_are_longer_than_there_is_room_for_are_not_begun() -> None:
    page = Document("<p>word" * 20)
    records = block_origins(page, build_tree(page, page.visible), find_hidden(page))
    written = [*records.written()]
    assert 0 < records.least <= len("".join(written))
    begun = list[int]()
    waiting = Records(map(begun.append, [1]), 100)  # type: ignore[arg-type]
    assert write_line({"blocks": waiting}, 99) is None and Spool.of({"blocks": waiting}, 99) is None and not begun
