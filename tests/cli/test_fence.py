"""What goes wrong becomes one line and an exit code."""

import click
import pytest

from webwinnow.cli.fence import fenced
from webwinnow.errors import MissingExtraError, PackageError, PageError, UsageError, WebwinnowError


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
