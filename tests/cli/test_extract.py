"""`webwinnow extract`, called inside this process."""

from __future__ import annotations

import gzip
import json
import socket
from pathlib import Path

import pytest

from webwinnow.document import Document


def one_line(result, code: int, *parts: str) -> None:
    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert all(part in result.stderr for part in ("webwinnow: ", *parts)), result.stderr


@pytest.fixture
def extracted(run):
    """Call with an extractor that is named: the default may change, and is tried on the bundled page."""
    return lambda *arguments, **settings: run("extract", "-e", "lqf", *arguments, **settings)


def test_a_file(extracted, page, printed):
    result = extracted(page)
    assert (result.exit_code, result.stdout, result.stderr) == (0, printed, "")
    assert extracted(page, "--no-headline").stdout == printed.removeprefix("Mill\n\n")


@pytest.mark.parametrize("arguments", [["-"], []])
def test_standard_input(extracted, page, printed, arguments):
    assert extracted(*arguments, stdin=page.read_bytes()).stdout == printed


def test_the_bundled_page_in_its_whole_length(run):
    text = run("extract", "--example").stdout
    assert text.startswith("Tide mill grinds again after 88 years\n\nFor the first time since 1936")
    whole = run("extract", "--example", "--favour", "recall").stdout
    assert whole.startswith("Tide mill grinds again after 88 years\n\nFor the first time since 1936")
    assert text.rstrip().rstrip(".").endswith("every second Sunday, tide permitting")
    assert 150 <= len(text.split()) <= 250
    assert not any(word in text for word in ("cookies", "Search", "Ferry fares", "pondskater", "Imprint"))


def test_expression(run, page, story):
    assert run("extract", page, "-e", "plain").stdout == f"Mill\n\nHome\n\n{story}\n"
    assert run("extract", page, "-e", "vote(2, lqf, bte, plain)").exit_code == 0


def test_json_names_the_page(extracted, page, story, printed):
    found = json.loads(extracted(page, "-f", "json", "--url", "https://example.org/mill").stdout)
    assert found["page"] == str(page)
    assert found["url"] == "https://example.org/mill"
    assert (found["text"], found["title"], found["extractor"]) == (printed, "Mill", "lqf")
    start, end = found["spans"][0]
    assert page.read_text()[start:end] == story


def test_spans(extracted, page, story):
    start, end = extracted(page, "-f", "spans").stdout.split()
    assert page.read_text()[int(start) : int(end)] == story


@pytest.mark.parametrize(
    ("arguments", "holds"),
    [
        (["-f", "html"], "<p>Winnow"),
        (["-f", "html", "--outline", "comment"], "<!-- <nav>"),
        (["--outline", "mark"], "<mark>Winnow"),
    ],
)
def test_html(extracted, page, arguments, holds):
    assert holds in extracted(page, *arguments).stdout


def test_html_of_another_encoding_is_read_as_utf_8_again(extracted, tmp_path):
    path = tmp_path / "latin.html"
    source = "<meta charset=iso-8859-1><p>Die Mühle mahlt wieder, und alle hören es."
    path.write_bytes(source.encode("iso-8859-1"))
    result = extracted(path, "-f", "html", "--outline", "blank")
    again = Document.from_bytes(result.stdout_bytes)
    assert again.encoding == "utf-8"
    assert again.source.startswith(source[:40])


def test_encoding(extracted, tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes("<p>Мельница снова мелет муку".encode("koi8-r"))
    assert extracted(path, "--encoding", "koi8-r").stdout == "Мельница снова мелет муку\n"


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["-e", "bt"], ["unknown extractor 'bt': did you mean bte?"]),
        (["-e", "lqf("], ["cannot read the expression"]),
        (["-e", "lqf(threshold=2)"], ["threshold must be from 0 to 1"]),
        (["--encoding", "utf-99"], ["unknown encoding 'utf-99'"]),
        (["-f", "rtf"], ["'rtf' is not one of"]),
        (["-f", "json", "--outline", "mark"], ["--outline shapes html, not json"]),
        (["--timeout", "0"], ["timeout is 0"]),
        (["--limit", "0"], ["limit of bytes is 0"]),
        (["--example"], ["--example is a page itself"]),
        (["other", "--url", "https://example.org/"], ["--url is the address of one page"]),
        (["other"], ["2 pages as text", "-o DIR"]),
        (["-", "-"], ["standard input can be read once"]),
    ],
)
def test_wrong_usage(extracted, page, arguments, parts):
    one_line(extracted(page, *arguments), 2, *parts)


