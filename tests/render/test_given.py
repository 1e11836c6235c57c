"""Addresses and pictures that compiled code reads are those that Python reads."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.render.markdown import tree_markdown
from webwinnow.render.structure import building, compiled
from webwinnow.render.structure.block import Tree
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structure.columns import ColumnTree

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")
URLS = (None, "https://a.example/b/c.html?d#e", "http://A.example", "file:///tmp/a", "https://é.example/", "https:///x")
WRITTEN = (
    "/a", "/a/./b", "//b.example/c", "/a\\b", "a/b", "a.b/c/", "a..b", "../a", "#a", "?a=1", "", " ", " /a ", "\n/a\t",
    "/a\x01b", "\xa0/a", "/a\xa0", "http://b.example/é", "HTTPS://b.example/", "http:a", "https://[", "ftp://b.example/",
    "mailto:a@b.example", "MAILTO:a@b.example", "tel:+1 2", "javascript:go()", "jAvAscript:x", "java\nscript:x",
    "ja\u017fvascript:x", "data:text/html,x", "a:b", "1a:b", "/a:b", "//[a", "a b", "a&amp;b=1", "/a?b&c", "&#47;a",
    "&#106;avascript:x", "/" + "a" * 5_000, "https://a.example/a", "/\ud800",
)  # fmt: skip
SOURCES = (
    *WRITTEN, "a.jpg", "spacer.gif", "a.jpg?spacer", "/x/placeholder.png?a/b.jpg", "data:image/gif;base64,R0lGODlh",
    "data:image/svg+xml,x", "blan\u212a.gif", "/smileys/a.png", "logo.png", "/avatars/a.png", "a/icon.svg",
)  # fmt: skip
SAID = (
    "", "alt=''", "alt='A mill'", "alt=' A\n\xa0 mill '", "alt=':)'", "alt=☺", "alt='😀 😀'", "alt='&#x1F600;'",
    "alt='' title='A title'", "title='A title' class=smiley", "class='a&#46;b'", "class=ſmiley", "width=1",
    "height=2px", "width='&#49;'", "width=12 height=0", "data-src=b.jpg", "data-src=' '", "data-src=true",
    "data-lazy-src=/c/d.png", "data-src=spacer.gif", "srcset='b.jpg 2x'", "width='1px '",
)  # fmt: skip


def each(source: str, url: str | None, images: frozenset[int] | None) -> tuple[Tree, Tree, Tree]:
    """Build one tree by each: at once if the page is ordinary, step by step, and with addresses read by Python."""
    page = Document(source, url=url)
    at_once = build_tree(page, page.visible, images=images)
    with patch.object(building, "build_ordinary", return_value=None):
        page = Document(source, url=url)
        one = build_tree(page, page.visible, images=images)
        page = Document(source, url=url)
        with patch.object(compiled, "_given_leads", return_value=None):
            other = build_tree(page, page.visible, images=images)
    return at_once, one, other


def assert_alike(source: str, url: str | None = None, images: frozenset[int] | None = None) -> None:
    at_once, one, other = each(source, url, images)
    assert tree_markdown(at_once) == tree_markdown(one) == tree_markdown(other)
    assert list(at_once) == list(one) == list(other)


@pytest.mark.parametrize("url", URLS)
@pytest.mark.parametrize("images", [None, frozenset[int](), frozenset({2})], ids=["all", "none", "one"])
def test_whatever_is_written(url: str | None, images: frozenset[int] | None) -> None:
    for each in WRITTEN:
        assert_alike(f"<p>grain <a href='{each}'>chaff</a>, <a href='/a'>straw</a>", url, images)
    for each in SOURCES:
        assert_alike(f"<p>grain <img src='{each}'> and chaff", url, images)
    for each in SAID:
        assert_alike(f"<p>grain <img src=/a/b.jpg {each}> and chaff", url, images)


@given(
    st.lists(st.tuples(st.sampled_from(WRITTEN), st.sampled_from(SOURCES), st.sampled_from(SAID)), max_size=4),
    st.sampled_from(URLS),
    st.sampled_from(["", "é", "\N{GRINNING FACE}"]),
    st.sampled_from([None, frozenset[int](), frozenset({2, 5})]),
)
def test_several_of_a_page(
    rows: list[tuple[str, str, str]], url: str | None, text: str, images: frozenset[int] | None
) -> None:
    source = "".join(f"<p>{text} a <a href='{link}'>b</a> <img src='{src}' {said}> c" for link, src, said in rows)
    assert_alike(source, url, images)


def test_most_are_read_at_once() -> None:
    source = "<p>a <a href=/a>b</a> <a href=javascript:x>b</a> <a href='c?d=1&amp;e'>f</a> <img src=g.jpg alt=h>"
    at_once, one, other = each(source, None, None)
    assert isinstance(at_once, ColumnTree) and at_once.untidy is not None
    assert isinstance(one, ColumnTree) and isinstance(other, ColumnTree)
    assert one.columns.given is not None
    assert other.columns.given is None
    assert [*one.columns.addresses] == [*other.columns.addresses] == ["/a", "c?d=1&e"]
    assert one.columns.atoms[0] == other.columns.atoms[0]
    assert (one.columns.addresses[-1:], one.columns.atoms[:1]) == (["c?d=1&e"], [*other.columns.atoms])


def test_of_many_none_gets_too_long() -> None:
    base = f"<base href='https://a.example/{'b' * 1_500}/'>"
    many = "".join(f"<p>c <a href=d{at}>e</a>" for at in range(300))
    assert_alike(base + many)
    assert not isinstance(each(base + many, None, None)[0], ColumnTree)


@pytest.mark.skipif(LIBRARY is None, reason="only compiled code reads texts without making them")
def test_pictures_without_their_names() -> None:
    names = {"a": "Été", "b": "", "c": "two", "d": "x"}
    tags = "".join(f"<img src={name}.png alt='{alternative}'>" for name, alternative in names.items())
    page = Document(f"<p><a href=/there>text</a>{tags}", url="https://a.org/")
    tree = build_tree(page, page.visible)
    assert isinstance(tree, ColumnTree) and tree.columns.given
    given = tree.columns.given
    left = given.without_names([0, 2])
    assert [each.alternative for each in left.atoms] == ["", "", "", "x"]
    assert [each.address for each in left.atoms] == [each.address for each in given.atoms]
    assert [*left.addresses] == [*given.addresses] and left.letters.tolist() == [0, 0, 0, ord("x")]
