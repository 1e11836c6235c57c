"""Content Code Blurring: text in a neighbourhood of text is content, and the neighbourhood is found by blurring.

Paper: gottron2008; mohammadzadeh2013, section 3.3.1.3, Algorithm 7. `accb` ignores the tags of links, `tccb` looks at
words and tags instead of characters (radius 18 and 25 in the thesis' tables; 25 is a little better there).
Ours: signals/smoothing.py blurs all rounds at once, on bins; a value may differ by 0.02 from the definition's. The
vector is read at the middle of each word, so that words are kept whole; a word's place among the characters of its
stretch of text is found by proportion.
UNSPECIFIED: when the vector is stable. Blurred again and again, it ends as its average everywhere. Ours: after 12
rounds, when no value of any page can change by more than 0.02 in one round more (0.242 / rounds, half the distance of
the Gaussians of two rounds). Of 1, 2, 3, 5, 8, 12, 20 rounds, 8 to 20 gave the best F1 of each of the three methods.
UNSPECIFIED: the Gaussian's deviation. Ours: a third of the radius.
UNSPECIFIED: the threshold, "user defined". Ours: the best of .4 .5 .6 .7 .75 .8 .85 .9 for 12 rounds (word-bag F1 on
samples of wcxb-dev, dragnet, fundus, cleaneval-en-dev, daniel-waddle, wikipedia-silver, 2026-11-15: ccb .763 .767 at
.4 and .5, accb .754 .766 at .5 and .6, tccb .771 .786 at .5 and .6).
UNSPECIFIED: what becomes of links in `accb`. Section 3.3.1.3 ignores anchor tags when the vector is made, 4.6.1.1
removes the links with their texts first. Ours: the former; `filter1 >> accb`, the recipe `filter1-accb`, is the latter:
word-bag F1 .743 and .761, on wikipedia-silver .759 and .677 (macro average over 30 pages of each of the 13 sets named
in document/lines.py, 2026-11-17).
Deviations: blanks inside tags count as code.   Cost: O(words + tags).
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.signals.smoothing import Counts, Numbers, blurred_stretches
from webwinnow.signals.stretches import runs
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import AxisLabel, Curve, Panel, Panels, Threshold, chosen_where

_LINK: Final = NUMBER["a"]


@dataclass(frozen=True, slots=True)
class Vector:
    """The content code vector as stretches of ones for text and zeros for code, and where the words are in it."""

    lengths: Counts
    ones: Counts
    places: Numbers
    start: npt.NDArray[np.int32]
    """Where each stretch starts in the source."""
    end: npt.NDArray[np.int32]


class _Blurring(Extractor):
    """What the three have in common: words above a threshold of the blurred vector are kept."""

    __slots__ = ()
    unit: ClassVar[str] = "character"
    """What the vector counts."""
    radius: int
    threshold: float
    rounds: int

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("radius", 1, 10_000)
        self.require_range("threshold", 0, 1)
        self.require_range("rounds", 1, 1_000)

    def __call__(self, page: Document) -> Spans:
        """Keep the words above the threshold."""
        return _kept(page, self.ratios(page) > self.threshold)

    def curves(self, page: Document) -> Panels:
        """Show the vector of content and code, and the same blurred, with the words above the threshold."""
        vector = self.vector(page)
        return self._vector_panel(vector), self._blurred_panel(page, vector)

    def ratios(self, page: Document) -> Numbers:
        """Return the content code ratio at each word."""
        return self._ratios(self.vector(page))

    def _ratios(self, vector: Vector) -> Numbers:
        return blurred_stretches(vector.lengths, vector.ones, vector.places, self.radius, self.rounds)

    @abstractmethod
    def vector(self, page: Document) -> Vector:
        """Return the content code vector before it is blurred."""

    def _vector_panel(self, vector: Vector) -> Panel:
        filled = vector.lengths > 0
        return Panel(
            stage=str(self),
            title="Content code vector",
            caption=f"The vector before blurring: 1 for {self.unit}s of text, 0 for {self.unit}s of code. The upper"
            " part of figure 3.8 of mohammadzadeh2013.",
            x=self._axis(),
            y=AxisLabel("content", "content"),
            start=vector.start[filled],
            end=vector.end[filled],
            curves=(Curve("content", "columns", (vector.ones[filled] > 0).astype(np.int64)),),
            edges=np.concatenate([[0], np.cumsum(vector.lengths[filled])]),
        )

    def _blurred_panel(self, page: Document, vector: Vector) -> Panel:
        """Lay out each word, and the code between words, from the middle before to the middle behind it."""
        drawn = _places(page, vector)
        ratios = self._ratios(replace(vector, places=drawn.place))
        size, places = float(vector.lengths.sum()), drawn.place + 0.5
        middles = (places[1:] + places[:-1]) / 2
        return Panel(
            stage=str(self),
            title="Blurred: content code ratio",
            caption=f"The vector blurred {self.rounds} times with a Gaussian that reaches {self.radius} {self.unit}s,"
            " at each word and each stretch of code. Words above the threshold are chosen. The lower part of figure 3.8"
            " and Algorithm 7 of mohammadzadeh2013.",
            x=self._axis(),
            y=AxisLabel("content code ratio", "ratio"),
            start=drawn.start,
            end=drawn.end,
            curves=(Curve("ratio", "line", ratios),),
            chosen=chosen_where(_between_kept(drawn.is_word, ratios > self.threshold)),
            thresholds=(Threshold(self.threshold, "content above"),),
            edges=np.concatenate([[0.0], middles, [size]]) if len(places) else np.zeros(1),
        )

    def _axis(self) -> AxisLabel:
        return AxisLabel(f"{self.unit}s of the page, text and code", self.unit)


@dataclass(frozen=True, slots=True)
class CCB(_Blurring):
    """Keeps words with much text and little code around them: finds content in many parts, loses short parts of it."""

    name: ClassVar[str] = "ccb"
    radius: int = 40
    """How many characters on either side a round of blurring looks at."""
    threshold: float = 0.5
    """Words with a greater content code ratio are content."""
    rounds: int = 12
    """How often the vector is blurred."""

    def vector(self, page: Document) -> Vector:
        """Return the vector of characters."""
        return _characters(page, page.code)


@dataclass(frozen=True, slots=True)
class ACCB(_Blurring):
    """As ccb, blind to the tags of links: keeps linked words in the content, and menus that are hardly marked up."""

    name: ClassVar[str] = "accb"
    radius: int = 40
    """How many characters on either side a round of blurring looks at."""
    threshold: float = 0.6
    """Words with a greater content code ratio are content."""
    rounds: int = 12
    """How often the vector is blurred."""

    def vector(self, page: Document) -> Vector:
        """Return the vector of characters, as if links had no tags."""
        return _characters(page, np.where(np.abs(page.tokens.code) == _LINK, 0, page.code))


@dataclass(frozen=True, slots=True)
class TCCB(_Blurring):
    """As ccb, with words and tags for characters: the length of addresses and class names does not matter."""

    name: ClassVar[str] = "tccb"
    unit: ClassVar[str] = "token"
    radius: int = 25
    """How many words and tags on either side a round of blurring looks at."""
    threshold: float = 0.6
    """Words with a greater content code ratio are content."""
    rounds: int = 12
    """How often the vector is blurred."""

    def vector(self, page: Document) -> Vector:
        """Return the vector of words and tags."""
        tokens = page.words_and_tags
        is_word = ~tokens.is_tag
        places = np.flatnonzero(is_word).astype(np.float64)
        return Vector(np.ones(len(tokens), np.int64), is_word.astype(np.int64), places, tokens.start, tokens.end)


class _Places(NamedTuple):
    """Where a blurred vector is drawn: at words, and in the middle of each stretch of code."""

    place: Numbers
    start: npt.NDArray[np.int32]
    end: npt.NDArray[np.int32]
    is_word: npt.NDArray[np.bool_]


def _places(page: Document, vector: Vector) -> _Places:
    tokens, code = page.words_and_tags, (vector.lengths > 0) & (vector.ones == 0)
    middle = np.cumsum(vector.lengths) - vector.lengths / 2 - 0.5
    place = np.concatenate([vector.places, middle[code]])
    start = np.concatenate([tokens.start[~tokens.is_tag], vector.start[code]])
    end = np.concatenate([tokens.end[~tokens.is_tag], vector.end[code]])
    order = np.argsort(place, kind="stable")
    is_word = np.arange(len(place)) < len(vector.places)
    return _Places(place[order], start[order], end[order], is_word[order])


def _between_kept(is_word: npt.NDArray[np.bool_], above: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Mark the words that are kept, and the code between two of them."""
    kept = np.concatenate([[False], above[is_word], [False]])
    word = np.cumsum(is_word)  # the last word at or before each place
    marked: npt.NDArray[np.bool_] = kept[word] & (is_word | kept[word + 1])
    return marked


