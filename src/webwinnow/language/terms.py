"""Terms: the words of a text as numbers, so that texts can be compared by arithmetic on columns.

Two words are one term if they differ in case, in apostrophes (`don't`, `don’t`, `dont`) or in marks that nobody sees
(ZWNJ, soft hyphens, bidi marks). mohammadzadeh2013, section 5.3.1 deletes quotes, commas and colons for this purpose;
the word splitter has parted words from the others already.

Stop words are the terms of grammar, which say nothing about what a text is about; the lists are data. They also tell
the language of a page: the one whose words of grammar stand there most often. Pages lie about their language or say
nothing, and a page without any of these words needs no list. Stems are terms without their endings, so that `grain` and
`grains` are one; by PyStemmer, which is optional. Languages that it does not know keep their words as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.errors import MissingExtraError
from webwinnow.language.characters import LAST, points_in_rows, varied
from webwinnow.language.words import kinds, word_positions, words
from webwinnow.lazy_values import cached_property, kept_for_good

Numbers = npt.NDArray[np.int32]

BETWEEN_WORDS: Final = "\n"
_SAME_WITHOUT: Final = re.compile("['’‘ʼ·‧\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f]+")

_ASCII_WORD: Final = re.compile("[a-z0-9_]++(?:'[a-z0-9_]++)*+")
_ASCII_LETTERS: Final = bytes(
    ord(letter.lower()) if (letter := chr(code)).isalnum() or letter == "_" else ord(" ") for code in range(128)
).ljust(256)
"""Turns what is no part of a word into a blank, and capitals into small letters."""
_PLAIN: Final = {"’": "'", **dict.fromkeys("‘“”–—…\xa0•«»", " ")}
SEVERAL: Final = 0x40000000
"""From here on, numbers in the table of folded characters say in which row the several stand that one is folded to."""
_AT_ONCE: Final = 8192
"""Words that are numbered at once, and characters that are: a pattern makes objects of all that it leaves."""
MANY_TERMS: Final = 4096
"""More than the text of most pages has."""
_PLANE: Final = 0x10000
"""Code points of one plane of Unicode."""


@dataclass(frozen=True)
class Terms:
    """The vocabulary of a text and the number of each of its words in it."""

    number: Numbers
    """Per word: which term it is."""
    vocabulary: Collection[str]
    """The distinct terms, in the order in which they first occur."""

    @cached_property
    def known(self) -> dict[str, int]:
        """The number of each term."""
        return {term: number for number, term in enumerate(self.vocabulary)}

    def counts(self, text: str) -> npt.NDArray[np.float64]:
        """Count how often each term of the vocabulary occurs in a plain text; other words count nowhere."""
        known = self.known
        found = [known[term] for term in terms(text) if term in known]
        return np.bincount(np.array(found, dtype=np.intp), minlength=len(self.vocabulary)).astype(np.float64)


class _ManyTerms(Collection[str]):
    """Many terms, kept as one text: as objects of their own they would take several times the page."""

    def __init__(self, terms: Sequence[str]) -> None:
        self._joined, self._count = BETWEEN_WORDS.join(terms), len(terms)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        joined, at = self._joined, 0
        while at <= len(joined):
            end = joined.find(BETWEEN_WORDS, at + _AT_ONCE)
            end = len(joined) if end < 0 else end
            yield from joined[at:end].split(BETWEEN_WORDS)
            at = end + len(BETWEEN_WORDS)

    def __contains__(self, term: object) -> bool:
        return any(term == each for each in self)


def terms(text: str) -> list[str]:
    """Return the terms of a plain text (not markup), in order."""
    plain = text if text.isascii() else _with_plain_signs(text)
    return _ascii_terms(plain) if plain.isascii() else folded(BETWEEN_WORDS.join(words(text)))


def _with_plain_signs(text: str) -> str:
    """Write the signs of typography as ASCII, which part words alike: many a text has no other characters beyond it."""
    for sign, plain in _PLAIN.items():
        text = text.replace(sign, plain)
    return text


def terms_of_each(texts: Sequence[str]) -> list[list[str]]:
    """Return the terms of each of many plain texts; those that are plain ASCII each alone, the others all at once."""
    if not all(map(str.isascii, texts)):
        others = iter(_split_at_once([text for text in texts if not text.isascii()]))
        return [_ascii_terms(text) if text.isascii() else next(others) for text in texts]
    return list(map(_ascii_terms, texts))


def _ascii_terms(text: str) -> list[str]:
    """Return the terms of a text of ASCII, several times as fast: blanks are all that parts them, if apostrophes go.

    Two of these in a row part words, which takes a pattern.
    """
    if "''" in text:
        return [word.replace("'", "") for word in _ASCII_WORD.findall(text.lower())]
    return text.encode("ascii").translate(_ASCII_LETTERS, b"'").decode("ascii").split()


def _split_at_once(texts: Sequence[str]) -> list[list[str]]:
    joined = BETWEEN_WORDS.join(texts)
    start, end = word_positions(kinds(joined))
    every = folded(BETWEEN_WORDS.join([joined[a:b] for a, b in zip(start.tolist(), end.tolist(), strict=True)]))
    ends = np.cumsum([len(text) + len(BETWEEN_WORDS) for text in texts])
    bounds = [0, *np.searchsorted(start, ends).tolist()]
    return [every[first:last] for first, last in pairwise(bounds)]


def numbered(written: Iterable[str], plain: Callable[[str], str] = str) -> Terms:
    """Number words as terms, in the order in which they first occur; each different word is folded once.

    `plain` makes plain text of the words, which have a line break between them.
    """
    different, number = _distinct(written)
    joined = BETWEEN_WORDS.join(different)
    del different  # of a page of words that are all different, each list and dictionary is many times as large
    vocabulary, which = _distinct(folded(plain(joined)))
    return Terms(which[number], _ManyTerms(vocabulary) if len(vocabulary) > MANY_TERMS else tuple(vocabulary))


def _distinct(listed: Iterable[str]) -> tuple[list[str], Numbers]:
    """Return the different texts, in the order in which they first occur, and the number of each of all.

    Only some of all are held at a time: each is an object of its own.
    """
    place, numbers, left = dict[str, int](), [np.empty(0, np.int32)], iter(listed)
    while some := list(islice(left, _AT_ONCE)):
        for text in dict.fromkeys(some):
            place.setdefault(text, len(place))
        numbers.append(np.fromiter(map(place.__getitem__, some), np.int32, len(some)))
    return list(place), np.concatenate(numbers)


def folded(joined: str) -> list[str]:
    """Return the terms of words that are given with a line break between them: one call for all of them."""
    small = joined.casefold()
    parts = [_SAME_WITHOUT.sub("", small[at : at + _AT_ONCE]) for at in range(0, len(small), _AT_ONCE)]
    return "".join(parts).split(BETWEEN_WORDS) if joined else []


class FoldTables(NamedTuple):
    """What characters are folded to."""

    single: npt.NDArray[np.uint32]
    """Per character of the first plane: 0 where terms are the same without it, SEVERAL and more for several."""
    several: npt.NDArray[np.uint32]
    """These, three for each, and 0 where there are two."""
    beyond: npt.NDArray[np.bool_]
    """Per 256 characters of the second plane: whether one of them changes. Beyond it, no letter is small or large."""


@kept_for_good
def fold_tables() -> FoldTables:
    """Make the tables once, on first use, in some 3 ms."""
    single, places = np.arange(LAST + 1, dtype=np.uint32), varied()
    letters = list(map(chr, places.tolist()))
    changed = points_in_rows(list(map(str.casefold, letters)))
    several = changed[:, 1:].any(axis=1)
    single[places] = np.where(several, SEVERAL - 1 + np.cumsum(several), changed[:, 0])
    single[list(map(ord, "".join(_SAME_WITHOUT.findall("".join(letters)))))] = 0
    second = np.arange(_PLANE, 2 * _PLANE, dtype="<u4")
    small = np.frombuffer(second.tobytes().decode("utf-32-le").casefold().encode("utf-32-le"), "<u4")
    return FoldTables(
        single,
        changed[several],
        (second != small).reshape(-1, 256).any(axis=1),
    )


@cache
def stop_words() -> dict[str, frozenset[str]]:
    """Read the lists: language (ISO 639-1) to its stop words."""
    text = resources.files("webwinnow.language").joinpath("stop_words.txt").read_text(encoding="utf-8")
    lines = [line.partition(":") for line in text.splitlines() if not line.startswith("#")]
    return {language: frozenset(words.casefold().split()) for language, _, words in lines}


def language_of(terms: Terms) -> str | None:
    """Tell the language with most words of grammar in a text; None where there are none of any language."""
    times = np.bincount(terms.number, minlength=len(terms.vocabulary)).tolist()
    found: Counter[str] = Counter()
    for term, count in zip(terms.vocabulary, times, strict=True):
        for language in _languages().get(term, ()):
            found[language] += count
    return found.most_common(1)[0][0] if found else None


@cache
def _languages() -> dict[str, tuple[str, ...]]:
    """Tell for each stop word the languages that have it."""
    known: dict[str, tuple[str, ...]] = {}
    for language, listed in stop_words().items():
        for word in listed:
            known[word] = (*known.get(word, ()), language)
    return known


_ALGORITHMS: Final = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish", "fr": "french",
    "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian",
    "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish",
    "yi": "yiddish",
}  # fmt: skip
"""From language (ISO 639-1) to the stemmer's name for it; versions of PyStemmer know some or all of them."""


def stems(terms: Sequence[str], language: str | None) -> list[str]:
    """Return the stem of each term; raises MissingExtraError where PyStemmer is not installed."""
    stemmer = _library()
    name = _ALGORITHMS.get(language or "")
    if name not in stemmer.algorithms():
        return list(terms)
    stemmed: list[str] = stemmer.Stemmer(name).stemWords(list(terms))  # made anew: a stemmer is not for many threads
    return stemmed


def porter_stems(terms: Sequence[str]) -> list[str]:
    """Return the stem of each term by Porter's rules for English; raises MissingExtraError as `stems` does."""
    stemmed: list[str] = _library().Stemmer("porter").stemWords(list(terms))
    return stemmed


def _library() -> Any:
    try:
        return import_module("Stemmer")
    except ImportError as error:
        raise MissingExtraError("PyStemmer", "similarity") from error
