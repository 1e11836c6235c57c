"""Body Text Extraction: the one stretch of the page with most words and fewest tags.

Paper: finn2001; mohammadzadeh2013, section 3.3.1.1, formula 3.3 and Algorithm 5; gottron2007, section 5.2.
Ours: T(i, j) is "words minus tags in i..j" plus a constant, so the best stretch is a maximum subarray.
Deviations: none from formula 3.3; Algorithm 5 counts a tag at i or j twice, so that it may choose a single tag where
the best stretch is a single word.
Cost: O(tokens), where the paper's search is cubic.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.shown import kept_by
from webwinnow.kernels import LIBRARY, address
from webwinnow.signals.stretches import best_stretch
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import AxisLabel, Chosen, Curve, Panels, token_panel

_SEEN: Final = (
    "Tags counted from the start of the page: where the curve is flat there are words, where it is steep tags."
    " Chosen is the one stretch with most words inside and most tags outside (formula 3.3)."
    " Figure 3.5 of mohammadzadeh2013."
)


@dataclass(frozen=True, slots=True)
class BTE(Extractor):
    """Keeps one contiguous stretch: strong on single-column articles, weak on forums."""

    name: ClassVar[str] = "bte"

    def __call__(self, page: Document) -> Spans:
        """Keep the stretch."""
        found = kept_by(LIBRARY.find_body, page) if LIBRARY else None
        if found is not None:
            return found
        tokens = page.words_and_tags
        return page.select([(tokens.start[first], tokens.end[last]) for first, last in stretch(tokens.is_tag)])

    def curves(self, page: Document) -> Panels:
        """Show the curve of tags and the one stretch that was chosen."""
        is_tag = page.words_and_tags.is_tag
        chosen = tuple(Chosen(first, last) for first, last in stretch(is_tag))
        curve = Curve("tags so far", "line", np.cumsum(is_tag))
        return (token_panel(page, str(self), "Curve of tags", _SEEN, AxisLabel("tags so far", "tags"), curve, chosen),)


def stretch(is_tag: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Find the first and the last token of the stretch; nothing where there are no words."""
    if LIBRARY:
        bounds = (ctypes.c_int64 * 2)()
        given = np.ascontiguousarray(is_tag, dtype=np.bool_)
        found = LIBRARY.find_stretch(address(given), len(given), ctypes.addressof(bounds))
        return [(bounds[0], bounds[1])] if found else []
    return [] if is_tag.all() else [best_stretch(np.where(is_tag, -1, 1))]
