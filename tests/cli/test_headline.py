"""`webwinnow headline`."""

import json

PAGE = b"<title>How to winnow - Mill</title><h1>How to <b>winnow</b></h1><h2>Wind</h2><p>Toss the grain."


def test_the_headline_alone(run):
    result = run("headline", "-", stdin=PAGE)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "How to winnow\n", "")


def test_methods(run):
    assert run("headline", "-m", "title", stdin=PAGE).stdout == "How to winnow - Mill\n"
    assert run("headline", "-m", "tf", stdin=PAGE).stdout == "winnow\n"  # text nodes, as in the paper
    assert run("headline", "-m", "tf", "--keep-stop-words", stdin=PAGE).stdout == "How to\n"
    assert run("headline", "-m", "largest-font", stdin=PAGE).stdout == "How to winnow\n"
    wrong = run("headline", "-m", "best", stdin=PAGE)
    assert wrong.exit_code == 2
    assert "aggregate" in wrong.stderr


def test_runners_up(run):
    lines = run("headline", "--all", stdin=PAGE).stdout.splitlines()
    assert len(lines) > 2
    score, source, places, text = lines[0].split("\t")
    assert 0 < float(score) <= 1
    assert (source, text) == ("h1", "How to winnow")
    start, end = map(int, places.split(",")[0].split(":"))
    assert PAGE.decode()[start:end] == "How to"


def test_json(run, tmp_path):
    one, two = tmp_path / "one.html", tmp_path / "two.html"
    one.write_bytes(PAGE)
    two.write_bytes(b"<p></p>")
    result = run("headline", one, two, "--json")
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["text"] == "How to winnow"
    assert first["page"] == str(one)
    assert first["method"] == "headline"
    assert first["spans"]
    assert first["runners_up"][0]["score"] <= first["score"]
    assert (second["text"], second["runners_up"]) == (None, [])


def test_a_page_without_a_headline_gives_an_empty_line(run):
    assert run("headline", stdin=b"<p></p>").stdout == "\n"


def test_a_missing_page_is_named_and_the_others_go_on(run, page):
    result = run("headline", "nowhere.html", page)
    assert result.exit_code == 1
    assert result.stdout.strip() == "Mill"
    assert "nowhere.html" in result.stderr


def test_control_characters_do_not_reach_a_terminal(run):
    assert "\x1b" not in run("headline", stdin=b"<h1>a\x1b[31mb</h1>").stdout


def test_one_address_is_for_one_page(run, page):
    result = run("headline", page, page, "--url", "https://example.org/")
    assert result.exit_code == 2
