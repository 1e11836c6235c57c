"""Page loads, wishes in addresses, and ETags."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.proxy.messages import asking, filtered_tag, is_page, is_page_load, readable_codings, server_tags, taken

BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


KNOWN = ("dsc", "lqf >> bte")


@pytest.mark.parametrize(
    ("method", "headers", "expected"),
    [
        ("GET", BROWSER | {"sec-fetch-dest": "document"}, True),
        ("GET", BROWSER, True),
        ("GET", {}, True),
        ("GET", {"accept": "Text/HTML"}, True),
        ("GET", {"accept": "*/*"}, False),
        ("GET", {"accept": "application/json"}, False),
        ("GET", BROWSER | {"sec-fetch-dest": "iframe"}, False),
        ("GET", BROWSER | {"sec-fetch-dest": "empty"}, False),
        ("GET", BROWSER | {"x-requested-with": "XMLHttpRequest"}, False),
        ("GET", BROWSER | {"hx-request": "true"}, False),
        ("GET", BROWSER | {"turbo-frame": "list"}, False),
        ("POST", BROWSER | {"sec-fetch-dest": "document"}, False),
        ("HEAD", BROWSER, False),
    ],
)
def test_only_page_loads(method, headers, expected):
    assert is_page_load(method, headers) is expected


@pytest.mark.parametrize(
    ("status", "headers", "expected"),
    [
        (200, {"content-type": "text/html"}, True),
        (200, {"content-type": " TEXT/HTML ; charset=x"}, True),
        (404, {"content-type": "text/html"}, False),
        (206, {"content-type": "text/html"}, False),
        (304, {"content-type": "text/html"}, False),
        (200, {"content-type": "application/xhtml+xml"}, False),
        (200, {"content-type": "text/plain"}, False),
        (200, {}, False),
        (200, {"content-type": "text/html", "content-disposition": "Attachment; filename=x.html"}, False),
        (200, {"content-type": "text/html", "content-disposition": "inline"}, True),
    ],
)
def test_only_pages(status, headers, expected):
    assert is_page(status, headers) is expected


def test_codings_that_cannot_be_read_are_not_asked_for():
    assert readable_codings("gzip, deflate, br, zstd, dcb, dcz") == "gzip, deflate, br, zstd"
    assert readable_codings("GZIP;q=0.5, sdch") == "GZIP;q=0.5"
    assert readable_codings("dcb") == "identity"


@pytest.mark.parametrize(
    ("target", "left", "wish"),
    [
        ("/a", "/a", None),
        ("/a?", "/a?", None),
        ("/a?webwinnow=original", "/a", "original"),
        ("/a?x=1&webwinnow=dsc&y=%20", "/a?x=1&y=%20", "dsc"),
        ("/a?webwinnow=lqf%20%3E%3E%20bte", "/a", "lqf >> bte"),
        ("/a?webwinnow=lqf+>>+bte#b", "/a#b", "lqf >> bte"),
        ("/a?webwinnow=theirs&x", "/a?webwinnow=theirs&x", None),
        ("/a?notwebwinnow=original", "/a?notwebwinnow=original", None),
        ("/a?webwinnow=original&webwinnow=dsc", "/a", "dsc"),
        ("/a?&&x&", "/a?&&x&", None),
    ],
)
def test_the_wish_is_taken_and_the_rest_stays(target, left, wish):
    assert taken(target, KNOWN) == (left, wish)


@given(st.text("ab=&%?/é", max_size=12), st.sampled_from([*KNOWN, "original"]))
def test_what_is_asked_for_is_taken(query, wish):
    url = f"http://a.example/b?{query}" if query else "http://a.example/b"
    assert taken(asking(url, wish), KNOWN) == (url, wish)


def test_the_usual_page():
    assert asking("https://a.example/b?c#d", None) == "https://a.example/b?c"


@given(st.text(st.characters(codec="ascii", exclude_characters='"'), max_size=20), st.booleans())
def test_the_server_gets_its_own_tag_back(name, weak):
    tag = f'{"W/" * weak}"{name}"'
    named = filtered_tag(tag, "abc")
    assert named is not None and named.startswith('W/"') and named != tag
    assert server_tags(named, "abc") == tag
    assert server_tags(named, "abd") is None


def test_tags_of_unfiltered_pages_are_not_asked_for():
    assert server_tags('"plain", W/"weak"', "abc") is None
    assert server_tags("*", "abc") is None
    assert server_tags(f'"plain", {filtered_tag(chr(34) + "x" + chr(34), "abc")}', "abc") == '"x"'


@pytest.mark.parametrize("tag", ["", "x", '"', "W/x"])
def test_what_is_no_tag_gets_none(tag):
    assert filtered_tag(tag, "abc") is None
