"""The text of elements as readers see it, for the few elements that may hold a headline."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.blocks import breaking_tags
from webwinnow.document.html_names import NUMBER
from webwinnow.document.references import decode_references
from webwinnow.spans import Spans

Column = npt.NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads stretches of a page's visible runs; made once for a page, then quick for each stretch."""

    page: Document
    run: Column
    """The visible runs, as indices into the page's runs."""
    breaks: Column
    """Per tag: how many tags before it part words."""
    blanks: Column
    """Per gap: how many gaps before it hold nothing but blanks."""

    @classmethod
    def of(cls, page: Document) -> Reader:
        """Count what parts words."""
        tokens, runs = page.tokens, page.runs
        parting = breaking_tags(page.markup) | (np.abs(tokens.code) == NUMBER["br"])
        filled = tokens.gap_end > tokens.gap_start
        filled[runs.gap] = False
        visible = np.flatnonzero(page.visible.contains(runs.start))
        return cls(page, visible, _before(parting), _before(filled))

    def inside(self, elements: Column) -> list[tuple[int, int]]:
        """Find the stretch of visible runs that stands inside each element."""
        gap = self.page.runs.gap[self.run]
        first = np.searchsorted(gap, self.page.elements.first[elements] + 1)
        last = np.searchsorted(gap, self.page.elements.close[elements], side="right")
        return list(zip(first.tolist(), last.tolist(), strict=True))

    def text(self, first: int, last: int) -> str:
        """Read a stretch of runs; words stay apart where blanks, line breaks or blocks part them."""
        runs, source = self.page.runs, self.page.source
        places = self.run[first:last]
        parts: list[str] = []
        for at, run in enumerate(places.tolist()):
            if at and self._parted(int(places[at - 1]), run):
                parts.append(" ")
            parts.append(source[runs.start[run] : runs.end[run]])
        return " ".join(decode_references("".join(parts)).split())

    def spans(self, first: int, last: int) -> Spans:
        """Where a stretch of runs stands."""
        runs, places = self.page.runs, self.run[first:last]
        return self.page.select(np.column_stack([runs.start[places], runs.end[places]]))

    def _parted(self, before: int, after: int) -> bool:
        """Tell whether something parts two runs that follow each other."""
        runs, tokens = self.page.runs, self.page.tokens
        gap, following = int(runs.gap[before]), int(runs.gap[after])
        touching = runs.end[before] == tokens.gap_end[gap] and runs.start[after] == tokens.gap_start[following]
        empty = self.blanks[following] == self.blanks[gap + 1]
        return not (touching and empty and self.breaks[following] == self.breaks[gap])


def _before(marked: npt.NDArray[np.bool_]) -> Column:
    return np.concatenate([[0], np.cumsum(marked)])
