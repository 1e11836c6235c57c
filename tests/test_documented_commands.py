"""Every command in README, docs and help: its words and options exist, and those for a reader's first hour run."""

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
FIRST_HOUR = [ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in ("installing", "tutorial", "extracting"))]
LEFT_OUT = re.compile(
    r"https?://|webwinnow (?:batch|completion|discover|mcp|plan|proxy|search|serve|train|trends)|--peer|--from"
)
"""What needs a network, another library or minutes, or does not end by itself; each has tests of its own."""


def commands(pages: list[Path]) -> list[str]:
    """Return the calls of webwinnow that stand on a line of code."""
    found = {line.strip() for page in pages for line in COMMAND.findall(page.read_text(encoding="utf-8"))}
    return sorted(line for line in found if not PLACEHOLDERS.search(line) and not line.endswith("\\"))


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that examples name."""
    page = ROOT / "src" / "webwinnow" / "example.html"
    for folder in ("pages", "crawl", "examples", "corpus/failed"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copytree(ROOT / "examples" / "package", tmp_path / "examples" / "package")
    shutil.copytree(ROOT / "examples" / "trends", tmp_path / "examples" / "trends")
    for name in ("page.html", "pages/one.html", "pages/two.html", "other.html"):
        (tmp_path / name).write_text(page.read_text(encoding="utf-8") + "<p>some sentence", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def matching(word: str) -> list[str]:
    return sorted(map(str, Path().glob(word))) if "*" in word and not word.startswith(("/", "*.")) else []


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
    known, wrong = commands(PROSE), []
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


@pytest.mark.parametrize("line", [each for each in commands(FIRST_HOUR) if not LEFT_OUT.search(each)])
@pytest.mark.usefixtures("scratch")
def test_commands_of_the_first_hour_run(line: str) -> None:
    result = CliRunner().invoke(main, words(line), standalone_mode=True)
    assert result.exit_code == 0, f"{line}\n{result.output}"