def test_wrong_usage_is_told_before_anything_is_read_or_written(extracted, page, tmp_path):
    one_line(extracted(page, "missing", "-o", tmp_path / "out", "--encoding", "nonsense"), 2, "nonsense")
    assert not (tmp_path / "out").exists()


def test_a_missing_file_a_directory_and_a_dangling_link(extracted, tmp_path):
    link = tmp_path / "link.html"
    link.symlink_to(tmp_path / "nowhere")
    one_line(extracted(tmp_path / "missing.html"), 1, "missing.html: there is no such file")
    one_line(extracted(tmp_path), 1, f"{tmp_path}: is a directory")
    one_line(extracted(link), 1, "link.html: there is no such file")


def test_a_file_without_permission(extracted, page, monkeypatch):
    opened = Path.open

    def refuse(path, *modes, **others):
        if path.name == "mill.html":
            raise PermissionError(13, "Permission denied")
        return opened(path, *modes, **others)

    monkeypatch.setattr(Path, "open", refuse)
    one_line(extracted(page), 1, "mill.html: no permission")


def test_one_page_to_a_file(extracted, page, printed, tmp_path):
    result = extracted(page, "-o", tmp_path / "mill.txt")
    assert (result.exit_code, result.stdout) == (0, "")
    assert (tmp_path / "mill.txt").read_text() == printed


def test_a_page_that_fails_writes_no_file(extracted, tmp_path):
    (tmp_path / "out.txt").write_text("old")
    one_line(extracted(tmp_path / "missing", "-o", tmp_path / "out.txt"), 1, "missing")
    assert (tmp_path / "out.txt").read_text() == "old"


@pytest.mark.parametrize(("form", "suffix"), [("text", "txt"), ("html", "html"), ("json", "json"), ("spans", "tsv")])
def test_several_pages_to_a_directory_and_one_is_missing(extracted, page, tmp_path, form, suffix):
    other = page.with_name("pond.html")
    other.write_text("<p>The pond is brim-full at six.")
    result = extracted(page, tmp_path / "missing.html", other, "-o", tmp_path / "new" / "out", "-f", form)
    assert (result.exit_code, result.stdout) == (1, "")
    missing, summary = result.stderr.splitlines()
    assert "missing.html: there is no such file" in missing
    assert "2 written" in summary
    assert "1 failed" in summary
    assert {path.name for path in (tmp_path / "new" / "out").iterdir()} == {f"mill.{suffix}", f"pond.{suffix}"}


def test_several_pages_as_json_lines_and_one_is_missing(extracted, page, tmp_path):
    result = extracted(page, tmp_path / "missing.html", "-", "-f", "json", stdin=b"<p>A page that was piped in.")
    assert result.exit_code == 1
    assert [json.loads(line)["page"] for line in result.stdout.splitlines()] == [str(page), "-"]
    assert "missing.html" in result.stderr


def test_a_url(extracted, site):
    one_line(extracted(f"{site}/mill"), 1, f"{site}/mill", "--allow-private")
    result = extracted(f"{site}/mill", "--allow-private")
    assert (result.exit_code, result.stdout) == (0, "Mill\n\nWinnow the gräin, drop the chaff\n")
    one_line(extracted(f"{site}/missing", "--allow-private"), 1, f"{site}/missing", "404")
    one_line(extracted(f"{site}/mill", "--allow-private", "--limit", "10"), 1, f"{site}/mill", "larger than 10")


