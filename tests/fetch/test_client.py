"""The client, and pages from files and standard input."""

import gzip
import io
import os
import re
import socket
import sys
import time
import zlib
from pathlib import Path

import pytest

from webwinnow.errors import FetchError, PageError, ParameterError
from webwinnow.fetch import Client, Fetched, read_page
from webwinnow.fetch.client import foreign, foreign_type
from webwinnow.version import __version__

OPEN = Client(allow_private=True, timeout=5.0)


HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


def refusal(client, url):
    with pytest.raises(FetchError) as raised:
        client(url)
    assert str(raised.value).isprintable()
    return str(raised.value)


@pytest.mark.parametrize(
    "settings",
    [{"timeout": 0}, {"timeout": float("nan")}, {"timeout": float("inf")}, {"limit": 0}, {"redirects": -1}],
)
def test_settings_are_checked(settings):
    with pytest.raises(ParameterError, match=next(iter(settings))):
        Client(**settings)


def test_the_request_is_honest(site, answer):
    site.pages["/a%20b?q=%C3%A4"] = answer(b"page")
    assert OPEN(site.url("/a b?q=ä#part")) == Fetched(site.url("/a%20b?q=%C3%A4"), b"page", None, None)
    headers = site.requests[0][1]
    assert headers["User-Agent"] == f"webwinnow/{__version__}"
    assert headers["Accept-Encoding"] == "gzip, deflate"
    assert headers["Host"] == f"127.0.0.1:{site.server_port}"
    assert "Authorization" not in headers


@pytest.mark.parametrize(
    ("header", "charset", "content_type"),
    [
        ("text/html; charset=UTF-8", "utf-8", "text/html"),
        ('Text/HTML;version=1;Charset = "Shift_JIS"', "shift_jis", "text/html"),
        ("text/html; charset='latin-1' ; x=y", "latin-1", "text/html"),
        ("application/xhtml+xml", None, "application/xhtml+xml"),
        ("text/html; charset=", None, "text/html"),
        ("; charset=utf-8", "utf-8", None),
    ],
)
def test_charset_and_type_of_the_header(site, answer, header, charset, content_type):
    site.pages["/"] = answer(b"", Content_Type=header)
    fetched = OPEN(site.url())
    assert (fetched.charset, fetched.content_type) == (charset, content_type)


@pytest.mark.parametrize("number", [301, 302, 303, 307, 308])
def test_redirects_are_followed(site, answer, number):
    site.pages |= {"/": answer(b"", number, Location="a/b"), "/a/b": answer(b"", number, Location="../c?d")}
    site.pages["/c?d"] = answer(b"there")
    assert OPEN(site.url()) == Fetched(site.url("/c?d"), b"there")


def test_redirects_have_an_end(site, answer):
    site.pages |= {f"/{step}": answer(b"", 302, Location=f"/{step + 1}") for step in range(3)}
    site.pages["/3"] = answer(b"there")
    assert Client(allow_private=True, redirects=3)(site.url("/0")).body == b"there"
    message = refusal(Client(allow_private=True, redirects=2), site.url("/0"))
    assert message.startswith(f"{site.url('/0')}: more than 2 redirects")
    assert "/3" not in [path for path, _ in site.requests[4:]]


def test_a_circle_of_redirects_is_recognised(site, answer):
    site.pages |= {"/": answer(b"", 302, Location="/b"), "/b": answer(b"", 302, Location="/#x")}
    assert "redirects in a circle" in refusal(OPEN, site.url())
    assert len(site.requests) == 2


@pytest.mark.parametrize("location", ["ftp://127.0.0.1/", "file:///etc/hostname", "javascript:alert(1)"])
def test_redirects_to_other_schemes_are_refused(site, answer, location):
    site.pages["/"] = answer(b"", 302, Location=location)
    message = refusal(OPEN, site.url())
    assert message.startswith(f"{site.url()}: it redirects to {location}: only http and https")


@pytest.mark.parametrize("number", [404, 500, 304, 302])
def test_a_status_without_a_page_is_named(site, answer, number):
    site.pages["/"] = answer(b"", number)
    assert f"{site.url()}: the server answers {number} " in refusal(OPEN, site.url())


def test_a_part_of_a_page_is_no_page(site, answer):
    site.pages["/"] = answer(b"<p>The first half of", 206, **{"Content-Range": "bytes 0-19/40"})
    assert f"{site.url()}: the server answers 206 Partial Content: " in refusal(OPEN, site.url())


