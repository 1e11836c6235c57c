"""`webwinnow why`."""

import json
import re

import pytest


def test_kept(run, page, story):
    result = run("why", page, "drop the chaff", "-e", "lqf")
    assert result.exit_code == 0
    assert result.stdout.startswith("kept: drop the chaff\n")
    assert "decided by: lqf" in result.stdout


def test_dropped_from_standard_input(run, page):
    result = run("why", "-", "Home", "-e", "lqf", stdin=page.read_bytes())
    assert result.exit_code == 0
    assert result.stdout.startswith("dropped: Home\n")
    assert "kind of text: navigation" in result.stdout


@pytest.mark.parametrize(("sentence", "kept"), [("sea itself has made flour", True), ("Ferry fares", False)])
def test_the_lines_of_the_default_add_up(run, sentence, kept):
    shown = run("why", "--example", sentence).stdout
    total = float(re.search(r"together ([+-]\d+\.\d\d) in log odds", shown)[1])
    lines = re.findall(r"^ {6} *([+-]\d+\.\d\d)  \S.*?  +(\S.*)$", shown, re.MULTILINE)
    assert round(sum(float(number) for number, _ in lines), 2) == total
    assert (total > 0) is kept
    assert "limit of this page" in shown


def test_json(run, page):
    found = json.loads(run("why", page, "Home", "-e", "lqf", "--json").stdout)
    assert found["places"][0]["verdict"] == "dropped"


def test_by_hand(run, page):
    shown = run("why", page, "drop the chaff", "-e", "lqf", "--drop", "p").stdout
    assert shown.startswith("dropped: drop the chaff\n") and "decided by: by-hand(drop='p')" in shown


def test_what_is_not_there(run, page):
    result = run("why", page, "drop the wheat", "-e", "lqf")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "nearest" in result.stderr
    assert "drop the chaff" in result.stderr
    result = run("why", page, "zebra", "-e", "lqf", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["places"] == []


def test_the_bundled_page(run):
    assert run("why", "--example", "zebra").exit_code == 1


@pytest.mark.parametrize(("arguments", "missing"), [((), "PAGE"), (("--example",), "SENTENCE"), (("x",), "SENTENCE")])
def test_what_is_missing_is_named(run, arguments, missing):
    result = run("why", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"webwinnow: no {missing} is given: ") and result.stderr.count("\n") == 1
