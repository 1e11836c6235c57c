"""Limits: a page is read and written as far as they go, and what was cut is said, under the same names everywhere."""

from __future__ import annotations

import inspect
import json
import pickle
import re
from dataclasses import fields
from importlib import import_module

import pytest

from webwinnow import Document, Limits, extract
from webwinnow.cli.program import COMMANDS
from webwinnow.document.markup import Markup, lay_out
from webwinnow.document.tree.elements import depths
from webwinnow.errors import UsageError
from webwinnow.fetch import Client
from webwinnow.proxy.filtering import ProxySettings
from webwinnow.serve.settings import ServiceSettings

NAMES = tuple(each.name for each in fields(Limits))
PROSE = "<article><h1>Rain</h1>" + "".join(f"<p>Sentence {n} of the long story, told well.</p>" for n in range(200))


def test_nothing_of_a_usual_page_is_cut() -> None:
    result = extract(PROSE)
    assert result.page.cut == () and not any("limit" in warning for warning in result.warnings)


@pytest.mark.parametrize("page", [PROSE, PROSE.encode()])
def test_a_page_is_read_up_to_the_limit_and_that_is_said(page: str | bytes) -> None:
    whole = extract(page).page.source
    for name, limits in (("bytes", Limits(bytes=1000)), ("elements", Limits(elements=20))):
        result = extract(page, limits=limits)
        assert whole.startswith(result.page.source) and 0 < len(result.page.source) <= 1000
        assert [name in warning for warning in result.warnings] == [True]
        assert f"(limit {name})" in result.warnings[0]
        assert "Sentence 3 " in result.text and "Sentence 150 " not in result.text
    assert extract(page, limits=Limits(elements=20)).page.source.count("<p>") == 18


PIECES = {
    "a row": "<tr><td>x",
    "a letter of two bytes": "<p>é",
    "a comment": "<!-- a --><b>",
    "long": f"<p class={'a' * 400}>y",
}


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_one_piece_over_and_over_is_read_some_times_and_that_is_said(piece: str) -> None:
    before, behind = "<h1>Rain</h1><p>It fell.</p><div>", "</div><p>It ends.</p>"
    page = before + piece * 3_000 + behind
    read = Document(page)
    assert [warning for warning in extract(page).warnings if "(limit repetition)" in warning]
    started = sum(code > 0 for code in read.tokens.code.tolist())
    assert 1_000 <= started / len(re.findall("<[a-z]", piece)) <= 1_010
    assert len(read.source) == len(page) and read.source.endswith(behind)  # all else stays where it is
    assert len(read.source.encode()) == len(page.encode())
    assert extract(page, "plain").text.endswith("It ends.\n")
    few = before + piece * 999 + behind
    assert Document(few).source == few and Document(page, limits=Limits(repetition=3_000)).source == page


def test_what_differs_is_no_repetition() -> None:
    for page in ("".join(f"<tr><td>{n}" for n in range(4_000)), "word " * 5_000, " " * 5_000):
        assert not Document(page).cut


def _rows(count: int, piece: str = "<tr><td>{}") -> str:
    return "".join(piece.format(number) for number in range(count))


CROWDED = {
    "blocks": (_rows(15_000), 8_400),
    "blocks of a table": ("<table>" + _rows(3_000, "<tr>" + 10 * "<td>{0}"), 25_200),
    "blocks behind end tags": (_rows(15_000, "<p></p>{}"), 8_400),
    "blocks behind comments": (_rows(15_000, "<p><!----> {}"), 8_400),
    "blocks behind a table": ("<table>" + _rows(5_000) + "</table>" + _rows(15_000, "<p>{}"), 11_733),
    "a long page": ("<script>" + "x" * 400_000 + "</script>" + _rows(40_000, "<p>{}"), 17_722),
    "elements": (_rows(60_000, "<i>{}"), 1),
}


@pytest.mark.parametrize("name", CROWDED)
def test_a_crowded_page_is_read_up_to_the_limit_and_that_is_said(name: str) -> None:
    source, blocks = CROWDED[name]
    page = Document(source)
    assert [warning for warning in extract(page, "plain").warnings if "(limit density)" in warning]
    assert source.startswith(page.source) and len(page.source) > 0.4 * len(source)
    assert blocks - 1 <= len(page.blocks) <= 1.05 * blocks and len(page.elements) <= 40_000
    assert Document(source, limits=Limits(density=1_000)).source == source


