"""Shell completion: the scripts, and what they are answered."""

import shutil
import subprocess

import pytest

from webwinnow.catalogue import STAGES, recipes
from webwinnow.cli.program import COMMANDS
from webwinnow.render.formats import FORMATS


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_printed_and_is_correct(run, shell):
    script = run("completion", shell).stdout
    assert "_WEBWINNOW_COMPLETE" in script
    assert f"{shell}_complete" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n", "-c", script], check=True)


@pytest.fixture
def offered(run, monkeypatch):
    """Ask as the script for bash does."""

    def ask(words: str) -> set[str]:
        monkeypatch.setenv("_WEBWINNOW_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
        return {line.partition(",")[2] for line in run().stdout.splitlines()}

    return ask


def test_commands(offered):
    assert offered("webwinnow ") == set(COMMANDS)
    assert offered("webwinnow ext") == {"extract"}
    assert offered("webwinnow --v") == {"--version"}


def test_formats_and_ways(offered):
    assert offered("webwinnow extract -f ") == set(FORMATS)
    assert offered("webwinnow extract --outline m") == {"mark"}


def test_expressions(offered):
    names = {*STAGES, *recipes(), "vote("}
    assert {"lqf", "lqf-25"} <= names
    assert offered("webwinnow extract -e ") == names
    assert offered("webwinnow extract -e lqf") == {name for name in names if name.startswith("lqf")}
    assert offered("webwinnow extract -e vote(2,lqf,p") == {
        f"vote(2,lqf,{name}" for name in names if name.startswith("p")
    }
    assert offered("webwinnow extract -e 'lqf>>b") == {f"lqf>>{name}" for name in names if name.startswith("b")}
