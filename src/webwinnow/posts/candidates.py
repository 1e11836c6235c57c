"""Elements that could be posts: with a date, with a linked heading above much text, or named as comments are.

Most pages have few of them, and what follows looks at nothing else.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, NUMBERS, column
from webwinnow.posts.evidence import Evidence
from webwinnow.posts.naming import Naming, may_be_alone, read_naming

Places = npt.NDArray[np.integer]
Marked = npt.NDArray[np.bool_]

SHORTEST: Final = 8
"""Characters that a post has at least, with author and date."""
LONG_ENTRY: Final = 150
"""Characters without links of a weblog's post."""
MOST_OPEN: Final = 64
"""So many formats that were left open are looked through."""
_INVENTED: Final = np.arange(NUMBERS) > len(NUMBER)
HOLDS_POSTS: Final = _INVENTED | column("article aside center dd details div dt fieldset li section table td tr")
"""Elements that may be posts, among them those whose names the page invented."""
IS_FORMAT: Final = column("a abbr b big em font i label small span strong u")
"""Elements that stand around posts only because they were never closed."""
BODY: Final = NUMBER["body"]


class CandidateColumns(NamedTuple):
    """What is known of each candidate, in the order of the page."""

    place: Places
    """Its element."""
    parent: Places
    """The element around it, without formats that were left open."""
    dated: Marked
    entry: Marked
    """It has a linked heading and much text, as posts of weblogs have."""
    together: Marked
    """Another one stands beside it, or its name may tell that it is a post even alone."""


class Candidates:
    """The candidates of a page, as lists: most pages have so few that arrays would take longer."""

    def __init__(self, page: Document, columns: CandidateColumns) -> None:
        """Take the columns."""
        self.place: list[int] = columns.place.tolist()
        self.parent: list[int] = columns.parent.tolist()
        self.dated: list[bool] = columns.dated.tolist()
        self.entry: list[bool] = columns.entry.tolist()
        self.together: list[bool] = columns.together.tolist()
        self.tag: list[int] = page.elements.tag[columns.place].tolist()
        first, edge = page.elements.first[columns.place], page.tokens.edge
        self._source = page.source
        self._starts: list[int] = edge[2 * first + 1].tolist()
        self._ends: list[int] = edge[2 * first + 2].tolist()
        self._known: dict[str, Naming] = {}

    def named(self, at: int) -> Naming:
        """Tell how a candidate is named; most of those that stand alone are never asked."""
        tag = self._source[self._starts[at] : self._ends[at]]
        known = self._known.get(tag)
        if known is None:
            known = self._known[tag] = read_naming(tag.lower())
        return known


def find_candidates(page: Document, evidence: Evidence) -> CandidateColumns:
    """Find what could be posts, quickly nothing where nothing repeats and nothing is named as comments are."""
    fit = HOLDS_POSTS[page.elements.tag]
    fit[: np.argmax(page.elements.tag == BODY) + 1] = False
    fit[list(page.elements.owner)] = False
    places = np.flatnonzero(fit)
    places = places[page.in_subtrees(evidence.characters, places) >= SHORTEST]
    dated = page.in_subtrees(evidence.dates, places) > 0
    entry = (page.in_subtrees(evidence.titles, places) > 0) & (page.in_subtrees(evidence.plain, places) >= LONG_ENTRY)
    alone = may_be_alone(page, places)
    tag = page.elements.tag[places]
    chosen = alone | ((dated | entry) & _repeated(page, places[dated | entry])[tag])
    places, dated, entry, alone = places[chosen], dated[chosen], entry[chosen], alone[chosen]
    parent = block_around(page, places)
    group = list(zip(parent.tolist(), tag[chosen].tolist(), strict=True))
    beside = Counter(group)
    together = alone | np.array([beside[each] > 1 for each in group], dtype=np.bool_)
    return CandidateColumns(places.astype(np.int32), parent.astype(np.int32), dated, entry, together)


def _repeated(page: Document, alike: Places) -> Marked:
    """Mark the tag numbers of which two of these elements stand beside each other."""
    group = np.sort(block_around(page, alike) * NUMBERS + page.elements.tag[alike])
    repeated = np.zeros(NUMBERS, dtype=np.bool_)
    repeated[group[1:][group[1:] == group[:-1]] % NUMBERS] = True
    return repeated


def block_around(page: Document, places: Places) -> npt.NDArray[np.intp]:
    """Return the elements around some, without formats that were left open."""
    parent = page.elements.parent
    found: npt.NDArray[np.intp] = parent[places].astype(np.intp)
    for _ in range(MOST_OPEN):
        open_format = (found > 0) & IS_FORMAT[page.elements.tag[found]]
        if not open_format.any():
            break
        found = np.where(open_format, parent[found], found)
    return found
