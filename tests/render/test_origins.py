"""Blocks in JSON know where they come from."""

import json

import pytest
from hypothesis import given, settings

from markup import markup
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.render.hidden import find_hidden
from webwinnow.render.origins import block_origins
from webwinnow.render.structure.building import build_tree


def origins(page):
    return json.loads(json.dumps(block_origins(page, build_tree(page, page.visible), find_hidden(page))))


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
