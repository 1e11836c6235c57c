"""Commands of the docs that ask other libraries: `make test-peers` has these; elsewhere what is missing is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from documented import commands_of
from readers import Reader, fill, reader

pytestmark = [pytest.mark.usefixtures("in_this_process"), pytest.mark.filterwarnings("ignore")]  # of the libraries
COMMANDS = commands_of(f"tests/{Path(__file__).name}::test_peers_are_asked_or_named")


@pytest.fixture(scope="module")
def someone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    folder = tmp_path_factory.mktemp("files")
    fill(folder)
    with pytest.MonkeyPatch.context() as patch, reader() as found:
        patch.chdir(folder)
        yield found


def missing(line: str) -> list[str]:
    """Name the libraries of a command that are not installed here."""
    found = []
    for name in re.findall(r"--peer (\S+)", line):
        try:
            version(name)
        except PackageNotFoundError:
            found.append(name)
    return found


@pytest.mark.parametrize("line", COMMANDS)
def test_peers_are_asked_or_named(line: str, someone: Reader) -> None:
    done, printed = (found := someone.type(line.removeprefix(".venv-peers/bin/"))).code, found.printed.decode()
    if names := missing(line):
        assert done == 2 and any(f"{name} is not installed here: pip install {name}" in printed for name in names), (
            printed
        )
        assert printed.count("\n") == 1 and printed.startswith("webwinnow: ")
    else:
        assert (done == 0 and printed) or "--html" in line, printed
