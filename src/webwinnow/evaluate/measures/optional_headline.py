"""Comparing texts with the headline or without.

Some gold standards hold the headline, others do not, and an extractor cannot know. With `headline=optional` it
makes no difference: the page's headline, where it opens a text, is taken out of both gold and found before they
are compared. So the score is the same whether the extractor keeps the headline or drops it, and the same
whether the gold has it or not.

Taking the better of two scores, with the headline and without, would not do: where the gold has it, and the rest
is found in part, keeping it would give the better score. Example: headline `Rain at last`, word bag.

    gold   `Rain at last` / `It rained all night`     4 words without the headline
    found  `Rain at last` / `It rained`               2 words without it
    found  `It rained`                                2 words

    headline=as-is      the first scores 5 of 5 and 5 of 7 words (F1 0.83), the second 2 of 2 and 2 of 7 (0.44)
    headline=optional   both score 2 of 2 and 2 of 4 words (F1 0.67)

What opens a text: the headline's words at its very start, as often as they are repeated there, and each of its
first lines that says nothing but the headline, so that a section name, date or author may stand above it. Words
are compared without case and punctuation; bullets and numbers that lead a line are no words. Where gold is nothing but
the headline, nothing is taken out. Where the package does not know the headline, the one that the candidate names may
stand above a gold that lacks it.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from functools import lru_cache
from itertools import islice
from typing import Final

from webwinnow.evaluate.measures.measure import FoundText, Gold, Measure, Score, one_of

HEADLINE_CHOICES: Final = ("as-is", "optional")
"""What the parameter `headline` of a measure can be."""

_OPENING_LINES: Final = 5
"""How many lines, the headline not counted, are the opening: section, date, author, reading time and one more."""

_WORD: Final = re.compile(r"\w+")
_MARKER: Final = re.compile(r"^[ \t]*+(?:\d{1,3}[.)]|[-*•‣◦])[ \t]++", re.MULTILINE)
"""What leads an item of a list on its line."""
_MARKS: Final = re.compile(r"[^\w\s]*")


def check_headline(choice: str) -> None:
    """Raise ParameterError unless the choice is one of `HEADLINE_CHOICES`."""
    one_of("headline", choice, HEADLINE_CHOICES)


def texts(gold: Gold, found: FoundText, headline: str) -> tuple[str, str] | None:
    """Return the texts to compare, gold first; None if the page has no gold text."""
    if gold.text is None:
        return None
    right, answer = without_markers(gold.text), without_markers(found.text)
    known = gold.headline or found.headline
    if headline == "as-is" or not known:
        return right, answer
    body = without_headline(right, known)
    if not body and right.strip():
        return right, answer
    if not gold.headline and body.split() != right.split():  # the gold has what the candidate takes for the headline
        return right, answer
    return body, without_headline(answer, known)


class TextMeasure(Measure):
    """Compares two texts, with the headline or without."""

    __slots__ = ()
    headline: str

    def __call__(self, gold: Gold, found: FoundText) -> Score | None:
        """Compare the texts; None without gold text."""
        pair = texts(gold, found, self.headline)
        return None if pair is None else self.compare(*pair)

    @abstractmethod
    def compare(self, gold: str, found: str) -> Score:
        """Score the text that was found."""


@lru_cache(maxsize=4)  # gold is asked for again by every measure and every candidate
def without_markers(text: str) -> str:
    """Return the text without the bullets and numbers of items: some gold standards write them, others do not.

    >>> without_markers("2. sift\\n  - twice")
    'sift\\ntwice'
    """
    return _MARKER.sub("", text)


@lru_cache(maxsize=4)
def without_headline(text: str, headline: str) -> str:
    """Return the text without the headline in its opening, and without blank lines."""
    wanted = _plain_folded(headline)
    if not wanted:
        return text
    kept: list[str] = []
    for line in _after(text, wanted).splitlines():
        opening = len(kept) < _OPENING_LINES
        if line.strip() and not (opening and _plain_folded(line) == wanted):
            kept.append(line)
    return "\n".join(kept)


def _after(text: str, wanted: list[str]) -> str:
    """Return the text after all repetitions of the wanted words at its start, and the marks that close them."""
    position = 0
    while True:
        found = list(islice(_WORD.finditer(text, position), len(wanted)))
        if [word[0].casefold() for word in found] != wanted:
            return text[position:].lstrip()
        closed = _MARKS.match(text, found[-1].end())
        position = closed.end() if closed else found[-1].end()


def _plain_folded(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
