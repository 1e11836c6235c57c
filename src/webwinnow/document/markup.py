"""What is read from a page's source once, each column when it is first asked for, and shared by all views of it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from webwinnow.document import compiled
from webwinnow.document.attributes import Names
from webwinnow.document.html_names import BREAKING, LINE_BREAK, NUMBER
from webwinnow.document.layout import Column, Runs, Seen, before, bounds, lay_out
from webwinnow.document.reading import PageColumns, read_page
from webwinnow.document.references import decode_references, source_kinds
from webwinnow.document.tokens import Tokens, start_tag_length
from webwinnow.document.tree.builder import DEPTH
from webwinnow.document.tree.elements import Elements
from webwinnow.document.visibility import element_marks
from webwinnow.kernels import LIBRARY, address
from webwinnow.language.characters import Points, Units, points, points_of, units
from webwinnow.language.words import BETWEEN, word_positions
from webwinnow.lazy_values import cached_property

_TITLE, _DRAWING = NUMBER["title"], NUMBER["svg"]


class Markup:
    """The columns of a page's source."""

    def __init__(self, source: str, depth: int = DEPTH) -> None:
        """Read the tags; the rest waits until it is asked for."""
        self.source = source
        self.units: Units = units(source) if LIBRARY else Units(b"", 1)
        """The characters as compiled code reads them; nothing where there is none."""
        read = (read_page(LIBRARY, source, self.units, depth) if LIBRARY else None) or lay_out(source, depth)
        self.tokens: Tokens = read.tokens
        self.characters_before: Column = read.characters_before
        """Per gap: how many visible characters stand before it; one more entry closes the page."""
        self.runs: Runs = read.runs
        self.elements: Elements = read.elements
        self.seen: Seen | None = read.seen
        """What readers see where no prefilter hides anything; None where numpy finds that out."""
        self.columns: PageColumns | None = read.columns
        """All of this as compiled code knows it, if it read the page."""
        self._suspects = read.suspects

    @cached_property
    def marks(self) -> npt.NDArray[np.uint8]:
        """Per element: why its text may not be seen (see visibility.Mark)."""
        if self.seen:
            return self.seen.element_marks
        return element_marks(self.source, self.tokens, self.elements, self._suspects)

    @cached_property
    def breaks_before(self) -> Column:
        """Per gap: how many tags that break the flow of text stand before it."""
        if LIBRARY is None:
            return before(self.breaking_tags, np.int32)
        code, counted = self.tokens.code, np.empty(len(self.tokens.code) + 1, np.int32)
        LIBRARY.count_breaks(
            len(code), address(code), address(self.characters_before), address(BREAKING), LINE_BREAK, address(counted)
        )
        return counted

    @property
    def breaking_tags(self) -> npt.NDArray[np.bool_]:
        """Per tag: whether readers see one paragraph end and another begin there.

        Block-level tags, and line breaks that follow another with nothing to see between them.
        """
        breaking = BREAKING[np.abs(self.tokens.code)]
        lines = np.flatnonzero(self.tokens.code == LINE_BREAK)
        if len(lines) > 1:
            seen_before = self.characters_before[lines + 1]
            breaking[lines[1:][seen_before[1:] == seen_before[:-1]]] = True
        return breaking

    @cached_property
    def title(self) -> str | None:
        """The text of the first title element, white space folded; None if there is none or if it says nothing."""
        titles, tokens = np.flatnonzero(self.elements.tag == _TITLE), self.tokens
        if len(titles) and self._stands_in_drawing(int(titles[0])):  # which have titles, too
            titles = titles[~self.elements.inside(self.elements.tag == _DRAWING)[titles]]
        for tag in self.elements.first[titles[:1]].tolist():
            token = self.source[tokens.tag_start[tag] : tokens.tag_end[tag]]
            following = self.source[tokens.gap_start[tag + 1] : tokens.gap_end[tag + 1]]
            return " ".join(decode_references(token[start_tag_length(token) :] or following).split()) or None
        return None

    def _stands_in_drawing(self, element: int) -> bool:
        while element > 0 and self.elements.tag[element] != _DRAWING:
            element = int(self.elements.parent[element])
        return element > 0

    @cached_property
    def names(self) -> Names:
        """The names of elements."""
        return Names(self.source, self.units, self.tokens, self.elements)

    @property
    def points(self) -> Points:
        """The code points of the source."""
        return points_of(self.units, len(self.source)) if LIBRARY else points(self.source)

    @property
    def words(self) -> tuple[Column, Column]:
        """Where each word of the text starts and ends, also of text that nobody sees."""
        return self.words_in(np.arange(len(self.runs)))

    def words_in(self, runs: npt.NDArray[np.integer]) -> tuple[Column, Column]:
        """Find where each word of some runs starts and ends; anew each time, since who asks keeps them."""
        if LIBRARY:
            return compiled.find_words(LIBRARY, self.units, self.runs, runs, int(self.characters_before[-1]))
        starts, ends = self.runs.start[runs], self.runs.end[runs]
        text = BETWEEN.join([self.source[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)])
        bound = bounds(ends - starts)[:-1]
        first, last = word_positions(source_kinds(text))
        in_run = np.diff(np.searchsorted(first, bound), append=len(first))
        shift = np.repeat(starts - bound, in_run)
        return (first + shift).astype(np.int32), (last + shift).astype(np.int32)
