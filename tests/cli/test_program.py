"""The program as a whole: names, help, version, and what it imports."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

import webwinnow
from webwinnow.cli.program import COMMANDS, fenced
from webwinnow.errors import MissingExtraError, PackageError, PageError, UsageError, WebwinnowError
from webwinnow.kernels import IMPLEMENTATION


def test_version(run):
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, f"webwinnow {webwinnow.__version__} ({IMPLEMENTATION} kernels)\n")


def test_help_lists_every_command_and_shows_examples(run):
    result = run("--help")
    assert result.exit_code == 0
    assert "Usage: webwinnow" in result.stdout
    assert "Examples:" in result.stdout
    assert all(f"  {name} " in result.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_there_and_has_help_with_examples(run, name):
    assert isinstance(import_module(COMMANDS[name].module).command, click.Command)
    for option in ("-h", "--help"):
        result = run(name, option)
        assert result.exit_code == 0
        assert f"Usage: webwinnow {name}" in result.stdout
        assert "Examples" in result.stdout


@pytest.mark.parametrize("name", ["package", "site", "trends"])
def test_lists_of_commands_have_whole_sentences(run, name):
    listed = run(name, "--help").stdout.partition("\nCommands:\n")[2].partition("\n\n")[0].splitlines()
    assert listed and all(line.endswith(".") and not line.endswith("...") for line in listed)


def test_no_command_at_all_shows_the_help_as_wrong_usage(run):
    result = run()
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: webwinnow" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["extarct"], "webwinnow: No such command 'extarct', did you mean extract? (see 'webwinnow --help')\n"),
        (["zzz"], "webwinnow: No such command 'zzz' (see 'webwinnow --help')\n"),
    ],
)
def test_unknown_command(run, arguments, message):
    result = run(*arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", message)


@pytest.mark.parametrize("arguments", [["--nonsense"], ["extract", "--nonsense"], ["completion"], ["list", "page"]])
def test_wrong_usage_is_one_line_and_exit_code_2(run, arguments):
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("webwinnow: ")
    assert result.stderr.count("\n") == 1


def test_a_page_without_a_command_is_extracted(run, page, story, site):
    for arguments in ([page], [page, "-f", "text"], [f"{site}/mill", "--allow-private", "-e", "plain"]):
        assert "drop the chaff" in run(*arguments).stdout
    assert "drop the chaff" in run("-", stdin=page.read_bytes()).stdout
    for missing in ("missing.html", "./missing", "example.org"):
        result = run(missing)
        assert (result.exit_code, result.stdout) == (1, "")
        assert f"{missing}: there is no such file" in result.stderr


def test_the_module_is_the_same_program(program):
    result = program("--help")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.startswith(b"Usage: webwinnow [OPTIONS]")


def test_nothing_heavy_is_imported_before_a_command_runs():
    """The package itself is replaced by an empty one: what it imports is its own business."""
    code = """
import sys, types
sys.modules["webwinnow"] = package = types.ModuleType("webwinnow")
package.__path__ = [sys.argv[1]]
from webwinnow.cli import main
try:
    main(["--help"])
except SystemExit:
    pass
print("imported:", [name for name in ("numpy", "webwinnow.document", "webwinnow.fetch") if name in sys.modules])
"""
    command = [sys.executable, "-c", code, str(Path(webwinnow.__file__).parent)]
    assert "imported: []\n" in subprocess.run(command, capture_output=True, text=True, check=True).stdout


def raising(error):
    def run():
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (PageError("x: gone"), 1),
        (PackageError("x: broken"), 1),
        (UsageError("no such thing"), 2),
        (MissingExtraError("lxml", "bench"), 2),
        (click.UsageError("no"), 2),
        (click.ClickException("no"), 1),
        (FileNotFoundError(2, "No such file", "x"), 1),
    ],
)
def test_errors_become_one_line(capsys, error, code):
    assert fenced(raising(error)) == code
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("webwinnow: ")
    assert output.err.count("\n") == 1


def test_a_message_of_many_lines_is_folded(capsys):
    fenced(raising(WebwinnowError("first\n   second\t third")))
    assert capsys.readouterr().err == "webwinnow: first second third\n"


@pytest.mark.parametrize(("returned", "code"), [(None, 0), (0, 0), (1, 1), ("text", 0)])
def test_a_number_that_a_command_returns_is_the_exit_code(returned, code):
    assert fenced(lambda: returned) == code


def test_ctrl_c_is_130_and_silent(capsys):
    assert fenced(raising(KeyboardInterrupt())) == fenced(raising(click.Abort())) == 130
    assert capsys.readouterr().err == ""


def test_a_mistake_of_ours_is_not_hidden():
    with pytest.raises(ZeroDivisionError):
        fenced(lambda: 1 // 0)
