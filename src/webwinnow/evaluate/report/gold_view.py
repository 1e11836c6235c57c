"""Gold against found, word by word, in the order of the page's text: what is missing, superfluous, or common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from webwinnow.drawing.markup import Html, element, escape, join
from webwinnow.evaluate.alignment import Kind, align, intern_words
from webwinnow.evaluate.folding import fold
from webwinnow.evaluate.report.numbers import count
from webwinnow.language.words import kinds, word_positions

_LENGTHS: Final = (4_000, 1_000, 400, 160)
"""Characters left of a passage, tried one after the other until the view is short enough."""
_TAGS: Final = {"missing": "u", "superfluous": "s"}
"""Underlined and struck also where there are no colours."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of text that is the same in both, missing in what was found, or superfluous in it."""

    kind: Kind
    text: str
    words: int


@dataclass(frozen=True, slots=True)
class GoldView:
    """The passages in order; where items could not all be compared, `approximate`."""

    passages: tuple[Passage, ...]
    approximate: bool = False

    def words(self, kind: Kind) -> int:
        """Count the words of one kind."""
        return sum(passage.words for passage in self.passages if passage.kind == kind)


@dataclass(frozen=True, slots=True)
class _Words:
    """A text cut at the starts of its words: what stands before the first one belongs to it."""

    text: str
    cuts: list[int]
    folded: list[str]

    def between(self, first: int, last: int) -> str:
        """Return the text from one word up to another."""
        return self.text[self.cuts[first] : self.cuts[last]]


def compare_texts(gold: str, found: str) -> GoldView:
    """Align two texts by their words; case and the form of quotation marks do not matter, as in the measures."""
    mine, theirs = _cut(gold), _cut(found)
    letters = intern_words(mine.folded, theirs.folded)
    alignment = align(letters.gold, letters.found)
    passages = []
    for stretch in alignment.stretches:
        side = theirs if stretch.kind == "superfluous" else mine
        bounds = (stretch.found_start, stretch.found_end) if side is theirs else (stretch.gold_start, stretch.gold_end)
        passages.append(Passage(stretch.kind, side.between(*bounds), bounds[1] - bounds[0]))
    return GoldView(tuple(passages), alignment.approximate)


def _cut(text: str) -> _Words:
    starts, ends = word_positions(kinds(text))
    written = [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    known = {word: fold(word) for word in set(written)}
    cuts = np.append(starts, len(text))
    cuts[0] = 0
    return _Words(text, cuts.tolist(), [known[word] for word in written])


def shortened(view: GoldView, limit: int) -> GoldView:
    """Leave out the inside of long passages until all fit into `limit` characters, and at last what follows."""
    for length in _LENGTHS:
        if sum(len(passage.text) for passage in view.passages) <= limit:
            return view
        view = replace(view, passages=tuple(_without_inside(passage, length) for passage in view.passages))
    ends = np.cumsum([len(passage.text) for passage in view.passages])
    return replace(view, passages=view.passages[: int(np.searchsorted(ends, limit, side="right"))])


def _without_inside(passage: Passage, length: int) -> Passage:
    """Keep the beginning and the end of a passage, cut between words where there are any."""
    if len(passage.text) <= length + 40:
        return passage
    before = passage.text[: length // 2].rsplit(maxsplit=1)[0]
    after = passage.text[-length // 2 :].split(maxsplit=1)[-1]
    return replace(passage, text=f"{before} […] {after}")


def render_view(view: GoldView) -> Html:
    """Write the passages as paragraphs, each in the direction of its script."""
    paragraphs = ("".join(pieces) for pieces in _paragraphs(view.passages))
    return join(element("p", Html(each), dir="auto") for each in paragraphs if each.strip())


def _paragraphs(passages: Sequence[Passage]) -> Iterator[list[str]]:
    """Divide passages at line breaks; a paragraph is a list of marked-up pieces."""
    current: list[str] = []
    for passage in passages:
        first, *others = re.split(r"\s*\n\s*", passage.text)
        current.append(_marked(passage.kind, first))
        for line in others:
            yield current
            current = [_marked(passage.kind, line)]
    yield current


def _marked(kind: Kind, text: str) -> Html:
    """Mark a piece of text, without the blank at its end, that belongs to nobody."""
    bare = text.rstrip()
    if kind == "same" or not bare:
        return escape(text)
    return join((element(_TAGS[kind], bare), " " * (bare != text)))


def counts_in_words(view: GoldView) -> str:
    """Say in words how much is missing and superfluous."""
    missing, superfluous = view.words("missing"), view.words("superfluous")
    return f"{count(missing)} words missing, {count(superfluous)} superfluous, {count(view.words('same'))} common"
