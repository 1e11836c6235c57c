"""`webwinnow evaluate`."""

import json
import re
import shlex
import sys

import pytest

from webwinnow.cli.evaluate import _measures
from webwinnow.evaluate.measures import Characters, Snippets, WordBag, WordSet
from webwinnow.evaluate.results import load_run
from webwinnow.evaluate.run import EVERY_MEASURE

pytestmark = pytest.mark.usefixtures("in_this_process")


def test_a_table_and_all_files(run, package, tmp_path):
    result = run(
        "evaluate", package, "-e", "plain", "-e", "lqf", "-j", 1, "--slice", "language", "-o", tmp_path / "out"
    )
    assert (result.exit_code, result.stderr) == (0, "")
    head, columns, first, second, *rest = result.stdout.splitlines()
    assert head == "small: 2 pages"
    assert columns.split()[:3] == ["characters", "word-sequence", "word-bag"]
    assert first.split()[0] == "lqf"
    assert first.split()[3] == "1.000"
    assert second.split()[0] == "plain"
    assert "word-bag by language" in rest
    assert "may be chance" in result.stdout  # two pages prove nothing
    files = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"report.html", "summary.json", "summary.tsv", "run.json", "pages", "cells"} <= files
    assert result.stdout.endswith(f"Report: {tmp_path / 'out' / 'report.html'}\n")


def test_the_default_where_nothing_is_named_and_a_sample(run, package):
    result = run("evaluate", package, "--measures", "word-bag", "-j", 1, "--sample", 1)
    assert result.exit_code == 0
    assert result.stdout.startswith("small: 1 page")
    assert "\nconsensus" in result.stdout
    same = run("evaluate", package, "--measures", "word-bag", "--workers", 1, "--limit", 1)
    assert "read as --sample 1" in same.stderr
    assert same.stdout.splitlines()[0] == result.stdout.splitlines()[0]


def test_several_packages_have_a_table_over_all(run, package, tmp_path):
    other = tmp_path / "other"
    package.rename(tmp_path / "first")
    other.mkdir()
    for path in (tmp_path / "first").iterdir():
        (other / path.name).write_text(path.read_text().replace('"small"', '"other"'))
    result = run("evaluate", tmp_path / "first", other, "-e", "plain", "--measures", "word-bag", "-j", 1)
    assert [line for line in result.stdout.splitlines() if line.endswith("pages")] == [
        "small: 2 pages",
        "other: 2 pages",
        "all packages: 4 pages",
    ]