def test_a_url_that_never_answers(extracted):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        one_line(extracted(url, "--allow-private", "--timeout", "0.1"), 1, url, "in time")


def test_a_password_is_not_printed(extracted, site):
    url = site.replace("://", "://user:secret@") + "/@mill"
    found = json.loads(extracted(url, "--allow-private", "-f", "json").stdout)
    assert (found["page"], found["url"]) == (f"{site}/@mill", f"{site}/@mill")


def test_url_wins_over_the_address_of_the_fetch(extracted, site):
    arguments = ["--allow-private", "-f", "json", "--url", "https://example.org/first"]
    assert json.loads(extracted(f"{site}/copy", *arguments).stdout)["url"] == "https://example.org/first"


@pytest.mark.parametrize(
    "data",
    [
        b"<meta charset=utf-8><p>\xff\xfe\x80 broken",
        "<p>wide".encode("utf-16"),
        "<p>wide without a mark, and long enough".encode("utf-16-le"),
        "<p>\ud800".encode("utf-8", "surrogatepass"),
    ],
)
@pytest.mark.parametrize("form", ["text", "html", "json", "spans"])
def test_bad_input_has_a_result(extracted, data, form):
    result = extracted("-f", form, "-e", "plain", stdin=data)
    assert (result.exit_code, result.stderr) == (0, "")
    result.stdout_bytes.decode("utf-8")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "standard input: is empty"),
        (b" \n\t ", "standard input: is empty"),
        (b"\0" * 100, "binary data"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)), "a PNG picture"),
        (b"%PDF-1.4 %", "a PDF file"),
        (b"PK\3\4" + bytes(range(256)), "a zip file"),
        (b"\x1f\x8b\x08\0\0\0\0\0\0\x03" + bytes(range(256)), "compressed body is broken"),
    ],
)
def test_what_is_no_page_is_refused_in_one_line(extracted, data, reason):
    result = extracted(stdin=data)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert reason in result.stderr


def test_a_compressed_page_and_the_name_of_its_text(extracted, page, story, tmp_path):
    packed = tmp_path / "mill.html.gz"
    packed.write_bytes(gzip.compress(page.read_bytes()))
    assert extracted(packed, "-o", f"{tmp_path}/texts/").exit_code == 0
    assert story in (tmp_path / "texts" / "mill.txt").read_text()


def test_a_page_that_was_cut_off_has_a_result_and_a_warning(extracted):
    result = extracted("-e", "plain", stdin=b"<p>cut in a ta<b")
    assert (result.exit_code, result.stdout) == (0, "cut in a ta\n")
    assert "cut off" in result.stderr


PAGE = b"<html lang=en><h1>Head</h1><p>Some text with <a href=/x>a link</a>.<ul><li>one item<li>another</ul>"


@pytest.fixture
def rendered(run):
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
        (["-f", "json"], '"hidden": []'),
        (["-f", "json", "--blocks"], '"css_path": "html > body > h1"'),
        (["-f", "clean-html"], '<a href="https://example.org/x" rel="noopener noreferrer">a link</a>'),
    ],
)
def test_formats(rendered, arguments, expected):
    result = rendered(*arguments)
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
        (["--blocks"], "--blocks adds to json, not to text"),
        (["--hidden", "flag"], "text cannot say what is hidden"),
        (["-f", "html", "--hidden", "strip"], "-f html shows the page itself"),
        (["-f", "markdown", "--links-at-end"], "--links-at-end adds to text"),
        (["--outline", "mark", "--read-aloud"], "--outline shapes html"),
    ],
)
def test_what_does_not_go_together(rendered, arguments, why):
    result = rendered(*arguments)
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


SOURCE = b"<body><ul><li><a href=/news>News</a></ul><p>Main text that is longer than the menu.</p></body>"
TEXT = "Main text that is longer than the menu.\n"


