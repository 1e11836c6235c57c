"""The result as JSON, and its schema."""

from __future__ import annotations

import json
from importlib import resources

import jsonschema
import pytest
from hypothesis import given, settings

from markup import markup
from webwinnow.document import Document
from webwinnow.extraction import extract

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
