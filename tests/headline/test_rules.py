"""Compiled code reads and describes the candidates for the headline as Python does."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.headline.ranking import best_of, choose, find_candidates, find_headline, rank_headlines, weigh
from webwinnow.headline.rules import FEATURES, SURELY_COMPOSED, weights
from webwinnow.kernels import LIBRARY
from webwinnow.spans import Spans

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")

LD = '<script type="application/ld+json">{}</script><h1>a b</h1>'
PAGES = {
    "agreement": """<title>Grain and Chaff - The Mill</title><meta property=og:title content="Grain &amp; Chaff">
        <meta property=og:site_name content="The Mill"><nav><a href=/><h2>The Mill</h2></a></nav>
        <h1>Grain  &amp; Chaff ¶</h1><h1>grain and chaff</h1><p>Grain, chaff.<h2>Chaff... </h2>""",
    "news": """<title>Mill burns | News</title><script type="application/ld+json">{"@type": "NewsArticle",
        "headline": "Mill burns", "publisher": {"name": "News"}}</script>
        <meta property="og:title" content="Fire at mill"><meta name=twitter:title content="Mill burns">
        <h1>Mill burns</h1><article><h2>Mill burns</h2></article>""",
    "pieces": """<h1>1<b>.</b> Grain<br>and<span> </span>c<i>haff</i> # §</h1><h2>a<!-- --> b<p hidden>c</p>d🔗</h2>
        <h3>#</h3>""",
    "typography": "<title>Don’t ‘stop’ „now“ – Straße</title><h1>don't 'stop' \"now\" – STRASSE</h1><h2>ŉ ß ſ K İ</h2>",
    "scripts": "<title>中文 | ข่าว</title><h1>中文</h1><h2>カタカナ 한국어</h2><h3>می‌خواهم</h3><h4>👩‍👧 x</h4>",
    "not composed": "<title>café</title><h1>cafe\u0301</h1><h2>e\u0301</h2>",
    "rare letters": "<title>𐐀𐐁</title><h1>𐐨𐐩</h1><h2>𠀋</h2>",
    "marked": """<div class="entry-title">a b</div><p itemprop=headline>c d</p><p data-x=headline>e f</p>
        <text class=title>g h</text><x-y class=subtitle>i</x-y><p itemprop='name' class=title>j k l</p>""",
    "references in classes": """<h1 class="[&amp;_p]:x head&#108;ine">a b</h1><h2 itemprop=&#110;AME>c d</h2>
        <h3 class="&headline">e f</h3><h4 class="[&amp;_a]:y">g h</h4><h5 class=Entry-Title&amp;>i j</h5>""",
    "programs": "<h1>Untitled</h1><h2>null</h2><h3>[object Object]</h3><title>undefined</title>",
    "no title": "<h1></h1><h2>a</h2>",
    "nothing": "",
    "a long title": f"<title>{'a b ' * 400}</title><h1>a b</h1>",
    "a word three times": "<title>a a a b</title><h1>a a b</h1><p>a a a b",
    "long": f"<h1>{'word ' * 40}</h1><h2>{'word ' * 100}</h2><title>{'word ' * 22}</title><h3>{'word ' * 600}</h3>",
    "separators": """<h1>a | b</h1><h2>a » b</h2><h3>a -b</h3><title>x - y – z: v</title>
        <meta name=title content='y &lt; z'>""",
    "titles": """<title>Grain: The Mill's way – a tale | Mill :: News - themill_x</title><meta property="og:title"
        content="Grain|Chaff » The Mill"><meta name=application-name content="Mill"><h1>Grain</h1>""",
    "a drawing's title": "<svg><title>Icon</title></svg><title>Grain</title><h1>Icon</h1><h2>Grain</h2>",
    "meta": """<meta property="og:title twitter:title  og:title" name=TITLE content=' Grain &amp;\n chaff # '>
        <META content="Mill" property="og:site_name"><meta name="og:url" value="https://WWW.mill.co.uk/a">
        <meta itemprop="headline name" content="Of grain §"><meta name="dc title" content="no">
        <meta name="title" content=""><meta name="headline" content="a" content="b"><meta name='headline'>
        <meta name=og:url content="/grain"><meta name=twitter:url content="news.mill.example"><h1>Grain & chaff</h1>""",
    "objects": """<title>Grain - Mill</title><script type='Application/LD+JSON; charset=utf-8'>
        [{"@context": "https://schema.org", "@graph": [{"@type": ["WebPage", ["X"]],
        "name": "Grain \\u2013 Mill &amp; more",
        "isPartOf": {"name": "Mill"}, "mainEntity": {"type": "schema:NewsArticle",
        "headline": "Grain\\n\\/ \\ud83c\\udf3e",
        "mainEntityOfPage": {"@type": "http://schema.org/WebPage", "name": "deep", "about": {"name": "deeper"}}}},
        {"@type": "Organization", "name": "The Mill", "x": [1, -2.5e+3, true, null, [], {}, ""]}]},
        {"@type": "Article", "headline": null, "schema:name": "Chaff"}]
        ; {"@id": "x"} , "text" 12 </script><script type="application/ld+json"> </script>
        <script type="application/ld+json">{"@type": "Article", "headline": "Rye",
        "publisher": {"name": "Mill 2"}}</script>
        <h1>Grain</h1>""",
    "a headline in parts": LD.format('{"@type": "Article", "headline": ["a", "b"]}'),
    "a broken script": LD.format('{"@type": "Article", "headline": "a",}'),
    "said twice": LD.format('{"headline": "a", "headline": "b"}'),
    "deep objects": LD.format('{"x": ' * 18 + "1" + "}" * 18),
    "many objects": LD.format("[" + "{}, " * 600 + "{}]"),
    "half a pair": LD.format('{"headline": "\\ud83c"}'),
    "a strange address": "<meta property=og:url content='https://a@mill.example:80/'><h1>a</h1>",
    "a reference in a key": "<meta name='&nbsp;title' content=x><h1>a</h1>",
    "written out": "<title>a &amp;raquo; b</title><h1>a</h1>",
    "much text": "".join(f"<h{n % 6 + 1}>{'word ' * 50}<b>{'x' * 700}</b></h{n % 6 + 1}>" for n in range(90)),
}


