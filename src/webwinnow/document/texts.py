"""The text of elements as readers see it: the one place that reads it.

Ask `page.text_of(element)` for one element. `page.texts` serves who needs more: the stretch of visible runs inside each
of many elements (`inside`), the text of such a stretch (`text`) and its place in the source (`pairs`, for
`page.select`). A limit keeps elements that stand in each other from costing more than a constant each.

Words are parted by blanks, line breaks and block-level tags only: `<b>J</b>ane D<i>oe</i>` is "Jane Doe".
"""

from __future__ import annotations

import ctypes
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import NUMBER
from webwinnow.document.markup import Markup
from webwinnow.document.references import decode_references, references
from webwinnow.document.tree.elements import before
from webwinnow.kernels import LIBRARY, Library, address
from webwinnow.lazy_values import cached_property

if TYPE_CHECKING:
    pass

Places = npt.NDArray[np.integer]
Stretches = npt.NDArray[np.int32]

_BR: Final = NUMBER["br"]
_SPENT: Final = 12
"""Characters of source that are read for each character of a limited text: a reference such as `&#128512;` has 9."""


class Texts:
    """Reads stretches of runs; made once for a page, then quick for each stretch."""

    def __init__(self, markup: Markup, run: Places) -> None:
        """Take the runs that are read, in order."""
        self._markup = markup
        self._gap = markup.runs.gap[run]
        self.run: npt.NDArray[np.int32] = run.astype(np.int32, copy=False)
        """The runs, as indices into the page's runs."""

    @cached_property
    def parted(self) -> npt.NDArray[np.bool_]:
        """Per run: whether a blank, a line break or a block parts it from the run before."""
        return _parted(self._markup, self.run)

    def inside(self, elements: Places) -> Stretches:
        """Find the stretch of runs that stands inside each element: the first, and one past the last, in rows."""
        tree, found = self._markup.elements, np.empty((len(elements), 2), np.int32)
        found[:, 0] = self._gap.searchsorted(tree.first[elements] + 1)
        found[:, 1] = self._gap.searchsorted(tree.close[elements], side="right")
        return found

    def text(self, first: int, last: int, limit: int | None = None) -> str:
        """Read a stretch of runs in one line; with a limit, its first characters."""
        source, runs = self._markup.source, self._markup.runs
        if first >= last:
            return ""
        left = len(source) if limit is None else limit * _SPENT
        if last == first + 1:  # as most elements that somebody asks for
            run = self.run.item(first)
            start, end = runs.start.item(run), runs.end.item(run)
            text = " ".join(decode_references(source[start : min(end, start + left)]).split())
            return text if limit is None else text[:limit].rstrip()
        if LIBRARY and limit is not None:
            return self._read(LIBRARY, np.array([[first, last]], np.int32), limit)[0]
        last = min(last, first + left)
        places, parts = self.run[first:last], []
        starts, ends, parted = runs.start[places].tolist(), runs.end[places].tolist(), self.parted[first:last].tolist()
        for start, end, apart in zip(starts, ends, parted, strict=True):
            piece = decode_references(source[start : min(end, start + left)])
            parts.append(f" {piece}" if apart else piece)
            left -= end - start
            if left <= 0:
                break
        text = " ".join("".join(parts).split())
        return text if limit is None else text[:limit].rstrip()

    def read(self, stretches: Stretches, limit: int | None = None) -> list[str]:
        """Read many stretches, as `text` does; those of one run, as most are, one behind the other."""
        if LIBRARY and limit is not None:
            return self._read(LIBRARY, stretches, limit)
        source, runs, found = self._markup.source, self._markup.runs, list[str]()
        left = len(source) if limit is None else limit * _SPENT
        run = self.run[stretches[stretches[:, 1] == stretches[:, 0] + 1, 0]]
        places = zip(runs.start[run].tolist(), runs.end[run].tolist(), strict=True)
        for first, last in stretches.tolist():
            if last == first + 1:
                start, end = next(places)
                text = " ".join(decode_references(source[start : min(end, start + left)]).split())
                found.append(text if limit is None or len(text) <= limit else text[:limit].rstrip())
            else:
                found.append(self.text(first, last, limit))
        return found

    def _read(self, library: Library, stretches: Stretches, limit: int) -> list[str]:
        """Do as `read`, all at once."""
        (data, width), runs = self._markup.units, self._markup.runs
        stretches = np.ascontiguousarray(stretches, np.int32)
        written = np.empty(len(stretches) * (4 * limit + 1) + 4, np.uint8)
        columns = map(address, (runs.start, runs.end, self.run, self.parted))
        size = library.of("read_texts", width)(
            ctypes.addressof(references(library)), data, *columns, len(stretches), address(stretches), limit,
            limit * _SPENT, address(written),
        )  # fmt: skip
        return str(written[:size].data, "utf-8").split("\n")[:-1]

    def of(self, elements: Places, limit: int | None = None) -> list[str]:
        """Read the text of each element."""
        return self.read(self.inside(elements), limit)

    def of_one(self, element: int, limit: int | None = None) -> str:
        """Read the text of one element."""
        gap, tree = self._gap.data, self._markup.elements
        first, last = bisect_left(gap, tree.first.item(element) + 1), bisect_right(gap, tree.close.item(element))
        return self.text(first, last, limit)

    def pairs(self, first: int, last: int) -> Places:
        """Return where the runs of a stretch start and end, as pairs for `Document.select`."""
        runs, places = self._markup.runs, self.run[first:last]
        return np.column_stack([runs.start[places], runs.end[places]])


def _parted(markup: Markup, run: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Tell for each run whether something stands between it and the one before that keeps their words apart."""
    if LIBRARY is None or markup.columns is None:
        return _parted_by_numpy(markup, run)
    parted = np.empty(len(run), np.bool_)
    LIBRARY.mark_parted(
        ctypes.addressof(markup.columns), address(markup.breaks_before), _BR, len(run), address(run), address(parted)
    )
    return parted


def _parted_by_numpy(markup: Markup, run: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Do that by numpy: the definition that compiled code follows."""
    tokens, runs = markup.tokens, markup.runs
    parted = np.zeros(len(run), dtype=np.bool_)
    earlier, later = run[:-1], run[1:]
    gap, following = runs.gap[earlier], runs.gap[later]
    blank = tokens.gap_end > tokens.gap_start
    blank[runs.gap] = False
    blanks, lines = before(blank, np.int32), before(np.abs(tokens.code) == _BR, np.int32)
    touching = (runs.end[earlier] == tokens.gap_end[gap]) & (runs.start[later] == tokens.gap_start[following])
    broken = markup.breaks_before[following] - markup.breaks_before[gap] + lines[following] - lines[gap]
    parted[1:] = ~touching | (blanks[following] > blanks[gap + 1]) | (broken > 0)
    return parted
