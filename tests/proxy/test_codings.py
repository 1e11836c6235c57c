import gzip
import zlib

import pytest

from webwinnow.errors import PageError
from webwinnow.proxy.codings import TooLargeError, decoded

brotli = pytest.importorskip("brotli")
zstandard = pytest.importorskip("zstandard")

TEXT = b"Winnow the grain and drop the chaff. " * 5000
LIMIT = len(TEXT)
RAW = zlib.compressobj(wbits=-15)
CODED = {
    "": TEXT,
    "identity": TEXT,
    "gzip": gzip.compress(TEXT),
    "X-GZip": gzip.compress(TEXT[:9]) + gzip.compress(TEXT[9:]),
    "deflate": zlib.compress(TEXT),
    " deflate ": RAW.compress(TEXT) + RAW.flush(),
    "br": brotli.compress(TEXT),
    "zstd": zstandard.compress(TEXT),
    "ZSTD": zstandard.compress(TEXT[:9]) + zstandard.compress(TEXT[9:]),
    "gzip, br": brotli.compress(gzip.compress(TEXT)),
}


@pytest.mark.parametrize("coding", CODED)
def test_every_coding_is_undone(coding):
    assert decoded(CODED[coding], coding, LIMIT) == TEXT


@pytest.mark.parametrize("coding", CODED)
def test_one_byte_more_than_the_limit_is_too_much(coding):
    with pytest.raises(TooLargeError, match="larger than"):
        decoded(CODED[coding], coding, LIMIT - 1)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
@pytest.mark.parametrize("broken", [lambda data: data[: len(data) // 2], lambda data: b"garbage" + data])
def test_a_broken_body_is_an_error(coding, broken):
    with pytest.raises(PageError):
        decoded(broken(CODED[coding]), coding, LIMIT)


def test_unknown_codings_and_towers_of_them_are_errors():
    with pytest.raises(PageError, match="unknown coding 'compress'"):
        decoded(TEXT, "compress", LIMIT)
    with pytest.raises(PageError, match="5 codings"):
        decoded(TEXT, "gzip, gzip, gzip, gzip, gzip", LIMIT)


@pytest.mark.parametrize(
    ("coding", "bomb"),
    [
        ("gzip", gzip.compress(bytes(50_000_000))),
        ("br", brotli.compress(bytes(50_000_000))),
        ("zstd", zstandard.compress(bytes(50_000_000))),
    ],
)
def test_a_bomb_is_stopped(coding, bomb):
    with pytest.raises(TooLargeError):
        decoded(bomb, coding, 1_000_000)
