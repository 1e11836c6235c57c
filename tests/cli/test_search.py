"""`webwinnow search`."""

import json

import pytest

from webwinnow.recipes import read_recipes

pytestmark = pytest.mark.usefixtures("in_this_process")


def test_tables_files_and_a_recipe(run, package, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    mine = tmp_path / "home" / "webwinnow" / "recipes.toml"
    call = ("search", package, "--members", "plain,lqf,bte", "-o", tmp_path / "out", "-j", "1")
    result = run(*call, "--save", "mine")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "18 combinations of 3 members on 2 pages of 2 sites" in result.stdout
    assert "held out" in result.stdout
    assert result.stdout.endswith(f"Recipe: mine in {mine}\n")
    told = json.loads((tmp_path / "out" / "search.json").read_text())
    assert read_recipes(mine)["mine"].expression == told["winner"]["expression"]
    assert "F1 1.000 on 2 pages" in read_recipes(mine)["mine"].summary
    printed = run("extract", "-e", "mine", package / "bread.html").stdout
    assert printed == "Flour, water and salt make a loaf.\n"
    again = run(*call, "--save", "mine")
    assert (again.exit_code, again.stdout) == (2, "")
    assert "a recipe 'mine' is there already" in again.stderr


def test_a_recipe_is_saved_where_the_user_wants_it(run, package, tmp_path) -> None:
    file = tmp_path / "new" / "mine.toml"
    call = ("search", package, "--size", "1", "-o", tmp_path / "out", "-j", "1", "--recipes", file)
    assert run(*call, "--members", "plain,lqf", "--save", "one").exit_code == 0
    assert run(*call, "--members", "one,plain", "--save", "two").exit_code == 0
    assert list(read_recipes(file)) == ["one", "two"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--members", "nonesuch"), "unknown extractor 'nonesuch'"),
        (("--members", "filter3"), "no member decides what is content"),
        (("--members", "bte", "--save", "lqf"), "'lqf' is the name of a stage: choose another"),
        (("--members", "bte", "--save", "my name"), "a recipe cannot be named 'my name'"),
        (("--members", "bte", "--size", "0"), "Invalid value for '--size'"),
        (("--members", "bte", "--recipes", "missing.toml"), "missing.toml: cannot be read"),
        (("--members", ",".join(f"lqf(threshold={n / 100})" for n in range(61))), "1 to 60 members, not 61"),
        ((), "Missing option '--members'"),
    ],
)
def test_wrong_usage_is_one_line(run, package, tmp_path, options, message) -> None:
    result = run("search", package, "-o", tmp_path / "out", *options)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert message in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_no_package(run, tmp_path) -> None:
    result = run("search", tmp_path / "nowhere", "--members", "bte", "-o", tmp_path / "out")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)


def test_pages_that_fail_are_named(run, package, tmp_path) -> None:
    (package / "rain.html").unlink()
    result = run("search", package, "--members", "plain", "-o", tmp_path / "out", "-j", "1")
    assert result.exit_code == 0
    assert "rain: left out:" in result.stderr
    assert "1 pages are left out" in result.stdout
