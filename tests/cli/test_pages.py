"""Pages on the command line: which ones are meant, and how they are read."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest

from webwinnow.cli.output import printable
from webwinnow.cli.pages import PageOptions, Pages, name_above, without_credentials
from webwinnow.fetch import Client
from webwinnow.limits import Limits


def pages(*named: str, url: str | None = None, encoding: str | None = None, example: bool = False) -> Pages:
    return PageOptions(url, encoding, False, 20.0, None, False, None, example, Limits(bytes=1000)).pages(named)


class Terminal:
    def isatty(self) -> bool:
        return True


def test_named_pages_the_bundled_one_or_standard_input(monkeypatch) -> None:
    assert pages("a.html", "b.html").places == ("a.html", "b.html")
    assert Path(pages(example=True).places[0]).name == "example.html"
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(click.UsageError, match="no PAGE is given"):
        pages()


@pytest.mark.parametrize(
    ("named", "settings", "message"),
    [
        (("a.html",), {"example": True}, "--example is a page itself"),
        (("-", "-"), {}, "standard input can be read once"),
        (("a.html", "b.html"), {"url": "https://example.org/"}, "--url is the address of one page"),
    ],
)
def test_what_cannot_be_meant_is_refused(named, settings, message) -> None:
    with pytest.raises(click.UsageError, match=message):
        pages(*named, **settings)


def test_nothing_is_read_from_a_terminal(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal())
    with pytest.raises(click.UsageError, match="pipe a page in"):
        pages()


def test_what_the_user_says_about_a_page_counts(tmp_path) -> None:
    file = tmp_path / "page.html"
    file.write_bytes("<meta charset=utf-8><p>Mühle".encode("iso-8859-1"))
    page = pages(str(file), url="https://example.org/", encoding="iso-8859-1").read(str(file))
    assert (page.url, page.source[-5:]) == ("https://example.org/", "Mühle")


def test_a_page_that_cannot_be_read_is_named_and_the_others_go_on(tmp_path, capsysbinary) -> None:
    file = tmp_path / "page.html"
    file.write_text("<p>text")
    found = Pages((str(tmp_path / "gone.html"), str(file)), Client(), None, None, Limits())
    assert found.show(lambda place, page: f"{len(page.source)} characters\n") == 1
    printed = capsysbinary.readouterr()
    assert printed.out == b"7 characters\n" and b"gone.html: there is no such file" in printed.err


def test_names_of_pages_show_no_passwords() -> None:
    assert without_credentials("https://me:secret@example.org/@a") == "https://example.org/@a"
    assert name_above("https://me:secret@example.org/", 2) == "https://example.org/\n"
    assert name_above("page.html", 1) == ""


def test_terminals_get_no_controls_and_texts_keep_their_joiners() -> None:
    assert printable("a\x1b[31mb\x9bc\u202ed\ne") == "a?[31mb?c?d?e"
    assert printable("می\u200cرود 5\xa0km") == "می\u200cرود 5\xa0km"
