"""One function for files, URLs and standard input."""

import io
import sys

import pytest

from webwinnow.errors import FetchError, PageError
from webwinnow.fetch import Client, Fetched, read_page


def test_a_file_is_read_as_it_is(tmp_path):
    file = tmp_path / "page.html"
    file.write_bytes(b"\xff<p>\r\n")
    assert read_page(str(file)) == Fetched(url=None, body=b"\xff<p>\r\n", charset=None, content_type=None)


def test_a_file_has_no_limit(tmp_path):
    file = tmp_path / "page.html"
    file.write_bytes(b"x" * 100)
    assert len(read_page(str(file), Client(limit=1)).body) == 100


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
    def refuse(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.read_bytes", refuse)  # modes would not stop a test run by root
    with pytest.raises(PageError, match="no permission"):
        read_page(str(tmp_path / "page.html"))
