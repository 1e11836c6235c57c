"""Every command in README, docs and help runs as it is written (`documented.RUN_BY` names the test that runs it)."""

import os
import re
import runpy
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import documented
from browser import needs_browser, shared
from documented import HELP, IN_ORDER, PROSE, ROOT, RUN_BY, commands, commands_of, mentions, run_by
from readers import BEFORE, Reader, as_typed, fill, reader
from webwinnow.cli import pages
from webwinnow.cli.program import main
from webwinnow.errors import WebwinnowError
from webwinnow.geometry import Browser
from webwinnow.training import consensus

pytestmark = [
    pytest.mark.usefixtures("in_this_process"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:fastwarc"),  # some of its own, when it is imported
]
SITE = runpy.run_path(str(ROOT / "docs" / "site.py"))
STAGES = SITE["described_stages"]()
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that examples name, to be copied."""
    folder = tmp_path_factory.mktemp("files") / "files"
    folder.mkdir()
    fill(folder)
    return folder


def given(file: str, copy: str) -> None:
    """Copy a file; those of packages, which nobody changes, are linked."""
    (os.link if "package" in file or "sites-test" in file else shutil.copyfile)(file, copy)


@pytest.fixture
def scratch(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with these files, which is somebody's own."""
    shutil.copytree(files, tmp_path, dirs_exist_ok=True, copy_function=given)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def someone() -> Iterator[Reader]:
    with reader() as found:
        yield found


@pytest.fixture(autouse=True)
def few_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models learn little here: whether a command runs does not depend on how much it is."""
    how = replace(consensus._OF_BLOCKS, trees=4)
    monkeypatch.setattr(consensus, "fit", partial(consensus.fit, how=how))
    for name in ("_OF_KINDS", "_OF_NOTHING"):
        monkeypatch.setattr(consensus, name, replace(getattr(consensus, name), trees=2))


def parts(page: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines that are run one after the other: those of a page, of the help those of a command."""
    lines = [(head, line) for line, head in commands(page).items() if run_by(line) == IN_ORDER]
    for heading, found in groupby(lines, lambda pair: pair[0] if page == HELP else ""):
        yield heading.strip("`"), [line for _, line in found]


PARTS = [
    pytest.param(lines, BEFORE.get(heading, []), id=f"{page.stem}-{heading}" if heading else page.stem)
    for page in PROSE
    for heading, lines in parts(page)
]

HELP_LINES = set(commands(HELP))
TRAINED: set[str] = set()
"""Lines that were run: the few that several guides have and that learn are not run again."""


def test_every_command_is_run_by_a_test() -> None:
    """None is left: each has a test, and each of these is there."""
    found = [line for page in PROSE for line in commands(page)]
    assert len(found) > 300
    for test in {*map(run_by, found), *RUN_BY.values()}:
        file, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), test
    assert sum(len(commands_of(test)) for test in dict.fromkeys(RUN_BY.values())) == len(set(found))
    for page in PROSE:  # none is overlooked: a line that begins so is one, unless it goes on below
        text = page.read_text(encoding="utf-8")
        shown = re.findall(
            r"^(?: {4,}|\$ )(?:\$ )?((?:\S+=.* )?(?:webwinnow [a-z-]|curl |mitmdump).*[^\\\n])$", text, re.MULTILINE
        )
        together = "\n".join(commands(page))
        assert [line for line in shown if line.strip() not in together] == []


@pytest.mark.parametrize(("lines", "before"), PARTS)
@pytest.mark.usefixtures("scratch")
def test_the_commands_of_a_page_run_one_after_the_other(
    lines: list[str], before: list[str], someone: Reader, files: Path
) -> None:
    for line in (*before, *lines):
        if line in HELP_LINES and " -o corpus" in line:  # examples of help stand beside each other
            shutil.rmtree("corpus")
            shutil.copytree(files / "corpus", "corpus")
        if "webwinnow train " in line and line in TRAINED:
            continue  # a model of these pages is there in any case
        done = someone.type(line)
        assert done.code == 0, f"{line}\n{done.printed.decode()[-2000:]}"
        TRAINED.add(line)


