"""Codings of bodies: what they say they are, what they are, and bombs."""

from __future__ import annotations

import gzip
import zlib

import pytest

from webwinnow.fetch.warc import undone

brotli = pytest.importorskip("brotli")
zstandard = pytest.importorskip("zstandard")
pytest.importorskip("fastwarc", reason="pip install 'webwinnow[batch]'")
PAGE = b"<p>Rain, rain, go away.</p>" * 20
CODERS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.compress,
}


def chunked(body: bytes, size: int = 7) -> bytes:
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


@pytest.mark.parametrize("coding", CODERS)
def test_codings_are_undone_alone_and_in_chunks(coding: str) -> None:
    coded = CODERS[coding](PAGE)
    assert undone(coded, {"content-encoding": coding}, 10_000).content == PAGE
    both = {"content-encoding": coding.upper(), "transfer-encoding": "chunked"}
    assert undone(chunked(coded), both, 10_000).content == PAGE


def test_deflate_without_its_head_and_codings_in_a_row() -> None:
    assert undone(zlib.compress(PAGE)[2:-4], {"content-encoding": "deflate"}, 10_000).content == PAGE
    twice = brotli.compress(gzip.compress(PAGE))
    assert undone(twice, {"content-encoding": "gzip, br"}, 10_000).content == PAGE


@pytest.mark.parametrize(
    "fields", [{"content-encoding": name} for name in (*CODERS, "rot13")] + [{"transfer-encoding": "chunked"}]
)
def test_a_page_that_is_not_coded_as_it_says_is_taken_as_it_is(fields: dict[str, str]) -> None:
    read = undone(PAGE, fields, 10_000)
    assert (read.content, read.truncated, read.undecodable) == (PAGE, None, None)


@pytest.mark.parametrize("coding", [*CODERS, "rot13"])
def test_noise_is_undecodable(coding: str) -> None:
    assert undone(b"\x01\x02\x03 noise", {"content-encoding": coding}, 10_000).undecodable


def test_what_breaks_off_gives_what_was_there() -> None:
    long = bytes(range(256)) * 4000
    half = gzip.compress(long)[:3000]
    read = undone(half, {"content-encoding": "gzip"}, 10_000_000)
    assert long.startswith(read.content) and read.content and read.truncated
    assert undone(chunked(PAGE)[:50], {"transfer-encoding": "chunked"}, 10_000).truncated


@pytest.mark.parametrize("coding", CODERS)
def test_bombs_are_bounded(coding: str) -> None:
    read = undone(CODERS[coding](bytes(5_000_000)), {"content-encoding": coding}, 1000)
    assert read.too_large and len(read.content) == 1000
