"""Character references: the one way to turn `&amp;`, `&#233;` and `&#x2014;` into what they stand for, and the tables
by which compiled code reads characters and references.

`html.unescape` follows HTML's rules, but turns decimal numbers into integers as Python does, which refuses long ones:
a page of 4 kB with one reference of 4,301 digits would stop everything that reads its text.
"""

from __future__ import annotations

import ctypes
import html
import re
from functools import lru_cache
from html.entities import html5
from typing import Final

import numpy as np

from webwinnow.kernels import Library, NameTable, address
from webwinnow.language.characters import HIGH, LOW, character_tables
from webwinnow.language.words import BLANK, REST, Kinds, kind_table, kinds, kinds_beyond
from webwinnow.lazy_values import kept_for_good

_LONG_NUMBER: Final = re.compile(r"&#0*([0-9]*)(?<=[0-9]{8})")
"""A decimal reference of eight digits or more, without its leading zeros: the last code point has seven digits."""
_WRITTEN: Final = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")
"""What `html.unescape` takes for a reference."""
_LONGEST: Final = len("&") + 32 + len(";")
"""Characters of the longest that is looked up once; numbers in hexadecimal digits may be longer."""
_BEYOND: Final = "&#1114112"
"""One more than the last code point; HTML's rules make U+FFFD of all that lies beyond it."""


def decode_references(text: str) -> str:
    """Return a text with its character references decoded, whatever numbers they hold."""
    if "&" not in text:
        return text
    return _WRITTEN.sub(_decoded, _LONG_NUMBER.sub(_short, text) if "&#" in text else text)


def _decoded(reference: re.Match[str]) -> str:
    written = reference[0]
    return _meaning(written) if len(written) <= _LONGEST else html.unescape(written)


@lru_cache(maxsize=1024)
def _meaning(written: str) -> str:
    """Look a reference up; pages hold the same few again and again."""
    return html.unescape(written)


def _short(reference: re.Match[str]) -> str:
    digits = reference[1] or "0"
    return f"&#{digits}" if len(digits) < 8 else _BEYOND


def without_references(text: str) -> str:
    """Return a plain text in which compiled code, which reads sources, finds the same words and no references."""
    return text.replace("&", "+")  # neither is ever part of a word


_POINTER: Final = ctypes.c_void_p
_NOTHING: Final = 0x110000
"""What compiled code reads where no character stands."""
_NUMBERS: Final = 160
"""Below it stand all numbers that HTML gives another meaning."""
_REFERENCE: Final = re.compile(r"&(?:#(?P<number>[0-9]{1,8}|[xX][0-9a-fA-F]{1,7})|[a-zA-Z][a-zA-Z0-9]{1,31});?+")
_SURROGATES: Final = 0xD800
"""Below it, and from `_NUMBERS` on, a number stands for its character."""


def source_kinds(text: str) -> Kinds:
    """Return the kind of each character of a page's source, where a reference is one character.

    The first place of `&nbsp;` carries the kind of what it stands for, its other places are `REST`. The loop is per
    reference, not per character.
    """
    found = kinds(text)
    if "&" not in text:
        return found
    for match in _REFERENCE.finditer(text):
        kind = _kind_of_number(match) if match["number"] else _kind_of_reference(match[0])
        if kind is not None:
            start, end = match.span()
            found[start] = kind
            found[start + 1 : end] = REST
    return found


def _kind_of_number(written: re.Match[str]) -> int | None:
    """Look a numeric reference up: most need no table of what was written, and a page may have a thousand of them."""
    digits = written["number"]
    number = int(digits, 10) if digits.isdecimal() else int(digits[1:], 16)
    return kind_table().item(number) if _NUMBERS <= number < _SURROGATES else _kind_of_reference(written[0])


@lru_cache(maxsize=4096)
def _kind_of_reference(written: str) -> int | None:
    """Look the reference up; None where it is only text with an ampersand, or only its beginning is a reference."""
    meant = decode_references(written)
    whole = meant != written and (len(meant) <= 2 or not meant.startswith("&")) and ";" not in meant[1:]
    if not whole or (not written.endswith(";") and len(meant) > 1):
        return None
    return int(kinds(meant)[0]) if meant else BLANK


@kept_for_good
def reference_names(library: Library) -> NameTable:
    """Return the names of references as compiled code looks them up, in the order of `html5`."""
    return NameTable(library, list(html5))


class References(ctypes.Structure):
    """`References` of native/kernels.h: what references stand for, by which native/references.inc decodes them."""

    _fields_ = tuple((name, _POINTER) for name in ("names", "first", "second", "number"))

    def __init__(self, library: Library) -> None:
        """Collect the meanings, and keep the arrays that are pointed to."""
        meant = [[*map(ord, text), _NOTHING] for text in html5.values()]
        numbered = [decode_references(f"&#{number};") for number in range(_NUMBERS)]
        self._names = reference_names(library)
        self._kept = [
            np.array([each[0] for each in meant], np.uint32),
            np.array([each[1] for each in meant], np.uint32),
            np.array([ord(text) if text else _NOTHING for text in numbered], np.uint32),
        ]
        super().__init__(ctypes.addressof(self._names), *map(address, self._kept))


@kept_for_good
def references(library: Library) -> References:
    """Return what references stand for, as compiled code reads it."""
    return References(library)


class _Characters(ctypes.Structure):
    """`Characters` of native/kernels.h."""

    _fields_ = tuple(
        (name, _POINTER)
        for name in ("kind", "kind_beyond", "mark", "hash", "references", "reference_kind", "number_kind")
    )

    def __init__(self, library: Library) -> None:
        """Collect what characters are, and keep the arrays that it points to."""
        tables, references = character_tables(), reference_names(library)
        marks = [tables.letters >> HIGH, tables.letters & LOW, tables.marks >> HIGH, tables.marks & LOW]
        meant = [decode_references(f"&#{number};") for number in range(_NUMBERS)]
        self._kept = [
            kind_table(),
            kinds_beyond(np.arange(0, 0x110000, 256, dtype=np.uint32)),
            np.add.reduce([mark.astype(np.uint8) << bit for bit, mark in enumerate(marks)]).astype(np.uint8),
            tables.hashes,
            kinds("".join(text[0] for text in html5.values())),
            np.array([kinds(text)[0] if text else BLANK for text in meant], dtype=np.uint8),
        ]
        self._references = references
        kind, beyond, mark, hashes, reference_kind, number_kind = map(address, self._kept)
        super().__init__(
            kind, beyond, mark, hashes, ctypes.addressof(references), reference_kind, number_kind
        )  # fmt: skip


@kept_for_good
def _characters(library: Library) -> _Characters:
    return _Characters(library)


def character_table(library: Library) -> int:
    """Tell where the table of what characters are stands."""
    return ctypes.addressof(_characters(library))
