"""Decompression in pieces, against gzip and zlib taken whole."""

import gzip
import socket
import ssl
import zlib
from http.client import BadStatusLine, IncompleteRead, RemoteDisconnected

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import FetchError
from webwinnow.fetch.fetched import PlacelessError, blamed_on, explained, inflated, printable, status_error

sizes = st.integers(0, 300) | st.integers(60_000, 200_000)  # both sides of the size of a piece


def body_of(size):
    return (b"words " * size)[:size]


def raw_deflate(body):
    engine = zlib.compressobj(wbits=-15)
    return engine.compress(body) + engine.flush()


def cut(data, size):
    return [data[start : start + size] for start in range(0, len(data), size)]


@given(st.lists(sizes, min_size=1, max_size=3), st.integers(1, 1000))
def test_gzip_with_any_members_in_any_chunks(members, size):
    packed = b"".join(gzip.compress(body_of(member)) for member in members)
    assert b"".join(inflated(cut(packed, size), "gzip")) == gzip.decompress(packed)


@given(sizes, st.integers(2, 1000), st.sampled_from([zlib.compress, raw_deflate]))
def test_deflate_with_and_without_header(length, size, pack):
    body = body_of(length)
    assert b"".join(inflated(cut(pack(body), size), "deflate")) == body


@given(st.binary(max_size=20).filter(lambda text: not text.startswith(b"\x1f")), st.integers(1, 50))
def test_what_follows_the_compressed_body_is_ignored(garbage, size):
    assert b"".join(inflated(cut(gzip.compress(b"page") + garbage, size), "gzip")) == b"page"


def test_members_behind_one_of_many_pieces_come_once():
    packed = gzip.compress(body_of(95_403)) + gzip.compress(b"two ") + gzip.compress(b"three")
    assert b"".join(inflated([packed], "gzip")) == body_of(95_403) + b"two three"


def test_nothing_at_all_is_an_empty_body():
    assert list(inflated([], "gzip")) == []


@given(st.data())
def test_a_body_that_breaks_off_is_an_error(data):
    packed = gzip.compress(b"a page of some length")
    end = data.draw(st.integers(1, len(packed) - 1))
    with pytest.raises(PlacelessError, match="breaks off"):
        list(inflated([packed[:end]], "gzip"))


def test_a_body_that_is_not_compressed_is_an_error():
    with pytest.raises(zlib.error):
        list(inflated([b"<html>"], "gzip"))


def test_a_bomb_comes_in_small_pieces():
    bomb = gzip.compress(b"\0" * 5_000_000)
    pieces = inflated([bomb], "gzip")
    assert all(len(next(pieces)) <= 65_536 for _ in range(10))


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
