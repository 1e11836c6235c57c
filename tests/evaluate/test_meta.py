import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import PackageError
from webwinnow.evaluate.making import grouped, halves
from webwinnow.evaluate.meta import KEYS, PageMeta, domain_of, primary_language, site_of

texts = st.text(max_size=8)
maybe_text = st.none() | texts
lists = st.lists(texts, max_size=3).map(tuple)
values = st.none() | st.booleans() | st.integers() | texts | st.lists(st.integers(), max_size=2)
metas = st.builds(
    PageMeta,
    url=maybe_text,
    language=maybe_text,
    title=maybe_text,
    author=lists,
    date=maybe_text,
    page_type=maybe_text,
    fragmented=st.none() | st.booleans(),
    multiple_articles=st.none() | st.booleans(),
    with_snippets=lists,
    without_snippets=lists,
    extra=st.dictionaries(texts.filter(lambda key: key not in KEYS), values, max_size=3),
)


@given(metas)
def test_written_and_read_again_it_is_the_same(meta):
    assert PageMeta.from_json(json.loads(json.dumps(meta.to_json()))) == meta


def test_author_may_be_text_or_a_list():
    assert PageMeta.from_json({"author": "A"}).author == ("A",)
    assert PageMeta.from_json({"author": ["A", "B"]}).author == ("A", "B")
    assert PageMeta.from_json({"author": None}).author == ()


def test_unknown_keys_are_kept_and_known_ones_come_first():
    meta = PageMeta.from_json({"skin": "mobile", "with": ["x"], "url": "http://a.example/"})
    assert meta.extra == {"skin": "mobile"}
    assert list(meta.to_json()) == ["url", "with", "skin"]


def test_false_is_known_and_none_is_not():
    assert PageMeta(fragmented=False).to_json() == {"fragmented": False}
    assert PageMeta().to_json() == {}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ([], "a list"),
        ("text", "text"),
        ({"url": 3}, "'url' must be text or null, not a number"),
        ({"author": [1]}, "'author' must be a list of texts or a text"),
        ({"with": "bare"}, "'with' must be a list of texts, not text"),
        ({"fragmented": "yes"}, "'fragmented' must be true, false or null"),
    ],
)
def test_wrong_forms_name_the_key(content, told):
    with pytest.raises(PackageError, match=told):
        PageMeta.from_json(content)


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("en-GB", "en"),
        ("zh_Hans", "zh"),
        (" DE ", "de"),
        ("", None),
        (None, None),
        ("english", None),
        ("日本", None),
    ],
)
def test_primary_language(tag, language):
    assert primary_language(tag) == language


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
    assert site_of("1", PageMeta(url="http://a.example.com/", extra={"site": "other"})) == "example.com"
    assert site_of("1", PageMeta(extra={"site": "www.express.gr"})) == "express.gr"
    assert site_of("1", PageMeta(extra={"site": "Hexun"})) == "hexun"
    assert site_of("1", PageMeta(extra={"site": 5})) != site_of("2", PageMeta())


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
