"""Where links lead, and what leads elsewhere: links, what can be clicked, teasers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.document.links import (
    Teasers,
    absolute,
    address_in,
    base_address,
    link_addresses,
    link_elements,
    net_text_length,
)
from webwinnow.spans import Spans


@pytest.mark.parametrize(
    ("source", "url", "base"),
    [
        ("<p>", None, ""),
        ("<p>", "https://example.org/a/b", "https://example.org/a/b"),
        ("<base href=/c/>", "https://example.org/a/b", "https://example.org/c/"),
        ("<base href=//other.example/><base href=/no/>", "https://example.org/", "https://other.example/"),
        ("<base target=x>", "https://example.org/a", "https://example.org/a"),
        ("<base href=http://[>", "https://example.org/", "http://["),
    ],
)
def test_bases(source: str, url: str | None, base: str) -> None:
    assert base_address(Document(source, url=url)) == base


def test_what_is_no_address_stays_as_it_is() -> None:
    assert absolute("https://example.org/a/", "../b") == "https://example.org/b"
    assert absolute("https://example.org/", "http://[x") == "http://[x"


def marked(source: str, teasers: Teasers = "strict") -> list[str]:
    page = Document(source)
    return [page.name(element) for element in np.flatnonzero(link_elements(page, teasers)).tolist()]


def test_links_and_what_can_be_clicked() -> None:
    source = "<p>text <a href=x>link</a></p><div onclick='go()'>card</div><li onClick=go()>item</li>"
    assert marked(source) == ["a", "div", "li"]


def test_an_attribute_in_any_case_and_no_class_name() -> None:
    assert marked("<p ONCLICK=go()>x</p><b OnClick='go()'>y</b>") == ["p", "b"]
    assert marked("<p class=onclick>x</p><b data-onclick=go()>y</b><i title='an onclick = z'>z</i>") == []


@pytest.mark.parametrize("ending", ["Read more", "read full article »", "...", "…", "&hellip;", "[...]", "... more"])
def test_any_text_that_ends_so_marks_its_element_and_the_one_around(ending: str) -> None:
    """Section 3 of lang2012: the element as well as its parent is a link element."""
    assert marked(f"<section><div><p>A summary of it {ending}</p></div></section>", "endings") == ["div", "p"]


def test_endings_count_unless_asked_to_be_strict() -> None:
    page = Document("<section><div><p>A summary of it ...</p></div></section>")
    assert link_elements(page).tolist() == link_elements(page, "endings").tolist()
    assert link_elements(page).sum() == 2
    assert not link_elements(page, "strict").any()


@pytest.mark.parametrize("text", ["there was no more", "a threadread more", "Read more books", "and... so on"])
def test_other_endings_mark_nothing(text: str) -> None:
    assert marked(f"<div><p>A summary of it {text}</p></div>", "endings") == []


def test_the_word_in_text_scripts_and_comments_is_no_attribute() -> None:
    assert marked("<p>onclick</p><script>x.onclick = 1</script><!-- onclick --><p>text</p>onclick") == []


def test_the_body_is_never_a_link() -> None:
    assert marked("<html onclick=a()><body onclick=b()>read more") == []


@pytest.mark.parametrize(
    "phrase",
    ["Read more", "READ&nbsp;MORE &raquo;", "» Weiterlesen …", "[mehr]", "続きを読む", "Читать далее →", "ادامه مطلب"],
)
def test_a_phrase_marks_its_element_and_the_one_around(phrase: str) -> None:
    assert marked(f"<div><p>A teaser that stops <b>{phrase}</b></p><p>text</p></div>") == ["p", "b"]


@pytest.mark.parametrize("ending", ["... (read more)", "… Read more", "[...]", "[&hellip;]"])
def test_an_ending_marks_its_element(ending: str) -> None:
    assert marked(f"<div><p>A teaser that stops {ending}</p><p>text</p></div>") == ["p"]


@pytest.mark.parametrize(
    "text", ["and much more", "Read more books!", "he paused ...", "moreover", "[...] and so on", "more or less"]
)
def test_other_text_is_no_teaser(text: str) -> None:
    assert marked(f"<p>{text}</p>") == []


def test_net_text_length_counts_what_was_chosen_and_is_not_linked() -> None:
    page = Document("<p>abc <a href=x>link</a> de</p><p>other</p>")
    assert net_text_length(page, page.visible) == len("abcdeother")
    assert net_text_length(page, Spans([(0, page.source.index("</p>"))], size=len(page.source))) == len("abcde")
    assert net_text_length(page, Spans(size=len(page.source))) == 0


@given(markup())
def test_any_page(source: str) -> None:
    page = Document(source)
    assert 0 <= net_text_length(page, page.visible) <= page.characters_before[-1]
    assert len(link_elements(page)) == len(page.elements)


def test_a_base_longer_than_any_address_is_overlooked() -> None:
    for length, base in ((2_000, "https://other.example/" + "v" * 1_978), (3_000, "https://here.example/")):
        long = "https://other.example/" + "v" * (length - 22)
        assert base_address(Document(f"<base href='{long}'><p>x", url="https://here.example/")) == base


@pytest.mark.parametrize(
    ("tag", "address"),
    [
        ('<A HREF=""href=x>', ""),
        ("<a HREF=a href=b>", "a"),
        ("<a title=href=x Href='&amp;'>", "&"),
        ("<a name=href>", None),
    ],
)
def test_the_first_address_of_a_tag_counts_in_any_case(tag: str, address: str | None) -> None:
    page = Document(f"{tag}#")
    links = np.flatnonzero(link_elements(page) | (page.elements.tag == page.elements.tag[page.runs.home[0]]))
    assert address_in(tag) == address
    assert link_addresses(page, links) == [address]