@needs_browser
def test_pages_are_shown_in_a_browser(
    browser: Browser, someone: Reader, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One browser shows all of them, with the settings of each command; the package has one page."""
    for file in sorted((scratch / "my-package").glob("[a-z][a-z]-*"))[3:]:
        file.unlink()

    pages._browser.cache_clear()
    with shared(browser, monkeypatch):
        lines = commands_of(f"tests/{Path(__file__).name}::test_pages_are_shown_in_a_browser")
        for line in dict.fromkeys(re.sub(r" {2,}# .*", "", as_typed(line)) for line in lines):
            done = someone.type(line)
            assert done.code == 0, f"{line}\n{done.printed.decode()[-2000:]}"
    pages._browser.cache_clear()


@pytest.mark.usefixtures("scratch")
def test_what_is_mentioned_exists() -> None:
    """A sentence may speak of a command without a page for it: its words and options are there all the same."""
    for line in sorted({line for page in PROSE for line in mentions(page)}):
        try:
            context = main.make_context("webwinnow", line.split()[1:])
            while isinstance(context.command, click.Group):
                rest = [*context._protected_args, *context.args]
                name, command, rest = context.command.resolve_command(context, rest)
                context = command.make_context(name, rest, parent=context)
        except (click.MissingParameter, click.exceptions.NoArgsIsHelpError):
            continue
        except click.BadOptionUsage as error:
            assert "requires an argument" in error.format_message(), line
        except click.BadParameter as error:
            assert "does not exist" in error.format_message(), line
        except (click.exceptions.Exit, WebwinnowError):
            continue  # a list that was printed, a file that only the reader has


@pytest.mark.parametrize("stage", [pytest.param(stage, id=stage.name) for stage in STAGES])
@pytest.mark.usefixtures("scratch")
def test_the_command_of_an_algorithm_runs(stage: Any) -> None:
    """The site has a page for each algorithm, with a line to try it, which is made as the page is."""
    program, *arguments = shlex.split(SITE["command"](stage))
    done = CliRunner().invoke(main, arguments)
    assert program == "webwinnow" and done.exit_code == 0, done.output


def test_papers_are_named_on_the_pages_of_algorithms() -> None:
    for stage in STAGES:
        keys = set(re.findall(r"\b[a-z]+\d{4}\b", stage.paper or ""))
        assert {line.partition(":")[0] for line in SITE["references"](stage.paper or "")} == keys
    (line,) = SITE["references"]("cai2003")
    assert line.startswith("cai2003: Deng Cai, Shipeng Yu, ") and line.endswith("Algorithm*, 2003")


def test_targets_of_make_exist() -> None:
    """Each line is typed by `make test-setup`; what sentences speak of is compared by name."""
    lines = [line for page in PROSE for line in commands(page) if line.startswith("make ")]
    told = [line for page in PROSE for line in in_sentences(page)]
    assert len(lines) >= 12 and len(told) > 20
    for line in (*lines, *told):
        target, *settings = line.partition("#")[0].split()[1:]
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), line
        for name in (setting.partition("=")[0] for setting in settings if "=" in setting and setting[0].isupper()):
            assert re.search(rf"\b{name}\b", MAKEFILE), line


def in_sentences(page: Path) -> list[str]:
    return re.findall(r"`(make [a-z][^`\n]*)`", page.read_text(encoding="utf-8"))


def test_what_is_installed_exists() -> None:
    """Lines are typed by `make test-setup`; here the extras that sentences name are compared, too."""
    told = "\n".join(page.read_text(encoding="utf-8") for page in PROSE)
    assert {each for found in re.findall(r"webwinnow\[([\w,]+)\]", told) for each in found.split(",")} <= set(EXTRAS)


def test_modules_have_their_options() -> None:
    """They take data sets, generators of sites or hours; `make test-setup` types them, with small ones."""
    lines = [line for page in PROSE for line in commands(page) if "python -m benchmarks" in line]
    assert lines
    for line in lines:
        name = re.search(r"-m (\S+)", line)[1].replace(".", "/")
        files = [ROOT / f"{name}.py", *(ROOT / name).glob("*.py")]
        source = "\n".join(file.read_text(encoding="utf-8") for file in files if file.exists())
        assert source, line
        for option in re.findall(r" (--[a-z-]+)", line):
            assert f'"{option}"' in source, f"{line}: {option}"


def test_the_reasons_of_the_guide_are_those_of_today() -> None:
    """The guide shows some of the lines that the command prints; numbers of another model would be found here."""
    guide = (ROOT / "docs" / "explaining.md").read_text(encoding="utf-8")
    shown = guide.partition('webwinnow why --example "Ferry fares"\n\n')[2].partition("\n\n")[0].splitlines()
    printed = CliRunner().invoke(main, ["why", "--example", "Ferry fares"]).output.splitlines()
    assert len(shown) > 8
    assert [line for line in shown if line[4:] not in printed and line.strip() != "..."] == []


def test_lines_are_joined_as_a_shell_joins_them() -> None:
    text = "text\n$ webwinnow a \\\n    b\nwebwinnow: c\ncurl -d '{\n  1}'\nX=$(y z) webwinnow d\n"
    assert list(documented._lines(text)) == ["webwinnow a b", "curl -d '{ 1}'", "X=$(y z) webwinnow d"]
