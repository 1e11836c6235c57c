"""`webwinnow explain`, called inside this process."""

import json
import re
import sys
import xml.etree.ElementTree as Xml
from types import SimpleNamespace

import pytest

from webwinnow.cli.explain import _form


@pytest.fixture
def explained(run):
    return lambda *arguments, **settings: run("explain", "-e", "lqf", *arguments, **settings)


def one_line(result, code: int, *parts: str) -> None:
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.count("\n") == 1
    assert all(part in result.stderr for part in ("webwinnow: ", *parts)), result.stderr


@pytest.mark.parametrize("output", [[], ["-o", "-"]])
def test_data_on_standard_output(explained, page, story, output):
    result = explained(page, *output)
    found = json.loads(result.stdout)
    assert (result.exit_code, result.stderr) == (0, "")
    assert (found["expression"], found["title"]) == ("lqf", "Mill")
    start, end = found["spans"][0]
    assert page.read_text()[start:end] == story


def test_each_form_by_its_ending(explained, page, tmp_path, story):
    pytest.importorskip("resvg_py")
    files = {ending: tmp_path / f"why.{ending}" for ending in ("svg", "png", "html", "json", "SVG")}
    for file in files.values():
        result = explained(page, "-o", file)
        assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert Xml.parse(files["svg"]).getroot().tag.endswith("svg")
    assert files["SVG"].read_bytes() == files["svg"].read_bytes()
    assert files["png"].read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert story in files["html"].read_text()
    assert json.loads(files["json"].read_text())["expression"] == "lqf"


def test_a_terminal_gets_a_few_readable_lines(run, monkeypatch, tmp_path):
    shown = run("explain", "--example", "-f", "text").stdout
    assert len(shown) < 2000 and max(map(len, shown.splitlines())) <= 120
    assert re.search(r"^kept +[\d,]+ characters  Tide mill grinds again", shown, re.MULTILINE)
    assert re.search(r"^dropped +[\d,]+ characters", shown, re.MULTILINE)
    for line in re.findall(r"^(?:kept|dropped)  start.*$", shown, re.MULTILINE):
        numbers = [float(number) for number in re.findall(r"[+-]\d+\.\d\d", line)]
        assert round(sum(numbers[:-1]), 2) == numbers[-1]
    assert run("explain", "--example", "-o", tmp_path / "why.txt").exit_code == 0
    assert (tmp_path / "why.txt").read_text() == shown
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: True))
    assert _form(None) == "text"


@pytest.mark.parametrize("arguments", [["-"], []])
def test_standard_input(explained, page, arguments):
    assert json.loads(explained(*arguments, stdin=page.read_bytes()).stdout)["title"] == "Mill"


def test_the_bundled_page_and_the_default(run):
    found = json.loads(run("explain", "--example").stdout)
    assert found["title"].startswith("Tide mill")
    assert found["panels"]


def test_a_url_and_its_charset(explained, site):
    found = json.loads(explained(f"{site}/mill", "--allow-private").stdout)
    assert found["url"] == f"{site}/mill"
    one_line(explained(f"{site}/mill"), 1, "private")
    one_line(explained(f"{site}/missing", "--allow-private"), 1, "404")


def test_address_and_encoding(explained, page):
    assert json.loads(explained(page, "--url", "https://example.org/").stdout)["url"] == "https://example.org/"
    one_line(explained(page, "--encoding", "nonsense"), 2, "nonsense")


def test_filters_and_combinations(run, page):
    for expression in ("lqf | bte", "vote(2, lqf, bte, plain)", "lqf >> bte"):
        found = json.loads(run("explain", page, "-e", expression).stdout)
        assert found["expression"] == expression
        assert found["panels"]


@pytest.mark.parametrize("name", ["why", "why.gif", "folder.svg"])
def test_other_endings_are_refused_before_anything_is_read(explained, tmp_path, name):
    (tmp_path / "folder.svg").mkdir()
    one_line(explained("no-such-page.html", "-o", tmp_path / name), 2, name, ".txt, .json, .svg, .png, .html")


def test_a_folder_that_is_not_there(explained, page, tmp_path):
    one_line(explained(page, "-o", tmp_path / "missing" / "why.svg"), 2, "missing")


def test_wrong_pages_and_expressions(run, explained, tmp_path):
    one_line(explained(tmp_path / "none.html"), 1, "no such file")
    one_line(run("explain", "-e", "btee", tmp_path / "none.html"), 2, "bte")
    one_line(run("explain", "--example", "-e", "bte(", "x.html"), 2, "--example")


def test_a_missing_library_is_named_before_anything_is_read(explained, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    one_line(explained("no-such-page.html", "-o", tmp_path / "why.png"), 2, "webwinnow[explain]")
