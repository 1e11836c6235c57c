"""Stop words: the words of grammar, which say nothing about what a text is about; the lists are data.

The lists also tell the language of a page: the one whose words of grammar stand there most often. Pages lie about
their language or say nothing, and a page without any of these words needs no list.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import resources

import numpy as np

from webwinnow.language.terms import Terms


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
