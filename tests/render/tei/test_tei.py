"""TEI: valid by the schema that is shipped, and with every word of the page."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given, settings
from lxml import etree

from markup import markup
from render.readers import letters
from render.structured_pages import ADDRESS, PAGES
from webwinnow.document import Document
from webwinnow.extractors.plain import Plain
from webwinnow.render.formats import RenderOptions, render_structured
from webwinnow.render.text import render_text
from webwinnow.result import Result

NAMES = {"tei": "http://www.tei-c.org/ns/1.0"}
SCHEMA = etree.RelaxNG(etree.fromstring(files("webwinnow.render.tei").joinpath("tei.rng").read_bytes()))
FORMULAS = {name for name in PAGES if name.startswith("formula")}


def tei(source: str, url: str | None = ADDRESS) -> etree._Element:
    page = Document(source, url=url)
    rendered = render_structured("tei", Result(page, page.visible, Plain()), page.visible, RenderOptions())
    found = etree.fromstring(rendered.encode(), etree.XMLParser(huge_tree=True))
    assert SCHEMA.validate(found), f"{SCHEMA.error_log.last_error}\n{rendered}"
    return found


def body_text(root: etree._Element) -> str:
    body = root.find(".//tei:body", NAMES)
    for described in body.iterfind(".//tei:desc", NAMES):  # the text of pictures
        described.text = ""
    return " ".join(body.itertext())


@pytest.mark.parametrize("name", PAGES)
def test_every_construct_is_valid(name: str) -> None:
    tei(PAGES[name].source)


@pytest.mark.parametrize("name", sorted(set(PAGES) - FORMULAS))
def test_every_word_is_there_in_order(name: str) -> None:
    page = Document(PAGES[name].source, url=ADDRESS)
    wanted, found = letters(render_text(page, page.visible)), letters(body_text(tei(PAGES[name].source)))
    assert found == wanted or ("<caption" in PAGES[name].source and sorted(found) == sorted(wanted))


@given(markup())
@settings(max_examples=60)
def test_any_page_is_valid(source: str) -> None:
    tei(source, None)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "<dl><dt>one<dt>two<dd>both<dd>more</dl>",
        "<dl><dd><dl><dt>inner</dl></dd><dd>outer</dl>",
        "<table><caption>only a caption</caption></table><p>x",
        "<table><tr><td>1<td>2<tr><td>3<td>4<caption>late</caption></table>",
        "<ul><li><h2>in an item</h2>text</ul>",
        "<p>bell\x07 and form\x0cfeed &#xFFFF; \ufffe",
        "<p lang='not a language!'>x<p lang=de>y",
        '<p><a href="http://[bad">a</a> <a href="http://h:port/">b</a> <a href="/x y#1#2">c</a> <img src="%zz" alt=q>',
        "<p>" + "<b>" * 300 + "deep",
        "<ul><li>" * 700 + "deep",
    ],
)
def test_what_schemas_do_not_like(source: str) -> None:
    tei(source)


def test_headings_open_divisions() -> None:
    root = tei("<p>before<h1>One</h1><p>a<h2>One one</h2><p>b<h1>Two</h1><p>c")
    top = root.find(".//tei:body/tei:div", NAMES)
    assert [each.tag.rpartition("}")[2] for each in top] == ["p", "div", "div"]
    assert top.findtext("tei:div/tei:div/tei:head", namespaces=NAMES) == "One one"


def test_the_header_tells_what_is_known() -> None:
    root = tei(
        "<html lang=en-GB><title>Mills - The Site</title><meta name=author content='Ada Lovelace'>"
        "<meta property=article:published_time content=2024-05-03T10:00:00Z><meta name=keywords content='corn, wind'>"
        "<meta property=og:site_name content='The Site'><meta name=description content='About mills.'>"
        "<link rel=license href=https://creativecommons.org/licenses/by/4.0/><h1>Mills</h1><p>Wind turns them."
    )
    header = root.find("tei:teiHeader", NAMES)

    def text(path: str) -> str:
        return header.findtext(f".//tei:{path}", namespaces=NAMES)

    assert text("titleStmt/tei:title") == "Mills"
    assert text("titleStmt/tei:author") == "Ada Lovelace"
    assert text("publicationStmt/tei:publisher") == "The Site"
    assert header.find(".//tei:sourceDesc//tei:date", NAMES).get("when") == "2024-05-03T10:00:00Z"
    assert header.find(".//tei:licence", NAMES).get("target") == "https://creativecommons.org/licenses/by/4.0/"
    assert header.find(".//tei:ptr", NAMES).get("target") == ADDRESS
    assert [term.text for term in header.iterfind(".//tei:term", NAMES)] == ["corn", "wind"]
    assert text("abstract/tei:p") == "About mills."
    assert header.find(".//tei:language", NAMES).get("ident") == "en-GB"


def test_the_schema_refuses_what_tei_does_not_have() -> None:
    good = tei("<h1>Mill</h1><p>x")
    good.find(".//tei:head", NAMES).tag = "{http://www.tei-c.org/ns/1.0}heading"
    assert not SCHEMA.validate(good)


def test_notes_are_linked() -> None:
    root = tei('<p>a<sup><a href="#fn1">1</a></sup></p><ol><li id=fn1>the note</ol>')
    note = root.find(".//tei:note", NAMES)
    target = root.find(".//tei:ref[@type='note']", NAMES).get("target")
    assert target == "#" + note.get("{http://www.w3.org/XML/1998/namespace}id")
