"""Rows of comma-separated values."""

import csv
import io

import pytest
from hypothesis import given, settings

from markup import markup
from webwinnow.document import Document
from webwinnow.extractors.plain import Plain
from webwinnow.render.csv import COLUMNS, render, safe_cell
from webwinnow.render.formats import RenderOptions
from webwinnow.render.text import render_text
from webwinnow.result import Result


def row(source, **options):
    page = Document(source, url="https://example.org/")
    rendered = render(Result(page, page.visible, Plain()), page.visible, RenderOptions(**options))
    assert rendered.endswith("\r\n")
    return list(csv.reader(io.StringIO(rendered, newline=""), strict=True))


def test_a_row_with_its_header():
    names, cells = row('<h1>Mill, "old"</h1><meta name=author content=Ada><p>one<p>two', header=True)
    assert tuple(names) == COLUMNS
    found = dict(zip(names, cells, strict=True))
    assert found["headline"] == 'Mill, "old"'
    assert found["authors"] == "Ada"
    assert found["text"] == 'Mill, "old"\n\none\n\ntwo'
    assert len(row("<p>x")) == 1


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", " =1", "\ufeff=1", "\t=1"])
def test_no_cell_is_a_formula(text):
    assert safe_cell(text) == f"'{text}"
    assert all(not cell.startswith(("=", "+", "-", "@")) for cell in row(f"<title>{text}</title><p>{text}")[0])


@given(markup())
@settings(max_examples=40)
def test_any_page_is_one_row(source):
    page = Document(source)
    ((*_, text),) = row(source)
    wanted = render_text(page, page.visible).rstrip("\n").replace("\0", "\ufffd")
    assert text.removeprefix("'") == wanted.removeprefix("'")
