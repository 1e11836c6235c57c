"""From runs to what is visible of them, for many posts in one go: each post alone would look at the whole page."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.spans import Spans

Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Pieces:
    """The visible text of a page, cut at the edges of its runs."""

    visible: Spans
    first: Places
    """Per run: its first piece; one more entry closes the page."""

    def of(self, runs: Places) -> Spans:
        """Give what is visible of some runs, which must be sorted."""
        counts = self.first[runs + 1] - self.first[runs]
        starts = np.repeat(self.first[runs] - np.cumsum(counts) + counts, counts)
        chosen = starts + np.arange(len(starts))
        return Spans.from_sorted(self.visible.starts[chosen], self.visible.ends[chosen], self.visible.size)


def visible_pieces(page: Document) -> Pieces:
    """Cut the visible text of a page."""
    written = Spans.from_sorted(page.runs.start, page.runs.end, len(page.source))
    visible = page.visible & written
    return Pieces(visible, np.searchsorted(visible.starts, np.append(page.runs.start, len(page.source))))
