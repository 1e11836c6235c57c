"""The work on a page: one outcome for whatever comes, decided by the page alone."""

from __future__ import annotations

import pytest

from batch.crawls import Misbehaving, page
from webwinnow import extract, parse_extractor
from webwinnow.batch.job import PageRecord
from webwinnow.batch.working import PageWork
from webwinnow.limits import Limits

WORK = PageWork(parse_extractor("consensus"), "text", True, Limits())
HTML = page(1)


def outcome(body: bytes | str, work: PageWork = WORK, **known: str) -> tuple[str, str | None]:
    row = work.row(PageRecord("a:0", body, **known))
    return row.outcome, row.reason


def test_a_page_is_extracted_with_its_facts() -> None:
    row = WORK.row(PageRecord("a:0", HTML, url="http://rain.example/1"))
    result = extract(HTML, url="http://rain.example/1")
    assert (row.outcome, row.text, row.spans) == ("extracted", result.text, tuple(result.spans))
    assert (row.headline, row.language, row.page_type) == ("Rain 1", "en", "article")
    assert row.confidence == result.confidence and row.size == len(HTML) and row.seconds > 0


def test_without_facts_there_is_the_text_alone() -> None:
    row = PageWork(parse_extractor("plain"), "markdown", False, Limits()).row(PageRecord("a:0", HTML))
    assert "# Rain 1" in row.text and row.headline is None and row.page_type is None


def test_an_overview_is_told_and_keeps_its_text() -> None:
    teasers = "".join(
        f"<li><a href=/{at}>Rain falls on the hills and valleys of region {at}</a></li>" for at in range(60)
    )
    row = WORK.row(PageRecord("a:0", f"<body><ul>{teasers}</ul></body>"))
    assert row.outcome == "overview" and row.text


def test_what_is_not_sure_enough_has_no_text() -> None:
    work = PageWork(parse_extractor("consensus"), "text", True, Limits(), min_confidence=1.0)
    row = work.row(PageRecord("a:0", HTML))
    assert (row.outcome, row.text, row.spans, row.reason) == ("doubtful", None, (), "less sure than 1")
    assert row.confidence == extract(HTML).confidence


@pytest.mark.parametrize("body", [b"", b" \n ", b"<html><script>1</script></html>", "", b"<html></html>"])
def test_nothing_gives_empty(body: bytes | str) -> None:
    assert outcome(body)[0] == "empty"


def test_a_revisit_is_empty_with_its_reason() -> None:
    assert outcome(b"", kind="revisit") == ("empty", "a revisit: its body stands in an earlier record")


@pytest.mark.parametrize(
    ("body", "known"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(200), {}),
        (b"%PDF-1.7 and so on", {"content_type": "application/pdf"}),
        (b"plain words, and nothing else", {"content_type": "text/plain"}),
        (b'{"a": 1}', {}),
        (HTML, {"content_type": "image/png"}),
    ],
)
def test_what_is_no_html(body: bytes, known: dict[str, str]) -> None:
    assert outcome(body, **known)[0] == "not html"


@pytest.mark.parametrize(
    ("body", "known"),
    [
        (HTML, {"content_type": "text/html"}),
        (HTML, {"content_type": "application/xhtml+xml"}),
        (HTML, {"content_type": "text/plain"}),
        (HTML, {"content_type": "application/octet-stream"}),
        (HTML, {}),
        (HTML.decode().encode("utf-16"), {}),
        (b"only words here, more than enough of them to be kept", {"name": "a.html"}),
    ],
)
def test_what_is_html(body: bytes, known: dict[str, str]) -> None:
    assert outcome(body, **known)[0] == "extracted"


def test_noise_is_undecodable() -> None:
    noise = bytes(range(128, 256)) * 40
    assert outcome(b"<html><p>" + noise, content_type="text/html", charset="utf-8")[0] in ("undecodable", "extracted")
    assert outcome("<p>" + "\ufffd" * 50)[0] == "undecodable"


def test_bytes_and_elements_are_limits_that_depend_on_the_page_alone() -> None:
    small = PageWork(parse_extractor("plain"), "text", False, Limits(bytes=len(HTML) - 1))
    assert outcome(HTML, small) == ("too large", f"more than {len(HTML) - 1:,} bytes")
    few = PageWork(parse_extractor("plain"), "text", False, Limits(elements=2))
    for source in (HTML, HTML.decode()):
        ended, said = outcome(source, few)
        assert ended in ("extracted", "empty") and said
        assert ended == "empty" or said.startswith("the page has more than 2 elements")


def test_a_stage_that_raises_costs_its_page() -> None:
    work = PageWork(Misbehaving(), "text", False, Limits())
    assert outcome(page(1, "please raise"), work) == ("crashed", "ValueError: as asked")
    assert outcome(HTML, work)[0] == "extracted"


def test_the_same_page_gives_the_same_row() -> None:
    from dataclasses import replace

    one, other = (replace(WORK.row(PageRecord("a:0", HTML)), seconds=0.0) for _ in range(2))
    assert one == other
