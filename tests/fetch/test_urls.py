"""URLs taken apart, and passwords kept out of sight."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import FetchError
from webwinnow.fetch.fetched import PlacelessError
from webwinnow.fetch.urls import Target, parse


@pytest.mark.parametrize(
    ("url", "clean"),
    [
        ("HTTP://Example.ORG", "http://example.org/"),
        ("https://example.org:443/a?b=c#d", "https://example.org/a?b=c"),
        ("http://example.org:443/", "http://example.org:443/"),
        (" http://example.org/ein weg\n", "http://example.org/ein%20weg"),
        ("http://example.org/ä?q=日本", "http://example.org/%C3%A4?q=%E6%97%A5%E6%9C%AC"),
        ("http://example.org/%C3%A4/100%", "http://example.org/%C3%A4/100%"),
        ("http://Bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://straße.example/", "http://xn--strae-oqa.example/"),
        ("http://例え。テスト/", "http://xn--r8jz45g.xn--zckzah/"),
        ("http://１２７.0.0.1/", "http://127.0.0.1/"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("http://[::FFFF:127.0.0.1]/", "http://[::ffff:7f00:1]/"),
        ("http://me:secret@example.org/@me", "http://example.org/@me"),
        ("http://example.org?q", "http://example.org/?q"),
    ],
)
def test_a_url_becomes_what_the_wire_takes(url, clean):
    assert parse(url).url.replace("[::ffff:127.0.0.1]", "[::ffff:7f00:1]") == clean  # newer Pythons' spelling


@pytest.mark.parametrize(
    ("url", "hint"),
    [
        ("ftp://example.org/x", "not ftp"),
        ("javascript:alert(1)", "not javascript"),
        ("file:///etc/passwd", "not file"),
        ("data:text/html,x", "not data"),
        ("example.org/page", "https://"),
        ("http:///path", "names no host"),
        ("http:example.org", "names no host"),
        ("http://example.org:port/", "not a valid URL"),
        ("http://example.org:99999/", "not a valid URL"),
        ("http://[::1/", "not a valid URL"),
        ("http://[nonsense]/", "not a valid URL"),
        ("http://a..b/", "not a valid URL"),
        ("http://a b/", "not a valid URL"),
        ("http://a%0d%0ab/", "not a valid URL"),
        ("http://" + "a" * 64 + ".org/", "not a valid URL"),
        ("http://" + "ü" * 64 + ".org/", "not a valid URL"),
    ],
)
def test_what_cannot_be_fetched_says_why(url, hint):
    with pytest.raises(FetchError, match=hint):
        parse(url)


@given(st.text())
def test_any_text_is_a_clean_target_or_a_one_line_error(text):
    try:
        target = parse("http://" + text)
    except FetchError as error:
        assert str(error).isprintable()
    else:
        assert target.url.isascii()
        assert target.url.isprintable()
        assert " " not in target.url
        assert parse(target.url) == Target(target.scheme, target.host, target.port, target.path)


@given(st.text(), st.sampled_from(["http://", "https://", "ftp://", "http:", "", "http:///"]), st.text())
def test_a_password_is_never_shown(before, scheme, after):
    url = f"{scheme}me:{before}SECRET@{after}"
    try:
        target = parse(url)
    except FetchError as error:
        assert "SECRET" not in str(error)
        assert error.__cause__ is None
    else:
        assert "SECRET" not in target.origin + repr(target).replace(repr(target.path), "")


def test_credentials_are_unquoted_encoded_and_not_printed():
    target = parse("http://me:p%40ss@example.org/")
    assert target.credentials == "Basic bWU6cEBzcw=="
    assert "bWU6cEBzcw" not in repr(target)


@pytest.mark.parametrize(
    ("location", "expected", "keeps_credentials"),
    [
        ("/next", "http://example.org/next", True),
        ("next?x#y", "http://example.org/a/next?x", True),
        ("//other.org/x", "http://other.org/x", False),
        ("https://example.org/", "https://example.org/", False),
        ("http://example.org:81/", "http://example.org:81/", False),
        ("/ä".encode().decode("latin-1"), "http://example.org/%C3%A4", True),
        ("/ä".encode("latin-1").decode("latin-1"), "http://example.org/%C3%A4", True),
    ],
)
def test_a_location_is_followed_and_credentials_stay_home(location, expected, keeps_credentials):
    target = parse("http://me:secret@example.org/a/b").redirected(location)
    assert target.url == expected
    assert (target.credentials is not None) == keeps_credentials


@pytest.mark.parametrize("location", ["ftp://example.org/", "javascript:x", "http://[", "http://:80/", "http://a:b/"])
def test_a_location_elsewhere_is_refused(location):
    with pytest.raises(PlacelessError, match="it redirects to"):
        parse("http://example.org/").redirected(location)
