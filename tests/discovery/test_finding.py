"""Discovery against real servers on loopback."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from small_sites import Sent, SmallSite, serving
from webwinnow.discovery import DiscoverySettings, discover, discover_in
from webwinnow.discovery.finding import read_robots
from webwinnow.errors import FetchError, ParameterError
from webwinnow.fetch import Client

CLIENT = Client(timeout=5, allow_private=True)
QUICK = DiscoverySettings(delay=0)


class Site(SmallSite):
    """A site whose files are a dictionary."""

    def __init__(self) -> None:
        super().__init__(self.sent)
        self.files: dict[str, bytes | int] = {}

    def url(self, path: str = "/") -> str:
        return super().url(path)

    def sent(self, path: str) -> Sent:
        found = self.files.get(path, 404)
        return Sent(status=found) if isinstance(found, int) else Sent(found)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    running = Site()
    cards = "".join(f"<li><h3><a href=/story-{n}>Story number {n} of the mill</a></h3>" for n in (1, 2, 3))
    feed = '<link rel=alternate type="application/rss+xml" href=/feed.xml>'
    running.files = {
        "/": f"<title>News</title>{feed}<ul>{cards}</ul><a href=https://example.org/>x</a>".encode(),
        "/robots.txt": f"User-agent: *\nDisallow: /secret\nSitemap: {running.url('/sitemap_index.xml')}\n".encode(),
        "/feed.xml": b"<rss><channel><item><title>Fed</title><link>/story-1</link><pubDate>2024-05-03</pubDate></item>"
        b"<item><link>/story-9</link></item></channel></rss>",
        "/sitemap_index.xml": b"<sitemapindex><sitemap><loc>/deep.xml.gz</loc></sitemap>"
        b"<sitemap><loc>/secret.xml</loc></sitemap></sitemapindex>",
        "/deep.xml.gz": gzip.compress(
            b"<urlset><url><loc>/story-20</loc></url><url><loc>/picture.jpg</loc></url><url><loc>/</loc></url></urlset>"
        ),
    }
    with serving(running):
        yield running


def test_page_feeds_and_sitemaps_together(site: Site) -> None:
    found = discover(site.url(), CLIENT, QUICK)
    assert [entry.address for entry in found.entries] == [
        site.url(f"/story-{n}") for n in (1, 2, 3, 9, 20)
    ]  # no pictures, not the page itself, no other site
    first = found.entries[0]
    assert (first.title, first.date, first.source) == ("Story number 1 of the mill", "2024-05-03", "page")
    assert found.entries[-1].source == f"sitemap {site.url('/deep.xml.gz')}"
    assert site.asked == ["/robots.txt", "/", "/feed.xml", "/sitemap_index.xml", "/deep.xml.gz"]
    assert found.notes == (f"{site.url('/secret.xml')}: robots.txt disallows it",)


def test_there_is_a_pause_between_requests_and_robots_may_ask_for_a_longer_one(site: Site) -> None:
    pauses: list[float] = []
    discover(site.url(), CLIENT, DiscoverySettings(delay=0.25), pauses.append)
    assert pauses == [0.25] * 4
    site.files["/robots.txt"] = b"User-agent: *\nCrawl-delay: 7"
    pauses.clear()
    discover(site.url(), CLIENT, DiscoverySettings(delay=0.25), pauses.append)
    assert set(pauses) == {7.0}


def test_robots_may_name_a_sitemap_without_the_host(site: Site) -> None:
    site.files["/robots.txt"] = b"Sitemap: /deep.xml.gz\n"
    found = discover(site.url(), CLIENT, QUICK)
    assert found.entries[-1].address == site.url("/story-20") and found.notes == ()


def test_without_robots_the_usual_place_of_the_sitemap_is_tried(site: Site) -> None:
    del site.files["/robots.txt"]
    site.files["/sitemap.xml"] = b"<urlset><url><loc>/story-30</loc></url></urlset>"
    assert site.url("/story-30") in [entry.address for entry in discover(site.url(), CLIENT, QUICK).entries]


def test_a_page_that_is_disallowed_is_not_fetched(site: Site) -> None:
    with pytest.raises(FetchError, match=r"robots\.txt disallows"):
        discover(site.url("/secret/page"), CLIENT, QUICK)
    assert site.asked == ["/robots.txt"]


def test_a_site_whose_rules_cannot_be_had_is_left_alone(site: Site) -> None:
    site.files["/robots.txt"] = 503
    with pytest.raises(FetchError, match="answers 503"):
        discover(site.url(), CLIENT, QUICK)
    assert site.asked == ["/robots.txt"]
    assert discover(site.url(), CLIENT, DiscoverySettings(delay=0, robots=False)).entries


@pytest.mark.parametrize(
    ("bounds", "asked", "entries"),
    [({"requests": 3}, 3, 4), ({"depth": 0}, 4, 4), ({"most": 2}, 5, 2), ({"seconds": 1e-9}, 0, None)],
)
def test_bounds(site: Site, bounds: dict[str, Any], asked: int, entries: int | None) -> None:
    settings = DiscoverySettings(**{"delay": 0, **bounds})
    if entries is None:
        with pytest.raises(FetchError, match="raise the bounds"):
            discover(site.url(), CLIENT, settings)
    else:
        assert len(discover(site.url(), CLIENT, settings).entries) == entries
    assert len(site.asked) <= asked


def test_bounds_that_make_no_sense() -> None:
    with pytest.raises(ParameterError, match="above 0"):
        DiscoverySettings(requests=0)


def test_sitemaps_that_name_each_other_come_to_an_end(site: Site) -> None:
    site.files["/sitemap_index.xml"] = b"<sitemapindex><sitemap><loc>/sitemap_index.xml</loc></sitemap></sitemapindex>"
    found = discover(site.url(), CLIENT, QUICK)
    assert site.asked.count("/sitemap_index.xml") == 3
    assert any("nested deeper" in note for note in found.notes)


def test_private_addresses_are_refused(site: Site) -> None:
    with pytest.raises(FetchError, match="private address"):
        discover(site.url(), Client(timeout=5), QUICK)
    assert site.asked == []


def test_a_feed_on_another_private_host_is_not_fetched(site: Site) -> None:
    other = f"http://localhost:{site.server_port}/feed.xml"
    site.files["/"] = f'<link rel=alternate type="application/rss+xml" href="{other}"><p>News'.encode()
    found = discover(site.url(), CLIENT, QUICK)
    assert "/feed.xml" not in site.asked
    assert any("private address" in note for note in found.notes)


def test_a_bomb_is_one_source_less(site: Site) -> None:
    site.files["/feed.xml"] = b'<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel/></rss>'
    found = discover(site.url(), CLIENT, QUICK)
    assert any("declares entities" in note for note in found.notes)
    assert len(found.entries) == 4


def test_a_feed_may_be_named_itself(site: Site) -> None:
    assert [entry.address[-1] for entry in discover(site.url("/feed.xml"), CLIENT, QUICK).entries] == ["1", "9"]


def test_a_file_is_a_page_a_feed_or_a_sitemap(site: Site) -> None:
    page, feed = site.files["/"], site.files["/feed.xml"]
    assert isinstance(page, bytes) and isinstance(feed, bytes)
    assert len(discover_in(page, site.url()).entries) == 3
    assert discover_in(feed, "https://example.org/").entries[0].address == "https://example.org/story-1"
    assert discover_in(b"<p>nothing").entries == ()


TEXT = b"""# hello
User-agent: webwinnow
User-agent: other
Disallow: /private/
Allow: /private/open
Disallow: /*.cgi$
Disallow: /a*b*c
Crawl-delay: 2.5

User-agent: *
Disallow: /
Sitemap: https://example.org/sitemap.xml
"""


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", True),
        ("", True),
        ("/private/x", False),
        ("/private/open/x", True),
        ("/x.cgi", False),
        ("/x.cgi?a", True),
        ("/axxbxxcxx", False),
        ("/axxcxxb", True),
        ("/p%72ivate/x", False),
    ],
)
def test_the_longest_rule_decides(path: str, allowed: bool) -> None:
    assert read_robots(TEXT, "webwinnow").allows(f"https://example.org{path}") is allowed


def test_delay_sitemaps_and_rules_for_all() -> None:
    robots = read_robots(TEXT, "webwinnow")
    assert (robots.delay, robots.sitemaps) == (2.5, ("https://example.org/sitemap.xml",))
    assert not read_robots(TEXT, "stranger").allows("https://example.org/x")
    assert read_robots(b"", "webwinnow").allows("https://example.org/x")
    assert read_robots(b"User-agent: *\nDisallow:\n", "webwinnow").allows("https://example.org/x")


def test_many_stars_take_no_time() -> None:
    robots = read_robots(b"User-agent: *\nDisallow: /" + b"*a" * 5000 + b"$", "webwinnow")
    assert robots.allows("https://example.org/" + "a" * 4000)


@given(some.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    assert read_robots(data, "webwinnow").allows("https://example.org/x") in (True, False)
