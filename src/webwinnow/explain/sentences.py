"""Where a sentence stands in a page: by its letters, so that blanks, tags and punctuation do not matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.language.words import words
from webwinnow.spans import Spans

MOST: Final = 20
"""Places that are looked at; a word like "the" stands everywhere."""
_LONGEST: Final = 64
"""Words of a sentence that its nearest text is looked for by."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The stretch of a page that has most words of a sentence that is not there."""

    start: int
    end: int
    text: str
    share: float
    """Of the sentence's words that stand in it."""


class PageWords:
    """All words of a page, hidden ones too, as readers write them."""

    def __init__(self, page: Document) -> None:
        """Read the words."""
        self.page = page
        self.starts, self.ends = page.markup.words
        pairs = zip(self.starts.tolist(), self.ends.tolist(), strict=True)
        self.written = [decode_references(page.source[start:end]).casefold() for start, end in pairs]

    def find(self, sentence: str) -> list[Spans]:
        """Find the places of a sentence, each as the spans of its words."""
        sought = "".join(words(sentence.casefold()))
        letters = "".join(self.written)
        bounds = np.cumsum([0, *map(len, self.written)])
        places: list[Spans] = []
        at = letters.find(sought) if sought else -1
        while at >= 0 and len(places) < MOST:
            first, last = np.searchsorted(bounds, [at, at + len(sought)], side="right") - 1
            starts_a_word, ends_a_word = bounds[first] == at, bounds[last] == at + len(sought)
            if starts_a_word and ends_a_word:
                places.append(self._spans(int(first), int(last)))
            at = letters.find(sought, at + len(sought) if starts_a_word and ends_a_word else at + 1)
        return places

    def nearest(self, sentence: str) -> Nearest | None:
        """Find the stretch that has most words of a sentence; None if it has none of them."""
        sought = words(sentence.casefold())[:_LONGEST]
        number = {word: at for at, word in enumerate(dict.fromkeys(sought))}
        numbers = np.array([number.get(word, -1) for word in self.written], dtype=np.int64)
        if not (numbers >= 0).any():
            return None
        width = min(len(sought), len(numbers))
        first = int(np.argmax(_alike(numbers, [number[word] for word in sought[:width]])))
        there = set(sought) & set(self.written[first : first + width])
        spans = self._spans(first, first + width)
        return Nearest(*self._ends(spans), self.text(spans), len(there) / len(number))

    def text(self, spans: Spans) -> str:
        """Read what stands from the first to the last word, on one line."""
        start, end = self._ends(spans)
        inside = self.page.runs
        chosen = np.flatnonzero((inside.end > start) & (inside.start < end)).tolist()
        pieces = [self.page.text(max(int(inside.start[k]), start), min(int(inside.end[k]), end)) for k in chosen]
        return " ".join(" ".join(pieces).split())

    def _spans(self, first: int, last: int) -> Spans:
        chosen = slice(first, last)
        return Spans.from_sorted(self.starts[chosen], self.ends[chosen], len(self.page.source))

    @staticmethod
    def _ends(spans: Spans) -> tuple[int, int]:
        return int(spans.starts[0]), int(spans.ends[-1])


def _alike(numbers: npt.NDArray[np.int64], sought: list[int]) -> npt.NDArray[np.int64]:
    """Count for each stretch of words those that are sought, and again those that stand in their very place."""
    width = len(sought)
    sums = np.cumsum(np.concatenate([[0], numbers >= 0]))
    alike: npt.NDArray[np.int64] = sums[width:] - sums[:-width]
    for at, number in enumerate(sought):
        alike += numbers[at : at + len(alike)] == number
    return alike
