"""Measures of words: in their order, in any order, and which words occur at all.

Paper: gottron2007, sections 3 (measures 2 to 4) and 4.2; mohammadzadeh2013, formulas 2.12 and 4.1 (the sequence).

Comparing texts with the headline or without.

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
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import ClassVar, Final

from webwinnow.evaluate.alignment import WORD_RULES, common_length, intern_words
from webwinnow.evaluate.measures.measure import FoundText, Gold, Measure, Score, at_least_one, one_of

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


@dataclass(frozen=True, slots=True)
class _OfWords(TextMeasure):
    """Counts words, wherever they stand."""

    rule: str = "unicode"
    headline: str = "as-is"

    def __post_init__(self) -> None:
        """Check the parameters."""
        one_of("rule", self.rule, tuple(WORD_RULES))
        check_headline(self.headline)

    def compare(self, gold: str, found: str) -> Score:
        """Score the words of two texts."""
        return self.score(_words(self.rule, gold), _words(self.rule, found))

    @abstractmethod
    def score(self, gold: list[str], found: list[str]) -> Score:
        """Score two lists of words."""


@dataclass(frozen=True, slots=True)
class WordBag(_OfWords):
    r"""Precision, recall and F1 over words in any order; `rule=plain` is the lower-case `\w+` others publish."""

    name: ClassVar[str] = "word-bag"

    def score(self, gold: list[str], found: list[str]) -> Score:
        """Score each word as often as it occurs."""
        return bag_score(gold, found)


@lru_cache(maxsize=4)
def _words(rule: str, text: str) -> list[str]:
    """Split a text, whose words are not to be changed: the next measure and the next candidate ask for them again."""
    return WORD_RULES[rule](text)


def bag_score(gold: list[str], found: list[str]) -> Score:
    """Score items that may occur more than once."""
    in_gold, in_found = Counter(gold), Counter(found)
    common = sum(min(in_gold[item], in_found[item]) for item in in_gold.keys() & in_found.keys())
    return Score.from_counts(common, len(found), len(gold))


_ANCHOR: Final = 4
"""Words of an anchor above the limit."""


@dataclass(frozen=True, slots=True)
class WordSequence(TextMeasure):
    """Precision, recall and F1 over words in their order.

    Exact up to gold and found of `limit` words each, or as many pairs in another shape (0.3 s at the default);
    above, the score is a lower bound and says so.
    """

    name: ClassVar[str] = "word-sequence"

    rule: str = "unicode"
    limit: int = 50_000
    headline: str = "as-is"

    def __post_init__(self) -> None:
        """Check the parameters."""
        one_of("rule", self.rule, tuple(WORD_RULES))
        at_least_one("limit", self.limit)
        check_headline(self.headline)

    def compare(self, gold: str, found: str) -> Score:
        """Score the longest common sequence of words."""
        mine, theirs = _words(self.rule, gold), _words(self.rule, found)
        letters = intern_words(mine, theirs)
        common = common_length(letters.gold, letters.found, limit=self.limit, width=_ANCHOR)
        approximate = common.approximate or not letters.complete
        return Score.from_counts(common.length, len(theirs), len(mine), approximate=approximate)


@dataclass(frozen=True, slots=True)
class WordSet(_OfWords):
    """Precision, recall and F1 over the different words of the texts."""

    name: ClassVar[str] = "word-set"

    def score(self, gold: list[str], found: list[str]) -> Score:
        """Score each word once."""
        mine, theirs = set(gold), set(found)
        return Score.from_counts(len(mine & theirs), len(theirs), len(mine))
