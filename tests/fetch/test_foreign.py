"""What is no page is told apart from damaged and foreign pages."""

import os
import zlib
from pathlib import Path

import pytest

from webwinnow.errors import FetchError, PageError
from webwinnow.fetch import Client, read_page
from webwinnow.fetch.foreign import foreign, foreign_type

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/source.html"))
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
OTHERS = {
    "PNG picture": PNG,
    "JPEG picture": b"\xff\xd8\xff\xe0\0\x10JFIF",
    "GIF picture": b"GIF89a\1\0\1\0\0\0",
    "PDF file": b"%PDF-1.7\n1 0 obj <</Type /Catalog>>",
    "zip file": b"PK\3\4\x14\0\0\0",
    "video": b"\0\0\0 ftypisom",
    "Office file": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "binary data": zlib.compress(bytes(range(256)) * 40)[4:],
}


@pytest.mark.parametrize("what", OTHERS)
def test_other_files_are_named(tmp_path, what):
    path = tmp_path / "page.html"
    path.write_bytes(OTHERS[what])
    with pytest.raises(PageError, match=f"page.html: this is .*{what}"):
        read_page(str(path))


def test_random_bytes_are_no_page():
    assert all(foreign(b"\1" + os.urandom(3000)) for _ in range(50))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "shift_jis"])
def test_pages_in_any_encoding_are_pages(encoding):
    for path in PAGES:
        assert foreign(path.read_text(encoding="utf-8").encode(encoding, "replace")) is None, path


@pytest.mark.parametrize(
    "text", ["BM is short for bitmap", "ID3 tags", "MZ, a name", "GIF89a explained", "OK <p>page\0\0", "\x1b$B"]
)
def test_texts_that_start_like_other_files_are_texts(text):
    assert foreign(text.encode() + b" and some more words" * 20) is None


@pytest.mark.parametrize(
    ("content_type", "body", "refused"),
    [
        ("text/html", b"words", False),
        (None, b"words", False),
        ("application/xhtml+xml", b"<html>", False),
        ("text/plain", b"<!DOCTYPE html><p>page", False),
        ("text/plain", b"just words", True),
        ("application/octet-stream", b"<html><body>", False),
        ("application/xml", b"<?xml version='1.0'?><html>", False),
        ("application/xml", b"<?xml version='1.0'?><rss>", True),
        ("application/rss+xml", b"<rss><p>", True),
        ("application/json", b'{"html": "<p>"}', True),
        ("text/css", b"p {}", True),
        ("image/svg+xml", b"<svg><a>", True),
    ],
)
def test_what_a_server_says(content_type, body, refused):
    assert (foreign_type(content_type, body) is not None) is refused


def test_addresses_of_other_things_are_refused(site, answer):
    site.pages["/picture"] = answer(PNG, Content_Type="image/png")
    site.pages["/data"] = answer(b'{"key": 1}', Content_Type="application/json")
    site.pages["/nothing"] = answer(b"", Content_Type="text/html")
    client = Client(allow_private=True)
    for path, reason in [("/picture", "PNG picture"), ("/data", "application/json"), ("/nothing", "is empty")]:
        with pytest.raises(FetchError, match=f"{path}: .*{reason}"):
            read_page(site.url(path), client)


@pytest.mark.parametrize("body", [b"", b" \r\n"])
def test_nothing_is_said_to_be_nothing(tmp_path, body):
    (tmp_path / "page.html").write_bytes(body)
    with pytest.raises(PageError, match=r"page\.html: is empty"):
        read_page(str(tmp_path / "page.html"))
