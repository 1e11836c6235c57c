"""Figures of segments, a row for each block-level element that holds text: sums over subtrees of the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.subtrees import depths, subtree_sums
from webwinnow.document.visible_text import VisibleText, lower_case, visible_text
from webwinnow.language.stop_words import stop_words
from webwinnow.signals.rolling_hash import stretch_hashes

Numbers = npt.NDArray[Any]

_LINK: Final = column("a")
_IMAGE: Final = column("img picture svg video audio canvas")
_FRAME: Final = column("iframe frame object embed applet")
_PARAGRAPH: Final = column("p")
_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_ITEM: Final = column("li dd dt td th")
_CONTROL: Final = column("input button select textarea form")


@dataclass(frozen=True, slots=True)
class Segments:
    """Elements that may be segments, and their figures."""

    element: npt.NDArray[np.int32]
    rows: npt.NDArray[np.float32]


def segments(page: Document) -> Segments:
    """Measure the block-level elements that hold words."""
    text = visible_text(page)
    per_element = _word_counter(page, text)
    words = per_element(np.ones(len(text.word_run)))
    chosen = np.flatnonzero(BLOCK[page.elements.tag] & (words > 0))
    figures = [values[chosen] for _, values in _figures(page, words, per_element(_is_stop_word(text)))]
    rows = np.array(figures, dtype=np.float32).T.reshape(len(chosen), len(figures))
    return Segments(chosen.astype(np.int32), rows)


@cache
def columns() -> tuple[str, ...]:
    """Name the columns, in order."""
    page = Document("<p>text")
    nothing = np.zeros(len(page.elements))
    return tuple(name for name, _ in _figures(page, nothing, nothing))


def _figures(page: Document, words: Numbers, stop: Numbers) -> Iterator[tuple[str, Numbers]]:
    elements, tag = page.elements, page.elements.tag
    up = np.maximum(elements.parent, 0)
    characters = page.in_subtrees(page.characters_before)
    linked = page.in_subtrees(page.characters_inside(_LINK[tag]))
    inside = {
        name: subtree_sums(elements, marked[tag].astype(np.int32))
        for name, marked in (
            ("links", _LINK), ("images", _IMAGE), ("frames", _FRAME), ("paragraphs", _PARAGRAPH),
            ("headings", _HEADING), ("items", _ITEM), ("controls", _CONTROL), ("blocks", BLOCK),
        )
    }  # fmt: skip
    before = page.characters_before[elements.first + 1]
    total = max(int(page.characters_before[-1]), 1)
    for name, count in inside.items():
        yield name, np.log1p(count)
    yield "length", np.log1p(characters)
    yield "width", characters / np.maximum(inside["blocks"], 1)
    yield "linked share", linked / np.maximum(characters, 1)
    yield "share of stop words", stop / np.maximum(words, 1)
    yield "stop words", np.log1p(stop)
    yield "depth", depths(elements)
    yield "where it starts", before / total
    yield "where it ends", (before + characters) / total
    yield "share of the page", characters / total
    yield "share of the element around it", characters / np.maximum(characters[up], 1)
    yield "links of the element around it", linked[up] / np.maximum(characters[up], 1)
    yield "length of the element around it", np.log1p(characters[up])


def _word_counter(page: Document, text: VisibleText) -> Any:
    """Make the function that adds up an amount per word over each subtree."""
    home = page.runs.home[text.word_run]

    def count(amounts: Numbers) -> Numbers:
        return subtree_sums(page.elements, np.bincount(home, amounts, minlength=len(page.elements)))

    return count


def _is_stop_word(text: VisibleText) -> Numbers:
    """Mark the words of grammar of any language that we have a list of."""
    known = _stop_hashes()
    found = stretch_hashes(text.marked(lower_case()), text.word_start, text.word_end)
    place = np.minimum(np.searchsorted(known, found), len(known) - 1)
    marked: Numbers = known[place] == found
    return marked


@cache
def _stop_hashes() -> npt.NDArray[np.uint64]:
    words = sorted(set().union(*stop_words().values()))
    points = np.frombuffer("".join(words).encode("utf-32-le"), "<u4")
    bound = np.concatenate([[0], np.cumsum([len(word) for word in words])])
    return np.sort(stretch_hashes(points, bound[:-1], bound[1:]))
