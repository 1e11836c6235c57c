"""Any Python function, `module:function`: a page in, its text out."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar, Final

from webwinnow.document.charset.decode import decode
from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters.adapter import Answer, Asked, NoAnswerError, SpecifiedAdapter

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
