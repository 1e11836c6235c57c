"""XML with our own names."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from markup import markup
from render.readers import letters
from render.structured_pages import ADDRESS, PAGES
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.extractors.plain import Plain
from webwinnow.render.formats import RenderOptions, render_structured
from webwinnow.render.text import render_text
from webwinnow.render.xml import content, element, language_tag, pointer
from webwinnow.result import Result


def xml(source, **options):
    page = Document(source, url=ADDRESS)
    rendered = render_structured("xml", Result(page, page.visible, Plain()), page.visible, RenderOptions(**options))
    return etree.fromstring(rendered.encode(), etree.XMLParser(huge_tree=True))


@pytest.mark.parametrize("name", sorted(name for name in PAGES if not name.startswith("formula")))
def test_every_word_is_there_in_order(name):
    page = Document(PAGES[name].source, url=ADDRESS)
    found = " ".join(xml(PAGES[name].source).find("content").itertext())
    assert letters(found) == letters(render_text(page, page.visible))


@given(markup())
@settings(max_examples=60)
def test_any_page_is_well_formed(source):
    xml(source)


def test_blocks_tell_what_they_are():
    found = xml('<h2 lang=de>Mühle</h2><ol start=3><li>a <a href="/x">link</a> <b>bold</b></ol><pre>x  = 1</pre>')
    heading, listed, code = found.find("content")
    assert dict(heading.attrib) == {"level": "2", "lang": "de", "spans": "12-17"}
    assert (listed.get("ordered"), listed.get("number"), listed[0].get("number")) == ("yes", "3", "3")
    assert listed.find(".//link").get("address") == "https://example.org/x"
    assert listed.findtext(".//strong") == "bold"
    assert code.text == "x  = 1"
    assert xml("<p><a href=/x>y", links=False).find(".//link") is None


def test_hidden_text_is_named():
    result = extract("<p>All of this is seen.</p><p hidden>Not this.</p>", "plain")
    kept = etree.fromstring(result.render("xml", options=RenderOptions(hidden="flag")).encode()).find("content")
    assert [each.get("hidden") for each in kept] == [None, "hidden attribute"]
    stripped = etree.fromstring(result.render("xml").encode()).find("content")
    assert len(stripped) == 1


def visible(text):
    return "".join(letter for letter in text if letter.isprintable() and letter not in " \ufffd")


@given(st.text())
def test_any_text_can_be_read_again(text):
    found = etree.fromstring(element("a", {"b": text}, content(text)).encode())
    assert visible(found.text or "") == visible(found.get("b")) == visible(text)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://example.org/a?b=c&d#e", "https://example.org/a?b=c&d#e"),
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("https://[::1]:80/a[1]", "https://[::1]:80/a%5B1%5D"),
        ("/50%", "/50%25"),
        ("http://host:port/", ""),
        ("", ""),
    ],
)
def test_pointers(address, expected):
    assert pointer(address) == expected


@pytest.mark.parametrize(("given", "expected"), [("en-GB", "en-GB"), ("en_GB", None), ("", None), (None, None)])
def test_languages(given, expected):
    assert language_tag(given) == expected
