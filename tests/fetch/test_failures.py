"""Messages: one line, what, where, what to do."""

import socket
import ssl
import zlib
from http.client import BadStatusLine, IncompleteRead, RemoteDisconnected

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import FetchError
from webwinnow.fetch.failures import blamed_on, explained, printable, status_error

KNOWN = [
    (socket.gaierror(-2, "Name or service not known"), "cannot be resolved"),
    (TimeoutError("timed out"), "in time"),
    (ConnectionRefusedError(111, "Connection refused"), "refused"),
    (ConnectionResetError(104, "Connection reset by peer"), "broke off"),
    (RemoteDisconnected("gone"), "broke off"),
    (IncompleteRead(b""), "broke off"),
    (OSError(113, "No route to host"), "No route to host"),
    (ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong"), "no TLS connection"),
    (zlib.error("Error -3"), "compressed body is broken"),
    (BadStatusLine("what\nis this"), "not proper HTTP"),
    (ValueError("negative"), "not proper HTTP"),
]


@pytest.mark.parametrize(("error", "words"), KNOWN)
def test_errors_of_the_library_are_explained(error, words):
    with pytest.raises(FetchError, match=f"^http://a/: .*{words}.*: ") as raised, explained("http://a/"):
        raise error
    assert raised.value.__cause__ is error
    assert str(raised.value).isprintable()


def test_a_long_place_is_cut():
    with pytest.raises(FetchError, match=r"^http://a/x{190}…: no complete"), explained("http://a/" + "x" * 5000):
        raise TimeoutError


def test_our_own_bugs_are_not_explained_away():
    with pytest.raises(KeyError), explained("http://a/"):
        raise KeyError("bug")


def test_a_proxy_is_named_when_there_is_one():
    expected = r"http://a/: by way of the proxy p:3128: .*refused"
    with pytest.raises(FetchError, match=expected), explained("http://a/"), blamed_on("p:3128"):
        raise ConnectionRefusedError
    with pytest.raises(ConnectionRefusedError), blamed_on(None):
        raise ConnectionRefusedError


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (404, "404 Not Found: check"),
        (403, "403 Forbidden: it wants a login"),
        (503, "503 Service Unavailable: try again"),
        (418, "418 .*browser"),
        (999, "999: try again later"),
    ],
)
def test_a_status_is_named_with_advice(status, words):
    with pytest.raises(Exception, match=words):
        raise status_error(status)


@given(st.text(max_size=50))
def test_what_strangers_wrote_stays_on_one_short_line(text):
    assert printable(text * 9).isprintable()
    assert len(printable(text * 9)) <= 200
