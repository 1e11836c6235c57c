"""Tell the language of a text by its scripts, its words of grammar and letters that few languages have.

Ours: scripts leave few languages, most leave one. Among those, each word of grammar counts for the languages that have
it, the more the fewer these are, and so do letters. All of it is data (`languages.txt`, `stop_words.txt`), written for
this purpose and learned from nothing. Cost: O(the first letters of the text).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.language.characters import code_points
from webwinnow.language.terms import folded, stop_words, terms
from webwinnow.lazy_values import kept_for_good

READ: Final = 4000
"""Characters of a text that are looked at."""
_LEAST_LETTERS: Final = 12
_LETTER: Final = 0.5
"""What a word with a letter of a language is worth beside a word of its grammar."""
_JAPANESE: Final = 0.05
"""Kana among Han characters make a text Japanese, if they are at least this share."""
_PRIOR: Final = 1.0
"""Evidence that doubt is worth: a text of two known words is no sure case."""
_FEW: Final = 0.1
"""Where less evidence than this speaks per word, the text is in a language that is not known: Xhosa, say, has 0.005."""


_NOTHING: Final[tuple[tuple[str, ...], float]] = ((), 1.0)
"""What words say that are not known."""


@dataclass(frozen=True, slots=True)
class DetectedLanguage:
    """A language (ISO 639) and how sure it is, from 0 to 1."""

    tag: str
    confidence: float


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


def detect_language(text: str) -> DetectedLanguage | None:
    """Tell the language of a text; None where it has too few letters, or no word that is known.

    >>> detect_language("Der Wind weht von Westen, und die Felder sind noch nicht trocken.").tag
    'de'
    """
    known, read = _known(), text[:READ].casefold()
    languages, share = _languages_of_script(read, known)
    if len(languages) == 1 and share:
        return DetectedLanguage(languages[0], round(share, 4))
    words = terms(read)
    found = _evidence(words, known, frozenset(languages) or known.latin)
    if not found:
        return DetectedLanguage(languages[0], round(0.5 * share, 4)) if languages else None
    best = max(found, key=found.__getitem__)
    most, second = found[best], max((worth for language, worth in found.items() if language != best), default=0.0)
    enough = min(most / len(words) / _FEW, 1.0)
    return DetectedLanguage(best, round(enough * (share or 1.0) * most / (most + second + _PRIOR), 4))


def _languages_of_script(text: str, known: _Known) -> tuple[tuple[str, ...], float]:
    """Return the languages of the script that most letters are of, and the share of those; nothing for Latin."""
    if text.isascii():
        return (), 0.0
    points = code_points(text)
    points = points[points >= known.first[0]]
    if not len(points):
        return (), 0.0
    at = np.searchsorted(known.first, points, side="right") - 1
    inside = (at >= 0) & (points <= known.last[np.maximum(at, 0)])
    times = np.bincount(known.script[at[inside]], minlength=len(known.of_script))
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


def _evidence(words: list[str], known: _Known, possible: frozenset[str]) -> dict[str, float]:
    """Add up what words and letters say for each of the possible languages."""
    found: dict[str, float] = defaultdict(float)
    said, counted = _said(possible), Counter(words)
    plain = all(map(str.isascii, counted))
    telling = filter(said.__contains__, counted) if plain else (w for w in counted if w in said or not w.isascii())
    for word in telling:  # most words say nothing
        times = counted[word]
        languages, among = said.get(word, _NOTHING)
        for language in languages:
            found[language] += times / among
        if not word.isascii():
            for language in {each for letter in word for each in known.letters.get(letter, ())} & possible:
                found[language] += _LETTER * times
    return found


@lru_cache(maxsize=8)
def _said(possible: frozenset[str]) -> dict[str, tuple[tuple[str, ...], float]]:
    """Return the words that speak for any of the possible languages, each with these, and what it is divided by."""
    listed = ((word, tuple(each for each in names if each in possible)) for word, names in _known().words.items())
    return {word: (names, len(names) ** 0.5) for word, names in listed if names}


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
