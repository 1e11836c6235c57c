"""How many characters readers see on each line of a page, the blanks between them included (CETR).

Paper: mohammadzadeh2013, figure 3.11: on a line such as `reported Sunday. <br><br> Jones had` the two blanks count.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from webwinnow.document.document import Document
from webwinnow.document.markup import Column


def line_characters(page: Document, edge: Column, *, whole_words: bool) -> npt.NDArray[np.int64]:
    """Count from the first to the last character that readers see on each line; blanks beside a tag count as one.

    Lines of `whole_words` are cut where words start, not where the source has a line break that must not count.
    """
    shown = page.visible
    if not len(shown):
        return np.zeros(len(edge) - 1, dtype=np.int64)
    first = np.searchsorted(shown.ends, edge[:-1], side="right")
    last = np.searchsorted(shown.starts, edge[1:]) - 1
    start = np.maximum(shown.starts[np.minimum(first, len(shown) - 1)], edge[:-1])
    end = np.minimum(shown.ends[np.maximum(last, 0)], edge[1:])
    places = _blanks_beside_tags(page)
    blanks = np.where(first <= last, np.searchsorted(places, end) - np.searchsorted(places, start), 0)
    seen = np.diff(shown.characters_before(edge)) + blanks
    return seen if whole_words else np.maximum(seen - _blanks_at_the_ends(page, edge), 0)


def _blanks_beside_tags(page: Document) -> Column:
    """Find where blanks start that stand between tags, or between a tag and text, in order."""
    gap_start, gap_end, found = page.tokens.gap_start, page.tokens.gap_end, page.runs
    places = np.column_stack([gap_start, gap_start])
    places[found.gap, 1] = found.end
    blank = np.column_stack([gap_end > gap_start, np.zeros(len(gap_start), dtype=np.bool_)])
    blank[found.gap, 0] = found.start > gap_start[found.gap]
    blank[found.gap, 1] = found.end < gap_end[found.gap]
    return places[blank]


def _blanks_at_the_ends(page: Document, edge: Column) -> npt.NDArray[np.int64]:
    """Count the blanks, with the line break, at the ends of lines that are cut inside of text; the loop is per cut."""
    blanks = np.zeros(len(edge) - 1, dtype=np.int64)
    inside = page.visible.contains(edge[1:-1]) & page.visible.contains(edge[1:-1] - 1)
    for line in np.flatnonzero(inside).tolist():
        above, below = page.source[edge[line] : edge[line + 1]], page.source[edge[line + 1] : edge[line + 2]]
        blanks[line] += len(above) - len(above.rstrip())
        blanks[line + 1] += len(below) - len(below.lstrip())
    return blanks
