"""How long a text is: in characters, words, or tokens of a language model."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Final, Literal, get_args

from webwinnow.language.words import words

Unit = Literal["characters", "words", "tokens"]
UNITS: Final[tuple[Unit, ...]] = get_args(Unit)
Counter = Callable[[str], int]
_PER_TOKEN: Final = 4
"""Bytes of UTF-8 that make one token where none are counted: what OpenAI gives as a rule of thumb for English; words of
other scripts have more bytes and more tokens."""


def counter(unit: Unit, tokens: Counter | None) -> tuple[Counter, bool]:
    """Return what measures a text, and whether that is an estimate."""
    if unit == "characters":
        return len, False
    if unit == "words":
        return (lambda text: len(words(text))), False
    known = tokens or _installed()
    return (known, False) if known else ((lambda text: -(-len(text.encode()) // _PER_TOKEN)), True)


@cache
def _installed() -> Counter | None:
    """Count tokens as tiktoken does, if it is installed and has its tables."""
    try:
        encoding = import_module("tiktoken").get_encoding("cl100k_base")
    except (ImportError, OSError, ValueError):  # it is not there, or cannot load its tables
        return None
    return lambda text: len(encoding.encode(text, disallowed_special=()))
