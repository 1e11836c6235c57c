"""Tell the language of a text by its scripts, its words of grammar and letters that few languages have.

Ours: scripts leave few languages, most leave one. Among those, each word of grammar counts for the languages that have
it, the more the fewer these are, and so do letters. All of it is data (`languages.txt`, `stop_words.txt`), written for
this purpose and learned from nothing. Cost: O(the first letters of the text).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.language.characters import code_points
from webwinnow.language.terms import folded, stop_words, terms
from webwinnow.lazy_values import kept_for_good

READ: Final = 4000
"""Characters of a text that are looked at."""
_LEAST_LETTERS: Final = 12
LETTER: Final = 0.5
"""What a word with a letter of a language is worth beside a word of its grammar."""
_JAPANESE: Final = 0.05
"""Kana among Han characters make a text Japanese, if they are at least this share."""
_BECOMES_GREEK: Final = "\xb5"
"""The only sign below the letters of all scripts that is folded to one of these: micro."""
_PRIOR: Final = 1.0
"""LanguageEvidence that doubt is worth: a text of two known words is no sure case."""
_FEW: Final = 0.1
"""Where less evidence than this speaks per word, the text is in a language that is not known: Xhosa, say, has 0.005."""


_NOTHING: Final[tuple[tuple[str, ...], float]] = ((), 1.0)
"""What words say that are not known."""


@dataclass(frozen=True, slots=True)
class DetectedLanguage:
    """A language (ISO 639) and how sure it is, from 0 to 1."""

    tag: str
    confidence: float


class LanguageEvidence(NamedTuple):
    """What speaks for languages: of so many words, for the one that most speaks for, if any, and for the next."""

    words: int
    best: str
    most: float
    second: float


Weigh = Callable[[str, frozenset[str]], LanguageEvidence]


@dataclass(frozen=True, slots=True)
class _Known:
    """The data, as arrays and tables."""

    first: npt.NDArray[np.uint32]
    last: npt.NDArray[np.uint32]
    script: npt.NDArray[np.intp]
    """Ranges of letters and the script of each."""
    of_script: tuple[tuple[str, ...], ...]
    words: dict[str, tuple[str, ...]]
    letters: dict[str, tuple[str, ...]]
    latin: frozenset[str]


def detect_language(text: str, weigh: Weigh | None = None) -> DetectedLanguage | None:
    """Tell the language of a text; None where it has too few letters, or no word that is known.

    Who knows a quicker way to weigh words than `weigh_words` gives that.

    >>> detect_language("Der Wind weht von Westen, und die Felder sind noch nicht trocken.").tag
    'de'
    """
    known, read = _known(), text[:READ]
    languages, share = _languages_of_script(read, known)
    if len(languages) == 1 and share:
        return DetectedLanguage(languages[0], round(share, 4))
    found = (weigh or weigh_words)(read, frozenset(languages) or known.latin)
    if languages and not found.best:
        return DetectedLanguage(languages[0], round(0.5 * share, 4))
    return language_of(found, share or 1.0)


def language_of(found: LanguageEvidence, share: float = 1.0) -> DetectedLanguage | None:
    """Tell the language that most speaks for in a text, of which such a share is in its script."""
    if not found.best:
        return None
    enough = min(found.most / found.words / _FEW, 1.0)
    certain = found.most / (found.most + found.second + _PRIOR)
    return DetectedLanguage(found.best, round(enough * share * certain, 4))


def latin_languages() -> frozenset[str]:
    """Return the languages that a text in Latin letters may be in."""
    return _known().latin


def script_ranges() -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Return the first and last letters of ranges of all other scripts, in order."""
    return _known().first, _known().last


def _languages_of_script(text: str, known: _Known) -> tuple[tuple[str, ...], float]:
    """Return the languages of the script that most letters are of, and the share of those; nothing for Latin."""
    if text.isascii() or not (len(_scripts(text, known)) or _BECOMES_GREEK in text):
        return (), 0.0
    text = text.casefold()
    times = np.bincount(_scripts(text, known), minlength=len(known.of_script))
    if times.sum() < _LEAST_LETTERS:
        return (), 0.0
    latin = max(sum(map(str.isalpha, text)) - int(times.sum()), 0)  # marks of Thai are no letters, and yet of a script
    kana, han = (next(n for n, names in enumerate(known.of_script) if names == (name,)) for name in ("ja", "zh"))
    if times[kana] > _JAPANESE * (times[kana] + times[han]):
        times[kana], times[han] = times[kana] + times[han], 0
    most = int(times.argmax())
    if times[most] < _LEAST_LETTERS or times[most] < latin / 2:  # names and code in Latin letters stand in any text
        return (), 0.0
    return known.of_script[most], float(times[most] / (times.sum() + latin / 4))


