"""robots.txt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from webwinnow.discovery.robots import read_robots

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
