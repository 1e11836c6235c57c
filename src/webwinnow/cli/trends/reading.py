"""Collections on the command line: the options that say how files are read, the reading, and complaints about it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import click

from webwinnow.cli.fence import complain
from webwinnow.errors import PageError
from webwinnow.trends.collection import Collection, read_collection
from webwinnow.trends.readers import READERS
from webwinnow.trends.record import FileProblem, counted

_Command = TypeVar("_Command", bound=Callable[..., Any])
_PATH = click.Path(readable=False, allow_dash=True)
_OPTIONS = (
    click.argument("files", metavar="FILE...", nargs=-1, required=True, type=_PATH),
    click.option(
        "--format", "form", type=click.Choice(list(READERS)), help="The files' format.  [default: by name or content]"
    ),
    click.option("--keep-duplicates", is_flag=True, help="Count records that say the same more than once."),
)
LANGUAGE = click.option(
    "--language", metavar="CODE", help="Of stop words and stems, such as en.  [default: told by the texts]"
)
"""The option that commands with words share."""


def collection_options(command: _Command) -> _Command:
    """Add the files and the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@dataclass(slots=True)
class Reading:
    """Reads files one after the other; those that cannot be read are named, and remembered in `failed`."""

    files: Iterable[str]
    failed: list[str] = field(default_factory=list)

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Give name and content of each file."""
        for file in self.files:
            try:
                found = [sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()]
            except OSError as error:
                self.failed.append(file)
                complain(f"{file}: cannot be read ({error.strerror}): check the path")
                continue
            yield ("standard input" if file == "-" else file), found.pop()  # nothing is held here while it is read


def read_files(files: tuple[str, ...], form: str | None, *, keep_duplicates: bool) -> tuple[Collection, int]:
    """Read a collection, complain about what is left out, and give the exit code so far: 1 if a file was not read."""
    reading = Reading(files)
    collection = read_collection(reading.contents(), form=form, keep_duplicates=keep_duplicates)
    complain_all(collection.problems)
    kept = "counted again" if keep_duplicates else "left out"
    complain_all(FileProblem(each.file, each.line, f"{each.message}: {kept}") for each in collection.duplicates)
    if not collection.records:
        raise PageError("no record with a date and an abstract: nothing to do")
    return collection, int(bool(reading.failed))


def complain_all(problems: Iterable[FileProblem]) -> None:
    """Print problems on standard error, a line each."""
    for problem in problems:
        complain(str(problem))


def told(collection: Collection) -> str:
    """Say how much was read and left out."""
    parts = {"record": collection.records, "problem": collection.problems, "duplicate": collection.duplicates}
    return ", ".join(counted(len(listed), noun) for noun, listed in parts.items())