def _scripts(text: str, known: _Known) -> npt.NDArray[np.intp]:
    """Return the script of each letter of a text that has another one than Latin."""
    points = code_points(text)
    points = points[points >= known.first[0]]
    if not len(points):
        return np.empty(0, np.intp)
    at = np.searchsorted(known.first, points, side="right") - 1
    found: npt.NDArray[np.intp] = known.script[at[(at >= 0) & (points <= known.last[np.maximum(at, 0)])]]
    return found


def weigh_words(text: str, possible: frozenset[str]) -> LanguageEvidence:
    """Add up what words and letters of a text say for each of the possible languages."""
    found: dict[str, float] = defaultdict(float)
    said, letters, words = telling_words(possible), telling_letters(possible), terms(text)
    for word, times in Counter(word for word in words if word in said or not word.isascii()).items():
        languages, among = said.get(word, _NOTHING)
        for language in languages:
            found[language] += times / among
        if not word.isascii():
            for language in sorted({each for letter in word for each in letters.get(letter, ())}):
                found[language] += LETTER * times
    best = max(found, key=found.__getitem__, default="")
    second = max((worth for language, worth in found.items() if language != best), default=0.0)
    return LanguageEvidence(len(words), best, found.get(best, 0.0), second)


@lru_cache(maxsize=8)
def telling_words(possible: frozenset[str]) -> dict[str, tuple[tuple[str, ...], float]]:
    """Return the words that speak for any of the possible languages, each with these, and what it is divided by."""
    return {word: (names, len(names) ** 0.5) for word, names in _among(_known().words, possible).items()}


@lru_cache(maxsize=8)
def telling_letters(possible: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Return the letters that speak for any of the possible languages, each with these."""
    return {each: names for each, names in _among(_known().letters, possible).items() if len(each) == 1}


def _among(table: dict[str, tuple[str, ...]], possible: frozenset[str]) -> dict[str, tuple[str, ...]]:
    listed = ((each, tuple(name for name in names if name in possible)) for each, names in table.items())
    return {each: names for each, names in listed if names}


@kept_for_good
def _known() -> _Known:
    """Read the data."""
    parts: dict[str, list[str]] = {}
    text = resources.files("webwinnow.language").joinpath("languages.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("["):
            part = parts.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            part.append(line)
    scripts = [_script(line) for line in parts["scripts"]]
    rows = sorted((first, last, at) for at, (_, ranges) in enumerate(scripts) for first, last in ranges)
    listed = {
        name: folded("\n".join(words.split())) for name, _, words in (line.partition(": ") for line in parts["words"])
    }
    words = listed | {name: sorted(words) for name, words in stop_words().items()}
    letters = {name: signs.split() for name, _, signs in (line.partition(" ") for line in parts["letters"])}
    others = {name for names, _ in scripts for name in names} - {"sr", "uz"}  # which are written in both
    return _Known(
        np.array([row[0] for row in rows], dtype=np.uint32),
        np.array([row[1] for row in rows], dtype=np.uint32),
        np.array([row[2] for row in rows], dtype=np.intp),
        tuple(names for names, _ in scripts),
        _turned(words),
        _turned(letters),
        frozenset(words) - others,
    )


def _script(line: str) -> tuple[tuple[str, ...], list[tuple[int, int]]]:
    names = tuple(part for part in line.split() if "-" not in part)
    ranges = [part.partition("-") for part in line.split() if "-" in part]
    return names, [(int(first, 16), int(last, 16)) for first, _, last in ranges]


def _turned(table: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """Tell for each word, or letter, the languages that have it."""
    found: dict[str, tuple[str, ...]] = {}
    for language, each in table.items():
        for word in dict.fromkeys(each):
            found[word] = (*found.get(word, ()), language)
    return found
