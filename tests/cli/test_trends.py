"""`webwinnow trends`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QUERIES = '[queries]\nwater = ["river", "lake"]\nempty = []\n'


def ris(year: int, text: str, title: str = "A title") -> str:
    tags = {
        "TY": "JOUR",
        "TI": title,
        "JO": "Waters",
        "PY": year,
        "UR": f"https://example.org/{year}",
        "AB": text,
        "ER": "",
    }
    return "".join(f"{tag}  - {value}\n" for tag, value in tags.items())


@pytest.fixture
def papers(tmp_path) -> Path:
    path = tmp_path / "papers.ris"
    texts = [
        (2001, "The river and the lake."),
        (2002, "The mill by the river."),
        (2002, "Nothing of the kind, by the way."),
    ]
    path.write_text("".join(ris(*each) for each in texts) + "TY  - JOUR\nPY  - 2003\nER  - \n", encoding="utf-8")
    return path


@pytest.fixture
def queries(tmp_path) -> Path:
    path = tmp_path / "queries.toml"
    path.write_text(QUERIES)
    return path


def test_run_writes_everything_and_reports_what_is_left_out(run, papers, queries, tmp_path) -> None:
    result = run("trends", "run", papers, "--queries", queries, "-o", tmp_path / "out", "--draws", "20")
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        f"webwinnow: {queries}:3: query 'empty' is empty: left out",
        f"webwinnow: {papers}:22: the record has no abstract: left out",
    ]
    assert "3 records, 1 problem, 0 duplicates" in result.stdout
    assert "2001           1    1000\n2002           2     354\nwithout keyword      33%" in result.stdout
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"series.csv", "report.html", "trends.svg", "trends.png"}


def test_run_without_the_renderer_writes_the_rest(run, papers, queries, tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.setattr("webwinnow.trends.chart.fonts_are_found", lambda *_: False)
    result = run("trends", "run", papers, "--queries", queries, "-o", tmp_path / "out", "--draws", "20")
    assert result.exit_code == 0
    assert "trends.png: left out: resvg_py is needed for this: pip install 'webwinnow[trends]'" in result.stderr
    assert (tmp_path / "out" / "trends.svg").exists()


@pytest.mark.parametrize(("library", "extra"), [("rispy", "trends"), ("lxml.etree", "trends")])
def test_a_missing_library_is_named_with_the_command_that_installs_it(run, papers, monkeypatch, library, extra) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    result = run("trends", "convert", papers)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"is needed for this: pip install 'webwinnow[{extra}]'" in result.stderr


def test_convert_to_standard_xml_and_on(run, papers, queries, tmp_path) -> None:
    result = run("trends", "convert", papers, papers, "-o", tmp_path / "all.xml")
    assert result.exit_code == 0
    assert "the same as" in result.stderr
    assert result.stderr.endswith("webwinnow: 3 records, 2 problems, 3 duplicates\n")
    piped = run("trends", "convert", "-", stdin=(tmp_path / "all.xml").read_bytes())
    assert piped.stdout == (tmp_path / "all.xml").read_text(encoding="utf-8")
    assert (
        run("trends", "convert", "-", "--keep-duplicates", stdin=papers.read_bytes() * 2).stdout.count("<research>")
        == 6
    )


def test_a_file_that_cannot_be_read_is_named_and_the_others_go_on(run, papers, tmp_path) -> None:
    result = run("trends", "convert", tmp_path / "missing.ris", papers)
    assert (result.exit_code, result.stdout.count("<research>")) == (1, 3)
    assert "missing.ris: cannot be read (No such file or directory)" in result.stderr
    nothing = run("trends", "convert", tmp_path / "missing.ris")
    assert (nothing.exit_code, nothing.stdout) == (1, "")


def test_search(run, papers) -> None:
    result = run("trends", "search", "a lake or river", papers)
    assert [line.split()[1] for line in result.stdout.splitlines()] == ["2001", "2002"]
    boolean = run("trends", "search", "--boolean", "river AND NOT lake AND the", papers, "--json")
    (found,) = map(json.loads, boolean.stdout.splitlines())
    assert (found["date"], found["line"], found["url"]) == ("2002", 8, "https://example.org/2002")
    assert "'the' is left out" in boolean.stderr
    assert run("trends", "search", "--boolean", "river AND (", papers).exit_code == 2
    assert run("trends", "search", "of the", papers).exit_code == 2
    assert run("trends", "search", "unheard", papers).stdout == ""


def test_a_search_that_finds_nothing_says_why(run, papers) -> None:
    nothing = run("trends", "search", "drought in the mountains", papers)
    assert nothing.stdout == ""
    assert "no text has 'drought', 'mountains'" in nothing.stderr
    assert "nothing was found in 3 texts" in nothing.stderr
    some = run("trends", "search", "--boolean", '"the river" AND NOT "big lake"', papers)
    assert some.stdout.count("\n") == 2
    assert "no text has 'big lake'" in some.stderr
    assert "nothing was found" not in some.stderr


def test_the_documented_searches_find_something_in_the_documented_collection(run, tmp_path) -> None:
    collection = tmp_path / "collection.ris"
    with collection.open("wb") as file:
        subprocess.run([sys.executable, ROOT / "examples/trends/make_collection.py"], stdout=file, check=True)
    documented = (ROOT / "docs/trends.md").read_text(encoding="utf-8")
    boolean = ["--boolean", '"climate change" AND NOT (evolution OR genome)']
    for query in (["gene flow in plants"], boolean, ["microbiome"]):
        assert query[-1] in documented
        assert run("trends", "search", *query, collection).stdout.count("\n") == 10


def test_emerging(run, tmp_path) -> None:
    path = tmp_path / "papers.ris"
    texts = (
        ris(year, "the drones fly" if at < 3 * (year - 2000) else "the birds fly", f"{year} {at}")
        for year in range(2000, 2010)
        for at in range(30)
    )
    path.write_text("".join(texts), encoding="utf-8")
    assert "drones" in run("trends", "emerging", path).stdout
    (found,) = map(json.loads, run("trends", "emerging", path, "--json").stdout.splitlines())
    assert found["word"] == "drones"
    assert found["early"] < found["late"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run"], "Missing argument 'FILE...'"),
        (["run", "x.ris", "-o", "out"], "Missing option '--queries'"),
        (["run", "x.ris", "-o", "out", "--queries", "missing.toml"], "missing.toml: cannot be read"),
        (["nonsense"], "No such command 'nonsense'"),
    ],
)
def test_wrong_usage(run, arguments, message) -> None:
    result = run("trends", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize("name", ["run", "convert", "search", "emerging"])
def test_help_has_examples(run, name) -> None:
    result = run("trends", name, "--help")
    assert result.exit_code == 0
    assert "Examples" in result.stdout
