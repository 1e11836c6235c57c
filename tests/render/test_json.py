"""The result as JSON, and its schema."""

from __future__ import annotations

import json
import math
from importlib import resources
from unittest.mock import patch

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.extraction import extract
from webwinnow.limits import Limits
from webwinnow.render import json as written
from webwinnow.render.json import write_line
from webwinnow.spans import Spans

SCHEMA = json.loads(resources.files("webwinnow.render").joinpath("result.schema.json").read_text(encoding="utf-8"))
VALID = jsonschema.Draft202012Validator(SCHEMA)


def test_json() -> None:
    data = "<title>Über</title><nav><a>menu</a></nav><p>Größe &amp; Maß</p>".encode("windows-1252")
    page = Document.from_bytes(data, encoding="windows-1252", url="https://example.org/")
    found = json.loads(extract(page, "lqf").json())
    assert found["metadata"]["site_name"]["value"] == "example.org"
    expected = {
        "url": "https://example.org/",
        "title": "Über",
        "text": "Über\n\nGröße & Maß\n",
        "extractor": "lqf",
        "confidence": None,
        "warnings": [],
        "encoding": "windows-1252",
        "share": round(15 / 19, 6),
        "spans": [[44, 59]],
        "byte_spans": [[44, 59]],
        "media": [],
        "dropped": [{"kind": "navigation", "characters": 4, "share": round(4 / 19, 6)}],
        "embedded": None,
    }
    assert {name: found[name] for name in expected} == expected
    VALID.validate(found)


def test_offsets_in_characters_and_in_bytes() -> None:
    found = json.loads(extract("<p>中文</p>", "plain").json())
    assert found["spans"] == [[3, 5]]
    assert found["byte_spans"] == [[3, 9]]


@given(st.lists(st.integers(1, 2**31 - 1), unique=True, max_size=600))
def test_spans_are_written_as_json_has_them(edges: list[int]) -> None:
    pairs = np.array(sorted(edges)[: len(edges) // 2 * 2], np.int32).reshape(-1, 2)
    spans = Spans.from_sorted(pairs[:, 0], pairs[:, 1], 2**31 - 1)
    told = {
        "before": 1,
        "spans": spans,
        "between": "x",
        "more": [2],
        "entries": iter([{"a": 1}, "b"]),
        "none": iter([]),
    }
    plain = {**told, "spans": pairs.tolist(), "entries": [{"a": 1}, "b"], "none": []}
    assert write_line(told, math.inf) == json.dumps(plain) + "\n"
    with patch.object(written, "LIBRARY", None):
        assert write_line({"spans": spans}, math.inf) == json.dumps({"spans": pairs.tolist()}) + "\n"
    assert write_line({"a": 1}, 0) == '{"a": 1}\n' and write_line({}, 0) == "{}\n"


@given(markup())
@settings(max_examples=25)
def test_every_result_fits_the_schema(source: str) -> None:
    VALID.validate(json.loads(extract(source, "consensus").json(blocks=True)))


@pytest.mark.parametrize("change", [{"text": None}, {"share": 2}, {"spans": [[1]]}, {"surprise": 1}])
def test_the_schema_refuses_what_is_wrong(change: dict[str, object]) -> None:
    found = json.loads(extract("<p>Text", "plain").json()) | change
    assert list(VALID.iter_errors(found))


@given(markup())
def test_any_page_is_one_line_of_json(source: str) -> None:
    page = Document(source)
    line = extract(page, "plain").json()
    assert line.endswith("\n")
    assert "\n" not in line[:-1]
    line.encode()
    found = json.loads(line)
    assert found["share"] == 1
    assert [tuple(pair) for pair in found["spans"]] == list(page.visible)
    data = page.source.encode()
    assert [data[a:b].decode() for a, b in found["byte_spans"]] == [page.source[a:b] for a, b in page.visible]


@pytest.mark.parametrize("blocks", [False, True])
def test_pieces_are_those_of_the_line(blocks: bool) -> None:
    result = extract("<h1>Über \ud800</h1>" + "".join(f"<p>Some {n} words, 😀 and more.</p>" for n in range(400)))
    line = result.json(blocks=blocks)
    pieces = list(result.json_pieces(blocks=blocks))
    assert "".join(pieces) == line and (len(pieces) > 2 or not blocks)


def test_pieces_are_cut_as_the_line_is_and_that_is_said() -> None:
    page = Document("".join(f"<p>Some {n} words.</p>" for n in range(3_000)), limits=Limits(output=200_000))
    whole, piecewise = extract(page), extract(page)
    assert "".join(piecewise.json_pieces(blocks=True)) == whole.json(blocks=True)
    assert piecewise.warnings == whole.warnings and "(limit output)" in whole.warnings[-1]


@pytest.mark.parametrize("count", [0, 1, 4096, 4097, 9000])
def test_any_number_of_spans_is_written(count: int) -> None:
    spans = Spans.from_sorted(np.arange(count) * 9, np.arange(count) * 9 + 5, 9 * count)
    assert json.loads(write_line({"spans": spans}, math.inf) or "") == {"spans": [list(pair) for pair in spans]}


@given(st.lists(st.sampled_from([*'ab"\\\n\t\0\x1f /é', "\u2028", "中", "\U0001f600"])).map("".join))
def test_texts_are_quoted_as_json_has_them(text: str) -> None:
    for each in (text, text * 400):
        assert written.quoted_text(each) == written.quoted(each)
        told = {"a": 1, "text": each, "b": each}
        assert write_line(told, math.inf) == written.encode(told) + "\n"
        with patch.object(written, "LIBRARY", None):
            assert written.quoted_text(each) == written.quoted(each)
