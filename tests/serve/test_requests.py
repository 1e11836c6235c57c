import json

import pytest

from webwinnow.serve.requests import PagePlace, PageRequest, RequestError, read_json, read_request, web_address


def read(operation="extract", **found) -> PageRequest:
    return read_request(operation, found, limit=1000, most=3)


def refused(call, *arguments, **named) -> RequestError:
    with pytest.raises(RequestError) as caught:
        call(*arguments, **named)
    return caught.value


def test_one_page_and_its_options():
    asked = read(html="<p>x", url="https://example.org/", format="markdown", links=False, keep=["main"], hidden=None)
    assert asked.pages == (PagePlace("<p>x", "https://example.org/"),)
    assert (asked.options, asked.several) == ({"format": "markdown", "links": False, "keep": ["main"]}, False)


def test_an_empty_page_is_a_page():
    assert read(html="").pages == (PagePlace("", None),)


def test_several_pages_where_one_is_wrong():
    asked = read(pages=[{"html": "x"}, {"url": "ftp://x"}, 7], format="text")
    assert asked.several and asked.pages[0] == PagePlace("x", None)
    assert [each.code for each in asked.pages[1:]] == ["bad_url", "wrong_type"]


@pytest.mark.parametrize(
    ("found", "code", "said"),
    [
        ({}, "no_page", "give 'html' or 'url'"),
        ({"html": "x", "formt": "text"}, "unknown_field", "did you mean 'format'?"),
        ({"html": "x", "zzz": 1}, "unknown_field", "known are html, base64, url, extractor"),
        ({"html": 7}, "wrong_type", "'html' must be of type string, not integer"),
        ({"html": "x", "links": 1}, "wrong_type", "'links' must be of type boolean, not integer"),
        ({"html": "x", "links": 1.5}, "wrong_type", "not number"),
        ({"html": "x", "format": "pdf"}, "wrong_value", "'format' must be one of text, markdown"),
        ({"html": "x", "keep": ["a", 1]}, "wrong_type", "a list of strings"),
        ({"html": "x", "keep": "a"}, "wrong_type", "of type array, not string"),
        ({"url": "/etc/passwd"}, "bad_url", "is no web address"),
        ({"url": "file:///etc/passwd"}, "bad_url", "http:// or https://"),
        ({"url": "-"}, "bad_url", "is no web address"),
        ({"html": "x" * 1001}, "too_large", "larger than 1,000 bytes"),
        ({"pages": []}, "wrong_value", "a list of 1 to 3"),
        ({"pages": [{"html": "x"}] * 4}, "wrong_value", "a list of 1 to 3"),
        ({"pages": {"html": "x"}}, "wrong_value", "a list of 1 to 3"),
        ({"pages": [{"html": "x"}], "url": "https://x/"}, "bad_request", "inside of each"),
    ],
)
def test_what_is_wrong_is_said(found, code, said):
    error = refused(read, **found)
    assert error.code == code
    assert said in str(error)
    assert error.status == (413 if code == "too_large" else 400)


@pytest.mark.parametrize("body", [b"", b"{", b"[1]", b"7", b"\xff", b"[" * 100_000, b"1" * 5000, b'{"a": NaN}x'])
def test_bodies_that_are_no_object(body):
    assert refused(read_json, body).code == "bad_json"


def test_long_values_are_quoted_shortly():
    assert len(str(refused(read, html="x", format="y" * 10**6))) < 500
    assert len(str(refused(web_address, "y" * 10**6))) < 500
    assert len(str(refused(read, html="x", **{"y" * 10**6: 1}))) < 600


def test_an_error_survives_pickling():
    import pickle

    error = pickle.loads(pickle.dumps(RequestError("no", "code", 418)))
    assert (str(error), error.code, error.status) == ("no", "code", 418)


def test_json_is_read_as_it_is():
    assert read_json(json.dumps({"html": "\ud800 ü"}).encode()) == {"html": "\ud800 ü"}
