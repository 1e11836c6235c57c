"""`webwinnow package` and its commands."""

import json
from pathlib import Path

import pytest

from webwinnow.evaluate.package import load

EXAMPLES = Path(__file__).parents[2] / "examples" / "package"


@pytest.fixture
def mine(run, tmp_path) -> Path:
    folder = tmp_path / "mine"
    assert run("package", "new", folder, "--licence", "CC0-1.0").exit_code == 0
    return folder


@pytest.fixture
def gold(tmp_path) -> Path:
    path = tmp_path / "gold.txt"
    path.write_text("Winnow the grain, drop the chaff")
    return path


def test_info(run):
    result = run("package", "info", EXAMPLES)
    assert result.exit_code == 0
    told = dict(line.split(":", 1) for line in result.stdout.splitlines())
    assert told["pages"].strip() == "43"
    assert told["with gold"].strip() == "41"
    assert told["languages"].strip().startswith("en 14, ")
    assert told["licence"].strip() == "CC0-1.0"


def test_a_good_package_is_valid(run):
    result = run("package", "validate", EXAMPLES)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].startswith("43 pages, 0 errors, ")


def test_errors_are_named_and_make_the_exit_code(run, mine, page, gold):
    assert run("package", "add", mine, page, "--gold", gold).exit_code == 0
    (mine / "mill.json").write_text("{")
    (mine / "lost.txt").write_text("Gold")
    result = run("package", "validate", mine)
    assert result.exit_code == 1
    assert "error: mill.json: broken JSON" in result.stdout
    assert "error: lost.txt: belongs to no page" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("1 pages, 2 errors")


def test_new_does_not_overwrite(run, mine):
    result = run("package", "new", mine)
    assert result.exit_code == 1
    assert "already is a test package" in result.stderr


def test_add_with_all_that_is_known(run, mine, page, gold, tmp_path):
    meta = tmp_path / "meta.json"
    meta.write_text('{"language": "de", "colour": "red"}')
    known = ["--language", "en", "--title", "Mill", "--author", "A", "--author", "B", "--date", "2024-03-12"]
    result = run("package", "add", mine, page, "--gold", gold, "--meta", meta, "--id", "first", *known)
    assert (result.exit_code, result.stdout) == (0, f"{mine}: added first\n")
    added = load(mine).page("first")
    assert added.html() == page.read_bytes()
    assert added.gold == gold.read_text()
    assert (added.meta.language, added.meta.title, added.meta.author) == ("en", "Mill", ("A", "B"))
    assert added.meta.extra == {"colour": "red"}


def test_add_refuses_what_would_be_lost(run, mine, page, gold, tmp_path):
    assert run("package", "add", mine, page).stdout == f"{mine}: added mill, without gold\n"
    assert "exists already" in run("package", "add", mine, page).stderr
    gold.write_text(" ")
    assert "is empty" in run("package", "add", mine, page, "--gold", gold, "--id", "b").stderr
    assert run("package", "add", mine, tmp_path / "none.html").exit_code == 1
    assert run("package", "add", tmp_path, page).exit_code == 1


def test_split(run, tmp_path):
    result = run("package", "split", EXAMPLES, "--ratio", "0.3", "--into", tmp_path / "a", tmp_path / "b")
    assert result.exit_code == 0
    sizes = [len(load(tmp_path / part).pages) for part in ("a", "b")]
    assert sum(sizes) == 43
    assert result.stdout.splitlines() == [
        f"{tmp_path / part}: {size} pages" for part, size in zip("ab", sizes, strict=True)
    ]
    assert run("package", "split", EXAMPLES, "--ratio", "2", "--into", tmp_path / "c", tmp_path / "d").exit_code == 2


def test_import(run, tmp_path):
    source = tmp_path / "scrapinghub"
    (source / "html").mkdir(parents=True)
    (source / "html" / "a.html.gz").write_bytes(__import__("gzip").compress(b"<p>Flour and water</p>"))
    truth = {"a": {"articleBody": "Flour and water", "url": "https://bread.example/"}}
    (source / "ground-truth.json").write_text(json.dumps(truth))
    result = run("package", "import", "scrapinghub", source, tmp_path / "made")
    assert (result.exit_code, result.stdout) == (0, f"{tmp_path / 'made'}: 1 pages added\n")
    assert load(tmp_path / "made").page("a").gold == "Flour and water"
    assert run("package", "import", "cleanevil", source, tmp_path / "x").exit_code == 2


def test_build(run, page, tmp_path):
    other = tmp_path / "other.html"
    other.write_text("<div>Nothing of the kind</div>")
    result = run("package", "build", tmp_path / "site", page, other, "--selector", "p", "--headline", "title")
    assert result.exit_code == 0
    assert result.stdout == f"{tmp_path / 'site'}: 1 pages added, 1 left out\n"
    assert "other.html: left out: nothing with text matches 'p'" in result.stderr
    assert load(tmp_path / "site").page("mill").gold == "Winnow the grain, drop the chaff"


@pytest.mark.parametrize("name", ["info", "validate", "new", "add", "split", "import", "build"])
def test_every_command_has_help_with_an_example(run, name):
    result = run("package", name, "--help")
    assert result.exit_code == 0
    assert f"webwinnow package {name} " in result.stdout
    assert "Example" in result.stdout
