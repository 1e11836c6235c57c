import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate.meta import Meta
from webwinnow.evaluate.splitting import domain_of, grouped, halves, site_of


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://www.example.com/a?b", "example.com"),
        ("http://news.bbc.co.uk:80/1", "bbc.co.uk"),
        ("https://bbc.co.uk/", "bbc.co.uk"),
        ("HTTPS://A.B.Example.COM./", "example.com"),
        ("example.org/path", "example.org"),
        ("//cdn.example.net/x", "example.net"),
        ("http://192.168.1.2/x", "192.168.1.2"),
        ("http://[2001:db8::1]/x", "2001:db8::1"),
        ("http://localhost/", "localhost"),
        ("http://[broken", None),
        ("/only/a/path", None),
        ("", None),
    ],
)
def test_domains(url, domain):
    assert domain_of(url) == domain


def test_a_site_is_the_domain_or_the_key_site_or_the_page_itself():
    assert site_of("1", Meta(url="http://a.example.com/", extra={"site": "other"})) == "example.com"
    assert site_of("1", Meta(extra={"site": "www.express.gr"})) == "express.gr"
    assert site_of("1", Meta(extra={"site": "Hexun"})) == "hexun"
    assert site_of("1", Meta(extra={"site": 5})) != site_of("2", Meta())


groups_of_pages = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=4), st.integers(1, 9), min_size=1, max_size=20
).map(lambda sizes: {name: [f"{name}{i:03}" for i in range(size)] for name, size in sizes.items()})


@given(groups_of_pages, st.floats(0.05, 0.95))
def test_whole_groups_near_the_ratio_and_nothing_lost(groups, ratio):
    first, second = halves(groups, ratio)
    everything = sorted(page for pages in groups.values() for page in pages)
    assert sorted(first + second) == everything
    for pages in groups.values():
        assert set(pages) <= set(first) or set(pages) <= set(second)
    largest = max(map(len, groups.values()))
    assert abs(len(first) - ratio * len(everything)) <= largest


@given(groups_of_pages)
def test_the_order_of_groups_makes_no_difference(groups):
    assert halves(groups, 0.5) == halves(dict(reversed(groups.items())), 0.5)


def test_the_alphabet_has_no_say():
    groups = {f"site{i:03}": [f"page{i:03}"] for i in range(100)}
    first, _ = halves(groups, 0.5)
    assert len(first) == 50
    assert 15 <= sum(page < "page050" for page in first) <= 35
    assert first[:10] != [f"page{i:03}" for i in range(0, 20, 2)]


def test_grouped():
    assert grouped([("a", "1"), ("b", "2"), ("a", "3")]) == {"a": ["1", "3"], "b": ["2"]}