def _characters(page: Document, code: npt.NDArray[np.integer]) -> Vector:
    """Return the vector of characters, in which text and tags take turns, and find the words' middles."""
    text = np.diff(page.characters_before)
    lengths = np.zeros(2 * len(text) - 1, dtype=np.int64)
    lengths[0::2], lengths[1::2] = text, code
    ones = np.where(np.arange(len(lengths)) % 2 == 0, lengths, 0)
    words, found = page.words, page.runs
    run = np.searchsorted(found.start, words.start, side="right") - 1
    gap, shown_before = found.gap[run], page.visible.characters_before
    first, length = shown_before(found.start[run]), shown_before(found.end[run]) - shown_before(found.start[run])
    share = ((shown_before(words.start) + shown_before(words.end)) / 2 - first) / length
    before = np.concatenate([[0], np.cumsum(lengths)])[2 * gap]
    edge = page.tokens.edge
    return Vector(lengths, ones, before + share * text[gap] - 0.5, edge[:-1], edge[1:])


def _kept(page: Document, keep: npt.NDArray[np.bool_]) -> Spans:
    """Select words; the punctuation between two of them comes along."""
    tokens = page.words_and_tags
    start, end = tokens.start[~tokens.is_tag], tokens.end[~tokens.is_tag]
    first, last = runs(keep)
    return page.select(np.column_stack([start[first], end[last]]))
