"""Pages on the command line: which ones are meant, and how they are read."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
import pytest

from webwinnow import catalogue, extract
from webwinnow.cli.output import printable
from webwinnow.cli.pages import PageOptions, Pages, name_above, without_credentials
from webwinnow.cli.program import COMMANDS, main
from webwinnow.errors import ExpressionError
from webwinnow.evaluate.adapters.peers import PEERS
from webwinnow.expression import parse
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


MEANINGS = {
    "--jobs": "jobs",
    "--workers": "jobs",
    "-j": "jobs",
    "--json": "as_json",
    "--format": "form",
    "-f": "form",
    "--extractor": None,
    "--sample": "sample",
    "--favour": "favour",
    "--favor": "favour",
}
"""Options and the parameter that each is in all commands; None where some take several."""
TOGETHER = [
    {"--jobs", "--workers", "-j"},
    {"--all", "--candidates"},
    {"--favour", "--favor"},
    {"--normalise", "--normalize"},
    {"-o", "--output"},
    {"--format", "-f"},
]
"""Options that a command has all or none of."""


def commands():
    context = click.Context(main)
    for name in COMMANDS:
        command = main.get_command(context, name)
        if isinstance(command, click.Group):
            yield from ((f"{name} {each}", part) for each, part in command.commands.items())
        else:
            yield name, command


@pytest.mark.parametrize(("name", "command"), list(commands()))
def test_options_mean_one_thing(name, command):
    options = [each for each in command.params if isinstance(each, click.Option) and not each.hidden]
    spelt = {spelling: option for option in options for spelling in option.opts}
    for spelling, meaning in MEANINGS.items():
        assert meaning is None or spelling not in spelt or spelt[spelling].name == meaning
    assert "--limit" not in spelt or spelt["--limit"].metavar == "BYTES"
    for spellings in TOGETHER:
        assert spellings & set(spelt) in (set(), spellings), name
    choices = getattr(spelt["-f"].type, "choices", ()) if "-f" in spelt else ()
    assert ("json" in choices) is ("--json" in spelt)


@pytest.mark.parametrize("name", ["headline", "media", "metadata", "pagetype", "posts", "extract", "explain"])
def test_json_in_three_ways(run, page, tmp_path, name):
    answers = [run(name, page, *how) for how in (["--json"], ["-f", "json"], ["-o", tmp_path / "out.json"])]
    assert [answer.exit_code for answer in answers] == [0, 0, 0]
    assert answers[0].stdout == answers[1].stdout == (tmp_path / "out.json").read_text()
    assert answers[2].stdout == ""
    assert all(json.loads(line) for line in answers[0].stdout.splitlines())
    clash = run(name, page, "--json", "-f", "text")
    assert (clash.exit_code, clash.stderr.count("\n")) == (2, 1)


def test_text_into_a_file(run, page, tmp_path):
    assert run("headline", page, "-f", "txt", "-o", tmp_path / "headline.txt").stdout == ""
    assert (tmp_path / "headline.txt").read_text() == "Mill\n"
    assert run("list", "-o", tmp_path / "list.txt").exit_code == 0
    assert "\x1b" not in (tmp_path / "list.txt").read_text()


def test_nicknames_of_formats(run, page, story, tmp_path):
    assert run("extract", page, "-f", "md").stdout == run("extract", page, "-f", "markdown").stdout
    assert run("extract", page, "-f", "txt").stdout == run("extract", page).stdout
    assert extract(page.read_text()).render("md") == extract(page.read_text()).markdown
    assert run("extract", page, "-f", "docx").exit_code == 2


@pytest.mark.parametrize("ending", ["md", "json", "html", "csv", "tsv"])
def test_the_end_of_the_file_is_the_format(run, page, tmp_path, ending):
    form = {"md": "markdown", "tsv": "spans"}.get(ending, ending)
    assert run("extract", page, "-o", tmp_path / f"out.{ending}").exit_code == 0
    assert (tmp_path / f"out.{ending}").read_text() == run("extract", page, "-f", form).stdout
    assert run("extract", page, "-f", "text", "-o", tmp_path / f"out.{ending}").exit_code == 0
    assert (tmp_path / f"out.{ending}").read_text() == run("extract", page).stdout


def test_both_spellings(run, page):
    assert run("extract", page, "--favor", "recall").stdout == run("extract", page, "--favour", "recall").stdout
    assert run("extract", page, "--normalize").exit_code == 0
    assert str(parse("consensus(favor='recall')")) == "consensus(favour='recall')"
    found = extract(page.read_text(), favor="recall", normalize=True)
    assert str(found.extractor) == "consensus(favour='recall')"
    assert found.options.normalise


def test_a_peer_is_named_as_one(run, page):
    assert set(catalogue.PEERS) == set(PEERS)
    for name in PEERS:
        with pytest.raises(ExpressionError, match=f"{name} is another library, a peer"):
            parse(name)
    result = run("extract", page, "-e", "trafilatura")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "webwinnow diff PAGE --peer trafilatura" in result.stderr


def test_hints_are_for_people_who_installed_a_package(run):
    assert "pip install" in str(run("diff", "--example", "--peer", "goose3").stderr)
