"""The longest common subsequence of gold and found: how long it is, and which items it matches.

Paper: gottron2007, section 4.2, where it is computed with Hirschberg's algorithm.
Ours: rapidfuzz's bit-parallel computation gives the same length. It compares the items of a list by their hash,
which two different items can share; the characters of a `str` it compares as they are. So words are interned:
each becomes one character, and both kinds of sequence are a `str`.
Cost: quadratic, and therefore bounded: see `cutting` for what happens above the limit.

Before, texts are made comparable: white space, case, quotation marks and words, the same for gold and found.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Final, Literal

from webwinnow.errors import MissingExtraError
from webwinnow.evaluate.cutting import PairPieces, cut
from webwinnow.language.words import words

_PLAIN_WORD: Final = re.compile(r"\w+")

_REPLACEMENTS: Final = (
    # Soft hyphen and direction marks: nothing a reader sees, and gold standards keep them or not.
    *((mark, "") for mark in "\u00ad\u200e\u200f\u061c"),
    # Quotation marks: gold standards keep them or write them as a typewriter would.
    *((mark, "'") for mark in "‘’"),
    *((mark, '"') for mark in "“”"),
)


def fold_space(text: str) -> str:
    """Fold each run of white space to one space, none at the ends (gottron2007, section 4.2)."""
    return " ".join(text.split())


def fold(text: str) -> str:
    """Fold white space, case, quotation marks and invisible marks: what reads the same becomes the same."""
    return fold_space(_readable(text))


def fold_lines(text: str) -> list[str]:
    """Return the lines that are not blank, each folded."""
    return [line for line in map(fold_space, _readable(text).splitlines()) if line]


def unicode_words(text: str) -> list[str]:
    """Return the words of the project's own splitter, case, quotation marks and invisible marks folded.

    Case folding, not lower case: `STRASSE` and `Straße` are one word.
    """
    return words(_readable(text))


def _readable(text: str) -> str:
    """Return the text as one form of all that read the same."""
    text = unicodedata.normalize("NFC", text)
    for character, replacement in _REPLACEMENTS:
        text = text.replace(character, replacement)
    return text.casefold()


def plain_words(text: str) -> list[str]:
    r"""Return the words others count: `\w+` in the text set in lower case, and nothing else done to it.

    It makes one word of a whole Chinese sentence and several of `don't`; use it to compare published figures.
    """
    return _PLAIN_WORD.findall(text.lower())


WORD_RULES: Final[dict[str, Callable[[str], list[str]]]] = {"unicode": unicode_words, "plain": plain_words}
"""The ways to split a text into words, by the name of the parameter `rule`."""


ALIGNED_LIMIT: Final = 20_000
"""Items up to which `align` is exact: its memory is one bit per pair of items, here 50 MB."""

_FIRST_SURROGATE: Final = 0xD800
_SURROGATES: Final = 0x800
_LETTERS: Final = 0x110000 - _SURROGATES
_ONLY_GOLD: Final = "\0"
_ONLY_FOUND: Final = "\1"


@dataclass(frozen=True, slots=True)
class WordLetters:
    """Gold and found words with one character per word; equal characters are equal words.

    `complete` is False when there were more different common words than characters (over a million): the rarest
    are then matched with nothing.
    """

    gold: str
    found: str
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Common:
    """The length of the longest common subsequence, or a lower bound of it if `approximate`."""

    length: int
    approximate: bool


Kind = Literal["same", "missing", "superfluous"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of items that are the same in both, missing in found, or superfluous in found (half-open bounds)."""

    kind: Kind
    gold_start: int
    gold_end: int
    found_start: int
    found_end: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """Gold against found as stretches that cover both; where items differ, what is missing comes first."""

    stretches: tuple[Stretch, ...]
    approximate: bool

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the matched items, as positions in gold and in found."""
        for stretch in self.stretches:
            if stretch.kind == "same":
                yield from zip(
                    range(stretch.gold_start, stretch.gold_end),
                    range(stretch.found_start, stretch.found_end),
                    strict=True,
                )


def intern_words(gold: Sequence[str], found: Sequence[str], letters: int = _LETTERS) -> WordLetters:
    """Write each word as one character, so that equal words are equal characters and no others are.

    Words of one side only match nothing: they share a character per side. Frequent words get the smallest code
    points, with which rapidfuzz is up to three times as fast.
    """
    counted = Counter(found)
    counted.update(gold)
    common = set(gold) & set(found)
    ranked = [word for word, _ in counted.most_common() if word in common]
    known = {word: _letter(number) for number, word in enumerate(ranked[: letters - 2], start=2)}
    return WordLetters(
        "".join([known.get(word, _ONLY_GOLD) for word in gold]),
        "".join([known.get(word, _ONLY_FOUND) for word in found]),
        complete=len(known) == len(ranked),
    )


def _letter(number: int) -> str:
    """Return the character with this number; surrogates are passed over."""
    return chr(number if number < _FIRST_SURROGATE else number + _SURROGATES)


def common_length(gold: str, found: str, *, limit: int, width: int) -> Common:
    """Return the length of the longest common subsequence.

    It is exact as long as gold and found, without the start and end they share, have no more pairs of items
    than two sequences of `limit` items. Above, it is a lower bound got with anchors `width` items long.
    """
    lcs = _rapidfuzz()
    pieces = cut(gold, found, limit, width)
    length = 0
    for piece in pieces.pieces:
        if piece.same:
            length += piece.gold_end - piece.gold_start
        elif piece.cells:
            mine = gold[piece.gold_start : piece.gold_end]
            length += lcs.similarity(mine, found[piece.found_start : piece.found_end])
    return Common(length, pieces.approximate)


def align(gold: str, found: str, *, limit: int = ALIGNED_LIMIT, width: int = 4) -> Alignment:
    """Match gold and found item by item, for showing what is missing and what is superfluous."""
    pieces = cut(gold, found, limit, width)
    matched = [*_matched(gold, found, pieces), (len(gold), len(found), 0)]
    return Alignment(tuple(_stretches(matched)), pieces.approximate)


def _matched(gold: str, found: str, pieces: PairPieces) -> Iterator[tuple[int, int, int]]:
    """Yield equal runs, in order: where in gold, where in found, how long."""
    lcs = _rapidfuzz()
    for piece in pieces.pieces:
        if piece.same:
            yield piece.gold_start, piece.found_start, piece.gold_end - piece.gold_start
        elif piece.cells:
            mine = gold[piece.gold_start : piece.gold_end]
            for code in lcs.opcodes(mine, found[piece.found_start : piece.found_end]):
                if code.tag == "equal":
                    start, end = code.src_start, code.src_end
                    yield start + piece.gold_start, code.dest_start + piece.found_start, end - start


def _stretches(matched: Sequence[tuple[int, int, int]]) -> Iterator[Stretch]:
    """Yield the equal runs, those that touch joined, with what lies between them."""
    gold_done, found_done, same_length = 0, 0, 0
    for gold_start, found_start, length in matched:
        gold_end, found_end = gold_done + same_length, found_done + same_length
        if length and (gold_start, found_start) == (gold_end, found_end):
            same_length += length
            continue
        if same_length:
            yield Stretch("same", gold_done, gold_end, found_done, found_end)
        if gold_end < gold_start:
            yield Stretch("missing", gold_end, gold_start, found_end, found_end)
        if found_end < found_start:
            yield Stretch("superfluous", gold_start, gold_start, found_end, found_start)
        gold_done, found_done, same_length = gold_start, found_start, length


def _rapidfuzz() -> ModuleType:
    """Return the library's module for longest common subsequences, imported when first needed."""
    try:
        from rapidfuzz.distance import LCSseq
    except ImportError:
        raise MissingExtraError("rapidfuzz", "evaluate") from None
    return LCSseq
