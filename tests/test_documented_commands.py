"""Every command in README, docs and help: its words and options exist, and it runs, where it needs no other world."""

import re
import shlex
import shutil
from itertools import takewhile
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from webwinnow.cli.program import main
from webwinnow.errors import WebwinnowError

pytestmark = pytest.mark.usefixtures("in_this_process")

ROOT = Path(__file__).parents[1]
PROSE = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMAND = re.compile(r"^(?: {2,}|\s*)(webwinnow [a-z-][^\n]*)$", re.MULTILINE)
PLACEHOLDERS = re.compile(r"(^|[\s'\"])(PAGE|PACKAGE|NAME|FILE|FOLDER|DATA|URL|SIDECAR|\.\.\.)|…|\(see:|FLAGS|EXPR")
LEFT_OUT = re.compile(
    r"https?://|webwinnow (?:batch|completion|discover|mcp|plan|proxy|render|search|serve|train|trends)"
    r"|--peer|--from|--geometry|downloads/|lynx|mine\.npz|long-lines"
)
"""What needs a network, a browser, another program or minutes, or does not end by itself; each has tests of its own."""
AFTER_OTHERS = re.compile(r"webwinnow compare|--gate floors\.json$|webwinnow package (?:new|add|split) mine .")
"""What the pages of help show, too, and needs what other commands leave: the guides have both, in order."""
OWN = "\n".join(f'[{name}]\nexpression = "lqf >> bte"' for name in ("mine", "news"))
"""Recipes that readers are told to write."""


def commands(page: Path) -> list[str]:
    """Return the calls of webwinnow that stand on a line of code, in their order, each once."""
    every = COMMAND.findall(page.read_text(encoding="utf-8"))
    found = dict.fromkeys(re.sub(r" {2,}\((?!see:).*\)$", "", line.strip()) for line in every)
    return [line for line in found if not PLACEHOLDERS.search(line) and not line.endswith("\\")]


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that examples name."""
    source = (ROOT / "src" / "webwinnow" / "example.html").read_text(encoding="utf-8")
    for folder in ("pages", "crawl", "examples", "corpus/failed"):
        (tmp_path / folder).mkdir(parents=True)
    for package in ("examples/package", "my-package"):
        shutil.copytree(ROOT / "examples" / "package", tmp_path / package)
    shutil.copytree(ROOT / "examples" / "trends", tmp_path / "examples" / "trends")
    said = "some sentence. Winnow the grain. Subscribe to our newsletter."
    article = f"<article><h1>Rain at last</h1><div class=body>{said}</div></article>"
    for name in ("page.html", "thread.html", "other.html", *(f"pages/{number}.html" for number in range(5))):
        (tmp_path / name).write_text(source + article, encoding="utf-8")
    (tmp_path / "page.txt").write_text("Rain at last", encoding="utf-8")
    (tmp_path / "my_program.py").write_text("import sys\nprint(open(sys.argv[1]).read())", encoding="utf-8")
    for name in ("mymodule.py", "my_extractor.py"):
        (tmp_path / name).write_text(
            "def main_text(html):\n    return html\n\nparagraphs = main_text", encoding="utf-8"
        )
    for name in ("ours.toml", "mine.toml", "home/webwinnow/recipes.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(OWN, encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def matching(word: str) -> list[str]:
    return sorted(map(str, Path().glob(word))) if "*" in word and not word.startswith("/") else []


def words(line: str) -> list[str]:
    """Read the words of a line as a shell does, up to a pipe or a redirection."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|><;&")
    lexer.whitespace_split, lexer.commenters = True, "#"
    own = list(takewhile(lambda word: not set(word) <= set("|><;&"), lexer))[1:]
    return [name for word in own for name in (matching(word) or [word])]


def context_of(line: str) -> click.Context:
    """Read a line as click does, without doing it."""
    context = main.make_context("webwinnow", words(line), resilient_parsing=False)
    while isinstance(context.command, click.Group):
        name, command, rest = context.command.resolve_command(context, [*context._protected_args, *context.args])
        context = command.make_context(name, rest, parent=context)
    return context


@pytest.mark.usefixtures("scratch")
def test_every_documented_command_is_one() -> None:
    known, wrong = sorted({line for page in PROSE for line in commands(page)}), []
    for line in known:
        try:
            context_of(line)
        except click.exceptions.Exit:
            continue  # --help and --version
        except (click.NoSuchOption, click.BadArgumentUsage, click.BadOptionUsage, click.MissingParameter) as error:
            wrong.append(f"{line}: {error.format_message()}")
        except click.UsageError as error:
            wrong += [f"{line}: {error.format_message()}"] if "No such command" in error.format_message() else []
        except (click.ClickException, WebwinnowError):
            continue  # a file that only the reader has
    assert len(known) > 100 and not wrong, "\n".join(wrong)


RUN = {page: [line for line in commands(page) if not LEFT_OUT.search(line)] for page in PROSE}
"""What is run of each page."""
HELP = ROOT / "docs" / "command-line.md"
RUN[HELP] = [line for line in RUN[HELP] if not AFTER_OTHERS.search(line)]


@pytest.mark.parametrize("page", [page for page in RUN if RUN[page]], ids=lambda page: page.stem)
@pytest.mark.usefixtures("scratch")
def test_the_commands_of_a_page_run_one_after_the_other(page: Path) -> None:
    wrong = []
    for line in RUN[page]:
        result = CliRunner().invoke(main, words(line), standalone_mode=True)
        if result.exit_code != 0:
            wrong.append(f"{line}\n    {result.output.strip().splitlines()[-1:]}")
    assert not wrong, "\n".join(wrong)
