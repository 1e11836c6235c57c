"""`webwinnow posts`, called inside this process."""

import json

import pytest

from post_software import PAGES, PEOPLE, SAID


@pytest.fixture
def thread(tmp_path):
    path = tmp_path / "thread.html"
    path.write_text(PAGES["answers with comments"].source, encoding="utf-8")
    return path


def test_a_table(run, thread):
    result = run("posts", thread)
    lines = result.stdout.splitlines()
    assert (result.exit_code, result.stderr) == (0, "")
    assert lines[0].startswith("5 posts, a thread (")
    assert lines[2].split()[:5] == ["1", "post", "to", "0", PEOPLE[0]]
    assert lines[3].split()[:5] == ["2", "comment", "to", "1", "Remy"]
    assert SAID[0][:30] in lines[2]


def test_json_holds_texts_and_offsets(run, thread):
    found = json.loads(run("posts", thread, "--json").stdout)
    assert (found["count"], found["is_thread"], found["extractor"]) == (5, True, None)
    assert found["page"] == str(thread)
    first = found["posts"][1]
    assert (first["author"], first["kind"], first["parent"]) == (PEOPLE[0], "post", 0)
    assert first["text"].strip() == SAID[0]
    start, end = first["text_spans"][0]
    assert thread.read_text(encoding="utf-8")[start:end] == SAID[0]


def test_any_extractor_for_each_post(run, thread):
    found = json.loads(run("posts", thread, "--json", "-e", "plain").stdout)
    assert found["extractor"] == "plain"
    assert PEOPLE[0] in found["posts"][1]["text"] and SAID[0] in found["posts"][1]["text"]


def test_several_pages_have_their_names_above(run, thread, page):
    result = run("posts", thread, page)
    assert str(thread) in result.stdout and str(page) in result.stdout


def test_standard_input_and_nothing_to_find(run):
    assert run("posts", "-", stdin=b"<p>one").stdout == "0 posts, no thread (1.00)\n"


def test_what_cannot_be_read_is_told_and_the_rest_goes_on(run, thread, tmp_path):
    result = run("posts", tmp_path / "missing.html", thread)
    assert result.exit_code == 1
    assert "missing.html" in result.stderr and "5 posts" in result.stdout


@pytest.mark.parametrize("arguments", [["-e", "nonesuch"], ["--url", "https://example.org/", "a.html", "b.html"]])
def test_wrong_usage(run, thread, arguments):
    result = run("posts", thread, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") >= 1
