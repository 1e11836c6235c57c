"""The user's recipes on the command line."""

from __future__ import annotations

import json
import signal
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from webwinnow import Limits
from webwinnow.cli import options as module
from webwinnow.cli.options import complete_expression, in_time, limit_options
from webwinnow.errors import PageError

pytestmark = pytest.mark.usefixtures("in_this_process")


@pytest.fixture
def mine(tmp_path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text('[news]\nexpression = "lqf >> bte"\nsummary = "For news."\n[double]\nexpression = "news | plain"\n')
    return path


@pytest.fixture
def configured(tmp_path, monkeypatch) -> Path:
    folder = tmp_path / "configuration"
    (folder / "webwinnow").mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    path = folder / "webwinnow" / "recipes.toml"
    path.write_text('[house]\nexpression = "lqf >> bte"\n')
    return path


def test_extract_and_explain_know_them(run, page, printed, mine) -> None:
    for name in ("news", "vote(1, news)"):
        result = run("extract", page, "-e", name, "--recipes", mine)
        assert (result.stdout, result.stderr) == (printed, "")
    explained = json.loads(run("explain", page, "-e", "double", "--recipes", mine).stdout)
    assert explained["expression"] == "lqf >> bte | plain"


def test_the_configuration_folder_is_looked_at(run, page, printed, configured) -> None:
    assert run("extract", page, "-e", "house").stdout == printed
    assert "house" in run("list").stdout


def test_a_file_that_is_named_is_taken_instead(run, page, configured, mine) -> None:
    assert run("extract", page, "-e", "news", "--recipes", mine).exit_code == 0
    refused = run("extract", page, "-e", "house", "--recipes", mine)
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert "unknown extractor 'house'" in refused.stderr


def test_list_shows_them_and_where_they_are_from(run, mine) -> None:
    lines = run("list", "--recipes", mine).stdout.splitlines()
    assert any(line.split() == ["news", "extractor", "For", "news.", "[lqf", ">>", "bte]"] for line in lines)
    listed = {each["name"]: each for each in json.loads(run("list", "--json", "--recipes", mine).stdout)}
    assert listed["news"]["file"] == str(mine)
    assert listed["addanag"]["file"] is None


def test_list_goes_on_after_a_broken_recipe(run, mine) -> None:
    mine.write_text(
        mine.read_text() + '[one]\nexpression = "two"\n[two]\nexpression = "one"\n[bad]\nexpression = "bpe"\n'
    )
    result = run("list", "--recipes", mine)
    assert result.exit_code == 1
    assert "news" in result.stdout
    assert "uses itself" in result.stderr
    assert f"recipe 'bad' in {mine}: unknown extractor 'bpe'" in result.stderr
    assert result.stderr.count("\n") == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [("[news", "broken TOML"), ("[news]\n", "recipe 'news' has no expression"), (None, "cannot be read")],
)
def test_a_broken_file_is_one_line(run, page, tmp_path, text, message) -> None:
    path = tmp_path / "broken.toml"
    if text is not None:
        path.write_text(text)
    for command in (("extract", page), ("explain", page), ("list",), ("evaluate", tmp_path, "-e", "bte")):
        result = run(*command, "--recipes", path)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
        assert message in result.stderr
        assert str(path) in result.stderr


def test_evaluate_names_them_and_keeps_their_results_apart(run, tmp_path, mine) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "package.toml").write_text('name = "small"\n')
    (package / "a.html").write_text("<ul><li><a href=/>Home</a></ul><p>Winnow the grain")
    (package / "a.txt").write_text("Winnow the grain")
    call = ("evaluate", package, "-e", "news", "--recipes", mine, "-o", tmp_path / "out", "--measures", "word-bag")
    assert run(*call).exit_code == 0
    told = json.loads((tmp_path / "out" / "run.json").read_text())
    assert [(each["name"], each["specification"]) for each in told["candidates"]] == [("news", "lqf >> bte")]
    mine.write_text('[news]\nexpression = "plain"\n')
    assert run(*call).exit_code == 0
    assert len(list((tmp_path / "out" / "cells").iterdir())) == 2


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, "~/.config/webwinnow"),
        ("linux", {"XDG_CONFIG_HOME": "relative"}, "~/.config/webwinnow"),
        ("linux", {"XDG_CONFIG_HOME": "/somewhere"}, "/somewhere/webwinnow"),
        ("darwin", {}, "~/Library/Application Support/webwinnow"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/webwinnow"),
    ],
)
def test_each_platform_has_its_folder(monkeypatch, platform, environment, folder) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert module.configuration_folder() == Path(folder).expanduser()


def test_without_a_home_there_is_what_is_shipped(monkeypatch) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    assert module.configuration_folder() is None
    assert "addanag" in module.user_recipes()


def test_the_shell_offers_them(configured) -> None:
    offered = {item.value for item in complete_expression(None, None, "lqf >> h")}
    assert offered == {"lqf >> house"}
    configured.write_text("[broken")
    assert not complete_expression(None, None, "lqf >> h")


@click.command()
@limit_options(Limits(bytes=7), without=("memory",), also={"seconds": "--timeout"})
def shown(limits: Limits) -> None:
    click.echo(repr(limits))


def test_a_command_gets_one_value() -> None:
    run = CliRunner().invoke
    assert run(shown, []).output.strip() == repr(Limits(bytes=7))
    assert run(shown, ["--limit", "9", "--timeout", "3"]).output.strip() == repr(Limits(bytes=9, seconds=3.0))
    assert run(shown, ["--max-memory", "3"]).exit_code == 2


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system cannot interrupt a program")
def test_a_page_that_takes_too_long_is_given_up_and_the_alarm_is_off_afterwards() -> None:
    with pytest.raises(PageError, match=r"a\.html: no answer within 0\.05 s"), in_time("a.html", 0.05):
        time.sleep(5)
    with in_time("b.html", 0.05):
        pass
    time.sleep(0.1)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
