"""`webwinnow metadata`."""

import json

import pytest


@pytest.fixture
def story_file(tmp_path):
    path = tmp_path / "tides.html"
    path.write_text(
        "<html lang=en><meta name=author content='Ada Lovelace'><h1>T</h1><time datetime=2024-05-03>x</time>"
    )
    return path


def test_a_table(run, story_file):
    result = run("metadata", story_file)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert [line[0] for line in lines] == ["title", "author", "published", "language"]
    assert lines[1] == ["author", "Ada", "Lovelace", "0.78", "meta", "author", "14:55"]


def test_json_has_one_line_for_each_page(run, story_file, page):
    result = run("metadata", story_file, page, "--json")
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["authors"][0]["value"] == "Ada Lovelace"
    assert first["published"]["value"] == "2024-05-03"
    assert (second["authors"], "candidates" in second) == ([], False)


def test_candidates(run, story_file):
    found = json.loads(run("metadata", story_file, "--json", "--candidates").stdout)
    assert found["candidates"]["authors"][0]["source"] == "meta author"
    assert "author" in run("metadata", story_file, "--candidates").stdout


def test_several_pages_have_their_names_above(run, story_file, page):
    page.write_text("<p>12")
    lines = run("metadata", story_file, page).stdout.splitlines()
    assert lines[0] == str(story_file)
    assert lines[-2:] == [str(page), "no metadata"]


def test_standard_input_and_its_address(run):
    result = run("metadata", "-", "--url", "https://example.org/2024/05/03/tides", stdin=b"<h1>Tides</h1>")
    assert "2024-05-03" in result.stdout


def test_what_no_terminal_should_get_is_not_printed(run):
    result = run("metadata", stdin=b"<meta name=description content='a\x1b[31mb " + b"x" * 200 + b"'>")
    assert "\x1b" not in result.stdout
    assert "…" in result.stdout


def test_a_page_that_cannot_be_read_does_not_stop_the_others(run, story_file):
    result = run("metadata", "missing.html", story_file, "--json")
    assert result.exit_code == 1
    assert "missing.html" in result.stderr
    assert json.loads(result.stdout)["authors"]


def test_one_address_for_several_pages_is_wrong(run, story_file, page):
    result = run("metadata", story_file, page, "--url", "https://example.org/")
    assert result.exit_code == 2
    assert "--url" in result.stderr
