"""`extract`: one call from a page to its main content."""

from __future__ import annotations

import pytest

from webwinnow import Document, WebwinnowError, extract
from webwinnow.catalogue import DEFAULT
from webwinnow.errors import UsageError
from webwinnow.extraction import FORMATS, read
from webwinnow.extractors.lqf import LQF

SOURCE = "<title>Grain</title><nav><a href=/>Home</a></nav><p>Winnow the grain, drop the chaff.</p>"


@pytest.mark.parametrize("page", [SOURCE, SOURCE.encode(), bytearray(SOURCE.encode()), Document(SOURCE)])
def test_a_page_may_be_text_bytes_or_a_document(page) -> None:
    result = extract(page)
    assert result.text == "Winnow the grain, drop the chaff.\n"
    assert result.title == "Grain"
    assert str(result.extractor) == DEFAULT
    assert 0.8 < result.share < 1


def test_the_extractor_may_be_an_expression_or_a_stage() -> None:
    assert extract(SOURCE, "lqf(threshold=1)").spans == extract(SOURCE, LQF(1)).spans
    assert extract(SOURCE, "plain").text.startswith("Home")


@pytest.mark.parametrize("form", FORMATS)
def test_formats(form: str) -> None:
    result = extract(SOURCE, url="https://example.org/")
    expected = {
        "text": result.text,
        "html": result.html(),
        "json": result.json(),
        "spans": "".join(f"{start}\t{end}\n" for start, end in result.spans),
    }
    if form in expected:  # the others are tried in tests/render
        assert result.render(form) == expected[form]
    assert result.render(form)
    assert '"url": "https://example.org/"' in result.json()
    assert result.render("html", "mark") == result.html("mark")


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(UsageError, match=r"unknown format 'pdf': one of text, .*json, spans"):
        extract(SOURCE).render("pdf")
    with pytest.raises(WebwinnowError, match="unknown extractor 'btee': did you mean bte"):
        extract(SOURCE, "btee")
    with pytest.raises(UsageError, match="unknown encoding 'klingon'"):
        extract(SOURCE.encode(), encoding="klingon")


def test_reading_keeps_what_is_known_of_the_page() -> None:
    page = read("<p>é".encode("latin-1"), url="https://example.org/", encoding="latin1")
    assert (page.source, page.url, page.encoding) == ("<p>é", "https://example.org/", "windows-1252")
    assert read(page) is page


def test_a_result_warns_where_the_method_cannot_work() -> None:
    latin = extract("<p>left to right</p>", "r2l | bte")
    assert latin.warnings == ("r2l: the page has no right-to-left text",)
    assert extract("<p>מילים בעברית</p>", "r2l").warnings == ()


def test_a_result_warns_where_nothing_was_found() -> None:
    assert extract("<p>left to right</p>", "dana").warnings[-1] == "no main content was found"
    assert extract("", "bte").warnings == ()
