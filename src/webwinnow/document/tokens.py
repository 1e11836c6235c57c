"""One pattern cuts a page into tags and the text between them, with exact offsets and no loop per token.

The page is `text, tag, text, tag, ..., text`: K tags and K + 1 gaps of text, some of them empty. `edge` holds where
each of these pieces starts, so gap g is `edge[2g]:edge[2g + 1]` and tag k is `edge[2k + 1]:edge[2k + 2]`.
The start tag of an element with raw text (script, style, ...) is one token together with that text.

Linear on any input: quantifiers are possessive, a tag that never ends runs to the end of the page once, and a quote
that never ends is looked for once (a failed search means that no such quote follows at all).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import COMMENT, INVENTED, NAMES, NUMBER, NUMBERS, RAW_TEXT
from webwinnow.language.words import BETWEEN

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

_TOGETHER: Final = 4096
"""Tags that are cut out together: more than most pages have."""
_ROUNDS: Final = 8
"""Where there are more, one in so many is, so that what is left of a page is not copied too often."""


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

    def places(self, number: int, most: int) -> Iterator[tuple[int, int]]:
        """Tell where the tags of one number start and end, but of no more than so many."""
        tags = np.flatnonzero(self.code == number)[:most]
        return zip(self.tag_start[tags].tolist(), self.tag_end[tags].tolist(), strict=True)

    def name(self, number: int) -> str:
        """Return the name behind a tag number."""
        names = NAMES if number <= len(NAMES) else self.invented
        return names[number - 1 if number <= len(NAMES) else number - 1 - len(NAMES)]


@dataclass(frozen=True, slots=True)
class Cut:
    """A page cut into pieces: the columns, and the text between the tags, which nobody keeps."""

    source: str
    tokens: Tokens
    text: str
    """All gaps, each with `BETWEEN` behind it."""

    @property
    def texts(self) -> list[str]:
        """The gaps as written."""
        return self._written(self.tokens.gap_start, self.tokens.gap_end)

    @property
    def tags(self) -> list[str]:
        """The tags as written."""
        return self._written(self.tokens.tag_start, self.tokens.tag_end)

    def _written(self, starts: npt.NDArray[np.int32], ends: npt.NDArray[np.int32]) -> list[str]:
        return [self.source[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]

    def closes_itself(self, tag: int) -> bool:
        """Tell whether one of the tags ends with `/>`."""
        return self.source.startswith("/>", self.tokens.edge.item(2 * tag + 2) - len("/>"))


def cut(source: str) -> Cut:
    """Cut a page at its tags.

    Each piece is an object many times as large as a short tag, so there are never many of them at once.
    """
    numbers, text, lengths, codes = _Numbers(_NUMBERS), list[str](), [np.zeros(1, np.int32)], [np.zeros(0, np.int16)]
    for pieces in _split(source):
        texts, names, rests = pieces[0::3], pieces[1::3], pieces[2::3]
        code = np.fromiter(map(numbers.__getitem__, names), np.int16, len(names))
        length = np.empty(len(texts) + len(rests), np.int32)
        length[0::2] = np.fromiter(map(len, texts), np.int32, len(texts))
        length[1::2] = np.fromiter(map(len, rests), np.int32, len(rests)) + _name_lengths(code, names) + 1
        for k in np.flatnonzero(code == COMMENT).tolist():
            code[k] = _raw_number(rests[k])
        text += [BETWEEN.join(texts), BETWEEN]
        lengths.append(length)
        codes.append(code)
    edge: npt.NDArray[np.int32] = np.concatenate(lengths)
    np.cumsum(edge, out=edge)
    return Cut(source, Tokens(edge, np.concatenate(codes), tuple(numbers.invented)), "".join(text))


def _name_lengths(code: npt.NDArray[np.int16], names: Sequence[str | None]) -> npt.NDArray[np.int32]:
    """Tell how long the names are: those that HTML knows by their number, others as they are written."""
    lengths = _LENGTHS.take(code, mode="wrap")
    others = np.flatnonzero(np.abs(code) > len(NAMES)).tolist()
    lengths[others] = [len(names[k] or "") for k in others]
    return lengths


def _split(source: str) -> Iterator[list[str]]:
    """Split at tags into text, name (None for comments and raw text), the rest of the tag, text, ...; some at a time.

    All but the last pieces end with a tag, and no page takes more than a few rounds, however many tags it has.
    """
    most, read_on, left = max(_TOGETHER, source.count("<") // _ROUNDS), frozenset[str](), source
    while True:
        *pieces, left = _pattern(read_on).split(left, most)
        if not left and (left_open := _left_open(pieces)):
            read_on |= {left_open}
            rest = pieces[-1]
            length = start_tag_length(f"<{rest}") - 1
            pieces[-1], left = rest[:length], rest[length:]
        elif not left or len(pieces) < 3 * most:
            yield [*pieces, left]
            return
        yield pieces


def _left_open(pieces: list[str]) -> str | None:
    """Name the raw text element that the last tag opens and that runs to the end of the page, to be read as markup."""
    if not pieces or pieces[-2] is not None:
        return None
    rest = pieces[-1]
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
_MOST_WRITTEN: Final = len(_NUMBERS) + INVENTED
"""Names as written whose codes are remembered; a page that invents more may use each of them once."""
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
        code = -number if closing else number
        if len(self) < _MOST_WRITTEN:
            self[written] = code
        return code

    def _invent(self, name: str) -> int:
        if len(self.invented) < INVENTED:
            self.invented.setdefault(name, len(NAMES) + 1 + len(self.invented))
        return self.invented.get(name, len(NAMES) + INVENTED)
