"""Spans cut at the edges of runs: the pieces of text that renderings are made of, found once per page and spans."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.spans import Spans

Column = npt.NDArray[np.integer]


class Pieces:
    """Stretches of text, each inside of one run: where they start and end, their run and its gap."""

    def __init__(self, starts: Column, ends: Column, run: Column, gap: Column) -> None:
        """Take the columns."""
        self.starts, self.ends, self.run, self.gap = starts, ends, run, gap

    def __len__(self) -> int:
        """Count the pieces."""
        return len(self.starts)

    def chosen(self, which: npt.NDArray[np.bool_]) -> Pieces:
        """Return the marked pieces."""
        return Pieces(self.starts[which], self.ends[which], self.run[which], self.gap[which])

    @cached_property
    def runs(self) -> Column:
        """The runs of which there is some piece, each once."""
        if not len(self.run):
            return self.run
        first = np.ones(len(self.run), dtype=np.bool_)
        np.not_equal(self.run[1:], self.run[:-1], out=first[1:])
        return self.run if first.all() else self.run[first]


def read_pieces(page: Document, spans: Spans) -> Pieces:
    """Cut spans at the edges of runs. Done once per page and spans."""
    return page.once((read_pieces, spans), lambda: _cut(page, spans))


def _cut(page: Document, spans: Spans) -> Pieces:
    runs = page.runs
    run = np.searchsorted(runs.start, spans.starts, side="right") - 1
    if len(run) and not (run[0] >= 0 and (spans.ends <= runs.end[run]).all()):  # some goes on beyond its run
        spans &= Spans.from_sorted(runs.start, runs.end, len(page.source))
        run = np.searchsorted(runs.start, spans.starts, side="right") - 1
    return Pieces(spans.starts, spans.ends, run, runs.gap[run])
