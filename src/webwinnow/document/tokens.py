"""One pattern cuts a page into tags and the text between them, with exact offsets and no loop per token.

The page is `text, tag, text, tag, ..., text`: K tags and K + 1 gaps of text, some of them empty. `edge` holds where
each of these pieces starts, so gap g is `edge[2g]:edge[2g + 1]` and tag k is `edge[2k + 1]:edge[2k + 2]`.
The start tag of an element with raw text (script, style, ...) is one token together with that text.

Linear on any input: quantifiers are possessive, a tag that never ends runs to the end of the page once, and a quote
that never ends is looked for once (a failed search means that no such quote follows at all).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import COMMENT, INVENTED, NAMES, NUMBER, RAW_TEXT

_SPACE: Final = r" \t\n\f\r"  # what parts names and values in HTML; NBSP and its like are letters there
# A quote opens a value only after "=": pages with stray quotes between attributes are common. The first alternative
# is only the most frequent case of the second, said shortly for speed. Only ">" or the end of the page can follow.
_VALUE: Final = rf"""[{_SPACE}]*+(?:"[^"]*+"|'[^']*+'|[^{_SPACE}>"'][^{_SPACE}>]*+)?+"""
_ATTRIBUTES: Final = rf"""[^>=]*+(?:="[^"]*+"[^>=]*+|={_VALUE}[^>=]*+)*+>?+"""
_START_TAG: Final = re.compile(f"<[a-zA-Z]{_ATTRIBUTES}")
_COMMENT: Final = r"!(?:--(?:-?>|[^-]*+(?:-(?!-!?>)[^-]*+)*+(?:--!?>|\Z))|[^>]*+(?:>|\Z))"
# A title counts as raw text only where it is closed before the next tag: an unclosed one, or one inside svg
# that holds elements, must not swallow the page. A "<" that opens no tag is part of it.
_AHEAD: Final = {"title": rf"(?=[{_SPACE}/>][^<]*+(?:<(?![a-zA-Z/!?])[^<]*+)*+</(?i:title)[{_SPACE}/>])"}
# Left open to the end of the page, these would hide all that follows; scripts and styles are never text.
_MAY_BE_LEFT_OPEN: Final = frozenset({"textarea", "xmp", "iframe", "noembed", "noframes"})


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
        """Give the name behind a tag number."""
        names = NAMES if number <= len(NAMES) else self.invented
        return names[number - 1 if number <= len(NAMES) else number - 1 - len(NAMES)]


@dataclass(frozen=True, slots=True)
class Cut:
    """A page cut into pieces: the columns, and the pieces themselves, which nobody keeps."""

    tokens: Tokens
    texts: list[str]
    tags: list[str]


def cut(source: str) -> Cut:
    """Cut a page at its tags."""
    pieces = _split(source)
    texts, tags, names = pieces[0::3], pieces[1::3], pieces[2::3]
    numbers = _Numbers(_NUMBERS)
    code = np.fromiter(map(numbers.__getitem__, names), np.int16, len(names))
    for k in np.flatnonzero(code == COMMENT).tolist():
        if tags[k][1] not in "!?/":
            code[k] = _raw_number(tags[k])
    lengths = np.empty(len(texts) + len(tags), dtype=np.int32)
    lengths[0::2] = np.fromiter(map(len, texts), np.int32, len(texts))
    lengths[1::2] = np.fromiter(map(len, tags), np.int32, len(tags))
    edge = np.concatenate([[0], np.cumsum(lengths, dtype=np.int32)]).astype(np.int32)
    return Cut(Tokens(edge, code, tuple(numbers.invented)), texts, tags)


def _split(source: str) -> list[str]:
    """Split at tags into text, tag, name (None for comments and raw text), text, ...

    Where raw text was left open, read on behind its start tag as ordinary markup.
    """
    read_on = frozenset[str]()
    pieces = _pattern(read_on).split(source)
    while left_open := _left_open(pieces):
        read_on |= {left_open}
        tag = pieces[-3]
        length = start_tag_length(tag)
        more = _pattern(read_on).split(tag[length:])
        pieces[-3:] = [tag[:length], pieces[-2], *more]
    return pieces


def _left_open(pieces: list[str]) -> str | None:
    """Name the raw text element that the last tag opens and that runs to the end of the page."""
    if len(pieces) < 4 or pieces[-1]:
        return None
    tag = pieces[-3]
    number = _raw_number(tag)
    name = NAMES[number - 1] if number else ""
    return name if name in _MAY_BE_LEFT_OPEN and start_tag_length(tag) < len(tag) else None


def _raw_number(tag: str) -> int:
    """Number a tag whose name the pattern does not tell: an element with raw text, or a comment."""
    name = _RAW_NAME.match(tag)
    return NUMBER[name[1].lower()] if name else COMMENT


def start_tag_length(tag: str) -> int:
    """Tell how long the start tag itself is where raw text follows it in the same token."""
    start_tag = _START_TAG.match(tag)
    return start_tag.end() if start_tag else len(tag)


@lru_cache(maxsize=32)
def _pattern(read_on: frozenset[str]) -> re.Pattern[str]:
    """Build the pattern; `read_on` are raw text elements to be read as ordinary ones."""
    names = [name for name in RAW_TEXT.split() if name not in read_on]
    raw = "|".join(_raw(initial, names) for initial in sorted({name[0] for name in names}))
    return re.compile(rf"(<(?:{raw}|(/?[a-zA-Z][^{_SPACE}/>]*+)(?:>|{_ATTRIBUTES})|{_COMMENT}|[?/][^>]*+(?:>|\Z)))")


def _raw(initial: str, names: list[str]) -> str:
    """Match elements with raw text up to their end tags; the first two letters stand apart so that others fail soon."""
    alternatives = (
        f"[{name[1]}{name[1].upper()}](?i:{name[2:]}){_AHEAD.get(name, f'(?=[{_SPACE}/>])')}{_ATTRIBUTES}"
        f"[^<]*+(?:<(?!/(?i:{name})[{_SPACE}/>])[^<]*+)*+"
        for name in names
        if name[0] == initial
    )
    return f"[{initial}{initial.upper()}](?:{'|'.join(alternatives)})"


_RAW_NAME: Final = re.compile(rf"<((?i:{'|'.join(RAW_TEXT.split())}))(?![^{_SPACE}/>])")


_NUMBERS: Final[dict[str | None, int]] = (
    {None: COMMENT} | NUMBER | {f"/{name}": -number for name, number in NUMBER.items()}
)


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
