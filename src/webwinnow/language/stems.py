"""Stems: terms without their endings, so that `grain` and `grains` are one; by PyStemmer, which is optional.

Languages that it does not know keep their words as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from webwinnow.errors import MissingExtraError

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
