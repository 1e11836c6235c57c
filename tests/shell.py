"""A shell that runs lines as they stand in the docs: pipes, redirections, patterns and quotes are its own.

`webwinnow` in it is a small program that asks the process of the tests, which answers by the real one: starting Python
and numpy anew for each of some hundred lines would take minutes.
"""

from __future__ import annotations

import marshal
import os
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

_CLIENT = """
import marshal, os, sys, _socket
asked = marshal.dumps((sys.argv[2:], os.getcwd(), dict(os.environ), sys.stdin.buffer.read()))
with_answers = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
with_answers.connect(sys.argv[1])
with_answers.sendall(len(asked).to_bytes(8, "big") + asked)
heard = b""
while part := with_answers.recv(1 << 20):
    heard += part
code, printed, said = marshal.loads(heard)
sys.stdout.buffer.write(printed)
sys.stderr.buffer.write(said)
sys.stdout.flush()
sys.stderr.flush()
os._exit(code)
"""
_STAND_INS = {
    "espeak-ng": "cat",
    "jq": "cat",
    "lynx": 'for last; do :; done; cat "$last"',
    "openssl": "echo 0123456789abcdef0123456789abcdef",
}
"""Programs of others, where they are not installed."""
_INSTALLING = {"pipx": 'shift; exec "$@"', "uvx": 'exec "$@"'}
"""What fetches packages first; `make test-packages` tries the real ones."""


class Asked(NamedTuple):
    """A call of a program."""

    program: str
    arguments: list[str]
    environment: dict[str, str]
    standard_input: bytes


class Answered(NamedTuple):
    """What became of it."""

    code: int
    printed: bytes = b""
    said: bytes = b""


Answer = Callable[[Asked], Answered]


class Shell:
    """A shell, and the programs in it that are answered here."""

    def __init__(self, folder: Path, address: str, site: str, answered: tuple[str, ...]) -> None:
        """Write the programs; for them and `curl`, `site` stands at an address of the docs."""
        self.programs = folder / "programs"
        self.programs.mkdir()
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(str(folder / "answers"))
        self.listening.listen()
        (folder / "client.py").write_text(_CLIENT, encoding="utf-8")
        asking = shlex.join([sys.executable, "-I", "-S", str(folder / "client.py"), str(folder / "answers")])
        absent = {name: text for name, text in _STAND_INS.items() if shutil.which(name) is None}
        for name, text in {
            **absent,
            **_INSTALLING,
            **{name: f'exec {asking} {name} "$@"' for name in answered},
        }.items():
            self._write(name, f"#!/bin/sh\n{text}\n")
        if curl := shutil.which("curl"):
            host = address.partition("://")[2]
            led = f'led=("${{@//https:\\/\\/{host}/{site}}}")'
            self._write("curl", f'#!/usr/bin/env bash\n{led}\nexec {curl} "${{led[@]//http:\\/\\/{host}/{site}}}"\n')

    def _write(self, name: str, text: str) -> None:
        (self.programs / name).write_text(text, encoding="utf-8")
        (self.programs / name).chmod(0o755)

    def run(self, line: str, answer: Answer, environment: Mapping[str, str] | None = None) -> Answered:
        """Run a line; what it calls is answered one call after the other, in this thread."""
        path = os.pathsep.join([str(self.programs), str(Path(sys.executable).parent), os.environ["PATH"]])
        surroundings = {**os.environ, "PATH": path, **(environment or {})}
        with TemporaryDirectory() as folder, (Path(folder) / "printed").open("w+b") as printed:
            command = ["bash", "-c", f"set -o pipefail\n{line}"]
            with subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.STDOUT, env=surroundings
            ) as process:
                while process.poll() is None:
                    if select([self.listening], [], [], 0.005)[0]:
                        self._answer(answer)
            printed.seek(0)
            return Answered(process.returncode, printed.read())

    def _answer(self, answer: Answer) -> None:
        connection, _ = self.listening.accept()
        with connection, connection.makefile("rwb") as both:
            (program, *arguments), folder, environment, given = marshal.loads(both.read(int.from_bytes(both.read(8))))
            with chdir(folder), patch.dict(os.environ, environment):
                both.write(marshal.dumps(tuple(answer(Asked(program, arguments, environment, given)))))


@contextmanager
def shell(address: str, site: str, *answered: str) -> Iterator[Shell]:
    """Make a shell whose calls of some programs are answered here."""
    with TemporaryDirectory() as folder:  # a socket's path must be short
        made = Shell(Path(folder), address, site, answered)
        with made.listening:
            yield made
