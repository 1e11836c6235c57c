"""What the site calls itself, and titles without it."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.declared import MetaSearch, declared
from webwinnow.declared.meta_tags import NAMING_WORDS
from webwinnow.document import Document
from webwinnow.headline.candidates import META_KEYS
from webwinnow.headline.site import ADDRESS_KEYS, NAME_KEYS, Site, parts, read_site, squeezed, without_site

ADDRESSES = ["http://", "HTTPS://", "www.", "Mill", ".example", ":80", "@", "/", "?", "#", " ", "[", "é", "\t"]
NOBODY = Site(frozenset(), frozenset())


def site_of(source: str, url: str | None = None) -> Site:
    page = Document(source, url=url)
    return read_site(page)


def test_names_are_declared_in_several_ways() -> None:
    assert site_of('<meta property="og:site_name" content="The Mill">').is_name("the mill")
    written = '<script type="application/ld+json">{"@type": "Article", "publisher": {"name": "Mill &amp; Co"}}</script>'
    assert site_of(written).is_name("Mill & Co")
    assert site_of("", "https://www.daily-mill.co.uk/x").is_name("Daily Mill")
    assert site_of("", "https://www.theverge.com/x").is_name("Verge")


def test_other_texts_are_no_names() -> None:
    site = site_of('<meta property="og:site_name" content="The Mill">', "https://mill.example/")
    assert not site.is_name("How to winnow")
    assert not site.is_name("")
    assert not site.is_name("com")
    assert site.stands_in(squeezed("News of The Mill today"))
    assert not NOBODY.stands_in("anything")


@pytest.mark.parametrize("url", ["http://[x/", "", "mailto:x", "//"])
def test_odd_addresses_have_no_names(url: str) -> None:
    assert not site_of("", url).hosts


@given(
    st.lists(
        st.sampled_from(
            ["http://", "HTTPS://", "www.", "Mill", ".example", ":80", "@", "/", "?", "#", " ", "[", "é", "\t"]
        )
    )
)
def test_hosts_are_those_of_the_standard_library(pieces: list[str]) -> None:
    address = "".join(pieces)
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        host = ""
    assert site_of("", address).hosts == site_of("", f"http://x@{host}/").hosts - {"x"}


def test_squeezed() -> None:
    assert squeezed("The New-York Times!") == "thenewyorktimes"


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("How to winnow - The Mill", "How to winnow"),
        ("The Mill | How to winnow - a guide", "How to winnow - a guide"),
        ("How to winnow | The Mill | mill.example", "How to winnow"),
        ("The Mill", "The Mill"),
        ("Well-known grain", "Well-known grain"),
        ("", ""),
    ],
)
def test_the_site_is_cut_off_at_both_ends(title: str, expected: str) -> None:
    assert without_site(title, Site(frozenset({"themill"}), frozenset({"mill", "millexample"}))) == expected


def test_parts() -> None:
    found = list(parts("News: Rye is ripe | Farm | Mill", NOBODY))
    assert ("News: Rye is ripe", "first") in found
    assert ("Rye is ripe", "middle") in found
    assert ("Mill", "last") in found
    assert not list(parts("One headline", NOBODY))
    assert len(list(parts("a | " * 300, NOBODY))) <= 18


def test_every_key_that_names_page_or_site_is_among_those_that_are_read() -> None:
    keys = sorted({*META_KEYS, *NAME_KEYS, *ADDRESS_KEYS})
    written = ['<meta name="{}" content=x>', "<meta content=x PROPERTY='{}'>", "<META itemprop={} content=x>"]
    for tag in written:
        page = Document("".join(tag.format(key) + tag.format(key.upper()) for key in keys))
        assert MetaSearch(keys, NAMING_WORDS).read(page) == declared(page).meta
        assert len(declared(page).meta) == 2 * len(keys)


def cut_one_by_one(title: str, site: Site) -> str:
    """Cut off one part after the other, looking for separators anew each time."""
    strong = re.compile(r"\s+[-–—―|·•»›/~]+\s+|\s*[|»›·•｜]\s*")
    while (match := next(reversed(list(strong.finditer(title))), None)) and site.is_name(title[match.end() :]):
        if not match.start():
            break
        title = title[: match.start()]
    while (match := strong.search(title)) and site.is_name(title[: match.start()]) and match.end() < len(title):
        title = title[match.end() :]
    return title.strip()


@given(st.lists(st.sampled_from(["mill", "Mill", "grain", " ", " ", "|", "-", "»", " - ", "/"]), max_size=12))
def test_separators_are_looked_for_once(pieces: list[str]) -> None:
    title, site = "".join(pieces), Site(frozenset({"mill"}), frozenset())
    assert without_site(title, site) == cut_one_by_one(title, site)
