"""Pages as they are kept: compressed, saved by browsers, archived."""

import gzip
import plistlib
import sys

import pytest

from webwinnow.errors import PageError
from webwinnow.fetch import Client, Fetched, read_page

pytest.importorskip("fastwarc", reason="pip install 'webwinnow[batch]'")

PAGE = "<title>Mill</title><p>Winnow the gräin".encode()
ADDRESS = "https://example.org/mill"
MHTML = b"""From: <Saved by Blink>
Snapshot-Content-Location: https://example.org/mill
Subject: Mill
MIME-Version: 1.0
Content-Type: multipart/related;
\ttype="text/html";
\tboundary="----line"


------line
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-Location: https://example.org/mill.png

aGk=
------line
Content-Type: text/html; charset=utf-8
Content-ID: <frame@mhtml.blink>
Content-Transfer-Encoding: quoted-printable
Content-Location: https://example.org/mill

<title>Mill</title><p>Winnow the gr=C3=A4=
in
------line--
"""


def answered(body: bytes, head: str = "Content-Type: text/html; charset=utf-8", status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\n{head}\r\n\r\n".encode() + body


def record(block: bytes, kind: str = "response", content_type: str = "application/http; msgtype=response") -> bytes:
    head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: <{ADDRESS}>\r\nContent-Type: {content_type}\r\n"
    return f"{head}Content-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n"


REST = record(b"software: x\r\n", "warcinfo", "application/warc-fields") + record(
    answered(b"\x89PNG", "Content-Type: image/png")
)


@pytest.fixture
def kept(tmp_path):
    def written(data: bytes, name: str = "page") -> str:
        path = tmp_path / name
        path.write_bytes(data)
        return str(path)

    return written


@pytest.mark.parametrize("pack", [gzip.compress, lambda page: gzip.compress(page[:9]) + gzip.compress(page[9:])])
def test_gzip(kept, pack):
    assert read_page(kept(pack(PAGE), "page.html.gz")) == Fetched(None, PAGE)


def test_zstd(kept, monkeypatch):
    zstandard = pytest.importorskip("zstandard")
    packed = kept(zstandard.compress(PAGE[:9]) + zstandard.compress(PAGE[9:]), "page.html.zst")
    assert read_page(packed).body == PAGE
    with pytest.raises(PageError, match="broken"):
        read_page(kept(zstandard.compress(PAGE)[:12] + b"\xff" * 40))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(
        PageError, match=r"page\.html\.zst: zstandard is needed .*webwinnow\[zstd\]"
    ):  # of this page alone
        read_page(packed)


def test_a_page_that_a_browser_saved(kept):
    for written in (MHTML, MHTML.replace(b"\n", b"\r\n"), b"\r\n" + MHTML, gzip.compress(MHTML)):
        found = read_page(kept(written))
        assert (found.url, found.charset) == (ADDRESS, "utf-8")
        assert found.body.split() == PAGE.split()
    with pytest.raises(PageError, match="holds no HTML"):
        read_page(kept(MHTML.replace(b"text/html", b"text/css")))


def test_a_page_that_safari_saved(kept):
    main = {"WebResourceData": PAGE, "WebResourceURL": ADDRESS, "WebResourceTextEncodingName": "UTF-8"}
    packed = plistlib.dumps({"WebMainResource": main}, fmt=plistlib.FMT_BINARY)
    assert read_page(kept(packed)) == Fetched(ADDRESS, PAGE, "UTF-8")
    with pytest.raises(PageError, match="property list"):
        read_page(kept(plistlib.dumps(["other"], fmt=plistlib.FMT_BINARY)))


@pytest.mark.parametrize(
    "block",
    [
        answered(PAGE),
        answered(gzip.compress(PAGE, mtime=0), "Content-Type: text/html; charset=utf-8\r\nContent-Encoding: gzip"),
        answered(
            b"%x\r\n%s\r\n0\r\n\r\n" % (len(PAGE), PAGE),
            "Content-Type: text/html; charset=utf-8\r\nTransfer-Encoding: chunked",
        ),
    ],
)
def test_an_archive_with_one_page(kept, block):
    moved = record(answered(b"moved", "Location: /mill\r\nContent-Type: text/html", "301 Moved"))
    archive = REST + moved + record(block)
    for written in (archive, gzip.compress(REST) + gzip.compress(moved) + gzip.compress(record(block))):
        assert read_page(kept(written)) == Fetched(ADDRESS, PAGE, "utf-8", "text/html")


def test_what_was_kept_without_an_answer(kept):
    assert read_page(kept(record(PAGE, "resource", "text/html"))).body == PAGE


def test_archives_with_no_page_and_with_several(kept):
    with pytest.raises(PageError, match="holds no page"):
        read_page(kept(REST))
    with pytest.raises(PageError, match=f"2 pages, such as {ADDRESS}"):
        read_page(kept(record(answered(PAGE)) * 2))
    with pytest.raises(PageError, match=r"holds no page of HTML \(from byte 0"):
        read_page(kept(record(answered(PAGE)).replace(b"Content-Length", b"Content-Width")))


@pytest.mark.parametrize(
    "packed", [gzip.compress(PAGE, mtime=0)[:-12], gzip.compress(PAGE, mtime=0)[:12] + b"\xff" * 30]
)
def test_what_is_broken_is_named(kept, packed):
    with pytest.raises(PageError, match="page: its compressed body"):
        read_page(kept(packed))


def test_bombs_are_stopped(kept):
    with pytest.raises(PageError, match="larger than 1,000 bytes"):
        read_page(kept(gzip.compress(b" " * 10**6)), Client(limit=1000))
    often = PAGE
    for _ in range(9):
        often = gzip.compress(often)
    with pytest.raises(PageError, match="packed more often"):
        read_page(kept(often))