def test_many_pieces_of_one_paragraph_are_not_crowded() -> None:
    code = "<pre>" + _rows(8_000, "<span class=n>{}</span> ") + "</pre>"
    assert len(code) / 8_000 < 30 and not Document(code).cut  # as highlighted code is


def test_a_long_table_of_short_numbers_is_whole() -> None:
    table = "<table>" + _rows(2_500, "<tr>" + 10 * "<td>{0}</td>") + "</table>"
    assert not Document(table).cut


def test_a_page_that_just_fits_is_whole() -> None:
    tags = PROSE.count("<") - PROSE.count("</")
    assert extract(PROSE, limits=Limits(bytes=len(PROSE), elements=tags)).page.source == PROSE
    assert extract(PROSE, limits=Limits(elements=tags - 1)).page.source != PROSE


def test_offsets_in_bytes_are_those_of_the_whole_page() -> None:
    data = PROSE.replace("Sentence", "Sätze").encode("utf-8")
    few = extract(data, limits=Limits(elements=20))
    for (start, end), (first, last) in zip(few.spans, few.page.byte_spans(few.spans), strict=True):
        assert data[first:last].decode() == few.page.source[start:end]


@pytest.mark.parametrize("depth", [8, 40, 512])
def test_depth_is_cut_alike_by_both_twins_and_is_said(depth: int) -> None:
    source = "<div>" * 600 + "<p>Deep <b>words</b> here."
    built, read = Markup(source, depth), lay_out(source, depth)
    assert int(depths(built.elements).max()) == int(depths(read.elements).max()) == depth
    result = extract(source, "plain", limits=Limits(depth=depth))
    assert [warning for warning in result.warnings if "(limit depth)" in warning]
    assert "Deep words here." in result.text
    assert not extract("<div>" * 4 + "<p>x", limits=Limits(depth=depth)).page.cut


@pytest.mark.parametrize("form", ["text", "markdown", "clean-html", "tei", "xml", "reader", "json"])
def test_output_has_room_for_the_beginning_and_that_is_said(form: str) -> None:
    whole = extract(PROSE, "plain").render(form)  # type: ignore[arg-type]
    room = len(whole) // 2
    result = extract(PROSE, "plain", limits=Limits(output=room))
    short = result.render(form)  # type: ignore[arg-type]
    assert 0 < len(short) <= room
    assert "Sentence 1 " in short and "Sentence 199 " not in short
    assert [warning for warning in result.warnings if f"as {form}" in warning and "(limit output)" in warning]
    if form == "json":
        assert any("(limit output)" in warning for warning in json.loads(short)["warnings"])


def test_records_of_many_blocks_are_in_proportion_to_the_page_and_that_is_said() -> None:
    page = "".join(f"<ol>x{number:06d} " for number in range(3_500))
    result = extract(page, "plain")
    written = result.json(blocks=True)
    assert 300_000 < len(written) <= 30 * len(page) < 60 * len(page) < len(json.dumps(result.to_dict(blocks=True)))
    assert [warning for warning in json.loads(written)["warnings"] if "(limit output)" in warning]
    assert "limit output" not in extract(page, "plain").json()  # without blocks all of it has room


def test_a_page_sent_to_another_process_keeps_its_limits() -> None:
    page = Document(PROSE, limits=Limits(elements=20))
    sent = pickle.loads(pickle.dumps(page))
    assert (sent.limits, sent.cut, sent.source) == (page.limits, page.cut, page.source)
    view = page.within(page.visible)
    assert (view.limits, view.cut) == (page.limits, page.cut)


@pytest.mark.parametrize("name", NAMES)
def test_limits_that_nothing_fits_into_are_refused(name: str) -> None:
    for wrong in (0, -1):
        with pytest.raises(UsageError, match=f"limit of {name}"):
            Limits(**{name: wrong})


def test_the_same_names_everywhere() -> None:
    assert inspect.signature(extract).parameters["limits"]
    for settings in (ProxySettings(), ServiceSettings()):
        assert isinstance(settings.limits, Limits)
    everywhere = set(NAMES)
    commands = {"extract": everywhere - {"memory"}} | dict.fromkeys(("batch", "serve", "mcp", "proxy"), everywhere)
    for command, expected in commands.items():
        spelt = {name for option in import_module(COMMANDS[command].module).command.params for name in option.opts}
        assert {f"--max-{name}" for name in expected} <= spelt, command


def test_fetching_refuses_what_is_larger_than_pages_are() -> None:
    assert Client().limit == Limits().bytes
