"""Formats that keep structure, on the command line."""

import pytest

PAGE = b"<html lang=en><h1>Head</h1><p>Some text with <a href=/x>a link</a>.<ul><li>one item<li>another</ul>"


@pytest.fixture
def extracted(run):
    return lambda *arguments: run("extract", "-e", "plain", "--url", "https://example.org/", *arguments, stdin=PAGE)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-f", "markdown"], "[a link](https://example.org/x).\n\n- one item"),
        (["-f", "markdown", "--no-links"], "Some text with a link.\n"),
        (["--keep-formatting"], "Head\n====\n\nSome text with a link."),
        (["--read-aloud"], "Heading level 1: Head.\n\nSome text with a link (link)."),
        (["-f", "speech", "--no-links"], "Some text with a link.\n"),
        (["-f", "reader"], '<main id="content"'),
        (["-f", "tei"], '<ref target="https://example.org/x">a link</ref>'),
        (["-f", "tei", "--no-links"], "<p>Some text with a link.</p>"),
        (["-f", "xml"], '<heading level="1" lang="en" spans="18-22">Head</heading>'),
        (["-f", "csv"], "https://example.org/,"),
        (["-f", "csv", "--header"], "url,headline,"),
        (["-f", "json"], '"css_path": "html > body > h1"'),
        (["-f", "clean-html"], '<a href="https://example.org/x" rel="noopener noreferrer">a link</a>'),
    ],
)
def test_formats(extracted, arguments, expected):
    result = extracted(*arguments)
    assert result.exit_code == 0
    assert expected in result.stdout


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["-f", "json", "--read-aloud"], "--read-aloud gives speech, not json"),
        (["-f", "markdown", "--keep-formatting"], "--keep-formatting shapes text"),
        (["--no-links"], "--no-links shapes markdown"),
        (["-f", "json", "--normalise"], "--normalise would move the offsets"),
        (["-f", "csv", "--no-links"], "--no-links shapes markdown"),
        (["-f", "tei", "--header"], "--header names the columns of csv"),
        (["--hidden", "flag"], "text cannot say what is hidden"),
        (["-f", "html", "--hidden", "strip"], "-f html shows the page itself"),
        (["-f", "markdown", "--links-at-end"], "--links-at-end adds to text"),
        (["--outline", "mark", "--read-aloud"], "--outline shapes html"),
    ],
)
def test_what_does_not_go_together(extracted, arguments, why):
    result = extracted(*arguments)
    assert result.exit_code == 2
    assert why in result.stderr


def test_normalised(run):
    page = "<p>co\u00adop and e\u0301te".encode()
    assert run("extract", "-e", "plain", "--normalise", stdin=page).stdout == "coop and éte\n"


@pytest.mark.parametrize(
    ("form", "ending"),
    [("markdown", ".md"), ("reader", ".html"), ("speech", ".txt"), ("tei", ".xml"), ("xml", ".xml"), ("csv", ".csv")],
)
def test_files_have_endings(run, tmp_path, form, ending):
    page = tmp_path / "page.html"
    page.write_bytes(PAGE)
    folder = tmp_path / "out"
    assert run("extract", "-e", "plain", "-f", form, str(page), "-o", f"{folder}/").exit_code == 0
    assert (folder / f"page{ending}").read_text(encoding="utf-8")


def test_rows_of_several_pages_have_one_header(run, tmp_path):
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_bytes(PAGE)
    result = run("extract", "-e", "plain", "-f", "csv", "--header", tmp_path / "a.html", tmp_path / "b.html")
    assert result.exit_code == 0
    assert result.stdout_bytes.count(b"url,headline") == 1
    assert result.stdout_bytes.startswith(b"url,headline")


@pytest.mark.parametrize(
    ("arguments", "expected"), [([], "seen by all\n"), (["--hidden", "keep"], "seen by all\n\nsecret\n")]
)
def test_hidden_text(run, arguments, expected):
    page = b"<p>seen by all</p><p hidden>secret</p>"
    assert run("extract", "-e", "plain", *arguments, stdin=page).stdout == expected
