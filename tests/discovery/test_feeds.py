"""Feeds and sitemaps of all kinds."""

from __future__ import annotations

import json

import pytest

from webwinnow.discovery import Discovered
from webwinnow.discovery.feeds import read_listing

HERE = "https://example.org/feed"
RSS = b"""<?xml version="1.0"?><!-- made by hand --><rss version="2.0"><channel><link>https://example.org</link>
<item><title>Salt &amp;amp; wind</title><link>/a</link><pubDate>Fri, 03 May 2024 10:11:12 +0200</pubDate>
<description>&lt;p&gt;On &lt;b&gt;tides&lt;/b&gt;&lt;/p&gt;</description></item>
<item><guid>https://example.org/b</guid></item><item><title>no address</title></item></channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="/x"/><entry><title>Tides</title>
<link rel="enclosure" href="/a.mp3"/><link href="/a"/><updated>2024-05-03T10:11:12Z</updated></entry></feed>"""
RDF = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
xmlns:dc="http://purl.org/dc/elements/1.1/"><item><title>Tides</title><link>https://example.org/a</link>
<dc:date>2024-05-03</dc:date></item></rdf:RDF>"""
JSON = json.dumps(
    {
        "version": "https://jsonfeed.org/version/1.1",
        "items": [{"url": "/a", "title": "Tides", "date_published": "2024-05-03"}, 3, {}],
    }
).encode()
SITEMAP = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
<url><loc> https://example.org/a </loc><news:news><news:publication_date>2024-05-03</news:publication_date>
<news:title>Tides</news:title></news:news></url><url><loc>https://example.org/b</loc></url></urlset>"""
INDEX = b"""<sitemapindex><sitemap><loc>/old.xml</loc><lastmod>2020-01-01</lastmod></sitemap>
<sitemap><loc>/new.xml.gz</loc><lastmod>2024-01-01</lastmod></sitemap></sitemapindex>"""


@pytest.mark.parametrize("data", [RSS, ATOM, RDF, JSON, SITEMAP], ids=["rss", "atom", "rdf", "json", "sitemap"])
def test_all_formats(data: bytes) -> None:
    listing = read_listing(data, HERE, 100)
    assert listing is not None
    first = listing.entries[0]
    assert (first.address, (first.date or "")[:10]) == ("https://example.org/a", "2024-05-03")
    assert first.source == f"{listing.kind} {HERE}"
    assert first.title == ("Salt & wind" if data is RSS else "Tides")


def test_teasers_are_plain_text_and_identifiers_that_are_addresses_count() -> None:
    listing = read_listing(RSS, HERE, 100)
    assert listing is not None
    assert listing.entries[0].teaser == "On tides"
    assert [entry.address[-1] for entry in listing.entries] == ["a", "b"]


def test_an_index_names_the_newest_sitemap_first() -> None:
    listing = read_listing(INDEX, "https://example.org/sitemap.xml", 100)
    assert listing is not None
    assert listing.sitemaps == ("https://example.org/new.xml.gz", "https://example.org/old.xml")


def test_a_list_of_addresses() -> None:
    listing = read_listing(b"https://example.org/a\nhttps://example.org/b\n", HERE, 1)
    assert listing is not None
    assert [entry.address for entry in listing.entries] == ["https://example.org/a"]


@pytest.mark.parametrize("data", [b"", b"<!doctype html><html><p>rss", b"{}", b'{"items": []}', b"{", b"some words"])
def test_what_is_neither(data: bytes) -> None:
    assert read_listing(data, HERE, 10) is None


def test_the_number_of_entries_is_bounded() -> None:
    many = b"<rss><channel>" + b"<item><link>https://example.org/a</link></item>" * 500 + b"</channel></rss>"
    listing = read_listing(many, HERE, 7)
    assert listing is not None
    assert len(listing.entries) == 7


def test_plain_data() -> None:
    assert Discovered("https://example.org/a", "page", title="Tides").to_json() == {
        "address": "https://example.org/a",
        "source": "page",
        "title": "Tides",
        "date": None,
        "teaser": None,
    }
