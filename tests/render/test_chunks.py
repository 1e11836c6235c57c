"""Chunks: never too long without need, cut where a reader would, traceable to the page."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.markup import markup

from webwinnow import extract
from webwinnow.errors import UsageError
from webwinnow.language.words import words

ROWS = "".join(f"<tr><td>row {number}<td>{number * number}</tr>" for number in range(8))
CODE = "\n".join(f"line {number} of code" for number in range(12))
SOURCE = (
    f"<h1>Tide mills</h1><p>{'The sea came back &amp; turned the wheel. ' * 6}</p><h2>Steps</h2>"
    "<ol start=3><li>third<ul><li>nested</li></ul></li><li>fourth</ol>"
    f"<h2>Sizes</h2><table><tr><th>A<th>B</tr>{ROWS}</table><pre>{CODE}</pre><p>end</p>"
)


def test_cuts_and_headings() -> None:
    chunks = extract(SOURCE, "plain").chunks(120)
    texts = [chunk.text for chunk in chunks]
    assert max(chunk.size for chunk in chunks) <= 120
    assert all(len(chunk.text) == chunk.size for chunk in chunks)
    assert not any(text.splitlines()[-1].startswith("#") for text in texts[1:])
    assert [text for text in texts if "wheel" in text and not text.endswith("wheel.")] == []
    table = [chunk for chunk in chunks if "| row" in chunk.text]
    assert len(table) > 1 and all("| A | B |\n| --- | --- |" in chunk.text for chunk in table)
    assert table[-1].headings == ("Tide mills", "Sizes")
    code = [text for text in texts if "of code" in text]
    assert len(code) > 1 and all(text.count("```") == 2 for text in code)
    assert any("3. third\n   - nested\n4. fourth" in text for text in texts)


def test_places_lead_back_to_the_page() -> None:
    result = extract(SOURCE.encode(), "plain")
    for chunk in result.chunks(60):
        found = [word for start, end in chunk.spans for word in words(result.page.text(start, end))]
        wanted = [word for word in words(chunk.text) if word not in ("3", "4")]
        assert [word for word in found if word not in ("3", "4")] == wanted
        assert [SOURCE.encode()[start:end].decode() for start, end in chunk.byte_spans] == [
            SOURCE[start:end] for start, end in chunk.spans
        ]


def test_units() -> None:
    result = extract(SOURCE, "plain")
    assert all(chunk.size <= 20 and not chunk.estimated for chunk in result.chunks(20, "words"))
    counted = result.chunks(10, "tokens", tokens=lambda text: len(text.split()))
    assert all(chunk.size == len(chunk.text.split()) and not chunk.estimated for chunk in counted)
    assert result.chunks(30, "tokens")[0].to_json().keys() >= {"text", "headings", "spans", "byte_spans", "size"}


def test_overlap() -> None:
    page = "".join(f"<p>Paragraph number {number} of the page." for number in range(9))
    plain, sharing = (extract(page, "plain").chunks(100, overlap=overlap) for overlap in (0, 40))
    assert len(sharing) > len(plain)
    for one, other in pairwise(sharing):
        assert one.text.split("\n\n")[-1] == other.text.split("\n\n")[0]


def test_a_cell_or_formula_is_never_cut() -> None:
    cell = "word " * 40
    chunks = extract(f"<table><tr><th>a<th>b<tr><td>{cell}<td>x</table>", "plain").chunks(50)
    assert any(chunk.text.count("word") == 40 for chunk in chunks)


@pytest.mark.parametrize("wrong", [{"size": 0}, {"size": 5, "overlap": 5}, {"size": 5, "unit": "pages"}])
def test_what_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        extract(SOURCE, "plain").chunks(**wrong)


@settings(max_examples=40)
@given(source=markup(), size=st.integers(5, 80))
def test_any_page(source: str, size: int) -> None:
    result = extract(source, "plain", headline=False)
    chunks = result.chunks(size)
    assert bool(chunks) == bool(result.markdown.strip())
    spans = [place for chunk in chunks for place in chunk.spans]
    assert all(0 <= start < end <= len(source) for start, end in spans)


def test_a_long_paragraph_is_measured_a_few_times_for_each_chunk() -> None:
    measured: list[str] = []
    result = extract("<p>" + "word " * 2_000, "plain")
    chunks = result.chunks(400, "tokens", tokens=lambda text: measured.append(text) or len(text))  # type: ignore[func-returns-value]
    assert 20 < len(chunks) < 30
    assert len(measured) < 25 * len(chunks)
    assert [len(chunk.spans) for chunk in chunks] == [1] * len(chunks)


def test_a_header_that_fills_the_chunks_is_not_repeated_and_long_headings_are_cut() -> None:
    wide = "<h1>" + "long " * 100 + "</h1><table><tr>" + "<th>name" * 60 + "</tr>" + "<tr><td>x<td>y</tr>" * 60
    chunks = extract(f"{wide}</table>", "plain").chunks(200)
    assert sum("| name |" in chunk.text for chunk in chunks) == 1
    assert all(len(heading) <= 200 for chunk in chunks for heading in chunk.headings)


def test_what_stands_in_very_many_lists_is_written_as_if_in_sixteen() -> None:
    deep = extract("<ul><li>x" * 100 + "</ul>" * 100, "plain").chunks(100)
    assert max(len(line) - len(line.lstrip()) for chunk in deep for line in chunk.text.splitlines()) <= 2 * 16


def test_long_sentences_follow_many_short_ones() -> None:
    source = "<p>" + "A b. " * 1500 + "The mill had stood still for eighty years when the sea came back. " * 100
    chunks = extract(source, "plain").chunks(size=200)
    assert all(len(chunk.text) <= 200 for chunk in chunks)
    assert "".join(chunk.text for chunk in chunks).count("mill") == 100


def test_lines_that_were_measured_make_the_same_chunk() -> None:
    source = "<h1>a</h1><p>one<br>two<br></p><p>three <b>four</b><p>* five<ul><li>six</ul><p>seven<h2>b</h2>nine"
    result = extract(source, "plain")
    (whole,) = result.chunks(1_000)
    assert whole.text == result.markdown.rstrip("\n")
    parts = [part.text for part in result.chunks(25)]
    assert "\n\n".join(parts) == whole.text and len(parts) == 3


@pytest.mark.parametrize("piece", ["word{} ", "word{}<br>", "<i>word{}</i> ", "<a href=a{}>x</a> "])
def test_a_paragraph_of_very_many_pieces_is_cut_into_all_of_its_words(piece: str) -> None:
    result = extract(f"<p>{''.join(map(piece.format, range(1_200)))}</p>", "plain")
    chunks = result.chunks(500)
    assert all(chunk.size <= 500 for chunk in chunks)
    written = " ".join(chunk.text for chunk in chunks)
    assert re.findall(r"[a-z]+\d+", written) == re.findall(r"[a-z]+\d+", result.markdown)