def test_every_kind_of_candidate_at_once(run, package, tmp_path, monkeypatch):
    (tmp_path / "my_functions.py").write_text("def text(page):\n    return page.split('<p>')[1].removesuffix('</p>')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    crash = shlex.join([sys.executable, "-c", "raise SystemExit('it broke')", "{file}"])
    cat = shlex.join([sys.executable, "-c", "import sys; print(open(sys.argv[1]).read())", "{file}"])
    options = ["--python", "my_functions:text", "--command", crash, "--command", cat, "--proxy", "127.0.0.1:1"]
    result = run("evaluate", package, *options, "--measures", "word-bag", "-j", 2, "-o", tmp_path / "out")
    assert result.exit_code == 0, result.stderr
    found = {each.candidate: each for each in load_run(tmp_path / "out").summary.packages[0].candidates}
    assert found["my_functions:text"].measures[WordBag()].columns["f1"].mean == 1.0
    assert found[cat].measures[WordBag()].columns["recall"].mean == 1.0
    assert found[crash].failures == {"crash": 2}
    assert found["127.0.0.1:1"].failures == {"crash": 2}
    assert "all pages" in result.stdout
    reasons = {cell.failure.reason for cell in load_run(tmp_path / "out").cells["small", crash]}
    assert reasons == {"exit code 1: it broke"}


def test_nothing_but_failures_is_a_failure(run, package):
    result = run("evaluate", package, "--proxy", "127.0.0.1:1", "--measures", "word-bag", "-j", 1)
    assert result.exit_code == 1
    assert "2 (crash 2)" in result.stdout


def test_the_gate(run, package, tmp_path):
    floors = tmp_path / "floors.json"
    arguments = ["evaluate", package, "-e", "lqf", "--measures", "word-bag", "-j", 1, "-o", tmp_path / "out"]
    assert run(*arguments, "--gate", floors).exit_code == 2  # there is no such file yet
    made = run(*arguments, "--gate", floors, "--update-floors")
    assert (made.exit_code, made.stdout.splitlines()[-1]) == (0, f"{floors}: 1 floors added, 0 raised, 0 lowered")
    held = run(*arguments, "--gate", floors)
    assert (held.exit_code, held.stdout.splitlines()[-1]) == (0, "Gate: 1 floors hold.")
    content = json.loads(floors.read_text())
    content["floors"][0]["candidate"] = "plain"
    floors.write_text(json.dumps(content))
    worse = [argument if argument != "lqf" else "plain" for argument in arguments]
    fallen = run(*worse, "--gate", floors)
    assert fallen.exit_code == 1
    told = r"plain on small, word-bag f1: 0\.\d+ is 0\.\d+ below the floor 1\.0000 \(tolerance 0\.002\)"
    assert re.fullmatch(rf"webwinnow: gate: {told}\n", fallen.stderr)
    assert run(*worse, "--gate", floors, "--update-floors").exit_code == 2
    lowered = run(*worse, "--gate", floors, "--update-floors", "--allow-regression", "links are text, too")
    assert lowered.exit_code == 0
    assert json.loads(floors.read_text())["lowered"][0]["reason"] == "links are text, too"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["-e", "no-such"], "unknown extractor 'no-such'"),
        (["-e", "plain", "--measures", "word-bags"], "unknown measure 'word-bags': choose word-bag"),
        (["-e", "plain", "--measures", " "], "no measure is given"),
        (["-e", "plain", "--update-floors"], "go with --gate"),
        (["-e", "plain", "--gate", "x"], "x: there is no such file"),
        (["-e", "plain", "--gate", "x", "--sample", "1"], "leave --sample out"),
        (["-e", "plain", "--gate", "x", "--allow-regression", "why"], "goes with --update-floors"),
        (["--peer", "nobody"], "no adapter for the peer 'nobody'"),
        (["--python", "nowhere:f"], "cannot be imported"),
        (["--command", "no-such-program"], "there is no program"),
        (["--proxy", "ftp://x"], "--proxy"),
        (["-e", "plain", "--slice", "colour"], "colour"),
    ],
)
def test_wrong_usage_is_one_line(run, package, options, told):
    result = run("evaluate", package, *options, *([] if "--measures" in options else ["--measures", "word-bag"]))
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_what_is_no_package(run, tmp_path):
    result = run("evaluate", tmp_path, "-e", "plain")
    assert result.exit_code == 1
    assert "not a test package" in result.stderr


def test_measures_are_read_with_their_parameters():
    assert _measures(None, optional=False) == EVERY_MEASURE
    assert _measures("word-bag, characters(limit=5, headline=optional),word-bag", optional=False) == (
        WordBag(),
        Characters(limit=5, headline="optional"),
    )
    assert _measures("word-set,snippets", optional=True) == (WordSet(headline="optional"), Snippets())


def test_methods_to_find_headlines_side_by_side(run, tmp_path):
    (tmp_path / "package.toml").write_text('name = "titles"\n')
    (tmp_path / "one.html").write_text("<title>Grain - Mill</title><h1>Grain</h1><p>Toss the grain.")
    (tmp_path / "one.txt").write_text("Toss the grain.")
    (tmp_path / "one.json").write_text('{"id": "one", "title": "Grain"}')
    result = run("evaluate", tmp_path, "--headline", "-j", "1")
    rows = {line.split()[2]: line.split() for line in result.stdout.splitlines() if line.startswith("headline -m")}
    assert result.exit_code == 0
    assert set(rows) == {"headline", "tf", "tfidf", "osm", "aggregate", "largest-font", "title"}
    assert "1.000" in rows["headline"]
    assert "0.000" in rows["title"]
