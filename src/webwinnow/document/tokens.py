"""One pattern cuts a page into tags and the text between them, with exact offsets and no loop per token.

The page is `text, tag, text, tag, ..., text`: K tags and K + 1 gaps of text, some of them empty. `edge` holds where
each of these pieces starts, so gap g is `edge[2g]:edge[2g + 1]` and tag k is `edge[2k + 1]:edge[2k + 2]`.
The start tag of an element with raw text (script, style, ...) is one token together with that text.

Linear on any input: quantifiers are possessive, a tag that never ends runs to the end of the page once, and a quote
that never ends is looked for once (a failed search means that no such quote follows at all).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import COMMENT, INVENTED, NAMES, NUMBER, NUMBERS, RAW_TEXT

_SPACE: Final = r" \t\n\f\r"  # what parts names and values in HTML; NBSP and its like are letters there
# A quote opens a value only after "=": pages with stray quotes between attributes are common. The first alternative
# is only the most frequent case of the second, said shortly for speed. Only ">" or the end of the page can follow.
_VALUE: Final = rf"""[{_SPACE}]*+(?:"[^"]*+"|'[^']*+'|[^{_SPACE}>"'][^{_SPACE}>]*+)?+"""
_ATTRIBUTES: Final = rf"""[^>=]*+(?:="[^"]*+"[^>=]*+|={_VALUE}[^>=]*+)*+>?+"""
_NAME_REST: Final = rf"[^{_SPACE}/>]*+"
_START_TAG: Final = re.compile(f"<[a-zA-Z]{_ATTRIBUTES}")
_COMMENT: Final = r"!(?:--(?:-?>|[^-]*+(?:-(?!-!?>)[^-]*+)*+(?:--!?>|\Z))|[^>]*+(?:>|\Z))"
# A title counts as raw text only where it is closed before the next tag: an unclosed one, or one inside svg
# that holds elements, must not swallow the page. A "<" that opens no tag is part of it.
CLOSED_ONLY: Final = frozenset({"title"})
_AHEAD: Final = {"title": rf"(?=[{_SPACE}/>][^<]*+(?:<(?![a-zA-Z/!?])[^<]*+)*+</(?i:title)[{_SPACE}/>])"}
# Left open to the end of the page, these would hide all that follows; scripts and styles are never text.
MAY_BE_LEFT_OPEN: Final = frozenset({"textarea", "xmp", "iframe", "noembed", "noframes"})


@dataclass(frozen=True, slots=True)
class Tokens:
    """Where the tags are and what they are."""

    edge: npt.NDArray[np.int32]
    """Starts of the pieces, and the page's length: 2K + 2 numbers."""
    code: npt.NDArray[np.int16]
    """Per tag: its number if it opens, minus its number if it closes, 0 for comments and declarations."""
    invented: tuple[str, ...]
    """Names of this page that HTML does not know; their numbers follow the known ones."""

    @property
    def gap_start(self) -> npt.NDArray[np.int32]:
        """Where the text before each tag starts (and the text after the last one)."""
        return self.edge[0::2]

    @property
    def gap_end(self) -> npt.NDArray[np.int32]:
        """Where the text before each tag ends."""
        return self.edge[1::2]

    @property
    def tag_start(self) -> npt.NDArray[np.int32]:
        """Where each tag starts."""
        return self.edge[1:-1:2]

    @property
    def tag_end(self) -> npt.NDArray[np.int32]:
        """Where each tag ends."""
        return self.edge[2::2]

    def name(self, number: int) -> str:
        """Return the name behind a tag number."""
        names = NAMES if number <= len(NAMES) else self.invented
        return names[number - 1 if number <= len(NAMES) else number - 1 - len(NAMES)]


@dataclass(frozen=True, slots=True)
class Cut:
    """A page cut into pieces: the columns, and the pieces themselves, which nobody keeps."""

    tokens: Tokens
    texts: list[str]
    names: Sequence[str | None]
    """Names as written, `/` before those of end tags; None for comments and raw text."""
    rests: list[str]
    """What follows the name up to the tag's end, most often only `>`; all but the `<` where there is no name."""

    @property
    def tags(self) -> list[str]:
        """The tags as written."""
        return [f"<{name or ''}{rest}" for name, rest in zip(self.names, self.rests, strict=True)]


def cut(source: str) -> Cut:
    """Cut a page at its tags."""
    pieces = _split(source)
    texts, names, rests = pieces[0::3], pieces[1::3], pieces[2::3]
    numbers = _Numbers(_NUMBERS)
    code = np.fromiter(map(numbers.__getitem__, names), np.int16, len(names))
    edge = np.zeros(2 * len(texts), dtype=np.int32)
    edge[1::2] = np.fromiter(map(len, texts), np.int32, len(texts))
    edge[2::2] = np.fromiter(map(len, rests), np.int32, len(rests)) + _name_lengths(code, names) + 1
    np.cumsum(edge, out=edge)
    for k in np.flatnonzero(code == COMMENT).tolist():
        code[k] = _raw_number(rests[k])
    return Cut(Tokens(edge, code, tuple(numbers.invented)), texts, names, rests)


