"""`extract`: one call from a page to its main content."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from webwinnow import Document, WebwinnowError, extract
from webwinnow.catalogue import DEFAULT
from webwinnow.document import read
from webwinnow.errors import UsageError
from webwinnow.extractors.lqf import LQF
from webwinnow.render.formats import FORMATS, Format

SOURCE = "<title>Grain</title><nav><a href=/>Home</a></nav><p>Winnow the grain, drop the chaff.</p>"


@pytest.mark.parametrize("page", [SOURCE, SOURCE.encode(), bytearray(SOURCE.encode()), Document(SOURCE)])
def test_a_page_may_be_text_bytes_or_a_document(page) -> None:
    result = extract(page)
    assert result.text == "Grain\n\nWinnow the grain, drop the chaff.\n"
    assert result.title == "Grain"
    assert str(result.extractor) == DEFAULT
    assert 0.8 < result.share < 1


def test_the_extractor_may_be_an_expression_or_a_stage() -> None:
    assert extract(SOURCE, "lqf(threshold=1)").spans == extract(SOURCE, LQF(1)).spans
    assert extract(SOURCE, "plain", headline=False).text.startswith("Home")


@pytest.mark.parametrize("form", FORMATS)
def test_formats(form: Format) -> None:
    result = extract(SOURCE, url="https://example.org/")
    expected = {
        "text": result.text,
        "html": result.html(),
        "markdown": result.markdown,
        "json": result.json(),
        "spans": "".join(f"{start}\t{end}\n" for start, end in result.spans),
    }
    if form in expected:  # the others are tried in tests/render
        assert result.render(form) == expected[form]
    assert result.render(form)
    assert '"url": "https://example.org/"' in result.json()
    assert result.render("html", outline="mark") == result.html("mark")


@pytest.mark.parametrize("page", [None, 5, ["<p>text"], open])
def test_what_is_no_page_is_refused(page) -> None:
    with pytest.raises(TypeError, match="a page is its text, its bytes or a Document, not"):
        extract(page)


@pytest.mark.parametrize("extractor", [None, 3, LQF])
def test_what_is_no_extractor_is_refused(extractor) -> None:
    with pytest.raises(TypeError, match="an extractor is an expression or a stage, not"):
        extract(SOURCE, extractor)


def test_everyday_options() -> None:
    page = '<p>Winnow <a href="/grain">the grain</a>, drop the cha\u00adff.</p>'
    result = extract(page, favour="recall", links=False, normalise=True)
    assert str(result.extractor) == "consensus(favour='recall')"
    assert result.text == result.markdown == "Winnow the grain, drop the chaff.\n"
    assert result.render("markdown", links=True) == "Winnow [the grain](/grain), drop the chaff.\n"
    with pytest.raises(UsageError, match="favour must be balance, precision, recall, not 'speed'"):
        extract(page, favour="speed")
    with pytest.raises(UsageError, match="a favour is for the default extractor"):
        extract(page, "bte", favour="recall")
    with pytest.raises(UsageError, match="unknown policy for hidden text 'show'"):
        extract(page, hidden="show")
    with pytest.raises(TypeError, match="sound"):
        result.render("text", sound=True)


def test_each_fact_is_found_once() -> None:
    result = extract(SOURCE)
    for name in ("text", "blocks", "headline", "outline", "metadata", "media", "posts", "page_type", "dropped"):
        assert getattr(result, name) is getattr(result, name)
    with pytest.raises(AttributeError):
        result.spans = result.page.visible


def test_plain_data_is_what_json_has() -> None:
    result = extract(SOURCE, url="https://example.org/")
    for blocks in (False, True):
        assert json.loads(result.json(blocks=blocks)) == json.loads(json.dumps(result.to_dict(blocks=blocks)))
    assert "blocks" not in result.to_dict()
    texts = [block["text"] for block in result.to_dict(blocks=True)["blocks"]]
    assert texts == ["Grain", "Winnow the grain, drop the chaff."]


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


def test_a_result_that_is_not_sure_enough_is_refused() -> None:
    sure = extract(SOURCE).confidence
    assert extract(SOURCE, min_confidence=sure).text == extract(SOURCE).text
    refused = extract(SOURCE, min_confidence=1)
    assert (refused.share, refused.confidence) == (0, sure)
    assert refused.refusal == refused.warnings[-1] == f"confidence {sure:.2f} is below 1"
    assert not extract("", min_confidence=1).refusal


@pytest.mark.parametrize(("extractor", "least"), [(DEFAULT, 1.5), (DEFAULT, float("nan")), ("bte", 0.5)])
def test_a_confidence_that_nobody_can_have_is_refused(extractor: str, least: float) -> None:
    with pytest.raises(UsageError, match="confidence"):
        extract(SOURCE, extractor, min_confidence=least)


def test_text_alone_imports_no_facts() -> None:
    asked = "import sys, webwinnow; webwinnow.extract('<p>Grain').text; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    ours = [name for name in loaded if name.startswith("webwinnow")]
    assert len(ours) <= 102
    assert not {"webwinnow.metadata", "webwinnow.media", "webwinnow.posts.finding", "webwinnow.losses"} & set(ours)


@pytest.mark.parametrize(("pure", "most"), [("0", 34), ("1", 56)], ids=["as installed", "numpy alone"])
@pytest.mark.parametrize("headline", [False, True])
def test_text_alone_is_made_by_few_modules(pure: str, most: int, headline: bool) -> None:
    # Modules whose functions run for the second page: the first one imports, and reads models.
    asked = f"""
import sys, webwinnow
page, touched = b"<meta charset=utf-8><title>Grain</title><h1>Grain</h1>" + b"<p>Toss it.</p>" * 20, set()
webwinnow.extract(page, headline={headline}).text
sys.setprofile(lambda frame, event, value: touched.add(frame.f_globals.get("__name__", "")))
webwinnow.extract(page, headline={headline}).text
sys.setprofile(None)
print(*sorted(name for name in touched if name.startswith("webwinnow")))"""
    environment = {**os.environ, "WEBWINNOW_PURE": pure}
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, env=environment)
    assert len(done.stdout.split()) < most, done.stdout