def test_an_error_after_a_redirect_names_both_ends(site, answer):
    site.pages["/"] = answer(b"", 302, Location="/gone")
    assert refusal(OPEN, site.url()).startswith(f"{site.url('/gone')} (redirected from {site.url()}): ")


def test_credentials_go_to_their_server_only(site, other_site, answer):
    site.pages |= {"/": answer(b"", 302, Location="/x"), "/x": answer(b"", 302, Location=other_site.url("/y"))}
    url = f"http://me:secret@127.0.0.1:{site.server_port}/"
    message = refusal(OPEN, url)
    assert "404" in message
    assert "secret" not in message
    assert [headers["Authorization"] for _, headers in site.requests] == ["Basic bWU6c2VjcmV0"] * 2
    assert "Authorization" not in other_site.requests[0][1]


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress])
def test_compression_is_removed(site, answer, pack):
    encoding = "gzip" if pack is gzip.compress else "deflate"
    site.pages["/"] = answer(pack(b"page " * 50_000), Content_Encoding=encoding)
    assert OPEN(site.url()).body == b"page " * 50_000


@pytest.mark.parametrize(
    ("body", "encoding", "words"),
    [
        (b"<html>", "gzip", "compressed body is broken"),
        (gzip.compress(b"page", mtime=0)[:-9], "gzip", "breaks off"),
        (b"page", "br", "encoded as 'br'"),
        (gzip.compress(gzip.compress(b"page", mtime=0), mtime=0), "gzip, gzip", "encoded as 'gzip, gzip'"),
    ],
)
def test_compression_that_cannot_be_removed(site, answer, body, encoding, words):
    site.pages["/"] = answer(body, Content_Encoding=encoding)
    assert words in refusal(OPEN, site.url())


def test_the_limit_is_the_last_size_allowed(site, answer):
    client = Client(allow_private=True, limit=1000)
    site.pages |= {"/fits": answer(b"x" * 1000), "/large": answer(b"x" * 1001)}
    assert len(client(site.url("/fits")).body) == 1000
    assert "larger than 1,000 bytes" in refusal(client, site.url("/large"))


@pytest.mark.parametrize("size", [1001, 10_000_000])
def test_the_limit_counts_decompressed_bytes(site, answer, size):
    site.pages["/"] = answer(gzip.compress(b"\0" * size, 1), Content_Encoding="gzip")
    assert "larger than 1,000" in refusal(Client(allow_private=True, limit=1000), site.url()).replace("far ", "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "broke off"),
        (b"220 mail.example ESMTP\r\n", "not proper HTTP"),
        (HEAD + b"Content-Length: 10\r\n\r\nhalf", "broke off"),
        (HEAD + b"Content-Length: 2000\r\n\r\nhalf", "larger than 1,000 bytes"),
        (CHUNKED + b"a\r\nhalf", "broke off"),
        (CHUNKED + b"4\r\nhalf\r\n", "broke off"),
        (CHUNKED + b"-1\r\n" + b"x" * 3_000_000, "far larger than the limit|not proper HTTP"),
        (CHUNKED + b"-5\r\n" + b"x" * 100, "not proper HTTP"),
        (CHUNKED + b"fffffffff\r\n" + b"x" * 200_000, "larger than 1,000 bytes"),
        (HEAD + b"\r\n" + b"x" * 200_000, "larger than 1,000 bytes"),
        (HEAD + b"X: " + b"x" * 100_000, "not proper HTTP"),
        (HEAD + b"X: y\r\n" * 1000 + b"\r\n", "not proper HTTP"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 100_000, "far larger than the limit|not proper HTTP"),
    ],
)
def test_hostile_and_broken_answers(site, raw, text, words):
    site.pages["/"] = raw(text)
    assert re.search(words, refusal(Client(allow_private=True, limit=1000, timeout=5.0), site.url()))


def test_chunks_are_joined(site, raw):
    site.pages["/"] = raw(CHUNKED + b"4\r\npage\r\n1\r\ns\r\n0\r\n\r\n")
    assert OPEN(site.url()).body == b"pages"


@pytest.mark.parametrize("start", [b"", HEAD, HEAD + b"\r\n", CHUNKED])
def test_a_server_that_drips_is_stopped(site, start):
    def drip(handler):
        handler.wfile.write(start)
        for _ in range(3000):  # a minute, unless the client is gone
            handler.wfile.write(b"1")
            time.sleep(0.02)

    site.pages["/"] = drip
    started = time.monotonic()
    assert "in time" in refusal(Client(allow_private=True, timeout=0.2), site.url())
    assert time.monotonic() - started < 30


