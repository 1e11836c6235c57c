"""The text as one column of code points, run after run, with the place of every visible word in it.

Learned methods ask for capitals, digits and marks of many short texts; looked up in one column, that is a few numpy
expressions for a whole page.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.document import Document

Numbers = npt.NDArray[Any]

_PLANE: Final = 0x10000
_BETWEEN: Final = "\0"


@dataclass(frozen=True, slots=True)
class VisibleText:
    """Code points of all runs with a NUL behind each, for a view may show a part of one; words as places in them."""

    points: npt.NDArray[np.uint32]
    bound: Numbers
    """Where each run starts, and where the last one ends."""
    word_run: Numbers
    """Per word: the run that it stands in."""
    word_start: Numbers
    word_end: Numbers

    def marked(self, table: Numbers) -> Numbers:
        """Look each character up in a table over the first plane; those beyond get what its last place says."""
        return table.take(np.minimum(self.points, _PLANE - 1))

    def per_run(self, amounts: Numbers) -> npt.NDArray[np.float64]:
        """Add up an amount per character over each run."""
        before = np.concatenate([[0], np.cumsum(amounts, dtype=np.int64)])
        return np.diff(before[self.bound]).astype(np.float64)

    def per_word(self, amounts: Numbers) -> Numbers:
        """Add up an amount per character over each word."""
        before = np.concatenate([[0], np.cumsum(amounts, dtype=np.int64)])
        sums: Numbers = before[self.word_end] - before[self.word_start]
        return sums


def visible_text(page: Document) -> VisibleText:
    """Join the runs."""
    words = page.words
    starts, ends = page.runs.start.astype(np.int64), page.runs.end.astype(np.int64)
    pieces = [page.source[a:b] + _BETWEEN for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    points = np.frombuffer("".join(pieces).encode("utf-32-le", "surrogatepass"), "<u4")
    bound = np.concatenate([[0], np.cumsum(ends - starts + 1)])
    run = np.searchsorted(starts, words.start, side="right") - 1
    shift = bound[:-1][run] - starts[run]
    return VisibleText(points, bound, run, words.start + shift, words.end + shift)


@cache
def upper_case() -> npt.NDArray[np.bool_]:
    """Mark the capitals of the first plane."""
    return np.array([chr(point).isupper() for point in range(_PLANE)])


@cache
def lower_case() -> npt.NDArray[np.uint32]:
    """Give the small letter of each character of the first plane, itself where there is none."""
    lowered = [chr(point).lower() for point in range(_PLANE)]
    return np.array([ord(low) if len(low) == 1 else point for point, low in enumerate(lowered)], dtype=np.uint32)


def characters(listed: str) -> npt.NDArray[np.bool_]:
    """Mark some characters of the first plane."""
    table = np.zeros(_PLANE, dtype=np.bool_)
    table[[ord(each) for each in listed]] = True
    return table
