"""Selectors mean what lexbor says they mean, on pages whose tree both read alike."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.selectors import Selector, select_text

PAGE = """<!DOCTYPE html><html lang=en><head><title>Mill</title></head><body>
<nav id=menu class="top bar"><ul><li><a href="/">Home</a></li><li class=last><a href="#foot" title="Foot">Foot</a></li>
<li><a>no link</a></li></ul></nav>
<main><article class="post wide" data-kind="news"><h1>The mill</h1><p class="Intro intro">Short.</p><p>Long.</p>
<div class="ad box"><p>Buy <b>flour</b>.</p></div><h2>Wheel</h2><p lang="en-GB">Turns.</p><p></p><span> </span>
<ul><li>one</li><li>two<ul><li>three</li></ul></li><li>four</li></ul></article>
<article class=post><h2>Second</h2><p title="a&amp;b">Text.</p><my-card>Card</my-card></article></main>
<div id=foot class="bar"><p>End</p><!-- nothing --></div></body></html>"""

SIMPLE = [
    "p", "P", "*", "#menu", ".post", ".Intro", ".intro", "nav.top.bar", "[class]", "[TITLE]", "[title='a&b']",
    "a[href]", "a[href^='#']", "a[href$='/']", "[class*=o]", "[class~=box]", "[lang|=en]", "[data-kind=NEWS i]",
    "[class^='']", "my-card", "nothing", ":root", "p:empty", "span:empty", ":empty", "a:link",
    "li:first-child", "li:last-child", "li:only-child",
    "p:first-of-type", "p:last-of-type", "h2:only-of-type", "li:nth-child(2)", "li:nth-child(2n+1)",
    "li:nth-child(even)",
    "li:nth-last-child(-n+2)", "p:nth-of-type(3n)", "p:nth-last-of-type(2)", "li:nth-child(n+2)", "li:nth-child(-2n+3)",
]  # fmt: skip
COMBINED = [
    "main p", "main > p", "article > p", "nav li a", "h1 + p", "h2 ~ p", "h1 ~ ul li", "article > ul > li > ul > li",
    "p, h1, .post", "p:not(.intro)", "p:not([class]):not([lang])", ":is(h1, h2) + p", "article :where(p, h2)",
    "article:has(h1)", "article:not(:has(h1))", "article:has(> p)", "h1:has(+ p)", "h1:has(~ ul)", "ul:has(li ul)",
    "ul:has(> li > ul > li)", "main:has(article + article)", "div:has(p b, span)", "li:has(ul) > ul > li",
    "p:not(article > p)", "body > div:last-child p",
]  # fmt: skip
PARTS = [
    "p",
    "li",
    "*",
    ".post",
    "#menu",
    "[class]",
    ":first-child",
    "ul",
    "article",
    "li:nth-child(2)",
    "p:not(.intro)",
]


def theirs(css: str) -> list[str]:
    """What lexbor finds, each element once, as its markup; in the order of the page."""
    parser = LexborHTMLParser(PAGE)
    found = {node.mem_id: node for node in parser.css(css)}
    every = {node.mem_id: at for at, node in enumerate(parser.css("*"))}
    return [str(found[each].tag) for each in sorted(found, key=lambda each: every[each])]


def ours(css: str) -> list[str]:
    page = Document(PAGE)
    return [page.name(at) for at, marked in enumerate(Selector(css).matches(page)) if marked]


@pytest.mark.parametrize("css", [*SIMPLE, *COMBINED])
def test_the_same_elements_as_lexbor(css: str) -> None:
    assert ours(css) == theirs(css)


def test_most_of_them_find_something() -> None:
    assert sum(bool(ours(css)) for css in [*SIMPLE, *COMBINED]) > len(SIMPLE + COMBINED) - 8


@given(st.lists(st.tuples(st.sampled_from([" ", " > ", " + ", " ~ "]), st.sampled_from(PARTS)), min_size=1, max_size=4))
def test_any_combination(parts: list[tuple[str, str]]) -> None:
    css = "*" + "".join(combinator + part for combinator, part in parts)
    assert ours(css) == theirs(css)
    relative = "".join(combinator + part for combinator, part in parts).strip()
    assert ours(f"*:has({relative})") == theirs(f"*:has({relative})")


def test_the_text_inside_with_all_below() -> None:
    page = Document(PAGE)
    text = [page.source[start:end] for start, end in Selector(".ad, li:has(ul)").text(page)]
    assert text == ["Buy", "flour", ".", "two", "three"]
    both = select_text(page, [Selector("h1"), Selector("h2")])
    assert [page.source[start:end] for start, end in both] == ["The mill", "Wheel", "Second"]


@pytest.mark.parametrize("css", ["p:hover", "p:contains('x')", "p:lang(en)", "li:nth-child(2 of .a)"])
def test_unknown_pseudo_classes_are_named(css: str) -> None:
    with pytest.raises(UsageError, match=r"nth-child|has :"):
        Selector(css)


@pytest.mark.parametrize(
    "css", ["", " ", "p[", "p >", "> p", "p::before", "a:not(b, c)", "p..x", "[a!=b]", "x" * 20_000]
)
def test_what_cannot_be_read_is_an_error_of_one_line(css: str) -> None:
    with pytest.raises(UsageError) as caught:
        Selector(css)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("css", ["main p:has> p", "p:not", "p:is", "p:nth-child", "p:where > a:nth-of-type"])
def test_what_needs_brackets_is_refused_without(css: str) -> None:
    with pytest.raises(UsageError, match=r"without brackets: write :[a-z-]+\(\.\.\.\)"):
        Selector(css)


def test_deep_selectors_are_refused_and_deep_pages_are_not() -> None:
    with pytest.raises(UsageError, match="parts"):
        Selector(" ".join(["p"] * 300))
    deep = Document("<div>" * 5000 + "<p>x")
    assert Selector("div div > p").matches(deep).sum() == 1


def test_selectors_are_values() -> None:
    selector = Selector("p:not(.ad)")
    assert pickle.loads(pickle.dumps(selector)) == selector == Selector("p:not(.ad)")
    assert hash(selector) == hash(Selector("p:not(.ad)"))


@pytest.mark.parametrize("source", ["", "x", "<p", "<p class>", "<p class=>", "\x00", "</p>"])
def test_hardly_any_page(source: str) -> None:
    page = Document(source)
    for css in ("p", ".a", "p + p", "*:has(p)", "li:nth-child(2)", ":empty"):
        assert len(Selector(css).matches(page)) == len(page.elements)