def listed(contest: Any) -> list[Any]:
    described = contest.described_alone(range(len(contest)))
    told = [{name: value for name, value in each.items() if value and name in FEATURES} for each in described]
    return [(contest.shown(at), told[at]) for at in range(len(contest))]


def weighed_alike(source: str, url: str | None = None) -> bool:
    """Check that both give the same; tell whether compiled code did not leave the page to Python."""
    page = Document(source, url=url)
    assert LIBRARY is not None
    for view in (page, page.without(Spans([(20, 60)], size=len(page.source)))):
        for content in (None, Spans([(10, len(source) // 2)], size=len(page.source))):
            ours = weigh(LIBRARY, view, content)
            if ours is None:
                return False
            theirs = find_candidates(view, content)
            chosen = choose(LIBRARY, view, content)
            assert chosen is None or chosen[0] == best_of(theirs)
            assert listed(ours) == listed(theirs)
            every = range(len(theirs))
            assert ours.in_main(every) == theirs.in_main(every)
    return True


@pytest.mark.parametrize(("name", "source"), PAGES.items(), ids=PAGES)
def test_pages(name: str, source: str) -> None:
    left = {
        "not composed", "rare letters", "a long title", "much text", "a headline in parts", "a broken script",
        "said twice", "deep objects", "many objects", "half a pair", "a strange address", "written out",
        "a reference in a key",
    }  # fmt: skip
    assert weighed_alike(source, "https://www.themill.example/grain") == (name not in left)


@given(st.sampled_from(list(PAGES.values())), markup(), st.sampled_from(["h1", "h2", "div class=title", "title"]))
def test_any_markup(page: str, source: str, tag: str) -> None:
    weighed_alike(f"<{tag}>{source}</{tag.split()[0]}>{page}<h1>{source[:40]}</h1>{source}")


WRITTEN = st.text(st.sampled_from(list("aB |-–»:_/&;.# ¶\u00a0é中&")), max_size=24)
OBJECTS = st.recursive(
    st.none() | st.booleans() | st.integers() | WRITTEN | st.sampled_from(["WebSite", "schema:Article", "WebPage"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["@type", "type", "name", "headline", "@graph", "publisher", "mainEntity", "schema:name", "@id", "x"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(WRITTEN, WRITTEN, OBJECTS, st.booleans())
def test_any_declaration(title: str, site: str, objects: object, plain: bool) -> None:
    script = f'<script type="application/ld+json">{json.dumps(objects, ensure_ascii=plain)}</script>'
    named = f'<meta property=og:site_name content="{site}"><meta content="{title}" name="twitter:title og:title">'
    weighed_alike(f"<title>{title}</title>{named}<meta property=og:title content='{title} | {site}'>{script}<h1>a B")


def test_what_is_surely_composed() -> None:
    for start, end in SURELY_COMPOSED:
        for letter in map(chr, range(start, end)):
            assert unicodedata.combining(letter) == 0
            assert unicodedata.is_normalized("NFC", f"a{letter}")
            assert unicodedata.is_normalized("NFC", letter)
    first = {chr(code) for code in range(0x11000) if unicodedata.decomposition(chr(code))[:1].strip("<")}
    parts = {unicodedata.normalize("NFD", each)[1:] for each in first}
    goes_on = {letter for each in parts for letter in each}
    assert not [letter for start, end in SURELY_COMPOSED for letter in map(chr, range(start, end)) if letter in goes_on]


def test_every_weight_has_its_number() -> None:
    assert set(weights()) - set(FEATURES) == {"in main text"}


def test_the_best_is_the_first_of_all() -> None:
    for source in PAGES.values():
        page = Document(source)
        found, ranked = find_headline(page), rank_headlines(page)
        assert found == (ranked[0] if ranked else None)