def _name_lengths(code: npt.NDArray[np.int16], names: Sequence[str | None]) -> npt.NDArray[np.int32]:
    """Tell how long the names are: those that HTML knows by their number, others as they are written."""
    lengths = _LENGTHS.take(code, mode="wrap")
    others = np.flatnonzero(np.abs(code) > len(NAMES)).tolist()
    lengths[others] = [len(names[k] or "") for k in others]
    return lengths


def _split(source: str) -> list[str]:
    """Split at tags into text, name (None for comments and raw text), the rest of the tag, text, ...

    Where raw text was left open, read on behind its start tag as ordinary markup.
    """
    read_on = frozenset[str]()
    pieces = _pattern(read_on).split(source)
    while left_open := _left_open(pieces):
        read_on |= {left_open}
        name, rest = pieces[-3:-1]
        length = start_tag_length(f"<{rest}") - 1
        pieces[-3:] = [name, rest[:length], *_pattern(read_on).split(rest[length:])]
    return pieces


def _left_open(pieces: list[str]) -> str | None:
    """Name the raw text element that the last tag opens and that runs to the end of the page."""
    if len(pieces) < 4 or pieces[-1] or pieces[-3] is not None:
        return None
    rest = pieces[-2]
    number = _raw_number(rest)
    name = NAMES[number - 1] if number else ""
    return name if name in MAY_BE_LEFT_OPEN and start_tag_length(f"<{rest}") <= len(rest) else None


def _raw_number(rest: str) -> int:
    """Number a tag whose name the pattern does not tell: an element with raw text, or a comment."""
    return _RAW_NUMBER.get(rest[:3].lower(), COMMENT)


def start_tag_length(tag: str) -> int:
    """Tell how long the start tag itself is where raw text follows it in the same token."""
    start_tag = _START_TAG.match(tag)
    return start_tag.end() if start_tag else len(tag)


@lru_cache(maxsize=32)
def _pattern(read_on: frozenset[str]) -> re.Pattern[str]:
    """Build the pattern; `read_on` are raw text elements to be read as ordinary ones."""
    names = [name for name in RAW_TEXT.split() if name not in read_on]
    raw = [_raw_name(name) for name in names]
    bodies = "|".join(f"{start}{_raw_rest(name)}" for start, name in zip(raw, names, strict=True))
    name = f"(/[a-zA-Z]{_NAME_REST}|(?!{'|'.join(raw)})[a-zA-Z]{_NAME_REST})"
    unnamed = rf"{bodies}|{_COMMENT}|[?/][^>]*+(?:>|\Z)"
    return re.compile(rf"<{name}?+((?(1)(?:>|{_ATTRIBUTES})|(?:{unnamed})))")


def _raw_name(name: str) -> str:
    """Match the name of an element with raw text; the first two letters stand apart so that others fail soon."""
    first, second = (f"[{letter}{letter.upper()}]" for letter in name[:2])
    return f"{first}{second}(?i:{name[2:]}){_AHEAD.get(name, f'(?=[{_SPACE}/>])')}"


def _raw_rest(name: str) -> str:
    """Match the rest of the start tag of an element with raw text, and that text up to the end tag."""
    return f"{_ATTRIBUTES}[^<]*+(?:<(?!/(?i:{name})[{_SPACE}/>])[^<]*+)*+"


_NUMBERS: Final[dict[str | None, int]] = (
    {None: COMMENT} | NUMBER | {f"/{name}": -number for name, number in NUMBER.items()}
)
_RAW_NUMBER: Final = {name[:3]: NUMBER[name] for name in RAW_TEXT.split()}  # three letters tell them apart
_LENGTHS: Final = np.zeros(2 * NUMBERS, dtype=np.int32)  # per code, those of end tags at the end
_LENGTHS[list(_NUMBERS.values())] = [len(name or "") for name in _NUMBERS]


class _Numbers(dict[str | None, int]):
    """Codes by name as written; a name not seen before is lowered and, if HTML does not know it, numbered."""

    def __init__(self, known: dict[str | None, int]) -> None:
        super().__init__(known)
        self.invented: dict[str, int] = {}

    def __missing__(self, written: str | None) -> int:
        name = (written or "").lower()
        closing = name.startswith("/")
        name = name.lstrip("/")
        number = NUMBER.get(name) or self._invent(name)
        self[written] = -number if closing else number
        return self[written]

    def _invent(self, name: str) -> int:
        if len(self.invented) < INVENTED:
            self.invented.setdefault(name, len(NAMES) + 1 + len(self.invented))
        return self.invented.get(name, len(NAMES) + INVENTED)
