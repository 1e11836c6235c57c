"""Density: the longest piece of text, and pieces of some length near it.

Paper: moreno2009; mohammadzadeh2013, section 3.3.3.2 (C1, C2).
Ours: the strings of the array L are the blocks of the page; growing the region one string at a time ends with the chain
of long enough strings, none farther from the next than C2, that holds the longest.
UNSPECIFIED: C1 and C2 in the thesis. Ours: 0.333 of the longest string and 4 places, which a public program names as
the constants of moreno2009. Wider ones are better on today's pages: of C1 .05 .1 .2 .333 and C2 2 4 8 16 32, 0.2 and 16
to 32 gave F1 .74 where 0.333 and 4 gave .56 (wcxb-dev, dragnet, fundus, cleaneval-en-dev, daniel-waddle, xmu-zh,
wikipedia-silver, 2026-11-15); the recipe `density-wide` has them.
UNSPECIFIED: whether empty strings are places. Ours: they are not, as tags without text say nothing of text.
Deviations: the strings are whole blocks, where the text nodes of the parser may be meant; of these, a paragraph with a
link or a bold word has several. Word-bag F1 with blocks .538, with the texts between tags that are no links .503, with
text nodes .466 (macro average over 30 pages of each of the 13 sets named in document/lines.py, 2026-11-17).
Cost: O(blocks).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.signals.stretches import grow
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import AxisLabel, Curve, Panels, Threshold, block_panel, chosen_where


@dataclass(frozen=True, slots=True)
class Density(Extractor):
    """Keeps long paragraphs close to the longest: very precise, loses short paragraphs and what lies far away."""

    name: ClassVar[str] = "density"
    c1: float = 0.333
    """The least length of a string, as a share of the longest one's."""
    c2: int = 4
    """How many places apart two strings of the content may be."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("c1", 0, 1)
        self.require_range("c2", 1, 100_000)

    def __call__(self, page: Document) -> Spans:
        """Choose the strings."""
        strings, chosen = page.blocks, self.chosen(lengths(page))
        first, last = strings.runs[strings.first[chosen]], strings.runs[strings.first[chosen + 1] - 1]
        return page.select(np.column_stack([page.runs.start[first], page.runs.end[last]]))

    def curves(self, page: Document) -> Panels:
        """Show how long each string is, the least length, and the strings near the longest that have it."""
        length = lengths(page)
        seen = (
            f"The length of each string between block-level tags. Chosen are the longest, and strings of at least"
            f" {self.c1:g} of its length (C1) that follow within {self.c2} places (C2)."
            " Figure 3.13 of mohammadzadeh2013."
        )
        panel = block_panel(
            page,
            page.blocks,
            str(self),
            "Length of each string",
            seen,
            Curve("length", "columns", length),
            chosen=chosen_where(np.isin(np.arange(len(length)), self.chosen(length))),
            thresholds=(Threshold(self.c1 * int(length.max(initial=0)), "C1:"),),
        )
        x, y = AxisLabel("string of the page, in order", "string"), AxisLabel("characters", "characters")
        return (replace(panel, x=x, y=y),)

    def chosen(self, length: npt.NDArray[np.integer]) -> npt.NDArray[np.intp]:
        """Return the places of the strings that are content: the array R."""
        long = np.flatnonzero(length >= self.c1 * length.max(initial=0))
        if not len(long):
            return long
        left, right = grow(long, long + 1, int(np.argmax(length[long])), self.c2)  # d = x - y + 1 is the distance here
        return long[left : right + 1]


def lengths(page: Document) -> npt.NDArray[np.integer]:
    """Count the characters of each string."""
    strings = page.blocks
    before = np.concatenate([[0], np.cumsum(np.diff(page.characters_before)[page.runs.gap[strings.runs]])])
    return np.diff(before[strings.first])
