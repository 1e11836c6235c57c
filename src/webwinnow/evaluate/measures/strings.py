"""Measures of strings: characters in their order, lines found whole and in order, snippets, the headline.

Papers: gottron2007, sections 3 (measure 1) and 4.2, for characters, where punctuation, symbols, case and the length of
words count; bhardwaj2014, section IV, for blocks: precision and recall over the relevant and the retrieved blocks,
counted by eye; mohammadzadeh2013, section 5.4.2, formulas 5.4 and 5.5, table 5.3, for headlines: A headlines found
right, B other texts taken for one, C headlines not found; precision A / (A + B), recall A / (A + C).

The order of blocks counts only what both texts have: what is missing does not matter, other measures do that.

Snippets are cheap gold: a few sentences of the main content, a few labels of what surrounds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar, Final, Self

from webwinnow.evaluate.alignment import common_length, fold, fold_lines, fold_space, intern_words, unicode_words
from webwinnow.evaluate.measures.markdown import text_distance
from webwinnow.evaluate.measures.measure import FoundText, Gold, Measure, Score, at_least_one
from webwinnow.evaluate.measures.words import TextMeasure, bag_score, check_headline, texts

_ANCHOR: Final = 24
"""Characters of an anchor above the limit: long enough to occur once, short enough to lie in a sentence."""


@dataclass(frozen=True, slots=True)
class Characters(TextMeasure):
    """Precision, recall and F1 over characters; runs of white space count as one space.

    Exact up to gold and found of `limit` characters each, or as many pairs in another shape (0.4 s at the
    default); above, the score is a lower bound and says so.
    """

    name: ClassVar[str] = "characters"

    limit: int = 100_000
    headline: str = "as-is"

    def __post_init__(self) -> None:
        """Check the parameters."""
        at_least_one("limit", self.limit)
        check_headline(self.headline)

    def compare(self, gold: str, found: str) -> Score:
        """Score the longest common sequence of characters."""
        mine, theirs = fold_space(gold), fold_space(found)
        common = common_length(mine, theirs, limit=self.limit, width=_ANCHOR)
        return Score.from_counts(common.length, len(theirs), len(mine), approximate=common.approximate)


@dataclass(frozen=True, slots=True)
class WholeBlocks(Measure):
    """Precision, recall and F1 over blocks of text and, where the gold names them, over media.

    UNSPECIFIED: the paper does not say what a block of text is. Ours is a line that is not blank. A retrieved
    block is relevant when a gold block equals it after `fold` (white space, case, quotation marks); equal blocks
    count as often as they occur on both sides. So a block found in part, or two run together, is wrong: the
    measure is strict, and of no use for an extractor that answers on one line. A medium is a block of its own, known by
    its address, on pages whose gold lists the media of the content (`media` of the meta data), as tables 1 and 2 of the
    paper count them.
    """

    name: ClassVar[str] = "blocks"

    headline: str = "as-is"

    def __post_init__(self) -> None:
        """Check the parameter."""
        check_headline(self.headline)

    def __call__(self, gold: Gold, found: FoundText) -> Score | None:
        """Compare the texts; None without gold text."""
        pair = texts(gold, found, self.headline)
        if pair is None:
            return None
        mine, theirs = map(fold_lines, pair)
        if gold.media is None:
            return bag_score(mine, theirs)
        return bag_score([*mine, *map(_medium, gold.media)], [*theirs, *map(_medium, found.media)])


def _medium(address: str) -> str:
    """Tell media from lines of text, which hold no line breaks."""
    return f"\n{address}"


@dataclass(frozen=True, slots=True)
class SnippetRates:
    """How many snippets were looked for and how many of them were as they should be; pages can be added up."""

    approximate: ClassVar[bool] = False

    present: int
    with_snippets: int
    absent: int
    without_snippets: int

    @property
    def with_rate(self) -> float | None:
        """The share of `with` snippets found; None if there are none."""
        return self.present / self.with_snippets if self.with_snippets else None

    @property
    def without_rate(self) -> float | None:
        """The share of `without` snippets absent; None if there are none."""
        return self.absent / self.without_snippets if self.without_snippets else None

    def numbers(self) -> dict[str, float | None]:
        """Return the columns of a result file."""
        return {"with": self.with_rate, "without": self.without_rate}

    def __add__(self, other: Self) -> Self:
        """Add the snippets of both."""
        return type(self)(
            self.present + other.present,
            self.with_snippets + other.with_snippets,
            self.absent + other.absent,
            self.without_snippets + other.without_snippets,
        )


@dataclass(frozen=True, slots=True)
class Snippets(Measure):
    """The rate of `with` snippets found and of `without` snippets absent.

    A snippet is found if the text contains it after `fold` (white space, case, quotation marks), also inside a
    longer word: choose `without` snippets that the main content cannot contain. Blank snippets are not counted.
    """

    name: ClassVar[str] = "snippets"
    columns: ClassVar[tuple[str, ...]] = ("with", "without")

    def __call__(self, gold: Gold, found: FoundText) -> SnippetRates | None:
        """Look for the snippets; None if the page has none."""
        wanted, unwanted = _folded(gold.with_snippets), _folded(gold.without_snippets)
        if not wanted and not unwanted:
            return None
        text = fold(found.text)
        present = sum(snippet in text for snippet in wanted)
        absent = sum(snippet not in text for snippet in unwanted)
        return SnippetRates(present, len(wanted), absent, len(unwanted))


def _folded(snippets: Iterable[str]) -> list[str]:
    return [snippet for snippet in map(fold, snippets) if snippet]


@dataclass(frozen=True, slots=True)
class HeadlineCounts:
    """The paper's A, B and C, for one page or, added up, for many.

    A wrong headline counts twice, as in the paper's table: something else was taken for the headline, and the
    headline was not found. No answer counts once.
    """

    approximate: ClassVar[bool] = False

    correct: int = 0
    wrong: int = 0
    missed: int = 0

    def score(self) -> Score:
        """Return precision, recall and F1 of all these pages together."""
        return Score.from_counts(self.correct, self.correct + self.wrong, self.correct + self.missed)

    def numbers(self) -> dict[str, float | None]:
        """Return the columns of a result file; precision is not defined without an answer."""
        numbers = self.score().numbers()
        return numbers if self.correct + self.wrong else {**numbers, "precision": None}

    def __add__(self, other: Self) -> Self:
        """Return the counts of both: `sum(counts, HeadlineCounts()).score()` is the paper's figure for a package."""
        return type(self)(self.correct + other.correct, self.wrong + other.wrong, self.missed + other.missed)


