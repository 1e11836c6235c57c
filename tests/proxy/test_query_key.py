import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.proxy.query_key import asking, taken

KNOWN = ("dsc", "lqf >> bte")


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
