"""Hostile pages take time in proportion to their size, and no input at all is too bad for an answer."""

from __future__ import annotations

import gc
import gzip
import json
import time
from collections.abc import Callable

import pytest

from webwinnow import Document, extract
from webwinnow.extractors.bte import BTE
from webwinnow.extractors.lqf import LQF
from webwinnow.limits import Limits
from webwinnow.render.formats import OUTLINES
from webwinnow.render.text import render_text

REPEATED = [
    "<div>", "<p>", "<b><p>", "<a ", '<a b="', "<!--", "<!-", "<script>", "<table>", "<li><div>", "</p>", "&", "<",
    "<a b='c>", '<a b="c>', "<a>x<div>", "<b>x<div>y</b>z</div>", "<form><p>x</form>", "<title>< ", "<svg><p>x",
    "<select>x", "<textarea>", "<td>x", "&amp;", "<p hidden>x", "ก็ ", "\u0645\u200c",
]  # fmt: skip
SHAPED: dict[str, Callable[[int], str]] = {
    "one attribute": lambda size: f'<p title="{"x" * size}">text',
    "one text": lambda size: "x" * size,
    "one text of words": lambda size: "word " * (size // 5),
    "names": lambda size: "".join(f"<x{n:06d}>w</x{n:06d}>" for n in range(size // 20)),
    "attributes on one tag": lambda size: "<p " + " ".join(f'a{n:06d}="{n}"' for n in range(size // 16)) + ">text",
    "formatting in the deep": lambda size: "<b><i><u><s>" * 3 + "<div>" * 450 + "<p>x" * (size // 4),
    "one deep paragraph": lambda size: "<p>" + "<span>" * 450 + "<div>x</div>" * (size // 12),
}
INPUTS = {name: (lambda size, name=name: name * (size // len(name))) for name in REPEATED} | SHAPED
WHOLE = Limits(elements=10**9, density=10**9, repetition=10**9)
"""Growth is measured on whole pages: cut at the usual limits, the larger page would be no larger."""
GROWTH = 2.7
ENOUGH = 0.01
"""Seconds that a measurement takes at least, so that it says something."""
LARGEST = 200_000
"""Characters of the smaller page."""
DOUBLINGS = 3
"""The larger page is so many times twice as long: caches and the allocator make a step at one doubling or another, and
three of them even it out. Work that grows with the square of the size takes 64 times as long then, with its power of
1.5 22 times; 19 are allowed, for a machine that others use, too, slows large pages more than small ones."""


def seconds(source: str, work: Callable[[str], object]) -> float:
    gc.disable()
    started = time.process_time()
    work(source)
    took = time.process_time() - started
    gc.enable()
    return took


def is_linear(
    make: Callable[[int], str],
    work: Callable[[str], object],
    cost: Callable[[str, Callable[[str], object]], float] = seconds,
) -> bool:
    """Twice the size, at most 2.7 times the cost on average, at a size at which it can be measured.

    Measured again before it is believed that it is not so, on a machine that others may use, too: then one pair of
    measurements is enough.
    """
    size = 25_000
    while size < LARGEST and cost(make(size), work) < ENOUGH:
        size *= 2
    pages, limit = (make(size), make(2**DOUBLINGS * size)), GROWTH**DOUBLINGS
    small, large = (min(cost(page, work) for _ in range(2)) for page in pages)
    if large <= limit * small:
        return True
    again = [[cost(page, work) for page in pages] for _ in range(4)]
    return any(more <= limit * less for less, more in again)


def find(source: str) -> None:
    page = Document(source, limits=WHOLE)
    BTE()(page)
    LQF()(page)
    assert page.visible.size == len(page.source)


def find_and_render(source: str) -> None:
    page = Document(source, limits=WHOLE)
    found = LQF()(page)
    render_text(page, found)
    extract(page, "lqf").html("comment")


@pytest.mark.parametrize("name", INPUTS)
def test_time_grows_with_the_page(name: str) -> None:
    assert is_linear(INPUTS[name], find)


@pytest.mark.parametrize("name", ["<p>x", "<b>x<div>y</b>z</div>", "<pre>x<br>", "<a>x</a>y ", "<td>x"])
def test_time_to_render_grows_with_the_page(name: str) -> None:
    assert is_linear(lambda size: name * (size // len(name)), find_and_render)


@pytest.mark.parametrize(("power", "linear"), [(1, True), (1.2, True), (1.5, False), (2, False)])
def test_the_measure_can_tell(power: float, linear: bool) -> None:
    def cost(source: str, work: Callable[[str], object]) -> float:
        return 1e-8 * len(source) ** power

    assert is_linear(lambda size: "x" * size, len, cost) is linear
    assert seconds("x" * 50_000, list) > 0


ARTICLE = "<html><body><h1>Grain</h1><p>Winnow the grain, drop the chaff.</p></body></html>"
FOUND = "Grain\n\nWinnow the grain, drop the chaff.\n"
BAD: dict[str, tuple[str | bytes, str | None]] = {
    "empty": (b"", ""),
    "empty text": ("", ""),
    "white space": (b" \r\n\t\f ", ""),
    "NUL": (b"\0" * 100, ""),
    "NUL in text": (b"<p>one\0two</p>", "one two\n"),
    "PNG": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\x08\6\0\0\0", None),
    "gzip": (gzip.compress(ARTICLE.encode(), mtime=0), None),
    "every byte": (bytes(range(256)) * 8, None),
    "cut in a tag": (b"<p>one two</p><a href='http://example", "one two\n"),
    "cut in a comment": (b"<p>one two</p><!-- and", "one two\n"),
    "cut in a reference": (b"<p>one two &am", "one two &am\n"),
    "cut in a character": ("<p>one zwei dréi vier é".encode()[:-1], "one zwei dréi vier \ufffd\n"),
    "UTF-16 with BOM": (ARTICLE.encode("utf-16"), FOUND),
    "UTF-16 big-endian with BOM": (b"\xfe\xff" + ARTICLE.encode("utf-16-be"), FOUND),
    "UTF-16 without BOM": (ARTICLE.encode("utf-16-le"), FOUND),
    "UTF-16 of odd length": (ARTICLE.encode("utf-16") + b"<", None),
    "lying charset": (b'<meta charset="utf-16">' + ARTICLE.encode(), FOUND),
    "unknown charset": (b'<meta charset="klingon">' + ARTICLE.encode(), FOUND),
    "lone surrogates": ("<p>one \ud800 two \udfff", "one \ufffd two \ufffd\n"),
    "surrogates in a tag": ("<p title='\ud800'>one", "one\n"),
    "only tags": ("<p><b></b></p>" * 50, ""),
    "only end tags": ("</p></div></b></table></body></html>one", "one\n"),
    "html left open": ("<html <body><p>one", None),
    "text behind the end": ("</html>one", "one\n"),
    "deep": ("<div>" * 100_000 + "one" + "</div>" * 100_000 + "two", "one\n\ntwo\n"),
    "deep formatting": ("<b><i>" * 20_000 + "one", "one\n"),
    "deep tables": ("<table><tr><td>" * 10_000 + "one", "one\n"),
}


@pytest.mark.parametrize("name", BAD)
def test_no_input_is_too_bad(name: str) -> None:
    given, expected = BAD[name]
    result = extract(given, "plain")
    if expected is not None:
        assert result.text == expected
    for expression in ("bte", "lqf", "lqf >> bte", "vote(2, plain, bte, lqf)"):
        found = extract(given, expression)
        assert found.spans & found.page.visible == found.spans
        assert json.loads(found.json())["text"] == found.text
        found.text.encode()
    for outline in OUTLINES:
        assert isinstance(result.html(outline), str)
    assert len(result.html("blank")) == len(result.page.source)
    assert result.page.normalised_lines().content.sum() == result.page.visible.characters
    assert len(result.page.blocks) <= len(result.page.runs)


@pytest.mark.parametrize("name", ["title", "textarea", "select", "map", "iframe", "noframes", "button", "object"])
def test_what_was_left_open_swallows_no_text(name: str) -> None:
    text = extract(f"<html><body><{name}><p>one two</p><div>three</div>", "plain").text
    assert text.split() == ["one", "two", "three"]