@dataclass(frozen=True, slots=True)
class HeadlineMatch(Measure):
    """Exact match of the headline after `fold` (white space, case, quotation marks).

    UNSPECIFIED: the paper asks for "a precise match"; that line breaks, capitals and the form of
    quotation marks do not matter is our reading.
    """

    name: ClassVar[str] = "headline"

    def __call__(self, gold: Gold, found: FoundText) -> HeadlineCounts | None:
        """Compare the headlines; None if the page's is not known."""
        wanted, answer = fold(gold.headline or ""), fold(found.headline or "")
        if not wanted:
            return None
        if not answer:
            return HeadlineCounts(missed=1)
        return HeadlineCounts(correct=1) if answer == wanted else HeadlineCounts(wrong=1, missed=1)


_FEWEST_WORDS: Final = 3
"""Shorter lines, such as "Read more", stand anywhere."""
_MOST_PLACES: Final = 100
"""Places that begin as a block does; one that begins as so many do is passed over, so that time stays linear."""
_MOST_BLOCKS: Final = 50_000
"""Blocks that are compared: each is a character for the distance, and there are not many more."""


@dataclass(frozen=True, slots=True)
class OrderScore:
    """How well the order of blocks is kept, from 0 to 1; None if there are not two blocks to compare."""

    approximate: ClassVar[bool] = False

    order: float | None

    def numbers(self) -> dict[str, float | None]:
        """Return the column of a result file."""
        return {"order": self.order}


@dataclass(frozen=True, slots=True)
class BlockOrder(Measure):
    """The order of the blocks that both texts have.

    Blocks are lines of the gold of at least three words that stand once in the gold and once in what was found, there
    as the same words in a row. Their order is compared by edit distance, by their number: 1 is the same order.
    """

    name: ClassVar[str] = "order"
    columns: ClassVar[tuple[str, ...]] = ("order",)

    def __call__(self, gold: Gold, found: FoundText) -> OrderScore | None:
        """Compare; None without gold text."""
        if gold.text is None:
            return None
        places = _places(gold.text, found.text)[:_MOST_BLOCKS]
        if len(places) < 2:
            return OrderScore(None)
        ranks = {place: rank for rank, place in enumerate(sorted(places))}
        mine = "".join(map(chr, range(len(places))))
        return OrderScore(1 - text_distance(mine, "".join(chr(ranks[place]) for place in places)))


def _places(gold: str, found: str) -> list[int]:
    """Find for each block of the gold, in its order, where it stands in what was found."""
    lines = [unicode_words(line) for line in gold.splitlines()]
    letters = intern_words([word for line in lines for word in line], unicode_words(found))
    ends = list(accumulate(map(len, lines)))
    blocks = [letters.gold[end - len(line) : end] for line, end in zip(lines, ends, strict=True)]
    times = Counter(blocks)
    starts: dict[str, list[int]] = {}
    for place in range(len(letters.found) - _FEWEST_WORDS + 1):
        starts.setdefault(letters.found[place : place + _FEWEST_WORDS], []).append(place)
    once = (block for block in blocks if len(block) >= _FEWEST_WORDS and times[block] == 1)
    places = (_only_place(block, letters.found, starts) for block in once)
    return [place for place in places if place is not None]


def _only_place(block: str, found: str, starts: Mapping[str, Sequence[int]]) -> int | None:
    """Find the one place where a block stands; None if there is none or several."""
    candidates = starts.get(block[:_FEWEST_WORDS], ())
    if len(candidates) > _MOST_PLACES:
        return None
    places = [place for place in candidates if found.startswith(block, place)]
    return places[0] if len(places) == 1 else None
