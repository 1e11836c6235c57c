"""Candidates that users bring: any program, and any Python function.

A program gets the page in a file or on standard input, and prints text or HTML. A function, `module:function`, takes a
page and returns its text.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import IO, Any, ClassVar, Final

from webwinnow.document.charset.decode import decode
from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters.adapter import TIMEOUT, Answer, Asked, NoAnswerError, SpecifiedAdapter, answer_text

FILE: Final = "{file}"
URL: Final = "{url}"

_LARGEST: Final = 64 * 2**20
"""Bytes of an answer that are kept; a program that prints without end must not fill the memory."""
_LAST_WORDS: Final = 2000
"""Bytes at the end of standard error that the reason of a failure is looked for in."""
_PIECE: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class CommandAdapter(SpecifiedAdapter):
    """A command line, split as a shell would but run without one.

    `{file}` stands for a file with the page, `{url}` for its address; without `{file}` the page comes on standard
    input. The time is that of the whole process, its start included. An exit code other than 0 is a crash.
    """

    kind: ClassVar[str] = "command"

    timeout: float = TIMEOUT

    def version(self) -> str:
        """Return nothing, for nothing is known; raises UsageError if there is no such program."""
        program = _words(self.specification)[0]
        if shutil.which(program) is None:
            raise UsageError(f"--command {self.specification!r}: there is no program {program!r}: check its path")
        return ""

    def prepare(self) -> None:
        """Load nothing: each page starts the program anew."""

    def __call__(self, page: Asked) -> Answer:
        """Run the program on a page."""
        with TemporaryDirectory(prefix="webwinnow-") as folder:
            file = Path(folder, "page.html")
            file.write_bytes(page.html)
            values = {FILE: str(file), URL: page.url or ""}
            words = [_filled(word, values) for word in _words(self.specification)]
            start = perf_counter()
            output = _run(words, file if FILE not in self.specification else None, self.timeout)
            seconds = perf_counter() - start
        return Answer(answer_text(output), seconds)


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--command {command!r}: cannot be read ({error}): check its quotation marks") from None
    if not words:
        raise UsageError("--command is empty: give a program and its arguments")
    return words


def _filled(word: str, values: dict[str, str]) -> str:
    for mark, value in values.items():
        word = word.replace(mark, value)
    return word


def _run(words: list[str], stdin: Path | None, timeout: float) -> bytes:
    """Run a program and return what it prints; it and all that it started is ended when the time is over."""
    with _input(stdin) as source, _started(words, source) as process:
        printed, complained = _Kept(process.stdout, _LARGEST), _Kept(process.stderr, _LARGEST)
        try:
            code = process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise NoAnswerError("timeout", f"no answer within {timeout:g} s") from None
        finally:
            _end(process)
        output, errors = printed.content(), complained.content()
    if len(output) > _LARGEST:
        raise NoAnswerError("too much", f"printed more than {_LARGEST} bytes")
    if code != 0:
        raise NoAnswerError("crash", _last_words(code, errors))
    return output


@contextmanager
def _input(path: Path | None) -> Iterator[IO[bytes] | int]:
    if path is None:
        yield subprocess.DEVNULL
    else:
        with path.open("rb") as file:
            yield file


@contextmanager
def _started(words: list[str], source: IO[bytes] | int) -> Iterator[subprocess.Popen[bytes]]:
    # A session of its own, so that children of the program can be ended with it.
    process = subprocess.Popen(
        words, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        yield process
    finally:
        _end(process)
        process.wait()
        for pipe in filter(None, (process.stdout, process.stderr)):
            pipe.close()


class _Kept:
    """Reads a pipe to its end in a thread, and keeps the first bytes."""

    def __init__(self, pipe: IO[bytes] | None, most: int) -> None:
        self._pipe, self._most, self._content = pipe, most, bytearray()
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with suppress(OSError, ValueError):  # closed from outside
            while self._pipe is not None and (piece := os.read(self._pipe.fileno(), _PIECE)):
                if len(self._content) <= self._most:
                    self._content += piece

    def content(self) -> bytes:
        self._thread.join(5)  # all writers are ended by now
        return bytes(self._content)


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _last_words(code: int, errors: bytes) -> str:
    ended = f"ended by signal {-code}" if code < 0 else f"exit code {code}"
    lines = errors[-_LAST_WORDS:].decode("utf-8", "replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f"{ended}: {last[:200]}" if last else ended


_TINY: Final = "<!doctype html><title>A page</title><p>Some words to begin with, and a <a href=/>link</a>."


@dataclass(frozen=True, slots=True)
class PythonAdapter(SpecifiedAdapter):
    """A function of the user's: it gets the page as text or, if it cannot take text, as bytes.

    Which of the two is found out with a tiny page, once per process: text first, and bytes if that raises TypeError or
    AttributeError and bytes do not. The time for decoding counts, as it does for all others. The function may return
    text, bytes in UTF-8, or None; what it returns is taken as it is, so HTML must become text in the function.
    """

    kind: ClassVar[str] = "python"

    def version(self) -> str:
        """Return a hash of the file that defines the function, so that a change of it is a new candidate."""
        try:
            file = inspect.getsourcefile(inspect.unwrap(_function(self.specification)))
        except TypeError:
            return ""
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:12] if file and Path(file).is_file() else ""

    def prepare(self) -> None:
        """Import the function and see what it takes."""
        _takes_text(self.specification)

    def __call__(self, page: Asked) -> Answer:
        """Call the function with a page."""
        function, as_text = _function(self.specification), _takes_text(self.specification)
        start = perf_counter()
        found = function(decode(page.html, url=page.url).text if as_text else page.html)
        seconds = perf_counter() - start
        return Answer(_as_text(found), seconds)


def _as_text(found: object) -> str:
    if isinstance(found, bytes):
        return found.decode("utf-8", "replace")
    if found is None or isinstance(found, str):
        return found or ""
    raise NoAnswerError("wrong answer", f"the function returned {type(found).__name__}, not text")


@cache
def _function(specification: str) -> Callable[[Any], object]:
    module, _, name = specification.partition(":")
    if not module or not name:
        raise UsageError(f"{specification!r} names no function: write it as module:function")
    if str(Path.cwd()) not in sys.path:  # where a user's own module lies, as with python -m
        sys.path.insert(0, str(Path.cwd()))
    try:
        function: object = import_module(module)
        for part in name.split("."):
            function = getattr(function, part)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"{specification}: cannot be imported ({error}): check module, function and path") from None
    if not callable(function):
        raise UsageError(f"{specification}: is no function: name one that takes a page and returns its text")
    return function


@cache
def _takes_text(specification: str) -> bool:
    function = _function(specification)
    try:
        function(_TINY)
    except (TypeError, AttributeError):
        return not _works(function, _TINY.encode())
    except Exception:  # it takes text, and does not like this one
        return True
    return True


def _works(function: Callable[[Any], object], page: bytes) -> bool:
    try:
        function(page)
    except Exception:
        return False
    return True
