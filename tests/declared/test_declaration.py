"""What a page declares is read once and kept by the page."""

from __future__ import annotations

from unittest.mock import patch

from webwinnow.declared import declaration, declared
from webwinnow.declared.json_ld import read_json_ld
from webwinnow.document import Document

PAGE = """<html><head><title>Grain &amp; chaff</title><svg><title>Logo</title></svg>
<meta property="og:title" content="Grain"><meta name="description" content="How to winnow">
<link rel="canonical" href="/grain"><link rel="stylesheet" href="/style.css">
<script type="application/ld+json">{"@type": "Article", "headline": "Grain"}</script></head>
<body><p itemscope itemtype="http://schema.org/Article"><b itemprop="author">Ada</b></p>
<p vocab="http://schema.org/" typeof="Article"><b property="author">Bob</b></p>
<a rel="license" href="https://creativecommons.org/">CC</a></body></html>"""


def test_everything_is_there() -> None:
    said = declared(Document(PAGE))
    assert said.title == "Grain & chaff"
    assert [PAGE[start:end] for start, end in said.title_spans] == ["<title>Grain &amp; chaff"]
    assert [meta.key for meta in said.meta] == ["og:title", "description"]
    assert said.said("description", "og:title", "none") == list(said.meta[::-1])
    assert said.meta_sources == ('<meta property="og:title" content="Grain">', PAGE.split("\n")[1].partition(">")[2])
    assert [item.types for item in said.json_ld] == [("Article",)]
    assert [PAGE[start:end] for start, end in said.json_ld_scripts] == ['{"@type": "Article", "headline": "Grain"}']
    assert [item.properties["author"] for item in said.microdata] == ["Ada"]
    assert [item.properties["author"] for item in said.rdfa] == ["Bob"]
    assert [(link.relations, link.address, link.in_head) for link in said.links] == [
        (("canonical",), "/grain", True),
        (("license",), "https://creativecommons.org/", False),
    ]


def test_an_empty_page_declares_nothing() -> None:
    said = declared(Document(""))
    assert said.title is None
    assert not said.title_spans
    assert said.meta == said.json_ld == said.microdata == said.rdfa == said.links == said.meta_sources == ()


def test_each_is_read_once_per_page() -> None:
    page = Document(PAGE)
    with patch.object(declaration, "read_json_ld", wraps=read_json_ld) as read:
        assert declared(page).json_ld is declared(page).json_ld
        assert read.call_count == 1
    assert declared(page).meta is declared(page).meta
    assert declared(page).microdata is declared(page).microdata
