"""What README, docs and help tell readers to type, and which test types it: none may be left out.

Commands stand in blocks of code, one on a line or on several that a shell would join, or inside a sentence.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
PROSE = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "examples" / "skill" / "SKILL.md"]
PROSE += [ROOT / "CONTRIBUTING.md", ROOT / "benchmarks" / "README.md", *sorted((ROOT / ".github").rglob("*.md"))]
HELP = ROOT / "docs" / "command-line.md"
"""What `--help` says of all commands: the other tests see to it that this page is up to date."""
PROGRAMS = {"webwinnow", "curl", "make", "python", "python3", "pip", "pipx", "uvx", "podman", "mitmdump"}
PROGRAMS |= {f".venv-peers/bin/{name}" for name in ("webwinnow", "python")}
"""What a line of a shell begins with; all other lines of code are something else."""
_SETTING = re.compile(r"^(?:[A-Z_]+=(?:\$\([^)]*\)|\S)* )+")
_INLINE = re.compile(r"webwinnow [a-z-]+(?: [a-z]+)? [^`]*")
_NAMES = re.compile(r"webwinnow(?: [a-z]+| content-seeker){1,2}(?: (?!--example)-[-a-z]+(?: (?:[a-z.-]+|DIR/name))?)*$")
"""Where a sentence speaks of a command or of an option, it gives no page to do it with."""

SETUP = "tests/test_documented_setup.py::"
"""Needs a network and an hour: `make test-setup`; the quick suite sees that each line has its test there."""
IN_ORDER = "tests/test_documented_commands.py::test_the_commands_of_a_page_run_one_after_the_other"
ANSWERED = "tests/test_documented_servers.py::test_clients_are_answered"
RUN_BY = {
    r"^make ": f"{SETUP}test_make_does_it_in_a_new_clone",
    r"^pip install '?webwinnow(?!-)": f"{SETUP}test_pip_installs_it_into_a_bare_environment",
    r"^podman ": "tests/test_documented_container.py::test_the_image_is_built_and_answers",
    r"python -m benchmarks": f"{SETUP}test_modules_do_it_in_a_new_clone",
    r"s3://": "tests/batch/test_object_stores.py::test_documented_commands",
    r"long-lines|webwinnow-lines": "tests/test_plugins.py::test_documented_commands",
    r"--peer |^\.venv-peers": "tests/test_documented_peers.py::test_peers_are_asked_or_named",
    r"localhost:8000|^curl -x|^mitmdump|--proxy http": ANSWERED,
    r"^(?:WEBWINNOW_TOKEN=.* )?webwinnow (?:serve|mcp|proxy)\b": (
        "tests/test_documented_servers.py::test_a_server_answers_and_ends_with_ctrl_c"
    ),
    r"webwinnow render|--render|--geometry": "tests/test_documented_commands.py::test_pages_are_shown_in_a_browser",
    "": IN_ORDER,
}
"""Which test runs a command: that of the first pattern found in it."""


class Code(NamedTuple):
    """A block of code, and the heading that it stands under."""

    language: str
    text: str
    heading: str
    indented: bool


@cache
def blocks(page: Path) -> tuple[Code, ...]:
    """Return the blocks of code of a page."""
    return tuple(_blocks(page.read_text(encoding="utf-8")))


def _blocks(text: str) -> Iterator[Code]:
    heading, tokens = "", MarkdownIt().parse(re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL))
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before is not None and before.type == "heading_open":
            heading = token.content
        if token.type in ("fence", "code_block"):
            yield Code(token.info, token.content, heading, token.type == "code_block")


def commands(page: Path) -> dict[str, str]:
    """Return the commands of a page in their order, each once, with the heading that it stands under."""
    found: dict[str, str] = {}
    for block in blocks(page):
        if block.language == "sh":  # a script: all of it, or nothing
            found[block.text] = block.heading
        if block.language in ("", "console"):
            for line in _lines(block.text):
                if _program(line) in PROGRAMS:
                    found.setdefault(line, block.heading)
    for line in re.findall(r"`([^`\n]+)`", "" if page == HELP else page.read_text(encoding="utf-8")):
        if _INLINE.fullmatch(line) and not _NAMES.match(line):
            found.setdefault(line, "")
    return found


def mentions(page: Path) -> list[str]:
    """Return where a sentence speaks of a command or of an option of one."""
    return [
        line for line in re.findall(r"`(webwinnow [^`\n]+)`", page.read_text(encoding="utf-8")) if _NAMES.match(line)
    ]


def run_by(line: str) -> str:
    """Return the test that runs a command."""
    return next(test for pattern, test in RUN_BY.items() if re.search(pattern, line))


def commands_of(test: str) -> list[str]:
    """Return the commands that a test runs, of all pages, each once."""
    return list(dict.fromkeys(line for page in PROSE for line in commands(page) if run_by(line) == test))


def _lines(text: str) -> Iterator[str]:
    """Join lines that end in a backslash, or inside of quotes, as a shell does."""
    whole = ""
    for line in text.splitlines():
        if whole.endswith("\\"):
            whole = whole[:-1] + line.strip()
        else:
            whole = f"{whole} {line.strip()}" if whole else line.strip().removeprefix("$ ")
        if _program(whole) not in PROGRAMS:
            whole = ""
        elif not whole.endswith("\\") and _is_closed(whole):
            yield whole
            whole = ""


def _program(line: str) -> str:
    return _SETTING.sub("", line).partition(" ")[0]


def _is_closed(line: str) -> bool:
    try:
        shlex.split(line, comments=True)
    except ValueError:
        return False
    return True
