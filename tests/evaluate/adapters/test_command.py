import shlex
import sys
import time

import pytest

from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters import Asked, CommandAdapter, NoAnswerError
from webwinnow.evaluate.adapters import command as command_module

PAGE = Asked("a", b"<p>Flour &amp; water</p>", "https://bread.example/it's a page")


def python(source: str, *arguments: str) -> str:
    return shlex.join([sys.executable, "-c", source, *arguments])


def ask(command: str, timeout: float = 20.0) -> str:
    return CommandAdapter(command, timeout)(PAGE).text


READ = "import sys; sys.stdout.write(open(sys.argv[1]).read())"


def test_the_page_in_a_file_or_on_standard_input():
    assert ask(python(READ, "{file}")) == "Flour & water\n"  # the answer is HTML
    assert ask(python("import sys; print(sys.stdin.read()[3:8])")) == "Flour\n"  # the answer is text


def test_the_address_of_the_page_is_one_argument():
    assert ask(python("import sys; print(len(sys.argv), sys.argv[2])", "{file}", "{url}")) == f"3 {PAGE.url}\n"


@pytest.mark.parametrize(
    ("source", "kind", "told"),
    [
        ("import sys; print('x'); sys.exit(3)", "crash", "exit code 3"),
        ("import sys; print('first', file=sys.stderr); sys.exit('last words')", "crash", "exit code 1: last words"),
        ("import os; os.kill(os.getpid(), 9)", "crash", "ended by signal 9"),
    ],
)
def test_crashes(source, kind, told):
    with pytest.raises(NoAnswerError, match=told) as caught:
        ask(python(source))
    assert caught.value.kind == kind


def test_a_program_that_hangs_is_ended_with_its_children():
    shell = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"
    start = time.monotonic()
    with pytest.raises(NoAnswerError, match=r"within 0\.5 s") as caught:
        ask(python(shell), timeout=0.5)
    assert caught.value.kind == "timeout"
    assert time.monotonic() - start < 10


def test_a_program_that_prints_without_end(monkeypatch):
    monkeypatch.setattr(command_module, "_LARGEST", 1000)
    with pytest.raises(NoAnswerError, match="more than 1000 bytes"):
        ask(python("print('x' * 100_000)"))


def test_much_on_both_streams_does_not_block():
    source = "import sys; sys.stderr.write('e' * 1_000_000); sys.stdout.write('o' * 1_000_000)"
    assert ask(python(source)) == "o" * 1_000_000


@pytest.mark.parametrize(
    ("command", "told"),
    [("no-such-program {file}", "no program"), ("", "is empty"), ("echo 'open", "check its quotation marks")],
)
def test_what_cannot_be_run_is_told_at_once(command, told):
    with pytest.raises(UsageError, match=told):
        CommandAdapter(command).version()


def test_there_is_no_shell():
    assert ask(python("import sys; print(sys.argv[1:])", "$HOME", ";", "echo")) == "['$HOME', ';', 'echo']\n"