def test_a_server_that_says_nothing_is_left():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        assert "in time" in refusal(Client(allow_private=True, timeout=0.1), url)


def test_a_closed_port_and_an_unknown_host():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert "connection is refused" in refusal(OPEN, f"http://127.0.0.1:{port}/")
    assert "cannot be resolved" in refusal(OPEN, "http://missing.example/")


def test_a_file_is_read_as_it_is(tmp_path):
    file = tmp_path / "page.html"
    file.write_bytes(b"\xff<p>\r\n")
    assert read_page(str(file)) == Fetched(url=None, body=b"\xff<p>\r\n", charset=None, content_type=None)


def test_a_file_is_read_one_byte_beyond_the_limit(tmp_path):
    file, holes = tmp_path / "page.html", tmp_path / "holes.html"
    file.write_bytes(b"x" * 100)
    assert len(read_page(str(file), Client(limit=10)).body) == 11  # so that readers know that it goes on
    assert len(read_page("-", Client(limit=10), stdin=io.BytesIO(b"x" * 100)).body) == 11
    with holes.open("wb") as sparse:
        sparse.truncate(2**40)  # more than any memory holds
    for endless in (str(holes), "/dev/zero"):
        if Path(endless).exists():
            with pytest.raises(PageError, match="binary data"):
                read_page(endless)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # fastwarc has some of its own
def test_an_archive_may_be_longer_than_the_page_in_it(tmp_path):
    file = tmp_path / "pages.warc"
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Winnow the grain."
    other = b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 900\r\n\r\n" + b"x" * 900 + b"\r\n\r\n"
    head = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n"
    head += b"Content-Type: application/http; msgtype=response\r\n"
    file.write_bytes(other + head + b"Content-Length: %d\r\n\r\n" % len(body) + body + b"\r\n\r\n")
    assert read_page(str(file), Client(limit=100)).body == b"<p>Winnow the grain."


def test_a_dash_is_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff from stdin")))
    assert read_page("-").body == b"\xff from stdin"
    assert read_page("-", stdin=io.BytesIO(b"given")).body == b"given"


@pytest.mark.parametrize("closed", [True, False])
def test_no_standard_input(monkeypatch, closed):
    stream = io.TextIOWrapper(io.BytesIO())
    stream.close()
    monkeypatch.setattr(sys, "stdin", stream if closed else None)
    with pytest.raises(PageError, match=r"^-: standard input"):
        read_page("-")


def test_a_url_is_fetched(site, answer):
    site.pages["/"] = answer(b"<p>", Content_Type="text/html; charset=utf-8")
    client = Client(allow_private=True)
    assert read_page(site.url(), client) == Fetched(site.url(), b"<p>", "utf-8", "text/html")
    assert read_page(" " + site.url().replace("http", "HTTP"), client).body == b"<p>"


@pytest.mark.parametrize(
    ("place", "hint"),
    [
        ("", "no page is named"),
        ("  ", "no page is named"),
        ("missing.html", "^missing.html: there is no such file: check"),
        ("missing/x/y", "no such file"),
        ("www.example.org", "no such file: put https://"),
        ("example.org/story", "no such file: put https://"),
        ("example.org", "no such file: check the path, or put https://"),
        ("nul\0byte", r"^nul\?byte: cannot be read"),
        ("n" * 5000, "cannot be read .*long"),
        ("C:\\page.html", "no such file"),
    ],
)
def test_what_is_no_file_says_what_to_do(place, hint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PageError, match=hint) as raised:
        read_page(place)
    assert str(raised.value).isprintable()


@pytest.mark.parametrize("place", ["ftp://me:secret@a.org/", "file:///etc/hostname", "javascript:x"])
def test_other_schemes_are_refused_by_name(place):
    with pytest.raises(FetchError, match=f"only http and https are fetched, not {place.partition(':')[0]}") as raised:
        read_page(place)
    assert "secret" not in str(raised.value)


def test_a_file_whose_name_looks_like_a_scheme_is_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes: a draft.html").write_bytes(b"x")
    assert read_page("notes: a draft.html").body == b"x"


def test_a_directory_and_a_path_through_a_file(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(PageError, match="is a directory: name a file"):
        read_page(str(tmp_path))
    with pytest.raises(PageError, match="no such file"):
        read_page(str(tmp_path / "file" / "page.html"))


def test_a_file_that_may_not_be_read(monkeypatch, tmp_path):
    def refuse(path, mode):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", refuse)  # modes would not stop a test run by root
    with pytest.raises(PageError, match="no permission"):
        read_page(str(tmp_path / "page.html"))


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