def test_text(run) -> None:
    found = run("extract", "-e", "lqf", "--links-at-end", "--url", "https://example.org/x", stdin=SOURCE)
    assert (found.exit_code, found.stdout) == (0, f"{TEXT}\nRemoved links:\n\nNews <https://example.org/news>\n")


def test_links_in_html(run) -> None:
    found = run("extract", "-e", "lqf", "--links-at-end", "-f", "html", stdin=SOURCE).stdout
    assert found.endswith('<li><a href="/news">News</a></li>\n</ul>\n</section>\n</body>')
    assert found.count("/news") == 1


def test_json(run) -> None:
    found = json.loads(run("extract", "-e", "lqf", "--links-at-end", "-f", "json", stdin=SOURCE).stdout)
    assert found["removed_links"] == [{"text": "News", "url": "/news"}]
    assert found["text"] == TEXT
    assert "removed_links" not in json.loads(run("extract", "-e", "lqf", "-f", "json", stdin=SOURCE).stdout)


def test_crunch_takes_links_out_and_gives_them_back(run) -> None:
    source = b"<p>Main text with <a href=/mill>a link</a> in it</p>"
    found = run("extract", "-e", "crunch", "--links-at-end", stdin=source).stdout
    assert found == "Main text with in it\n\nRemoved links:\n\na link </mill>\n"


def test_advertisements_and_links_around_images_are_not_given_back(run) -> None:
    """Algorithm 1 of mohammadzadeh2013 saves the text links that it removes, and no others."""
    source = b"""<p>Main text with <a href=/mill>a link</a>, <a href="http://ad.doubleclick.net/x">an advertisement</a>
    and <a href=/picture><img src=mill.png> a picture</a>.</p>"""
    for extractor in ("crunch", "filter1 >> plain"):
        found = run("extract", "-e", extractor, "--links-at-end", stdin=source).stdout
        assert found.partition("Removed links:")[2] == "\n\na link </mill>\n"


def test_spans_have_no_end_to_put_links_at(run) -> None:
    found = run("extract", "--links-at-end", "-f", "spans", stdin=SOURCE)
    assert found.exit_code == 2
    assert "--links-at-end" in found.stderr


def test_by_hand(extracted, page, story, tmp_path):
    assert f"Home\n\n{story}\n" in extracted(page, "--keep", "nav, ul, li, a").stdout
    assert story not in extracted(page, "--drop", "p", "--drop", "h1").stdout
    rules = tmp_path / "rules.toml"
    rules.write_text('["example.org"]\ndrop = "p"\n')
    assert story not in extracted(page, "--rules", rules, "--url", "http://www.example.org/").stdout
    assert story in extracted(page, "--rules", rules, "--url", "http://example.com/").stdout


def test_what_is_wrong_by_hand_is_one_line(extracted, page, tmp_path):
    one_line(extracted(page, "--drop", "p:hover"), 2, ":hover")
    rules = tmp_path / "rules.toml"
    rules.write_text('["example.org"]\ndrp = "p"\n')
    one_line(extracted(page, "--rules", rules), 2, str(rules), "'example.org'", "'drp'")


def test_parts_of_a_text(extracted, page, printed):
    part = extracted(page, "--max-length", "20").stdout
    assert part.startswith("Mill\n\nWinnow the") and "characters are left: go on with --start-at " in part
    start = part.rsplit(" ", 1)[1].rstrip("]\n")
    assert extracted(page, "--start-at", start).stdout == printed[int(start) :]
    assert extracted(page, "-f", "json", "--max-length", "5").exit_code == 2


def test_markdown_in_json_and_front_matter(extracted, page):
    assert json.loads(extracted(page, "-f", "json", "--markdown").stdout)["markdown"].startswith("# Mill\n\nWinnow")
    assert extracted(page, "-f", "markdown", "--front-matter").stdout.startswith('---\ntitle: "Mill"\n')
    assert extracted(page, "--front-matter").exit_code == extracted(page, "--markdown").exit_code == 2
